"""The analysis board: a match of one's own, with what the seat may not know drawn anew. The server keeps nothing of it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.responses import JSONResponse, Response

from rulekit.board import read_position, svg
from rulekit.bots import ask, greedy
from rulekit.runtime.decisions import Decision
from rulekit.runtime.failures import Refused
from rulekit.runtime.match import Match
from rulekit.runtime.view_json import Json
from rulekit.web.at_seat import Place, at_seat_with
from rulekit.web.payload import Page, standings
from rulekit.web.requests import Body, Said
from rulekit.web.tellings import spoken

MOST_MOVES = 500


class Step(msgspec.Struct):
    """One move of a line that is tried: who chooses which option, by its id."""

    seat: int
    option: Said


class Analysis(Body):
    """``seed``: of what is drawn anew; ``step``: from an earlier state on; ``bot``: one more choice, by a bot."""

    seed: int = 0
    step: int | None = None
    line: Annotated[list[Step], msgspec.Meta(max_length=MOST_MOVES)] = msgspec.field(default_factory=list)
    bot: bool = False


@at_seat_with(Analysis)
def analysis(place: Place, asked: Analysis) -> Response:
    """What if: a copy of the game, with what the seat may not know drawn anew.

    ``seed``: of what is drawn; ``line``: moves that are made, objects with seat and option; ``step``: from an earlier state
    on; ``bot``: one more choice, by a bot.
    """
    place.plays()
    match = _begin(place, asked.step, asked.seed)
    page = place.page()
    made = [_make(match, step, place.lang, page) for step in asked.line]
    if asked.bot and not match.over:
        decision = match.decisions[0]
        option = decision.options[ask("greedy", greedy, match, decision)]
        made.append(_make(match, Step(decision.seat, option.id), place.lang, page))
    return JSONResponse(_shown(place, page, match, made))


def _begin(place: Place, step: int | None, seed: int) -> Match:
    live, player = place.live, place.live.player(place.seat) or ""
    if step is None:
        return live.match.determinised(player, seed)
    replay = live.replay()
    steps = replay.steps(place.seat)
    return replay.states[steps[max(0, min(step, len(steps) - 1))]].determinised(player, seed)


def _make(match: Match, step: Step, lang: str, page: Page) -> Json:
    decision = match.decision_of(match.players[step.seat - 1]) if 0 < step.seat <= len(match.players) else None
    if decision is None:
        raise Refused(f"seat {step.seat} is not asked after these moves")
    option = decision.find(step.option)
    told = {
        "seat": step.seat,
        "player": page.called[decision.player],
        "asks": decision.prompt(),
        "prompt": decision.prompt(lang),
        "option": option.id,
        "label": option.label(lang),
    }
    match.choose(decision, option)
    return told


def _shown(place: Place, page: Page, match: Match, made: list[Json]) -> Json:
    view = match.compiled.views(place.live.player(place.seat), place.lang).of(match)
    drawing = ""
    if page.board is not None:
        layout = place.hall.catalogue.layout(place.live.row.game, place.lang)
        drawing = svg(page.board, place.lang, read_position(view.shown, page.board), place.live.row.title, layout)
    return {
        **page.shown(view),
        "svg": drawing,
        "line": made,
        "lines": [spoken(line.parts) for line in match.header(place.live.player(place.seat), place.lang).lines],
        "decisions": [_decision(page, d) for d in match.decisions],
        "over": match.over,
        "standings": standings(match),
    }


def _decision(page: Page, decision: Decision) -> Json:
    return {**page.decision(decision), "seat": decision.seat, "player": page.called[decision.player]}
