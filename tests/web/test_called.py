"""How people and bots are called on the pages, in the language of the reader: those without a name by their seat."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rulekit.web.client import begin
from tests.web.browsing import page_of, turn_to
from tests.web.serving import Server

pytestmark = pytest.mark.browser


def test_who_has_no_name_is_called_by_the_seat_in_the_language_of_the_reader(browser: Any, server: Server) -> None:
    """In the talk, where somebody asks to go back, and at the own seat, where the name of the seat is no name of one's own."""
    wrong: list[str] = []
    one, two = begin(server.address, game="tic_tac_toe")
    one.choose("A1")
    two.choose("B1")
    one.post("messages", dict, text="hello")
    one.post("back", dict, agree=True)
    page = page_of(browser, wrong, viewport={"width": 1400, "height": 900}, locale="zh-CN")
    page.goto(two.link)
    called = page.locator(".players tr:not(.you) .person b").first.inner_text()
    assert called and not called.isascii()
    page.get_by_text(f"{called} 提议退回").wait_for()
    turn_to(page, "talk")
    page.locator(".talk li", has_text="hello").wait_for()
    assert page.locator(".talk li b").inner_text() == called
    said = datetime.fromisoformat(page.locator(".talk li time").get_attribute("datetime"))
    assert timedelta(0) <= datetime.now(UTC) - said < timedelta(hours=1)
    turn_to(page, "table")
    page.locator(".own summary").click()
    own = page.locator(".own input[name=name]")
    own.wait_for()
    assert own.input_value() == "" and not own.get_attribute("placeholder").isascii()
    assert not wrong


def test_bots_are_called_by_how_they_play(browser: Any, server: Server) -> None:
    """Among the players, on the page of the host, and where one lets a bot choose for oneself."""
    wrong: list[str] = []
    page = page_of(browser, wrong, viewport={"width": 1400, "height": 900}, locale="zh-CN")
    page.goto(f"{server.address}/")
    page.select_option("form.new select[name=game]", "tic_tac_toe")
    page.locator(".sitter select").nth(1).select_option("greedy")
    page.click("form.new > button.main")
    page.locator(".seat > .quiet", has_text="机器人 greedy – ").wait_for()
    page.goto(page.locator(".links a").first.get_attribute("href"))
    page.locator(".players small", has_text="机器人 greedy – ").wait_for()
    turn_to(page, "table")
    page.locator(".own summary").click()
    page.locator(".own select option", has_text="random – ").wait_for(state="attached")
    assert not wrong
