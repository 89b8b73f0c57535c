"""The page of a table polls how many other tables of the same browser wait for a move, without a reload."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.web.client import begin
from tests.web.browsing import page_of
from tests.web.serving import Server

pytestmark = pytest.mark.browser


def test_the_icon_of_the_tab_tells_whose_turn_it_is(browser: Any, server: Server) -> None:
    """In the lobby as well, where that of any table counts."""
    wrong: list[str] = []
    one, two = begin(server.address, game="tic_tac_toe")[:2]
    page = page_of(browser, wrong)
    icon = page.locator("link[rel=icon]")
    page.goto(one.link)
    page.wait_for_selector(".question")
    page.wait_for_function("() => document.title.startsWith('●')")
    asked = icon.get_attribute("href")
    lobby = page.context.new_page()
    lobby.goto(server.address)
    lobby.wait_for_function("() => document.title.startsWith('(1)')")
    assert lobby.locator("link[rel=icon]").get_attribute("href") == asked
    assert page.request.get(f"{server.address}{asked}").headers["content-type"].startswith("image/svg+xml")
    one.choose("B2")
    page.wait_for_function("() => !document.title.startsWith('●')")
    assert icon.get_attribute("href") not in (None, asked)
    two.choose("A1")
    page.wait_for_function("() => document.title.startsWith('●')")
    assert icon.get_attribute("href") == asked and not wrong


def test_another_table_that_begins_to_wait_is_counted(browser: Any, server: Server) -> None:
    """Within half a minute, or when the page is seen again."""
    wrong: list[str] = []
    here, there = (begin(server.address, game="tic_tac_toe") for _ in range(2))
    page = page_of(browser, wrong)
    page.goto(there[1].link)
    page.wait_for_selector(".question")
    page.clock.install()
    with page.expect_response("**/mine"):
        page.goto(here[1].link)
    count = page.locator(".home .count")
    assert not count.count()
    there[0].choose("A1")
    page.clock.run_for(31_000)
    count.wait_for()
    assert count.inner_text().startswith("1")
    there[1].choose("B1")
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    count.wait_for(state="detached")
    assert not wrong
