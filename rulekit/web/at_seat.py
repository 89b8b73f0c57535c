"""Handlers for who holds a seat: the token is looked at first, the work is done in a thread, with the game's lock held.

Slow work is done without that lock, and only so much of it at once that enough threads and time are left for all others. What
is tried out on analysis boards and what is drawn have queues of their own: a bot may think there for long.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Literal

import msgspec
from anyio.to_thread import run_sync
from attrs import field, frozen
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rulekit.web.answers import ResponseBody
from rulekit.web.cancelled import Cancellation, RequestGone
from rulekit.web.fair_queue import FairQueue
from rulekit.web.looks import Delta
from rulekit.web.parts import written
from rulekit.web.payload import SeatPage
from rulekit.web.registry import GameRegistry
from rulekit.web.requests import (
    BODIES,
    QUERIES,
    B,
    Handler,
    Participant,
    Q,
    RequestQuery,
    body,
    language,
    read_query,
    who,
    with_cookie,
)
from rulekit.web.responses import StateResponse, response
from rulekit.web.session import GameSession
from rulekit.web.side_store import SideRecords
from rulekit.web.state import Unchanged

WATCH = 0.5
"""Seconds between two looks whether who has asked for slow work is still there"""
GONE = 499
"""The status, which nobody reads, of an answer that nobody waits for"""
HAVE = "the `tag` of the state that is there already: the answer is the difference, with it as `since`"


class StateQuery(RequestQuery):
    """For all whose answer is a state."""

    have: Annotated[str, msgspec.Meta(description=HAVE)] = ""


def registry_of(request: Request) -> GameRegistry:
    registry: GameRegistry = request.app.state.registry
    return registry


def setting_of(request: Request) -> FairQueue:
    """The queue of those who set tables, or ask what rules would make of one."""
    queue: FairQueue = request.app.state.setting
    return queue


@frozen
class SeatRequest:
    """A seat of a game in memory, and the request of who holds it; ``seat`` 0 is a spectator."""

    http: Request
    registry: GameRegistry
    session: GameSession
    seat: int
    asked: RequestQuery
    cancellation: Cancellation = field(factory=Cancellation)
    """Comes when who has sent a request for slow work is gone"""

    @property
    def game(self) -> str:
        return self.session.row.id

    @property
    def lang(self) -> str:
        return language(self.http)

    def query(self, shape: type[Q]) -> Q:
        """What the address says, which the handler has declared."""
        assert isinstance(self.asked, shape), f"the handler declares another query than {shape.__name__}"
        return self.asked

    def page(self) -> SeatPage:
        return page_of(self.registry, self.session, self.seat, self.lang)

    def answer(self, beside: SideRecords | None = None, brief: bool = False) -> StateResponse:
        """What the page of the seat shows now: all of it, or to who says with ``?have=`` what it has, the difference.

        ``beside``: what is stored beside the moves, if it was just read; ``brief``: who has nothing is sent the tables of the
        players alone.
        """
        known = self.session.sent.known(self.seat, self.lang, self.query(StateQuery).have)
        found, now = self.page().news(beside or self.registry.beside(self.game), known, brief)
        if found and known is not None:
            self.session.sent.answered = Delta(known.tag, now, found)
        return StateResponse(found or written(Unchanged(now.tag)))

    def may_know_all(self) -> bool:
        """Whether no secret is left in the game: it is over, or nobody else ever had a seat."""
        people = [row.seat for row in self.registry.store.seats(self.game) if row.held]
        return self.session.match.over or people == [self.seat]

    def plays(self) -> None:
        """Raises HTTPException 403 for a spectator."""
        if not self.seat:
            raise HTTPException(403, "spectators change nothing")


def page_of(registry: GameRegistry, session: GameSession, seat: int, lang: str) -> SeatPage:
    """The page of a seat in a language."""
    registry.recall(session, seat)
    catalogue = registry.catalogue
    names, quoting = catalogue.names(session.row.game, lang), catalogue.quoting(session.game, lang)
    house_rules = catalogue.titles(session.game, lang)
    return SeatPage(session, seat, lang, names, catalogue.drawings, quoting, house_rules)


Work = Callable[[SeatRequest], ResponseBody | Response]
Filled = Callable[[SeatRequest, B], ResponseBody | Response]


QueueName = Literal["slow", "trying", "drawing"]
"""The queues for work that takes the lock of the game by itself, for a moment"""
Queued = Callable[[RequestQuery], QueueName]
"""Where what was asked waits for its turn"""


def at_seat(work: Work) -> Handler:
    """A handler without a body."""
    return _without_body(work, None)


def slow_at_seat(work: Work) -> Handler:
    """The same for slow work."""
    return _without_body(work, lambda _: "slow")


def queued_at_seat(queued: Queued) -> Callable[[Work], Handler]:
    """The same for work of which the query says where it waits."""
    return lambda work: _without_body(work, queued)


def at_seat_with(shape: type[B]) -> Callable[[Filled[B]], Handler]:
    """A handler whose request has such a body."""
    return lambda work: _with_body(work, shape, None)


def slow_at_seat_with(shape: type[B], queue: QueueName = "slow") -> Callable[[Filled[B]], Handler]:
    """The same for slow work."""
    return lambda work: _with_body(work, shape, lambda _: queue)


def _without_body(work: Work, queued: Queued | None) -> Handler:
    @wraps(work)
    async def handler(request: Request) -> Response:
        seated = await run_sync(who, request, registry_of(request).opens)
        asked = read_query(request, QUERIES.get(handler, RequestQuery))
        return await _done(request, seated, asked, work, queued)

    return handler


def _with_body(work: Filled[B], shape: type[B], queued: Queued | None) -> Handler:
    @wraps(work)
    async def handler(request: Request) -> Response:
        seated = await run_sync(who, request, registry_of(request).opens)
        asked, found = read_query(request, QUERIES.get(handler, RequestQuery)), await body(request, shape)
        return await _done(request, seated, asked, lambda request: work(request, found), queued)

    BODIES[handler] = shape
    return handler


async def _done(
    request: Request, seated: Participant, asked: RequestQuery, work: Work, queued: Queued | None
) -> Response:
    if queued is not None:
        queue: FairQueue = request.app.state.queues[queued(asked)]
        cancellation = Cancellation()
        watch = asyncio.create_task(_watch(request, cancellation))
        try:
            return with_cookie(request, await queue.run(request, _unlocked, request, seated, asked, work, cancellation))
        finally:
            watch.cancel()
    return await run_sync(_locked, request, seated, asked, work)


def _locked(request: Request, seated: Participant, asked: RequestQuery, work: Work) -> Response:
    found = _seat_request(request, seated, asked)
    with found.session.lock:
        return response(work(found))


async def _watch(request: Request, cancellation: Cancellation) -> None:
    while not await request.is_disconnected():
        await asyncio.sleep(WATCH)
    cancellation.cancel()


def _unlocked(
    request: Request, seated: Participant, asked: RequestQuery, work: Work, cancellation: Cancellation
) -> Response:
    try:
        cancellation.refuse_if_gone()
        return response(work(_seat_request(request, seated, asked, cancellation)))
    except RequestGone:
        return Response(status_code=GONE)


def _seat_request(
    request: Request, seated: Participant, asked: RequestQuery, cancellation: Cancellation | None = None
) -> SeatRequest:
    registry = registry_of(request)
    session = registry.session(seated.game)
    if session is None:
        raise HTTPException(404, "there is no such game")
    return SeatRequest(request, registry, session, seated.seat, asked, cancellation or Cancellation())
