"""A search that names its one possible member: ``[x for x in range(33, 186) if x == u and ...]`` goes through one member.

Where only matters whether there is one, there is no search left at all: ``33 <= u < 186 and ...``.
"""

from __future__ import annotations

import ast

from rulekit.compiler.optimise.conditions import Conditions
from rulekit.compiler.optimise.filters import Filters
from rulekit.compiler.optimise.logic import conjuncts
from rulekit.compiler.optimise.module import safe
from rulekit.compiler.optimise.names import atomic, load, loaded, reads, substituted
from rulekit.compiler.optimise.numbers import number

TWICE = 2
"""So often a value that is not just a name may be worked out again."""


class Single(Conditions):
    def __init__(self, filters: Filters) -> None:
        self.span = filters.span

    # ------------------------------------------------------------ the one member
    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        self.generic_visit(node)
        part = node.generators[0]
        if len(node.generators) > 1 or not isinstance(part.target, ast.Name) or _one(part.iter) is not None:
            return node
        span = self.span(part.iter)
        if span is None:
            return node
        for k, test in enumerate(part.ifs):
            value = _named(test, part.target.id)
            if value is not None and all(map(safe, [value, *part.ifs[:k]])):
                fixed = number(value)
                inside: ast.expr = ast.Compare(
                    ast.Constant(span[0]), [ast.LtE(), ast.Lt()], [load(part.target.id), ast.Constant(span[1])]
                )
                if fixed is not None:
                    inside = ast.Constant(span[0] <= fixed < span[1])
                part.iter = ast.Tuple([value], ast.Load())
                part.ifs = [inside, *part.ifs[:k], *part.ifs[k + 1 :]]
                break
        return node

    # ------------------------------------------------------------ whether there is one
    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        super().visit_comprehension(node)
        node.ifs = [part for test in node.ifs for part in conjuncts(test)]
        return node

    def shorter(self, search: ast.ListComp) -> ast.expr | None:
        """The same condition without a search through one member."""
        part = search.generators[0]
        value = _one(part.iter)
        if len(search.generators) != 1 or value is None or not isinstance(part.target, ast.Name) or not part.ifs:
            return None
        uses = loaded(part.ifs)[part.target.id]
        if not atomic(value) and (uses > TWICE or not safe(value)):
            return None
        tests = [substituted(test, {part.target.id: value}) for test in part.ifs]
        return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)


def _one(source: ast.expr) -> ast.expr | None:
    return source.elts[0] if isinstance(source, (ast.Tuple, ast.List)) and len(source.elts) == 1 else None


def _named(test: ast.expr, x: str) -> ast.expr | None:
    """v of ``x == v``, where v has nothing to do with x."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq):
        for one, other in ((test.left, test.comparators[0]), (test.comparators[0], test.left)):
            if isinstance(one, ast.Name) and one.id == x and x not in reads(other):
                return other
    return None
