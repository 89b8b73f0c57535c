"""Checks over the whole program, after everything is read. Each is small and stands alone."""

from __future__ import annotations

from rulekit.dsl.checks import (
    chance,
    citations,
    conflicts,
    cost,
    depth,
    doubtful,
    homes,
    many,
    recursion,
    seats,
    sorts,
    unused,
    ways,
    whose_turn,
)
from rulekit.dsl.program import Program

CHECKS = (
    homes.check,
    many.check,
    recursion.check,
    depth.check,
    whose_turn.check,
    sorts.check,
    ways.check,
    chance.check,
    cost.check,
    conflicts.check,
    seats.check,
    unused.check,
    doubtful.check,
)


def check(program: Program) -> None:
    """Adds what is wrong with the whole to ``program.found``. Stops early where the rest could not be trusted."""
    citations.check(program)
    if any(d.severity == "error" and d.code != "RK342" for d in program.found):
        return
    for one in CHECKS:
        one(program)
        if any(d.code == "RK348" for d in program.found):
            return  # too much to look at, for the others too
