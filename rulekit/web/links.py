"""Requests about the secret links of seats: the first visit to an invitation makes a link of its own, which nobody else knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from anyio.to_thread import run_sync
from starlette.exceptions import HTTPException
from starlette.requests import Request

from rulekit.web.at_seat import SeatRequest, at_seat, registry_of
from rulekit.web.people import link
from rulekit.web.registry import CreatedGame
from rulekit.web.requests import (
    MOST_TEXT,
    Needed,
    RequestBody,
    cookie_name,
    host_cookie,
    host_token,
    keep,
    refuses,
    takes,
    token_of,
)
from rulekit.web.store import GameStore
from rulekit.web.table_answers import JoinedSeat, NewGame, OwnLink, SeatLink
from rulekit.web.tokens import digest, own_token

KEY = 20
"""Characters that a visitor's key has at least"""
USED = "this link was used already: who has the seat now can show its own link under “Your seat”"
UNKNOWN = "this link opens nothing: it was handed over, or it is not whole"


class JoinBody(RequestBody):
    """``token``: what a secret link ends with; ``key``: a secret of the visitor, who is answered the same when they ask again
    with it; ``cookie``: whether a browser is to keep the seat's own token, or it is answered."""

    UNCHANGED = ("token", "key")
    token: Needed
    key: Annotated[str, msgspec.Meta(min_length=KEY, max_length=MOST_TEXT)]
    cookie: bool = True


def links_of(request: Request, made: CreatedGame, cookie: bool) -> NewGame:
    """The answer to the host of a new table. ``cookie``: whether the browser keeps the host's token."""
    if cookie:
        keep(request, host_cookie(made.id), made.host)
    seats = [SeatLink(k, link(request, token)) for k, token in enumerate(made.invitations, 1)]
    return NewGame(made.id, seats, link(request, made.watch), link(request, made.host))


def check_room(request: Request) -> None:
    """Raises HTTPException 507 where no more games are taken."""
    if registry_of(request).store.count_games() >= request.app.state.most_games:
        raise HTTPException(507, "this server holds as many games as it may")


@refuses(401, 503)
@takes(JoinBody)
async def join(request: Request, joining: JoinBody) -> JoinedSeat:
    """Takes the seat of a secret link, or that of a table's host.

    An invitation opens nothing after the first visit, which makes a token of its own.
    """
    store: GameStore = registry_of(request).store
    hosted = await run_sync(store.hosted, joining.token)
    if hosted is not None:
        keep(request, host_cookie(hosted), joining.token)
        return JoinedSeat(hosted, 0, host=True)
    game, seat, token = await run_sync(_join, store, joining.token, joining.key, request.cookies)
    if not joining.cookie:
        return JoinedSeat(game, seat, token)
    keep(request, cookie_name(game, seat), token)
    return JoinedSeat(game, seat)


def _join(store: GameStore, token: str, key: str, cookies: Mapping[str, str]) -> tuple[str, int, str]:
    """(game, seat, the token that opens it from now on)."""
    own = own_token(token, key)
    invited = store.invited(token)
    if invited is not None:
        token = own if store.accept(token, own) else cookies.get(cookie_name(*invited), "")
    place = store.seat_of(token)
    if place is None or invited not in (None, place):
        raise HTTPException(401, UNKNOWN if invited is None else USED)
    return *place, token


@at_seat
def own_link(request: SeatRequest) -> OwnLink:
    """The link with which the person in a seat opens it on another device."""
    hosts = request.session.row.host_digest == digest(host_token(request.http))
    return OwnLink(link(request.http, token_of(request.http)), hosts)
