"""Whether there is one: looked for until the first is found. A list that only its truth is asked of need not be made whole.

Short lists are made all the same: making one costs less than stopping.
"""

from __future__ import annotations

import ast

from rulekit.compiler.optimise.conditions import Conditions
from rulekit.compiler.optimise.module import unfailing
from rulekit.compiler.optimise.names import load, walk
from rulekit.compiler.optimise.numbers import Span

LONG = 16
"""A source with at least so many members is worth stopping in."""


class Exists(Conditions):
    """Goes through a function after all passes that share lists: what is left is asked for in one place only."""

    exact = True

    def __init__(self, span: Span, unfailing: set[str]) -> None:
        """``unfailing``: the functions that never fail. What fails for a later member must go on failing."""
        self.span, self.unfailing = span, unfailing

    def shorter(self, search: ast.ListComp) -> ast.expr | None:
        if not self._long(search) or not all(unfailing(test, self.unfailing) for test in search.generators[0].ifs):
            return None
        return ast.Call(load("any"), [ast.GeneratorExp(ast.Constant(True), search.generators)], [])

    def _long(self, search: ast.ListComp) -> bool:
        if len(search.generators) != 1 or not search.generators[0].ifs:
            return False
        found = self.span(search.generators[0].iter)
        inside = sum(isinstance(n, (ast.ListComp, ast.GeneratorExp)) for n in walk(search.generators[0].ifs))
        return (found is not None and found[1] - found[0] >= LONG) or inside > 0
