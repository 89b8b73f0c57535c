"""Whole numbers that stand in a tree: their values, runs of them, and sums with the fixed ones put together."""

from __future__ import annotations

import ast
from collections.abc import Callable

Span = Callable[[ast.expr], "tuple[int, int] | None"]
"""(from, up to) of a source that is a run of numbers"""


def number(node: ast.AST) -> int | None:
    """The value of a whole number."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = number(node.operand)
        return None if inner is None else -inner
    return None


def bounds(node: ast.AST) -> tuple[int, int] | None:
    """(from, up to) of ``range(a, b)`` or ``range(a, b)[:n]`` with fixed numbers."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "range"
        and len(node.args) == 2
    ):
        low, high = number(node.args[0]), number(node.args[1])
        return None if low is None or high is None else (low, max(low, high))
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and node.slice.lower is None:
        inner = bounds(node.value)
        upper = number(node.slice.upper) if node.slice.upper is not None else None
        if inner is not None and upper is not None and upper >= 0:
            return inner[0], min(inner[1], inner[0] + upper)
    return None


def summed(node: ast.BinOp) -> ast.expr:
    """A sum with its fixed numbers put together; a sum without one is left alone (it may be a sum of lists)."""
    terms: list[tuple[ast.expr, int]] = []

    def collect(part: ast.expr, sign: int) -> None:
        if isinstance(part, ast.BinOp) and isinstance(part.op, (ast.Add, ast.Sub)):
            collect(part.left, sign)
            collect(part.right, sign if isinstance(part.op, ast.Add) else -sign)
        else:
            terms.append((part, sign))

    collect(node, 1)
    numbers = [sign * n for part, sign in terms if (n := number(part)) is not None]
    if not numbers:
        return node
    rest, fixed = [(part, sign) for part, sign in terms if number(part) is None], sum(numbers)
    if not rest:
        return ast.Constant(fixed)
    first = next((k for k, (_, sign) in enumerate(rest) if sign > 0), None)
    if first is None or (fixed > 0 and first):
        out: ast.expr = ast.Constant(fixed)
        rest_from = rest
    elif fixed > 0:
        out, rest_from = ast.BinOp(ast.Constant(fixed), ast.Add(), rest[0][0]), rest[1:]
        fixed = 0
    else:
        if first:
            return node  # the terms keep their order
        out, rest_from = rest[0][0], rest[1:]
    if isinstance(out, ast.Constant):
        fixed = 0
    for part, sign in rest_from:
        out = ast.BinOp(out, ast.Add() if sign > 0 else ast.Sub(), part)
    return ast.BinOp(out, ast.Sub(), ast.Constant(-fixed)) if fixed < 0 else out
