"""The analysis board: a match of one's own, with what the seat may not know drawn anew. The server keeps nothing of it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import asdict

from rulekit.board import read_position, svg
from rulekit.bots import ask, greedy
from rulekit.runtime.decisions import Decision
from rulekit.runtime.failures import Refused
from rulekit.runtime.match import Match
from rulekit.web import tables
from rulekit.web.answers import AnalysisState, AskedState, TriedMove
from rulekit.web.at_seat import SeatRequest, slow_at_seat_with
from rulekit.web.payload import SeatPage, standings
from rulekit.web.requests import Number, RequestBody, Said, checked_seed
from rulekit.web.story_cache import spoken
from rulekit.web.view_state import view_state

MOST_MOVES = 500


class Step(msgspec.Struct):
    """One move of a line that is tried: who chooses which option, by its id."""

    seat: Number
    option: Said


class AnalysisBody(RequestBody):
    """``seed``: of what is drawn anew; ``step``: from an earlier state on; ``bot``: one more choice, by a bot."""

    seed: int = 0
    step: Number | None = None
    line: Annotated[list[Step], msgspec.Meta(max_length=MOST_MOVES)] = msgspec.field(default_factory=list)
    bot: bool = False

    def __post_init__(self) -> None:
        checked_seed(self.seed)


@slow_at_seat_with(AnalysisBody, "trying")
def analysis(request: SeatRequest, asked: AnalysisBody) -> AnalysisState:
    """What if: a copy of the game, with what the seat may not know drawn anew.

    ``seed``: of what is drawn; ``line``: moves that are made, objects with seat and option; ``step``: from an earlier state
    on; ``bot``: one more choice, by a bot.
    """
    request.plays()
    match = _begin(request, asked.step, asked.seed)
    with request.session.lock:
        page = request.page()
    made = [_make(match, step, request.lang, page) for step in asked.line]
    if asked.bot and not match.over:
        decision = match.decisions[0]
        option = decision.options[ask("greedy", greedy, match, decision)]
        made.append(_make(match, Step(decision.seat, option.id), request.lang, page))
    return _shown(request, page, match, made)


def _begin(request: SeatRequest, step: int | None, seed: int) -> Match:
    session, player = request.session, request.session.player(request.seat) or ""
    if step is None:
        with session.lock:
            return session.match.determinised(player, seed)
    replay = session.replay()
    with replay.lock:
        return replay.at(request.seat, max(0, step)).determinised(player, seed)


def _make(match: Match, step: Step, lang: str, page: SeatPage) -> TriedMove:
    decision = match.decision_of(match.players[step.seat - 1]) if 0 < step.seat <= len(match.players) else None
    if decision is None:
        raise Refused(f"seat {step.seat} is not asked after these moves")
    option = decision.find(step.option)
    told = TriedMove(
        seat=step.seat,
        player=page.called[decision.player],
        asks=decision.prompt(),
        prompt=decision.prompt(lang),
        option=option.id,
        label=option.label(lang),
    )
    match.choose(decision, option)
    return told


def _shown(request: SeatRequest, page: SeatPage, match: Match, made: list[TriedMove]) -> AnalysisState:
    view = page.view_of(match)
    drawing = ""
    if page.board is not None:
        layout = request.registry.catalogue.layout(request.session.row.game, request.lang)
        drawing = svg(
            page.board, request.lang, read_position(view.shown, page.board), request.session.row.title, layout
        )
    header = match.header(request.session.player(request.seat), request.lang)
    return AnalysisState(
        view=view_state(view.shown),
        tables=tables.tables(view.shown, request.lang, page.board),
        sides=page.sides(view),
        places=page.places(view.shown),
        svg=drawing,
        line=made,
        lines=[spoken(line.parts) for line in header.lines],
        decisions=[_decision(page, d) for d in match.decisions],
        over=match.over,
        standings=standings(match, request.lang),
    )


def _decision(page: SeatPage, decision: Decision) -> AskedState:
    return AskedState(**asdict(page.decision(decision)), seat=decision.seat, player=page.called[decision.player])
