"""Conditions: what is denied, what is known from what stands before, and what is the same where only the truth matters."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from rulekit.compiler.optimise.module import safe
from rulekit.compiler.optimise.numbers import number
from rulekit.compiler.optimise.rewrite import key

OPPOSITE: dict[type, type] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


def conjuncts(test: ast.expr) -> list[ast.expr]:
    """The conditions that an `and` joins."""
    return test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]


def negated(node: ast.expr) -> ast.expr:
    """``not node``."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) and boolean(node.operand):
        return node.operand
    if isinstance(node, ast.Constant):
        return ast.Constant(not node.value)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return ast.Compare(node.left, [OPPOSITE[type(node.ops[0])]()], node.comparators)
    return ast.UnaryOp(ast.Not(), node)


def boolean(node: ast.expr) -> bool:
    """Whether the value is True or False, and not something that counts as one."""
    if isinstance(node, ast.BoolOp):
        return all(map(boolean, node.values))
    if isinstance(node, ast.IfExp):
        return boolean(node.body) and boolean(node.orelse)
    return (
        isinstance(node, ast.Compare)
        or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
        or (isinstance(node, ast.Constant) and isinstance(node.value, bool))
    )


def condition(node: ast.expr) -> ast.expr:
    """The same condition where only its truth matters."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = condition(node.operand)
        if isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not):
            return condition(inner.operand)
        return negated(inner)
    if isinstance(node, ast.BoolOp):
        return _joined(node)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return _compared(node)
    if isinstance(node, ast.IfExp):
        return _chosen(node)
    return uncopied(node)


def uncopied(node: ast.expr) -> ast.expr:
    """``[x for x in table.get(y, ())]``, where it is only asked what is in it, without the copy."""
    if isinstance(node, ast.IfExp):
        return ast.IfExp(node.test, uncopied(node.body), uncopied(node.orelse))
    if isinstance(node, ast.ListComp) and len(node.generators) == 1 and not node.generators[0].ifs:
        source, member = node.generators[0].iter, node.generators[0].target
        found = isinstance(source, ast.Call) and isinstance(source.func, ast.Attribute) and source.func.attr == "get"
        if found and isinstance(node.elt, ast.Name) and isinstance(member, ast.Name) and node.elt.id == member.id:
            return source
    return node


def _joined(node: ast.BoolOp) -> ast.expr:
    neutral = isinstance(node.op, ast.And)
    parts: list[ast.expr] = []
    said: dict[Any, bool] = {}
    for value in node.values:
        part = condition(value)
        if isinstance(part, ast.Constant):
            if bool(part.value) is neutral:
                continue
            if all(map(safe, parts)):
                return ast.Constant(not neutral)
            parts.append(ast.Constant(not neutral))
            break
        for one in part.values if isinstance(part, ast.BoolOp) and type(part.op) is type(node.op) else [part]:
            known = _known(one, said)
            if not isinstance(known, ast.Constant):
                parts.append(known)
                said.setdefault(key(known), neutral)
                said.setdefault(key(negated(known)), not neutral)
            elif bool(known.value) is not neutral and all(map(safe, parts)):
                return known
            elif bool(known.value) is not neutral:
                return ast.BoolOp(node.op, [*parts, known])
    if not parts:
        return ast.Constant(neutral)
    if isinstance(parts[0], ast.Constant) or len(parts) == 1:
        return parts[0]
    return ast.BoolOp(node.op, parts)


def _known(node: ast.expr, said: Mapping[Any, bool]) -> ast.expr:
    """A condition, given what the ones before it in the same `and` (or `or`) are: ``said`` has their keys."""
    truth = said.get(key(node)) if said else None
    if truth is not None:
        return ast.Constant(truth)
    if isinstance(node, ast.BoolOp) and said:
        return _joined(ast.BoolOp(node.op, [_known(v, said) for v in node.values]))
    return node


def _compared(node: ast.Compare) -> ast.expr:
    """``len(x) > 0`` is x, ``len(x) == 0`` is not x."""
    left, op, n = node.left, node.ops[0], number(node.comparators[0])
    if not (isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and left.func.id == "len"):
        return node
    if (isinstance(op, ast.Gt) and n == 0) or (isinstance(op, ast.GtE) and n == 1):
        return left.args[0]
    if (isinstance(op, (ast.Eq, ast.LtE)) and n == 0) or (isinstance(op, ast.Lt) and n == 1):
        return ast.UnaryOp(ast.Not(), left.args[0])
    return node


def _chosen(node: ast.IfExp) -> ast.expr:
    """A choice between yes and no is a plain condition."""
    test, yes, no = condition(node.test), condition(node.body), condition(node.orelse)
    if isinstance(yes, ast.Constant):
        return condition(ast.BoolOp(ast.Or(), [test, no]) if yes.value else ast.BoolOp(ast.And(), [negated(test), no]))
    if isinstance(no, ast.Constant):
        return condition(ast.BoolOp(ast.Or(), [negated(test), yes]) if no.value else ast.BoolOp(ast.And(), [test, yes]))
    return ast.IfExp(test, yes, no)
