"""A list of cards that is looked up again and again is looked up once.

``z[6 + me]`` is the same list as long as ``me`` is the same: cards come and go, but a match never gets other lists while
a deed is carried out (only an entry that is taken back whole gets its lists back, and functions that do that are left alone).
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from typing import TypeGuard

from rulekit.compiler.optimise.module import Module
from rulekit.compiler.optimise.names import assign, load, reads, stored, walk
from rulekit.compiler.optimise.numbers import number


class Lists:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.restoring = {
            name
            for name, function in module.functions.items()
            if any(isinstance(n, ast.Try) or (isinstance(n, ast.Name) and n.id == "lists") for n in ast.walk(function))
        }
        grown = True
        while grown:  # also those that call them
            more = {
                name
                for name, function in module.functions.items()
                if name not in self.restoring and not self.restoring.isdisjoint(module.mentioned(function))
            }
            self.restoring |= more
            grown = bool(more)

    def function(self, function: ast.FunctionDef) -> None:
        """Looks lists up once in a function."""
        if function.name not in self.restoring:
            function.body = self.block(function.body)

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for k, part in enumerate(body):
            for text, node in self.wanted(body[k:]):
                name = self.module.fresh.name("cards")
                out.append(assign(name, node))
                replace = _Replaced(text, name)
                for later in body[k:]:
                    replace.visit(later)
            part = body[k]
            for field in ("body", "orelse"):
                inner = getattr(part, field, None)
                if isinstance(inner, list) and inner:
                    setattr(part, field, self.block(inner))
            if isinstance(part, ast.For) and _some(self.module, part.iter):
                out += self.before(part)
            out.append(part)
        return out

    def wanted(self, body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
        """The lists that the first sentence looks up in any case, and that are looked up again."""
        for node in _at_first(body[0]):
            text = ast.unparse(node)
            uses = Counter(ast.unparse(n) for n in walk(body) if _is_list(n))[text]
            names = reads(node.slice)
            if uses > 1 and not any(stored(body)[n] for n in names):
                yield text, node
                return

    def before(self, loop: ast.For) -> list[ast.stmt]:
        """What the body of a loop looks up first and does not depend on the round."""
        changed, out = stored([loop]), []
        while loop.body and isinstance(first := loop.body[0], ast.Assign) and _is_list(first.value):
            cards = first.targets[0]
            if not isinstance(cards, ast.Name) or changed[cards.id] > 1 or any(changed[n] for n in reads(first.value)):
                break
            out.append(loop.body.pop(0))
        if not loop.body:
            loop.body = [ast.Pass()]
        return out


def _is_list(node: ast.AST) -> TypeGuard[ast.Subscript]:
    """``z[...]`` with a place that is worked out from names."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Name) or node.value.id != "z":
        return False
    inside = [n for n in ast.walk(node.slice) if not isinstance(n, (ast.Name, ast.Constant, ast.operator, ast.Load))]
    return isinstance(node.ctx, ast.Load) and all(isinstance(n, ast.BinOp) for n in inside) and bool(reads(node.slice))


def _at_first(part: ast.stmt) -> list[ast.Subscript]:
    """The lists that a sentence looks up whatever happens."""
    if isinstance(part, ast.If):
        source: ast.AST = part.test.operand if isinstance(part.test, ast.UnaryOp) else part.test
    elif isinstance(part, ast.For):
        source = part.iter
    else:
        source = getattr(part, "value", None) or ast.Pass()
    if isinstance(source, ast.IfExp):
        source = source.test
    if isinstance(source, (ast.BoolOp, ast.ListComp)):
        return []
    inside = [n for n in ast.walk(source) if isinstance(n, (ast.BoolOp, ast.IfExp, ast.comprehension, ast.Lambda))]
    return [] if inside else [n for n in ast.walk(source) if _is_list(n)]


def _some(module: Module, members: ast.expr) -> bool:
    """Whether a loop has a first round in any case."""
    if isinstance(members, ast.Tuple):
        return bool(members.elts)
    if not isinstance(members, ast.Name) or members.id not in module.tables:
        return False
    table = module.tables[members.id]
    if isinstance(table, ast.Tuple):
        return bool(table.elts)
    ends = [number(n) for n in table.args] if isinstance(table, ast.Call) else []
    return len(ends) == 2 and ends[0] is not None and ends[1] is not None and ends[0] < ends[1]


class _Replaced(ast.NodeTransformer):
    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if _is_list(node) and ast.unparse(node) == self.text:
            return load(self.name)
        return self.generic_visit(node)
