"""The house rules of a table on its page: their titles beside that of the game, their texts one click away, without tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.asking import TestClient
from tests.web.browsing import page_of, set_table
from tests.web.serving import Server
from tests.web.test_games import begin, look
from tests.web.test_uploads import GOOD

TESTED = """\
variant Tested of Tictactoe "The board of the harvest":
  named "收获的棋盘" in zh-Hans

test "a mark is placed":
  begin with 2 players

  # whatever comes

variant More of Tictactoe "More":
  named "更多" in zh-Hans
"""


def test_the_titles_of_the_house_rules_are_told_in_the_language_of_the_seat(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe", text=GOOD)
    assert look(client, game, 1, seats[0])["game"]["house_rules"] == ["Only for looks"]
    answer = client.get(f"/api/v1/games/{game}/seats/1?lang=zh-Hans", headers=seats[0]).json()
    assert answer["game"]["house_rules"] == ["只是好看"]
    plain, own, _ = begin(client, game="tic_tac_toe")
    assert look(client, plain, 1, own[0])["game"]["house_rules"] == []


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 390])
def test_a_house_rule_is_shown_beside_the_title_and_opens_at_a_click(browser: Any, tmp_path: Path, width: int) -> None:
    file = tmp_path / "harvest.rules"
    file.write_text(TESTED, encoding="utf-8")
    server = Server(tmp_path, games=("games/tic_tac_toe",), options=("--variant", str(file)))
    server.start()
    try:
        wrong: list[str] = []
        page = page_of(browser, wrong, viewport={"width": width, "height": 800})
        (link, *_) = set_table(page, server, "tic_tac_toe")  # it is ticked in the lobby
        page.goto(link)
        laid = page.locator(".top .laid")
        assert laid.inner_text() == "The board of the harvest"
        assert (laid.evaluate("x => x.scrollWidth > x.clientWidth")) == (width == 390)
        page.wait_for_selector(".pill.yours")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        laid.click()
        page.wait_for_selector(".variants pre")
        assert page.locator(".variants summary").inner_text() == "House rules of this table: The board of the harvest"
        shown = page.inner_text(".variants pre")
        assert "variant Tested" in shown and "variant More" in shown
        assert "test" not in shown and "begin with" not in shown and "whatever" not in shown
        assert page.locator(".variants summary").evaluate("x => x.getBoundingClientRect().bottom <= innerHeight")
        assert not wrong
    finally:
        server.kill()
