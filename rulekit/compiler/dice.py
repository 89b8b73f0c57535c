"""Dice in expressions. A module with a journal tells every throw; one with rule tests asks their script first."""

from __future__ import annotations

from rulekit.compiler.code import Code, number, subtract
from rulekit.compiler.expressions import Context, Expressions
from rulekit.dsl.tree import Node

MOST_DICE = 200


class Dice(Expressions):
    def v_die(self, node: Node, c: Context) -> Code:
        if not self.unit.journal and self.layout.script is None:
            return Code(f"(1 + below(s, {self.layout.streams['dice']}, 6))")
        return self._sum(number(1), c)

    def v_dice(self, node: Node, c: Context) -> Code:
        return self._sum(self._number(node, c), c)

    def v_hits(self, node: Node, c: Context) -> Code:
        least = self.value(node.args["k"], c)
        plus = self.value(node.args["m"], c) if "m" in node.args else number(0)
        if "minus" in node.data:
            plus = subtract(number(0), plus)
        thrown = f"{self._throw(self._number(node, c))}, {plus}, {least}"
        return Code(f"told_hits({self._cause(c)}, {thrown})" if self.unit.journal else f"hits({thrown})")

    def _number(self, node: Node, c: Context) -> Code:
        return self.within(self.value(node.args["n"], c), 0, MOST_DICE, c)

    def _sum(self, n: Code, c: Context) -> Code:
        thrown = self._throw(n)
        return Code(f"told_sum({self._cause(c)}, {thrown})" if self.unit.journal else f"sum({thrown})")

    def _throw(self, n: Code) -> str:
        stream = self.layout.streams["dice"]
        if self.layout.script is not None:
            return f"throw_scripted(s, z[{self.layout.script}], {stream}, {n})"
        return f"throw(s, {stream}, {n})"

    def _cause(self, c: Context) -> str:
        return f"m, {c.line}, {c.names.get('me', '-1')}"
