"""A server at home without TLS: browsers withhold from its pages what they give to secure ones, and all works without that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browsing import page_of, set_table, turn_to
from tests.web.serving import Server

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(
        tmp_path_factory.mktemp("home"), games=("games/tic_tac_toe",), options=("--allow-host", "play.test")
    )
    server.start()
    yield server
    server.kill()


def elsewhere(server: Server, link: str) -> str:
    """The same page under the other name."""
    return link.replace(server.address, f"http://play.test:{server.port}")


def test_a_whole_game_over_plain_http(browser: Any, at_home: Server) -> None:
    """Links are copied, seats taken, choices made, taken back and talked about, until the end."""
    wrong: list[str] = []
    one, two = page_of(browser, wrong), page_of(browser, wrong)
    one.goto(elsewhere(at_home, at_home.address))
    assert not one.evaluate("isSecureContext")
    one.select_option("form.new select[name=game]", "tic_tac_toe")
    one.click("form.new > button.main")
    one.get_by_role("button", name="Copy").first.click()
    one.get_by_text("Copied").wait_for()
    assert not one.query_selector(".here"), "others reach it under this name"
    links = one.eval_on_selector_all(".links a", "links => links.map(link => link.href)")
    one.goto(links[0]), two.goto(links[1])
    assert "play.test" in one.url
    squares = ["A1", "B1", "A2", "B2", "A3"]
    for k, square in enumerate(squares):
        page = (one, two)[k % 2]
        if k == 2:
            page.locator(".option[data-key=C3]").click()
            page.get_by_role("button", name="Take the last choice back").click()
        page.locator(f".option[data-key={square}]").click()
    for page in (one, two):
        page.get_by_role("heading", name="The game is over").wait_for()
    turn_to(one, "talk")
    one.fill(".talk input", "well played")
    one.press(".talk input", "Enter")
    two.locator(".tabs [data-tab=talk] .count").wait_for()
    turn_to(two, "table")
    two.get_by_text("Your seat").click()
    assert two.get_by_label("Tell me in this browser").is_disabled()
    assert not [text for text in wrong if "Cross-Origin-Opener-Policy" not in text], "which browsers heed over TLS only"


def test_a_name_that_was_not_allowed_is_refused(browser: Any, server: Server) -> None:
    page = page_of(browser, [])
    links = set_table(page, server, "tic_tac_toe")
    answer = page.goto(elsewhere(server, links[0]))
    assert answer.status == 421
