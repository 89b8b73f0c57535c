"""Requests about what a seat has seen before: states of the game step by step, and the board as it was."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.exceptions import HTTPException

from rulekit.web import tables
from rulekit.web.answers import ReplayedState
from rulekit.web.at_seat import SeatRequest, slow_at_seat
from rulekit.web.convertors import BIGGEST
from rulekit.web.payload import SeatPage, header_of
from rulekit.web.replay import Replay
from rulekit.web.requests import RequestQuery, query
from rulekit.web.responses import SvgResponse
from rulekit.web.story_cache import lines
from rulekit.web.view_state import view_state


class BoardQuery(RequestQuery):
    step: Annotated[
        Annotated[int, msgspec.Meta(ge=0, le=BIGGEST)] | None,
        msgspec.Meta(description="the number of an earlier state"),
    ] = None


@slow_at_seat
def replay(request: SeatRequest) -> ReplayedState:
    """The game as the seat saw it at the ``step``-th of its steps, from 0."""
    page, replay = _page(request), request.session.replay()
    with replay.lock:
        return _replayed(page, replay, request.http.path_params["step"])


@query(BoardQuery)
@slow_at_seat
def board(request: SeatRequest) -> SvgResponse:
    """The board as the seat sees it, as SVG; ``?step=`` shows an earlier one, as the seat saw it then. 404 without a board."""
    session, lang, catalogue, page = request.session, request.lang, request.registry.catalogue, _page(request)
    if not catalogue.has_board(session.row.game):
        raise HTTPException(404, "this game has no board")
    drawn, layout, view = catalogue.board(session.row.game), catalogue.layout(session.row.game, lang), page.view
    step = request.query(BoardQuery).step
    if step is not None:
        replay = session.replay()
        with replay.lock:
            view = page.view_of(replay.at(request.seat, step))
    return SvgResponse(catalogue.drawings.svg(view, drawn, lang, session.row.title, layout))


def _page(request: SeatRequest) -> SeatPage:
    with request.session.lock:
        return request.page()


def _replayed(page: SeatPage, replay: Replay, step: int) -> ReplayedState:
    steps = replay.steps(page.seat)
    at = min(step, len(steps) - 1)
    match, told = replay.at(page.seat, at), replay.story(page.seat, at, page.lang)
    seen, (header, order) = page.view_of(match), header_of(match, page.name, page.lang)
    return ReplayedState(
        step=at,
        steps=len(steps),
        back=replay.is_back(page.seat, at),
        view=view_state(seen.shown),
        tables=tables.tables(seen.shown, page.lang, page.board),
        sides=page.sides(seen),
        places=page.places(seen.shown),
        header=header,
        order=order,
        story=lines(told, page.name, page.called),
        lit=page.lit(told),
    )
