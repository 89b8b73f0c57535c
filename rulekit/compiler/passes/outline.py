"""Makes what is costly a function of the few numbers that it depends on, so that its answer can be kept.

::

    reached = reach from p_sources(side) over ...   ->   reached = f_1(side)
                                                         def f_1(side): return reach from p_sources(side) over ...
"""

from __future__ import annotations

from attrs import evolve

from rulekit.compiler.analysis.costs import WORTH, Costs
from rulekit.compiler.analysis.effects import Effects
from rulekit.compiler.analysis.liveness import expression_reads
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.traverse import parts, renamed
from rulekit.compiler.ir.types import SEVERAL, Bool, Int

MOST = 3
"""Numbers that it may depend on."""


def outline(module: ir.Module) -> ir.Module:
    made = _Outline(module)
    functions = {}
    for name, function in module.functions.items():
        body = tuple([made.statement(x, function) for x in function.body])
        functions[name] = evolve(function, body=body)
    return evolve(module, functions={**functions, **made.functions})


class _Outline:
    def __init__(self, module: ir.Module) -> None:
        self.effects, self.costs = Effects(module), Costs(module, Effects(module))
        self.functions: dict[str, ir.Function] = {}
        self.names: dict[ir.Expr, str] = {}

    def statement(self, x: ir.Stmt, function: ir.Function) -> ir.Stmt:
        if isinstance(x, ir.Return) and function.sort == "point" and len(function.body) == 1:
            return x  # it is a function of its own already
        made = self.expressions(x)
        for name, sort in parts(x):
            if sort == "block":
                made[name] = tuple([self.statement(y, function) for y in getattr(x, name)])
        return evolve(x, **made) if made else x

    def expressions(self, x: ir.Expr | ir.Stmt) -> dict[str, object]:
        """The operands of a node, by the name of the field."""
        made: dict[str, object] = {}
        for name, sort in parts(x):
            held = getattr(x, name)
            if sort == "expr" and held is not None:
                made[name] = self.expression(held)
            elif sort == "exprs":
                made[name] = tuple([self.expression(y) for y in held])
        return made

    def expression(self, x: ir.Expr) -> ir.Expr:
        """An expression with the largest parts of it that may be functions as calls."""
        if isinstance(x, ir.Call | ir.Local | ir.Const) or self.costs.expression(x) < WORTH:
            return x
        if self.possible(x):
            return self.called(x)
        return evolve(x, **self.expressions(x))

    def possible(self, x: ir.Expr) -> bool:
        choice = isinstance(x, ir.Op) and any(isinstance(y, ir.Map) for y in x.args[1:])  # by numbers that all have
        if not (choice or isinstance(x, ir.Search)) or not isinstance(x.type, (Int, Bool, *SEVERAL)):
            return False
        given = expression_reads(x).values()
        if len(given) > MOST or not all(isinstance(a.type, Int | Bool) for a in given):
            return False
        return self.effects.steady(x) and self.effects.reads(x).numbers >= 0

    def called(self, x: ir.Expr) -> ir.Expr:
        given = tuple(expression_reads(x).values())
        count = iter(range(1_000_000))
        key = renamed(x, lambda var: evolve(var, name=f"x{next(count)}"))  # equal ones are one function
        if key not in self.names:
            name = self.names[key] = f"f_{len(self.names)}"
            self.functions[name] = ir.Function(name, given, (ir.Return(x),), x.type, "point")
        return ir.Call(self.names[key], given, x.type)
