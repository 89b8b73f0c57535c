"""Checks over the whole program, after everything is read. Each is small and stands alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.checks import (
    acting_player,
    argument_kinds,
    before_and_after,
    bookkeeping,
    chance,
    conflicts,
    cost,
    early_reveal,
    endings,
    exhausted_piles,
    graph_steps,
    hidden_information,
    initial_placement,
    left_rounds,
    limits,
    mixed_places,
    notes,
    recursion,
    seats,
    simultaneous,
    sizes,
    slips,
    suppositions,
    suspicious,
    told_numbers,
    translations,
    words_of_tests,
)
from rulekit.dsl.program import Program

Check = Callable[[Program, CallGraph], None]


def _alone(check: Callable[[Program], None]) -> Check:
    """A check that follows no calls."""
    return lambda program, graph: check(program)


CHECKS: Sequence[Check] = (
    words_of_tests.check,
    _alone(initial_placement.check),
    _alone(sizes.check),
    recursion.check,
    limits.check,
    acting_player.check,
    argument_kinds.check,
    graph_steps.check,
    chance.check,
    simultaneous.check,
    early_reveal.check,
    suppositions.check,
    cost.check,
    _alone(conflicts.check),
    before_and_after.check,
    seats.check,
    hidden_information.check,
    notes.check,
    bookkeeping.check,
    mixed_places.check,
    suspicious.check,
    slips.check,
    left_rounds.check,
    told_numbers.check,
    endings.check,
    exhausted_piles.check,
)


def check(program: Program) -> None:
    """Adds the findings about the whole program to ``program.found``. Stops early where later checks would be unreliable."""
    translations.check_citations(program)
    if any(d.severity == "error" and d.code != "RK342" for d in program.found):
        return
    graph = CallGraph(program)
    for one in CHECKS:
        one(program, graph)
        if any(d.code == "RK348" for d in program.found):
            return  # too much to look at, for the others too
