"""How many clicks a year takes: counted by the browser, of somebody who thinks about each season."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.web.client import begin, by_chance
from rulekit.web.state import State
from tests.web.browsing import next_asked, page_of
from tests.web.serving import Server

pytestmark = pytest.mark.long
MOST = 40
CHANGED = 2
"""Lines of a plan in which something else is wanted than in the season before"""
COUNTED = "addEventListener('click', event => { if (event.isTrusted) window.clicks = (window.clicks ?? 0) + 1; }, true)"
FILLED = "[...document.querySelectorAll('.formlines b')].filter(node => node.textContent !== '–').length"
SHOWN = "version => document.body.dataset.version === version"
UNUSED = ".pick .option:not(:has(small)):not(.chosen)"
"""Options that stand in no line"""


def year(state: State) -> object:
    return next(mark.raw for mark in state.view.marks if mark.key == "year")


def fill(page: Any, lines: int) -> None:
    """Fills each line by hand, or takes what was sent the last time and puts something else into some lines."""
    again = page.get_by_role("button", name="As the last time")
    if again.count():
        again.click()
        page.wait_for_function(f"() => {FILLED} > 0")
        for k in range(CHANGED):
            page.locator(".formline").nth(k).click()
            before = page.locator(".formline").nth(k).inner_text()
            page.locator(UNUSED).first.click()
            page.wait_for_function(
                "([k, text]) => document.querySelectorAll('.formline')[k].innerText !== text", arg=[k, before]
            )
    while (filled := page.evaluate(f"() => {FILLED}")) < lines:
        page.locator(UNUSED).first.click()
        page.wait_for_function(f"filled => {FILLED} > filled", arg=filled)
    page.locator(".form .tools .main:not([disabled])").click()


def test_a_year_takes_one_person_forty_clicks(browser: Any, server: Server) -> None:
    """Three plans of eleven lines, the first by hand, the others as the season before with changes, and every other choice; what
    the other three do is not clicked for."""
    seats = begin(server.address, game="shogun", players=4, seed=7, options={"setup": "Predetermined"})
    page = page_of(browser, [], viewport={"width": 1400, "height": 900})
    page.add_init_script(COUNTED)
    page.goto(seats[0].link)
    page.wait_for_selector(".question")
    pick, plans, choices = by_chance(3), 0, 0
    while asked := next_asked(seats):
        seat, state = asked
        if year(state) == 2:
            break
        if seat is not seats[0]:
            seat.choose(pick(state), state.version)
            continue
        page.wait_for_function(SHOWN, arg=state.version)
        if state.form:
            fill(page, len(state.form.lines))
            plans += 1
        else:
            options = [option.id for option in state.decisions[0].options]
            page.locator(".question .option").nth(options.index(pick(state))).click()
            choices += 1
        page.wait_for_function(f"version => !({SHOWN})(version)", arg=state.version)
    assert plans == 3 < choices
    clicks = page.evaluate("() => window.clicks")
    assert plans + choices < clicks <= MOST
