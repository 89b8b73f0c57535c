"""Which deeds ask somebody: only these need a frame on the stack; all others are plain functions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulekit.compiler.impossible import Impossible
from rulekit.compiler.values import Context
from rulekit.dsl.carrying import carried
from rulekit.dsl.points import Point
from rulekit.dsl.tree import CHOOSING, Node, Statement

if TYPE_CHECKING:
    from rulekit.compiler.unit import Unit

ASKING = (*CHOOSING, "choose-one", "may", "at-once", "open")


class Asking:
    def __init__(self, unit: Unit) -> None:
        self.unit, self.program = unit, unit.program
        self._known: dict[str, bool] = {}

    def constant(self, node: Node) -> bool | None:
        """What a condition is when options and the number of players decide it; None when the state decides."""
        try:
            code = self.unit.values.condition(node, Context({}))
        except (KeyError, Impossible):
            return None
        return None if code.const is None else bool(code.const)

    def any(self, statements: Iterable[Statement]) -> bool:
        return any(self.statement(x) for x in statements)

    def statement(self, x: Statement) -> bool:
        if x.op in ASKING or "asks" in x.data:
            return True
        if x.op == "if":
            fixed = self.constant(x.args["c"])
            if fixed is not None:
                return self.any(x.body if fixed else x.otherwise or ())
        if x.op == "do":
            return self.deed(self.program.points[x.data["point"]])
        if x.op == "carry-out":
            return any(self.entry(e.name) for e in carried(self.program, x))
        return self.any(x.body) or self.any(x.otherwise or ())

    def deed(self, point: Point) -> bool:
        key = f"deed {point.name}"
        if key not in self._known:
            self._known[key] = False
            bodies = [point.body, *(x.body for x in point.said)]
            self._known[key] = any(self.any(b) for b in bodies)
        return self._known[key]

    def entry(self, name: str) -> bool:
        key = f"entry {name}"
        if key not in self._known:
            self._known[key] = False
            bodies = [self.program.entries[name].body, *(x.body for x in self.program.points[name].said)]
            self._known[key] = any(self.any(b) for b in bodies)
        return self._known[key]
