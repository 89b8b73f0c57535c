"""What is given to a function only to look one thing up about it: what is looked up is given instead.

``whether {here} is open to {group}`` asks nothing of the group but its side: so there are two or three answers for a place, and
not one for every group.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from rulekit.compiler.optimise.module import Module
from rulekit.compiler.optimise.names import copied, params, stored, walk
from rulekit.compiler.optimise.rewrite import Rewriter


def projected(module: Module, names: Iterable[str], readers: set[str]) -> None:
    """Rewrites functions that only read, and their calls. ``names``: those that are called come before those that call."""
    calls: dict[str, list[ast.Call]] = {}
    for n in walk(module.functions.values()):
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name):
            calls.setdefault(n.func.id, []).append(n)
    for name in [n for n in names if n in readers]:
        function = module.functions[name]
        for place, given in enumerate(params(function)):
            table = _asked(function, given) if place > 2 else None
            if table is not None:
                _Look(table, given).visit(function)
                for call in calls.get(name, ()):
                    call.args[place] = ast.Subscript(copied(table), call.args[place], ast.Load())


def _asked(function: ast.FunctionDef, given: str) -> ast.expr | None:
    """The table in which alone a parameter is looked up."""
    if given in stored(function.body):
        return None
    texts: dict[str, ast.expr] = {}
    looked = 0
    for n in walk(function.body):
        if isinstance(n, ast.Subscript) and isinstance(n.slice, ast.Name) and n.slice.id == given:
            text = ast.unparse(n.value)
            if not text.startswith(("K_", "m.kept[")) or not isinstance(n.value, (ast.Name, ast.BoolOp)):
                return None
            texts[text] = n.value
            looked += 1
    uses = sum(isinstance(n, ast.Name) and n.id == given for n in walk(function.body))
    return texts.popitem()[1] if len(texts) == 1 and uses == looked else None


class _Look(Rewriter):
    """``table[given]`` becomes ``given``."""

    def __init__(self, table: ast.expr, given: str) -> None:
        self.text = ast.unparse(ast.Subscript(table, ast.Name(given, ast.Load()), ast.Load()))
        self.given = given

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if ast.unparse(node) == self.text:
            return ast.Name(self.given, ast.Load())
        return self.generic_visit(node)
