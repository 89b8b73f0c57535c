"""Pages in Chromium, and tables that are played up to a moment worth looking at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from rulekit.web.client import Pick, SeatClient
from rulekit.web.state import State
from tests import patience
from tests.web.serving import STARTED, Server

WAIT = 20.0
"""Seconds in which a page has to show what is waited for, on a quick machine"""
SHOT = 10.0
"""Seconds for a picture of a page that hangs, perhaps"""
OPEN: list[tuple[Any, list[str]]] = []
"""The pages of the test that runs, and what each complains of; tests/web/conftest.py closes them"""


def page_of(browser: Any, wrong: list[str], **settings: Any) -> Any:
    """A page of a new person; what it complains of is collected in ``wrong``."""
    page = browser.new_context(**{"locale": "en-US", **settings}).new_page()
    page.set_default_timeout(1000 * patience.seconds(WAIT))
    OPEN.append((page, wrong))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda told: wrong.append(told.text) if told.type == "error" else None)
    return page


def set_table(
    page: Any, server: Server, game: str, nonces: bool = False, clock: Mapping[str, str] | None = None
) -> list[str]:
    """The links of the seats of a new game, set up in the lobby. ``nonces``: each person adds one to its luck; ``clock``: field
    -> value."""
    page.goto(f"{server.address}/")
    page.select_option("form.new select[name=game]", game)
    page.set_checked("form.new input[name=nonces]", nonces)
    for name, value in (clock or {}).items():
        page.select_option(f"form.new select[name={name}]", value)
    page.click("form.new > button.main")
    page.wait_for_selector(".links a")
    links: list[str] = page.eval_on_selector_all(".links a", "links => links.map(link => link.href)")
    return links


def turn_to(page: Any, tab: str) -> None:
    """Opens a tab of the table: ``board`` and ``players`` on a phone only, ``story``, ``talk``, ``scores``, ``table``."""
    page.locator(f"[role=tab][data-tab={tab}]:visible").click()


def play(seat: SeatClient, until: Callable[[State], bool], most: int = 3000) -> State:
    """Takes the first option until something is so, or the game is over."""
    state = seat.look()
    for _ in range(most):
        if until(state) or state.over:
            return state
        state = seat.choose(state.decisions[0].options[0].id, state.version) if state.decisions else seat.wait()
    raise AssertionError("it does not come to that")


def next_asked(seats: list[SeatClient]) -> tuple[SeatClient, State] | None:
    """Somebody who is asked, and what he sees; None after the end."""
    for seat in seats:
        state = seat.look()
        if state.over:
            return None
        if state.decisions:
            return seat, state
    raise AssertionError("nobody is asked")


def play_all(seats: list[SeatClient], pick: Pick, until: Callable[[State], bool]) -> SeatClient | None:
    """Plays all seats until what somebody is asked in is such a state; gives the seat. None where the game is over before.

    Forms are answered line by line: what fills a form by chance is the luck of the server, which is another at each run.
    """
    while asked := next_asked(seats):
        seat, state = asked
        while state.decisions:
            if until(state):
                return seat
            state = seat.choose(pick(state), state.version)
    return None


def close_pages() -> None:
    """Closes the pages of a test: else they go on listening to the server while others are looked at."""
    for page, _ in OPEN:
        page.context.close()
    OPEN.clear()


def seen_last(folder: Path, name: str) -> Iterator[str]:
    """For whoever reads of a failure: where a picture of each page is, what the page complained of, the end of each log."""
    for k, (page, wrong) in enumerate(OPEN, 1):
        path = folder / f"{name}-{k}.png"
        try:
            page.screenshot(path=path, timeout=1000 * patience.seconds(SHOT))
            yield f"page {k} at {page.url}: {path}"
        except Exception as error:  # it is gone, or hangs: that is worth knowing as well
            yield f"page {k} at {page.url}: no picture, {str(error).splitlines()[0]}"
        yield from (f"  {text}" for text in wrong[-5:])
    yield from (server.log() for server in STARTED)
