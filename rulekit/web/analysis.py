"""The analysis board: a match of one's own, with what the seat may not know drawn anew. The server keeps nothing of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec.structs import asdict

from rulekit.board import read_position, svg
from rulekit.runtime.decisions import Decision
from rulekit.runtime.failures import Refused
from rulekit.runtime.forms import form_of
from rulekit.runtime.match import Match
from rulekit.web import forms, tables
from rulekit.web.at_seat import SeatRequest, slow_at_seat_with
from rulekit.web.form_body import FormChange, Values
from rulekit.web.giving_way import Slices
from rulekit.web.payload import SeatPage, standings
from rulekit.web.requests import Number, RequestBody, Said, checked_seed
from rulekit.web.seat_answers import AnalysisState, AskedState, FormAnswer, TriedMove
from rulekit.web.story_cache import spoken
from rulekit.web.thought import own_first, thought_of
from rulekit.web.view_state import view_state

MOST_MOVES = 500


class Step(msgspec.Struct):
    """One move of a line that is tried: who chooses which option, by its id."""

    seat: Number
    option: Said


class LineBody(RequestBody):
    """``seed``: of what is drawn anew; ``step``: from an earlier state on; ``line``: moves that are made."""

    seed: int = 0
    step: Number | None = None
    line: Annotated[list[Step], msgspec.Meta(max_length=MOST_MOVES)] = msgspec.field(default_factory=list)

    def __post_init__(self) -> None:
        checked_seed(self.seed)


class AnalysisBody(LineBody):
    """``values``: those of the form that begins after the line, which is sent; ``bot``: one more choice, by a bot."""

    values: Values = msgspec.field(default_factory=list)
    bot: bool = False


class TriedFormBody(LineBody):
    """``change``: of the form that begins after the line."""

    change: FormChange = msgspec.field(default_factory=FormChange)


@slow_at_seat_with(AnalysisBody, "trying")
def analysis(request: SeatRequest, asked: AnalysisBody) -> AnalysisState:
    """What if: a copy of the game, with what the seat may not know drawn anew.

    ``seed``: of what is drawn; ``line``: moves that are made, objects with seat and option; ``step``: from an earlier state
    on; ``values``: for each line of the form that begins then the id of an option, or null; ``bot``: one more choice, by a bot.
    """
    match, page, made = _tried(request, asked)
    if asked.values and not match.over:
        decision = _next(match, request.seat)[0]
        for value in forms.filled(form_of(match, decision), decision, asked.values).choices():
            made.append(_choose(match, _asked(match, decision.seat), value, request.lang, page))
    if asked.bot and not match.over:
        decision = _next(match, request.seat)[0]
        made.append(_make(match, Step(decision.seat, thought_of(request, match, decision)), request.lang, page))
    return _shown(request, page, match, made)


@slow_at_seat_with(TriedFormBody, "trying")
def analysis_form(request: SeatRequest, asked: TriedFormBody) -> FormAnswer:
    """The form that begins on the analysis board after the moves of a ``line``, with the values and the change that are said."""
    match, page, _ = _tried(request, asked)
    if match.over:
        return FormAnswer(None)
    decision, change = _next(match, request.seat)[0], asked.change
    form = forms.filled(form_of(match, decision), decision, change.values)
    return FormAnswer(page.changed_form(form, change.line, change.option, change.rest, change.at, change.like))


def _tried(request: SeatRequest, asked: LineBody) -> tuple[Match, SeatPage, list[TriedMove]]:
    """The match after the moves of a line."""
    request.plays()
    match = _begin(request, asked.step, asked.seed)
    with request.session.lock:
        page = request.page()
    made, slices = [], Slices()
    for step in asked.line:
        made.append(_make(match, step, request.lang, page))
        slices.end()
    return match, page, made


def _begin(request: SeatRequest, step: int | None, seed: int) -> Match:
    """The match before the line. It keeps a journal: a form is a run of choices that could be taken back."""
    match = _drawn(request, step, seed)
    match.keep_journal()
    return match


def _drawn(request: SeatRequest, step: int | None, seed: int) -> Match:
    session, player = request.session, request.session.player(request.seat) or ""
    if step is None:
        with session.lock:
            return session.match.determinised(player, seed)
    replay = session.replay()
    with replay.lock:
        return replay.at(request.seat, max(0, step)).determinised(player, seed)


def _asked(match: Match, seat: int) -> Decision:
    decision = match.decision_of(match.players[seat - 1]) if 0 < seat <= len(match.players) else None
    if decision is None:
        raise Refused(f"seat {seat} is not asked after these moves")
    return decision


def _make(match: Match, step: Step, lang: str, page: SeatPage) -> TriedMove:
    decision = _asked(match, step.seat)
    return _choose(match, decision, decision.find(step.option).value, lang, page)


def _choose(match: Match, decision: Decision, value: int, lang: str, page: SeatPage) -> TriedMove:
    option = next((option for option in decision.options if option.value == value), None)
    if option is None:
        raise Refused("this cannot be chosen", decision.rule)
    told = TriedMove(
        seat=decision.seat,
        player=page.called[decision.player],
        asks=decision.prompt(),
        prompt=decision.prompt(lang),
        option=option.id,
        label=option.label(lang),
    )
    match.choose(decision, option)
    return told


def _shown(request: SeatRequest, page: SeatPage, match: Match, made: Sequence[TriedMove]) -> AnalysisState:
    view = page.view_of(match)
    drawing = ""
    if page.board is not None:
        layout = request.registry.catalogue.layout(request.session.row.game, request.lang)
        drawing = svg(
            page.board, request.lang, read_position(view.shown, page.board), request.session.row.title, layout
        )
    header = match.header(request.session.player(request.seat), request.lang)
    decisions = _next(match, request.seat)
    form = form_of(match, decisions[0]) if decisions else None
    return AnalysisState(
        view=view_state(view.shown),
        tables=tables.tables(view.shown, request.lang, page.board),
        sides=page.sides(view),
        places=page.places(view.shown),
        svg=drawing,
        line=made,
        lines=[spoken(line.parts) for line in header.lines],
        decisions=[_decision(page, d) for d in decisions],
        form=page.changed_form(form) if form is not None else None,
        over=match.over,
        standings=standings(match, request.lang),
    )


def _next(match: Match, seat: int) -> list[Decision]:
    """What is asked now; where several choose at once, that of a seat first."""
    return own_first(match.decisions, seat)


def _decision(page: SeatPage, decision: Decision) -> AskedState:
    return AskedState(**asdict(page.decision(decision)), seat=decision.seat, player=page.called[decision.player])
