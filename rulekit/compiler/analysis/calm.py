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


def pure(x: ir.Expr) -> bool:
    """Whether it changes nothing, draws nothing and never fails, so that it need not be worked out. What a call does is not
    known here."""
    return all(_harmless(y) for y in walk(x))


def _harmless(x: ir.Expr) -> bool:
    match x:
        case ir.Op(name):
            row = operation(name)
            return row.pure and not row.fails
        case ir.Search(sort):
            return sort not in FAILING
        case ir.Binary("//" | "%", _, b):
            return bool(b.const)
    return not isinstance(x, ir.Call | ir.Device | ir.Probe)


class Calm:
    """Answers for the functions of one module; each is looked at once. Rules never come back to themselves."""

    def __init__(self, functions: Mapping[str, ir.Function]) -> None:
        self._functions = functions
        self._known: dict[tuple[str, bool], bool] = {}

    def expression(self, x: ir.Expr, may_fail: bool = False) -> bool:
        """Whether working it out moves no stream of chance, and can not fail unless it may."""
        for y in walk(x):
            if isinstance(y, ir.Call):
                if not self._function(y.function, may_fail):
                    return False
            elif not _harmless(y) and not (may_fail and _still(y)):
                return False
        return True

    def still(self, x: ir.Expr) -> bool:
        """Whether it moves no stream of chance; it may fail."""
        return self.expression(x, may_fail=True)

    def _function(self, name: str, may_fail: bool) -> bool:
        key = name, may_fail
        if key not in self._known:
            self._known[key] = False
            allowed = (*QUIET, ir.Fail) if may_fail else QUIET
            self._known[key] = all(
                isinstance(x, allowed) and all(self.expression(y, may_fail) for y in children(x))
                for x in statements(self._functions[name].body)
            )
        return self._known[key]


def _still(x: ir.Expr) -> bool:
    return not isinstance(x, ir.Device) and not (isinstance(x, ir.Op) and not operation(x.name).pure)
