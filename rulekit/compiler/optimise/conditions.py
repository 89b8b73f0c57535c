"""Where only matters whether something holds: what passes about conditions have in common."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod

from rulekit.compiler.optimise.module import safe
from rulekit.compiler.optimise.rewrite import Rewriter


class Conditions(Rewriter, ABC):
    """Puts what :meth:`shorter` gives wherever a search is asked for its truth only: behind ``if``, and in ``len(...) > 0``."""

    exact = False
    """Whether what stands in its place is True or False itself, and not only as good as that."""

    @abstractmethod
    def shorter(self, search: ast.ListComp) -> ast.expr | None:
        """Something that holds if the search finds anything; None to leave it."""

    def truth(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.BoolOp):
            return ast.BoolOp(node.op, [self.truth(v) for v in node.values])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ast.UnaryOp(node.op, self.truth(node.operand))
        found = self._searched(node) if isinstance(node, ast.ListComp) else None
        return node if found is None else found

    def _searched(self, search: ast.ListComp) -> ast.expr | None:
        """What is listed is not looked at any more: so it may not be what fails."""
        return self.shorter(search) if safe(search.elt) else None

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
        search, holds = left.args[0], isinstance(node.ops[0], ast.Gt)
        if not isinstance(search, ast.ListComp) or ast.unparse(node.comparators[0]) != "0":
            return node
        found = self._searched(search) if holds or isinstance(node.ops[0], (ast.LtE, ast.Eq)) else None
        if found is None:
            return node
        if self.exact:
            return found if holds else ast.UnaryOp(ast.Not(), found)
        return ast.IfExp(found, ast.Constant(holds), ast.Constant(not holds))
