"""News of a game by server-sent events: the name of the new view, or the state itself, as what is different in it.

The difference is made when the line takes it, from what went down this line before: a slow page gets fewer and larger ones.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from anyio.to_thread import run_sync
from attrs import define

from rulekit.web.at_seat import page_of
from rulekit.web.hall import Hall
from rulekit.web.live import Live
from rulekit.web.parts import Shown
from rulekit.web.requests import Who

BEAT = 15.0
"""Seconds between two signs of life: proxies keep the line open, and a page notices when none comes"""
RETRY = 1000
"""Milliseconds after which a browser comes back"""


@define
class Names:
    """Tells that a view has changed, by its name. ``last``: what was told last."""

    seat: int
    last: str = ""

    def next(self, hall: Hall, live: Live) -> str:
        """An event, or nothing where nothing is new."""
        version = live.sight(self.seat)
        state = f"{version} {','.join(sorted({live.match.players[ask[0]] for ask in live.match.asks}))}"
        if state == self.last:
            return ""
        self.last = state
        return f"id: {version}\nevent: view\ndata: {version}\n\n"


@define
class States:
    """Tells what is new in the state of a seat, in a language. ``before``: what the page has, None for nothing known."""

    seat: int
    lang: str
    before: Shown | None = None

    @classmethod
    def after(cls, live: Live, seat: int, lang: str, tag: str) -> States:
        """For a page that has the state with this tag."""
        _, before = live.shown.get((seat, lang), (0, None))
        return cls(seat, lang, before if before is not None and before.tag == tag else None)

    def next(self, hall: Hall, live: Live) -> str:
        """An event, or nothing where nothing is new."""
        beside = hall.kept_beside(live.row.id)
        change, last = live.shown.get((self.seat, self.lang), (-1, None))
        if self.before is not None and last is not None and change == beside.change:
            if last.tag == self.before.tag:
                return ""
            told = live.answered
            if told is not None and told.now is last and told.since == self.before.tag:
                self.before, live.answered = last, None
                return _event(last, told.text)
        found, self.before = page_of(hall, live, self.seat, self.lang).news(beside, self.before)
        return _event(self.before, found) if found else ""


def _event(shown: Shown, text: str) -> str:
    return f"id: {shown.tag}\nevent: state\ndata: {text}\n\n"


def line_of(hall: Hall, who: Who, lang: str, states: bool, last: str) -> Names | States:
    """What goes down a new line. ``last``: the name or the tag that the browser has."""
    live = hall.live(who.game)
    if not states or live is None:
        return Names(who.seat, last)
    with live.lock:
        return States.after(live, who.seat, lang, last)


async def news(hall: Hall, who: Who, line: Names | States) -> AsyncIterator[str]:
    """The stream of a seat. It ends when the link of the seat is handed over."""
    event = hall.subscribe(who.game)
    try:
        yield f"retry: {RETRY}\n\n"
        while True:
            event.clear()
            told = await run_sync(next_event, hall, who, line.next)
            if told is None:
                return
            if told:
                yield told
            while not event.is_set():
                try:
                    await asyncio.wait_for(event.wait(), BEAT)
                except TimeoutError:
                    yield "event: beat\ndata:\n\n"
    finally:
        hall.unsubscribe(who.game, event)


def next_event(hall: Hall, who: Who, make: Callable[[Hall, Live], str]) -> str | None:
    """What goes down a line next; nothing where nothing is new, None where the line ends."""
    live = hall.followed(who.game)
    if live is None:
        return None
    with live.lock:
        if who.seat and hall.kept_beside(who.game).seats[who.seat - 1].digest != who.digest:
            return None
        return make(hall, live)
