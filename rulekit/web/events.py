"""News of a game by server-sent events: the name of the new view, or the state itself, as what is different in it.

The difference is made when the line takes it, from what went down this line before: a slow page gets fewer and larger ones.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from anyio.to_thread import run_sync
from attrs import define

from rulekit.web.at_seat import page_of
from rulekit.web.parts import KnownState
from rulekit.web.registry import GameRegistry
from rulekit.web.requests import Participant
from rulekit.web.session import GameSession

BEAT = 15.0
"""Seconds between two signs of life: proxies keep the line open, and a page notices when none comes"""
RETRY = 1000
"""Milliseconds after which a browser comes back"""


@define
class ViewNames:
    """Tells that a view has changed, by its name. ``last``: what was told last."""

    seat: int
    last: str = ""

    def next(self, registry: GameRegistry, session: GameSession) -> str:
        """An event, or nothing where nothing is new."""
        version = session.sight(self.seat)
        state = f"{version} {','.join(sorted({session.match.players[ask[0]] for ask in session.match.asks}))}"
        if state == self.last:
            return ""
        self.last = state
        return f"id: {version}\nevent: view\ndata: {version}\n\n"


@define
class States:
    """Tells what is new in the state of a seat, in a language. ``before``: what the page has, None for nothing known."""

    seat: int
    lang: str
    before: KnownState | None = None

    @classmethod
    def after(cls, session: GameSession, seat: int, lang: str, tag: str) -> States:
        """For a page that has the state with this tag."""
        return cls(seat, lang, session.sent.known(seat, lang, tag))

    def next(self, registry: GameRegistry, session: GameSession) -> str:
        """An event, or nothing where nothing is new."""
        beside = registry.kept_beside(session.row.id)
        last, told = session.sent.last(self.seat, self.lang), session.sent.answered
        if self.before is not None and last is not None and last.change == beside.change and last.row is session.row:
            if last.state.tag == self.before.tag:
                return ""
            if told is not None and told.now is last.state and told.since == self.before.tag:
                self.before, session.sent.answered = last.state, None
                return _event(last.state, told.text)
        found, self.before = page_of(registry, session, self.seat, self.lang).news(beside, self.before)
        return _event(self.before, found) if found else ""


def _event(shown: KnownState, text: str) -> str:
    return f"id: {shown.tag}\nevent: state\ndata: {text}\n\n"


def line_of(registry: GameRegistry, who: Participant, lang: str, states: bool, last: str) -> ViewNames | States:
    """The source of events for a new stream. ``last``: the name or the tag that the browser has."""
    session = registry.session(who.game)
    if not states or session is None:
        return ViewNames(who.seat, last)
    with session.lock:
        return States.after(session, who.seat, lang, last)


async def news(registry: GameRegistry, who: Participant, line: ViewNames | States) -> AsyncIterator[str]:
    """The event stream of a seat. It ends with the server, and when the seat gets a new link."""
    event = registry.feed.subscribe(who.game)
    try:
        yield f"retry: {RETRY}\n\n"
        while not registry.feed.ends:
            event.clear()
            told = await run_sync(next_event, registry, who, line.next)
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
        registry.feed.unsubscribe(who.game, event)


def next_event(
    registry: GameRegistry, who: Participant, make: Callable[[GameRegistry, GameSession], str]
) -> str | None:
    """What goes down a line next; nothing where nothing is new, None where the line ends."""
    session = registry.followed(who.game)
    if session is None:
        return None
    with session.lock:
        if who.seat and registry.kept_beside(who.game).seats[who.seat - 1].digest != who.digest:
            return None
        return make(registry, session)
