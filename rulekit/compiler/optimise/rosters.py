"""Who has a mark: a list of all things of a kind that only their own numbers decide about is kept until one of these changes.

``units that are following`` goes through all units wherever it is asked, and a march asks it at every step. What is kept is
never handed out to be changed: whoever might change a list gets a copy.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from typing import TypeGuard

from rulekit.compiler.optimise.filters import Filters
from rulekit.compiler.optimise.kept import Kept, looked
from rulekit.compiler.optimise.module import SAFE, Module, safe
from rulekit.compiler.optimise.names import load, reads, substituted, walk
from rulekit.compiler.optimise.rewrite import Rewriter

LONG = 16
"""A source with fewer members than this is gone through."""
OFTEN = 2
"""So often a list has to stand in the rules to be kept."""


class Rosters(Rewriter):
    def __init__(self, module: Module, kept: Kept) -> None:
        self.kept, self.filters = kept, Filters(module)
        self.uses: Counter[str] = Counter()
        self.places: dict[str, int] = {}

    def all(self, functions: Sequence[ast.FunctionDef]) -> None:
        for function in functions:
            self.uses.update(text for n in walk(function.body) if (text := self.text(n)) is not None)
        for function in functions:
            self.visit(function)

    def text(self, node: ast.AST) -> str | None:
        """What makes the list, the same for all that are the same; None for a list that is not kept."""
        if isinstance(node, ast.ListComp):
            only = node.generators[0]
            name = only.target.id if isinstance(only.target, ast.Name) else ""
            if len(node.generators) > 1 or not isinstance(node.elt, ast.Name) or node.elt.id != name or not only.ifs:
                return None
            made: ast.expr = ast.ListComp(load("_x"), [substituted(only, {name: load("_x")})])
            source = only.iter.args[0] if _chosen(only.iter) else only.iter
        elif _chosen(node):
            made, source = ast.Call(load("list"), [node], []), node.args[0]
        else:
            return None
        span = self.filters.span(source)
        closed = all(n in ("s", "_x") or n.startswith("K_") or n in SAFE for n in reads(made))
        if span is None or span[1] - span[0] < LONG or not closed or not safe(made):
            return None
        bits = self.kept.touches.reads([made])
        return ast.unparse(made) if bits and not bits & self.kept.touches.columns.cards else None

    def roster(self, node: ast.AST) -> ast.expr | None:
        """The list that is kept, in the place of one that would be made."""
        text = self.text(node)
        if text is None or self.uses[text] < OFTEN:
            return None
        if text not in self.places:
            bits = self.kept.touches.reads([ast.parse(text, mode="eval").body])
            self.places[text] = self.kept.table(f"[{text}]", bits)  # in a list: an empty one would be made again
        return ast.Subscript(looked(self.places[text]), ast.Constant(0), ast.Load())

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        node.iter = self.roster(node.iter) or self.visit(node.iter)
        node.ifs = [self.visit(test) for test in node.ifs]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id in SAFE:  # they give nothing back that they were given
            node.args = [self.roster(part) or self.visit(part) for part in node.args]
            return node
        return self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        found = self.roster(node)
        return self.generic_visit(node) if found is None else ast.Call(load("list"), [found], [])


def _chosen(node: ast.AST) -> TypeGuard[ast.Call]:
    """``compress(things, their marks)``"""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "compress"
