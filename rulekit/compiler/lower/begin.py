"""A whole program is lowered: from the deed with which the game begins, and from the lines of rule tests."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.lower import calls, changes, choices, equipment, places, searches, subset_choice
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.deeds import lower_wanted
from rulekit.compiler.lower.known import lower_known
from rulekit.compiler.lower.tests import lower_test
from rulekit.dsl.program import RuleTest

SUBJECTS = (changes, choices, equipment, places, searches, subset_choice)
"""The modules that register what they lower."""


def lower_program(low: Lowering, tests: Sequence[tuple[int, RuleTest]] = ()) -> None:
    """``tests``: rule tests with their numbers. Raises CompileError, with the place, of what can not be compiled."""
    point = low.program.points[low.program.begins]
    call = ir.Call(calls.deed(low, point), calls.arguments(point, {}))
    low.function("begin", [], (ir.Do(call), ir.Return()), sort="begin")
    lower_known(low)
    lower_wanted(low)
    for number_, test in tests:
        lower_test(low, number_, test)
    lower_wanted(low)
