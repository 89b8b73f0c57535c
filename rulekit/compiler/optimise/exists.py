"""Whether there is one: looked for until the first is found. A list that only its truth is asked of need not be made whole.

Short lists are made all the same: making one costs less than stopping.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from rulekit.compiler.optimise.names import load, walk

LONG = 16
"""A source with at least so many members is worth stopping in."""
Span = Callable[[ast.expr], "tuple[int, int] | None"]


class Exists(ast.NodeTransformer):
    """Goes through a function after all passes that share lists: what is left is asked for in one place only."""

    def __init__(self, span: Span) -> None:
        self.span = span

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        node.test = self.truth(node.test)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        node.test = self.truth(node.test)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.ifs = [self.truth(test) for test in node.ifs]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """``len([...]) > 0`` and ``len([...]) <= 0`` where they are kept as values."""
        self.generic_visit(node)
        left = node.left
        if len(node.ops) != 1 or not isinstance(left, ast.Call) or ast.unparse(left.func) != "len":
            return node
        if ast.unparse(node.comparators[0]) != "0" or not self._long(left.args[0]):
            return node
        found = self.truth(left.args[0])
        if isinstance(node.ops[0], ast.Gt):
            return found
        return ast.UnaryOp(ast.Not(), found) if isinstance(node.ops[0], (ast.LtE, ast.Eq)) else node

    def truth(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.BoolOp):
            return ast.BoolOp(node.op, [self.truth(v) for v in node.values])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ast.UnaryOp(node.op, self.truth(node.operand))
        if self._long(node):
            assert isinstance(node, ast.ListComp)
            made = ast.GeneratorExp(ast.Constant(True), node.generators)
            return ast.Call(load("any"), [made], [])
        return node

    def _long(self, node: ast.expr) -> bool:
        if not isinstance(node, ast.ListComp) or len(node.generators) != 1 or not node.generators[0].ifs:
            return False
        found = self.span(node.generators[0].iter)
        inside = sum(isinstance(n, (ast.ListComp, ast.GeneratorExp)) for n in walk(node.generators[0].ifs))
        return (found is not None and found[1] - found[0] >= LONG) or inside > 0
