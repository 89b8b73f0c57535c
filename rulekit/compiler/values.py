"""The expression compiler: values, sets and conditions of the typed tree as Python expressions."""

from __future__ import annotations

from rulekit.compiler.code import Code, not_
from rulekit.compiler.conditions import Conditions
from rulekit.compiler.dice import Dice
from rulekit.compiler.expressions import Context
from rulekit.compiler.impossible import Impossible
from rulekit.compiler.singles import Singles
from rulekit.dsl.tree import Node

__all__ = ["Context", "Impossible", "Values"]


class Values(Singles, Dice, Conditions):
    """Every operation of the tree has a method: ``v_`` for values, ``c_`` for conditions."""

    def v_point(self, node: Node, c: Context) -> Code:
        point = self.program.points[node.data["point"]]
        return self.unit.points.read(point, {k: self.value(v, c) for k, v in node.args.items()}, c)

    def v_permission(self, node: Node, c: Context) -> Code:
        return self.v_point(node, c)

    def c_allowed(self, node: Node, c: Context) -> Code:
        return self.v_point(node.args["p"], c)

    def c_not_allowed(self, node: Node, c: Context) -> Code:
        return not_(self.v_point(node.args["p"], c))
