"""Like things counted: the same answer given several times in a row, as "three of these" says it.

Where several are chosen one after another, or the same is asked again and again, things that are alike are one option each time.
How many of them can be chosen is found by playing ahead on copies, like a form (:mod:`rulekit.runtime.forms`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.runtime.forms import ahead

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision
    from rulekit.runtime.match import Match


class _Exhausted(Exception):
    """Nothing like it can be chosen again."""


def most_of(match: Match, decision: Decision, value: int) -> int:
    """How many times in a row an option of an open decision, or something like it, can be chosen; at least 1."""
    if value < 0 or match.log is None:
        return 1
    wanted, found = decision.key(value), 0

    def pick(asked: Decision, k: int) -> int:
        like = _like(asked, wanted)
        if like is None:
            raise _Exhausted
        return like

    try:
        for _ in ahead(match, decision.player, pick):
            found += 1
    except _Exhausted:
        pass
    return max(1, found)


def choose_times(match: Match, decision: Decision, value: int, times: int, joined: bool = False) -> int:
    """Chooses an option ``times`` times, taking things like it after the first, or as often as it is asked.

    ``joined``: all of it is taken back together with the player's choice before. Gives how many choices were made. Raises
    Refused where the first one is none.
    """
    wanted, made, asked = decision.key(value), 0, decision
    while made < times:
        like = value if made == 0 else _like(asked, wanted)
        if like is None:
            break
        match.choose(asked, next(o for o in asked.options if o.value == like), joined or made > 0)
        made += 1
        following = match.decision_of(decision.player)
        if following is None or following.question != decision.question:
            break
        asked = following
    return made


def _like(asked: Decision, wanted: object) -> int | None:
    return next((v for v in asked.values if asked.key(v) == wanted), None)
