"""Pages in Chromium, and tables that are played up to a moment worth looking at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.web.client import Seat, State
from tests.web.serving import Server

WAIT = 20_000
"""Milliseconds, for a machine that does much else"""


def page_of(browser: Any, wrong: list[str], **settings: Any) -> Any:
    """A page of a new person; what it complains of is collected in ``wrong``."""
    page = browser.new_context(**{"locale": "en-US", **settings}).new_page()
    page.set_default_timeout(WAIT)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda told: wrong.append(told.text) if told.type == "error" else None)
    return page


def set_table(page: Any, server: Server, game: str) -> list[str]:
    """The links of the seats of a new game, set up in the lobby."""
    page.goto(f"{server.address}/")
    page.select_option("form.new select[name=game]", game)
    page.click("form.new > button.main")
    page.wait_for_selector(".links a")
    links: list[str] = page.eval_on_selector_all(".links a", "links => links.map(link => link.href)")
    return links


def link(seat: Seat) -> str:
    """The secret link of a seat."""
    return f"{seat.server}/join/{seat.token}"


def play(seat: Seat, until: Callable[[State], bool], most: int = 3000) -> State:
    """Takes the first option until something is so, or the game is over."""
    state = seat.look()
    for _ in range(most):
        if until(state) or state["over"]:
            return state
        state = seat.choose(state["decisions"][0]["options"][0]["id"], state["version"])
    raise AssertionError("it does not come to that")
