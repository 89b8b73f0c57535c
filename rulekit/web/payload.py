"""What a seat is sent of a game, as data for JSON. It is made from the seat's view, never by leaving things out of the whole."""

from __future__ import annotations

from typing import Any

from rulekit.runtime.decisions import Decision
from rulekit.web.live import Live
from rulekit.web.store import SeatRow

MOST_REFUSED = 80
"""So many refused options are named with their reasons; the others when somebody asks for one of them"""

Payload = dict[str, Any]


def payload(live: Live, seat: int, lang: str, seats: list[SeatRow], since: int = 0) -> Payload:
    """Everything that the page of a seat shows; ``seat`` 0 is a spectator.

    ``story`` holds the lines that the seat may read from the ``since``-th on, and ``told`` how many there are in all.
    """
    match, name = live.match, live.player(seat)
    story = live.telling.lines(match, name, lang)
    view = match.view(name, lang)
    return {
        "game": {
            "id": live.row.id,
            "title": live.row.title,
            "name": live.row.game,
            "variants": list(live.row.variants),
        },
        "seat": seat,
        "version": live.version(seat),
        "sight": live.sight(seat),
        "people": [{"seat": s.seat, "name": s.name, "bot": s.bot} for s in seats],
        "view": view,
        "decisions": [_decision(d, lang) for d in live.decisions(seat)],
        "undo": match.can_undo(name, lang) if name is not None else "",
        "story": story[since:],
        "told": len(story),
        "over": match.over,
        "standings": [{"seat": s.seat, "name": s.name, "score": s.score, "rank": s.rank} for s in match.standings],
    }


def _decision(decision: Decision, lang: str) -> Payload:
    refused = decision.refused[:MOST_REFUSED]
    return {
        "name": decision.name,
        "prompt": decision.prompt(lang),
        "sort": decision.sort,
        "rule": decision.rule,
        "options": [{"id": o.id, "label": o.label(lang)} for o in decision.options],
        "refused": [{"id": r.id, "label": r.label(lang), "reason": r.reason(lang)} for r in refused],
    }


def explained(live: Live, seat: int, option: str, lang: str) -> list[Payload]:
    """The rule lines on which an option rests, with the values; nothing for who is not asked."""
    for decision in live.decisions(seat):
        values = {o.id: o.value for o in decision.options} | {r.id: r.value for r in decision.refused}
        if option in values:
            return [
                {
                    "rule": f.rule,
                    "text": f.text,
                    "clauses": list(f.clauses),
                    "for": f.speaks_for,
                    "values": list(f.values),
                }
                for f in decision.facts(values[option], lang)
            ]
    return []


def replayed(live: Live, seat: int, lang: str, step: int) -> Payload:
    """The ``step``-th state, from 0, as the seat saw it then; a step past the last is the last."""
    replay, name = live.replay(), live.player(seat)
    steps = replay.steps(seat)
    number = steps[min(step, len(steps) - 1)]
    texts = [entry.text(lang, name) for entry in live.match.journal[: replay.told[number]]]
    return {
        "step": min(step, len(steps) - 1),
        "steps": len(steps),
        "view": replay.states[number].view(name, lang),
        "story": [text for text in texts if text],
    }
