"""Handlers for who holds a seat: the token is looked at first, the work is done in a thread, with the game's lock held."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from anyio.to_thread import run_sync
from attrs import frozen
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rulekit.runtime.view_json import encoded
from rulekit.web.desk import Beside
from rulekit.web.hall import Hall
from rulekit.web.live import Answered, Live
from rulekit.web.payload import Page
from rulekit.web.requests import BODIES, B, Handler, body, language, who

HAVE = "the `tag` of the state that is there already: the answer is the difference, with it as `since`"
"""What `have` says to all whose answer is a state"""


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


@frozen
class Place:
    """A seat of a game in memory, and the request of who holds it; ``seat`` 0 is a spectator."""

    request: Request
    hall: Hall
    live: Live
    seat: int

    @property
    def game(self) -> str:
        return self.live.row.id

    @property
    def lang(self) -> str:
        return language(self.request)

    def query(self, name: str) -> str:
        """A value of the address; empty where it is not there."""
        return self.request.query_params.get(name, "")

    def page(self) -> Page:
        return page_of(self.hall, self.live, self.seat, self.lang)

    def answer(self, beside: Beside | None = None) -> Response:
        """What the page of the seat shows now: all of it, or to who says with ``?have=`` what it has, the difference.

        ``beside``: what is stored beside the moves, if it was just read.
        """
        _, before = self.live.shown.get((self.seat, self.lang), (0, None))
        known = before if before is not None and before.tag == self.query("have") else None
        found, now = self.page().news(beside or self.hall.beside(self.game), known)
        if found and known is not None:
            self.live.answered = Answered(known.tag, now, found)
        return Response(found or encoded({"tag": now.tag}), media_type="application/json")

    def plays(self) -> None:
        """Raises HTTPException 403 for a spectator."""
        if not self.seat:
            raise HTTPException(403, "spectators change nothing")


def page_of(hall: Hall, live: Live, seat: int, lang: str) -> Page:
    """The page of a seat in a language."""
    catalogue = hall.catalogue
    names, quoting = catalogue.names(live.row.game, lang), catalogue.quoting(live.game.hash, lang)
    return Page(live, seat, lang, names, catalogue.drawings, quoting)


def at_seat(work: Callable[[Place], Response]) -> Handler:
    """A handler without a body."""

    @wraps(work)
    async def handler(request: Request) -> Response:
        seated = await run_sync(who, request, hall_of(request).opens)
        return await run_sync(_work, request, seated.game, seated.seat, work)

    return handler


def at_seat_with(shape: type[B]) -> Callable[[Callable[[Place, B], Response]], Handler]:
    """A handler whose request has such a body."""

    def around(work: Callable[[Place, B], Response]) -> Handler:
        @wraps(work)
        async def handler(request: Request) -> Response:
            seated = await run_sync(who, request, hall_of(request).opens)
            found = await body(request, shape)
            return await run_sync(_work, request, seated.game, seated.seat, lambda place: work(place, found))

        BODIES[handler] = shape
        return handler

    return around


def _work(request: Request, game: str, seat: int, work: Callable[[Place], Response]) -> Response:
    hall = hall_of(request)
    live = hall.live(game)
    if live is None:
        raise HTTPException(404, "there is no such game")
    with live.lock:
        return work(Place(request, hall, live, seat))
