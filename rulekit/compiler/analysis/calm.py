"""Which expressions and functions neither fail nor change anything, whatever they call: where leaving early is not noticed."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.ops import operation
from rulekit.compiler.ir.traverse import children, statements, walk

QUIET = (ir.Let, ir.If, ir.For, ir.Zip, ir.Repeat, ir.Break, ir.Continue, ir.Return)
"""Statements that change nothing but locals, and come to an end."""
FAILING = ("fewest", "within-points", "fewest-points")
"""Searches that can fail."""


class Calm:
    """Answers for the functions of one module; each is looked at once. Rules never come back to themselves."""

    def __init__(self, functions: Mapping[str, ir.Function]) -> None:
        self._functions = functions
        self._calm: dict[str, bool] = {}
        self._still: dict[str, bool] = {}

    def expression(self, x: ir.Expr) -> bool:
        """Whether working it out can not fail and moves no stream of chance."""
        return all(self._node(y) for y in walk(x))

    def still(self, x: ir.Expr) -> bool:
        """Whether it moves no stream of chance; it may fail."""
        for y in walk(x):
            if isinstance(y, ir.Device) or (isinstance(y, ir.Op) and not operation(y.name).pure):
                return False
            if isinstance(y, ir.Call) and not self._still_function(y.function):
                return False
        return True

    def _node(self, x: ir.Expr) -> bool:
        match x:
            case ir.Op(name):
                row = operation(name)
                return row.pure and not row.fails
            case ir.Call(name):
                return self._function(name)
            case ir.Search(sort):
                return sort not in FAILING
            case ir.Binary("//" | "%", _, b):
                return bool(b.const)
        return not isinstance(x, ir.Device | ir.Probe)

    def _function(self, name: str) -> bool:
        if name not in self._calm:
            self._calm[name] = False
            self._calm[name] = all(
                isinstance(x, QUIET) and all(map(self.expression, children(x)))
                for x in statements(self._functions[name].body)
            )
        return self._calm[name]

    def _still_function(self, name: str) -> bool:
        if name not in self._still:
            self._still[name] = False
            self._still[name] = all(
                isinstance(x, (*QUIET, ir.Fail)) and all(map(self.still, children(x)))
                for x in statements(self._functions[name].body)
            )
        return self._still[name]
