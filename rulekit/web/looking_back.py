"""Requests about what a seat has seen before: states of the game step by step, and the board as it was."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.exceptions import HTTPException

from rulekit.runtime.failures import Refused
from rulekit.web import tables
from rulekit.web.at_seat import QueueName, SeatRequest, queued_at_seat, slow_at_seat, slow_at_seat_with
from rulekit.web.convertors import BIGGEST
from rulekit.web.course import Course
from rulekit.web.links import check_room, links_of
from rulekit.web.payload import SeatPage, header_of
from rulekit.web.replay import Replay
from rulekit.web.requests import RequestBody, RequestQuery, query, refuses
from rulekit.web.responses import SvgResponse
from rulekit.web.seat_answers import ChapterState, ReplayChapters, ReplayedState
from rulekit.web.story_cache import lines
from rulekit.web.table_answers import NewGame
from rulekit.web.view_state import view_state

MOST_SKIPPED = 30
"""The most steps with nothing to tell that are passed over at once"""


class BoardQuery(RequestQuery):
    step: Annotated[
        Annotated[int, msgspec.Meta(ge=0, le=BIGGEST)] | None,
        msgspec.Meta(description="the number of an earlier state"),
    ] = None


class ForkBody(RequestBody):
    """``step``: that of the replay from which the new game goes on; ``cookie``: as for a new game."""

    step: Annotated[int, msgspec.Meta(ge=0, le=BIGGEST)]
    cookie: bool = False


@slow_at_seat
def chapters(request: SeatRequest) -> ReplayChapters:
    """The steps of the replay at which something new begins, by the first line above the table."""
    page, replay = _page(request), request.session.replay()
    found: list[ChapterState] = []
    with replay.lock:
        for step, number in enumerate(replay.steps(page.seat)):
            lines = replay.state(number).header(page.name, page.lang).lines
            title = "".join(map(str, lines[0].parts)) if lines else ""
            if title and (not found or found[-1].title != title):
                found.append(ChapterState(step, title))
    return ReplayChapters(found)


@slow_at_seat
def replay(request: SeatRequest) -> ReplayedState:
    """The game as the seat saw it at the ``step``-th of its steps, from 0."""
    page, replay = _page(request), request.session.replay()
    with replay.lock:
        return _replayed(page, replay, request.http.path_params["step"])


def _board_queue(asked: RequestQuery) -> QueueName:
    """The board of now is drawn while others look back, which takes longer: the game is played anew for it."""
    return "drawing" if isinstance(asked, BoardQuery) and asked.step is None else "slow"


@query(BoardQuery)
@queued_at_seat(_board_queue)
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


@refuses(403, 507)
@slow_at_seat_with(ForkBody)
def fork(request: SeatRequest, forking: ForkBody) -> NewGame:
    """A new game that continues from a step of this one; its host is whoever asked for it.

    Only for somebody who may know everything: like a save, the new game holds the cards and dice to come, and all are told.
    """
    request.plays()
    check_room(request.http)
    session, replay = request.session, request.session.replay()
    with session.lock:
        if not request.may_know_all():
            raise HTTPException(
                403, "the new game would hold the secrets of the others: this can be done after the end"
            )
    with replay.lock:
        steps = replay.steps(request.seat)
        number = steps[min(forking.step, len(steps) - 1)]
        there = replay.state(number)
    course = Course.of(session.row, session.game)
    for move in session.store.moves(request.game)[:number]:
        course.follow(move)
    if course.match.over or course.match.s != there.s:
        raise Refused("nothing can be played on from here")
    request.registry.note_secrets(session, request.seat)
    return links_of(request.http, request.registry.fork(session.row, course), forking.cookie)


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
        next=_next(page, replay, at),
    )


def _next(page: SeatPage, replay: Replay, step: int) -> int:
    """The next step that has something to tell: a move in the middle of an action may have nothing."""
    last = min(len(replay.steps(page.seat)) - 1, step + MOST_SKIPPED)
    return next((k for k in range(step + 1, last) if replay.story(page.seat, k, page.lang)), last)
