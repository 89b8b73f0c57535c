"""How much there is to do for an answer, as a guess; and which answers are worth to be kept."""

from __future__ import annotations

from rulekit.compiler.analysis.effects import ALL, Effects
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.traverse import children, expressions, statements, walk
from rulekit.compiler.ir.types import SEVERAL, Bool, Int

LOOK_UP = 8
"""What it costs to ask for an answer that is kept."""
WORTH = 1200
"""So many operations a function has to cost, as far as one can tell, for its answer to be kept."""
SEARCHED = 400
"""The same for a condition of a search: it is asked of the same places again and again."""
USUAL = 4
"""Members of a source of which it is not known how many it has."""
WHOLE = 20
"""Places that a search comes to, as a guess."""
MOST_KEYS = 4
"""More parameters make an answer that is hardly ever asked for again."""


class Costs:
    """How much there is to do, as a guess. What is kept costs its callers next to nothing."""

    def __init__(self, module: ir.Module, effects: Effects) -> None:
        self.module, self.effects = module, effects
        self.known: dict[str, int] = {}
        self.kept: set[str] = set()
        self.expressions: dict[ir.Expr, int] = {}
        self.searched = {
            y.function
            for f in module.functions.values()
            for x in expressions(f.body)
            if isinstance(x, ir.Search)
            for y in walk(x)
            if isinstance(y, ir.Call)
        }

    def function(self, name: str) -> int:
        if name not in self.known:
            self.known[name] = 0
            function = self.module.functions[name]
            cost = sum(self.expression(y) for x in statements(function.body) for y in children(x))
            worth = SEARCHED if name in self.searched else WORTH
            if cost >= worth and _possible(function, self.effects):
                self.kept.add(name)
                cost = LOOK_UP
            self.known[name] = cost
        return self.known[name]

    def expression(self, x: ir.Expr) -> int:
        if x not in self.expressions:
            self.expressions[x] = self._expression(x)
        return self.expressions[x]

    def _expression(self, x: ir.Expr) -> int:
        match x:
            case ir.Filter(_, source, inner) | ir.Map(_, source, inner):
                return self.expression(source) + self.members(source) * (1 + self.expression(inner))
            case ir.Search():
                return sum(map(self.expression, children(x))) * WHOLE
            case ir.Call(name):
                return self.function(name) + sum(map(self.expression, x.args)) + 3
        return 1 + sum(map(self.expression, children(x)))

    def members(self, x: ir.Expr) -> int:
        match x:
            case ir.Range(low, high) if low.const is not None and high.const is not None:
                return max(high.const - low.const, 1)
            case ir.Filter(_, source) | ir.Map(_, source):
                return self.members(source)
            case ir.Items(items):
                return len(items)
        return USUAL


def _possible(function: ir.Function, effects: Effects) -> bool:
    """Whether the answer of a function depends on some numbers that it is given, and on what it reads."""
    if function.sort != "point" or len(function.params) > MOST_KEYS:
        return False
    if not all(isinstance(p.type, Int | Bool) for p in function.params):
        return False
    if not isinstance(function.gives, (Int, Bool, *SEVERAL)):
        return False
    cells = effects.function_reads(function.name)
    steady = effects.steady(ir.Call(function.name, ()))
    return steady and cells.numbers >= 0 and cells != ALL
