"""Conditions; what options decide is folded away."""

from __future__ import annotations

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import FALSE, TRUE, and_, between, compare, not_, or_, truth
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import condition, lowers, negates, value
from rulekit.compiler.lower.scope import Scope
from rulekit.dsl.tree import Node


@lowers("and")
def _and(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    first = condition(low, node.args["a"], c)
    return FALSE if first.const == 0 else and_(first, condition(low, node.args["b"], c))


@lowers("or")
def _or(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    return or_(condition(low, node.args["a"], c), condition(low, node.args["b"], c))


@lowers("not")
def _not(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    return not_(condition(low, node.args["c"], c))


@lowers("is")
def _is(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    a, b = node.args["a"], node.args["b"]
    for x, y in ((a, b), (b, a)):  # an entry with several copies is any of them
        if y.op == "entity" and y.data["kind"] in low.program.families:
            same = low.copies(y.data["kind"], y.data["index"])
            if len(same) > 1:
                return between(same[0], value(low, x, c), same[-1])
    return compare(value(low, a, c), "==", value(low, b, c))


negates("is-not", "is")


def _compares(op: str, sign: str) -> None:
    @lowers(op)
    def _compared(low: Lowering, node: Node, c: Scope) -> ir.Expr:
        return compare(value(low, node.args["a"], c), sign, value(low, node.args["b"], c))


_compares("more", ">")
_compares("less", "<")
_compares("at-least", ">=")
_compares("at-most", "<=")


@lowers("plays")
def _plays(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    who = node.args["a"]
    return truth(who.data["name"] in low.layout.setup.seats) if who.op == "seated" else TRUE


negates("plays-not", "plays")
