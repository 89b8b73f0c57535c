"""Columns of the state: the numbers that are said of all members of a kind lie side by side, and are gone through together.

Who has a mark is taken from the run of marks without a step of Python for each member; and a loop that sets the same number
for all members sets them at once.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulekit.compiler.optimise.module import Module
from rulekit.compiler.optimise.names import load, loaded, stored
from rulekit.compiler.optimise.numbers import Span, number
from rulekit.compiler.optimise.rewrite import Rewriter

LONG = 12
"""A run shorter than this is gone through member by member."""


def at(column: ast.expr, member: str) -> int | None:
    """c of ``s[c + member]``."""
    if not isinstance(column, ast.Subscript) or not isinstance(column.value, ast.Name) or column.value.id != "s":
        return None
    place = column.slice
    if isinstance(place, ast.Name):
        return 0 if place.id == member else None
    if isinstance(place, ast.BinOp) and isinstance(place.op, ast.Add):
        for one, other in ((place.left, place.right), (place.right, place.left)):
            if isinstance(other, ast.Name) and other.id == member:
                return number(one)
    return None


def run(low: int, high: int, context: ast.expr_context) -> ast.Subscript:
    return ast.Subscript(load("s"), ast.Slice(ast.Constant(low), ast.Constant(high)), context)


# ---------------------------------------------------------------- who has a mark
class Marked(Rewriter):
    """``[x for x in run if s[c + x] ...]``"""

    def __init__(self, span: Span) -> None:
        self.span = span

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """``any`` of a mark alone."""
        self.generic_visit(node)
        inner = node.args[0] if len(node.args) == 1 else None
        if not isinstance(node.func, ast.Name) or node.func.id != "any" or not isinstance(inner, ast.GeneratorExp):
            return node
        part, source = inner.generators[0], inner.generators[0].iter
        whole = len(inner.generators) == 1 and not part.ifs and isinstance(inner.elt, ast.Constant)
        if whole and isinstance(source, ast.Call) and ast.unparse(source.func) == "compress":
            node.args = [source.args[1]]
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        found = self.span(node.iter)
        if found is None or found[1] - found[0] < LONG or not node.ifs or not isinstance(node.target, ast.Name):
            return node
        column = at(node.ifs[0], node.target.id)
        if column is not None:
            marks = run(column + found[0], column + found[1], ast.Load())
            node.iter = ast.Call(load("compress"), [node.iter, marks], [])
            del node.ifs[0]
        return node


# ---------------------------------------------------------------- the same number for all
def filled(module: Module, span: Span, function: ast.FunctionDef) -> None:
    """Loops that set numbers of every member, whatever they were, become one sentence for each sort of number."""
    function.body = _filled(module, span, function, function.body)


def _filled(module: Module, span: Span, function: ast.FunctionDef, body: Sequence[ast.stmt]) -> list[ast.stmt]:
    out: list[ast.stmt] = []
    for part in body:
        for field in ("body", "orelse"):
            inner = getattr(part, field, None)
            if isinstance(inner, list):
                setattr(part, field, _filled(module, span, function, inner))
        made = _at_once(module, span, function, part) if isinstance(part, ast.For) else None
        out += [part] if made is None else made
    return out


def _at_once(module: Module, span: Span, function: ast.FunctionDef, loop: ast.For) -> list[ast.stmt] | None:
    found = span(loop.iter)
    if found is None or found[1] - found[0] < LONG or not isinstance(loop.target, ast.Name) or loop.orelse:
        return None
    member, length = loop.target.id, found[1] - found[0]
    if loaded(function.body)[member] != loaded(loop.body)[member] or stored(loop.body)[member]:
        return None
    columns: list[tuple[int, int]] = []
    for part in loop.body:
        if not isinstance(part, ast.Assign) or len(part.targets) != 1:
            return None
        column, n = at(part.targets[0], member), number(part.value)
        if column is None or n is None or any(abs(column - other) < length for other, _ in columns):
            return None
        columns.append((column, n))
    return [_fill(module, column + found[0], length, n) for column, n in columns]


def _fill(module: Module, low: int, length: int, n: int) -> ast.stmt:
    numbers = ast.BinOp(ast.Tuple([ast.Constant(n)], ast.Load()), ast.Mult(), ast.Constant(length))
    name = module.table(f"K_{length}_times_{n}".replace("-", "minus_"), numbers)
    return ast.Assign([run(low, low + length, ast.Store())], load(name), lineno=0)
