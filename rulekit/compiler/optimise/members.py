"""Which members of a long fixed source an answer holds for, as a list that is kept.

``[x for x in places if safe(x, side) and helps(x, group)]`` is asked for every group, and asks every place whether it is safe:
which places are safe for a side is found once for all groups of that side.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from rulekit.compiler.optimise.fold import folded
from rulekit.compiler.optimise.inline import as_expression
from rulekit.compiler.optimise.memo import WORTH, Memos
from rulekit.compiler.optimise.module import safe
from rulekit.compiler.optimise.names import copied, load, params, reads, stored, substituted
from rulekit.compiler.optimise.rewrite import Rewriter

LONG = 16
"""A source with fewer members than this is gone through."""


class Members(Rewriter):
    def __init__(self, memos: Memos) -> None:
        self.memos = memos
        self.module = memos.module
        self.made: dict[str, str] = {}
        """the text of a list -> the function that keeps it"""

    def all(self, functions: Iterable[ast.FunctionDef]) -> None:
        for function in functions:
            self.visit(function)

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        self.generic_visit(node)
        part = node.generators[0]
        if len(node.generators) == 1 and part.ifs and isinstance(part.target, ast.Name) and self._long(part.iter):
            found = self._kept(part.target.id, part.iter, part.ifs[0])
            if found is not None:
                part.iter = found
                del part.ifs[0]
        return node

    def _long(self, source: ast.expr) -> bool:
        if isinstance(source, ast.Tuple):
            return len(source.elts) >= LONG and all(isinstance(e, ast.Constant) for e in source.elts)
        span = self.memos.filters.span(source)
        return span is not None and span[1] - span[0] >= LONG

    def _kept(self, x: str, source: ast.expr, test: ast.expr) -> ast.expr | None:
        """The call of what keeps the members of a source for which a function holds that is asked of them, and of more."""
        if not isinstance(test, ast.Call) or not isinstance(test.func, ast.Name) or test.func.id not in self.memos.pure:
            return None
        name, given = test.func.id, test.args[3:]
        others = [a for a in given if x in reads(a)]
        if len(others) != 1 or not isinstance(others[0], ast.Name) or not all(safe_or_kept(a) for a in given):
            return None
        bits = self.memos.kept.touches.function(name)
        if bits == self.memos.kept.touches.columns.all or not self.memos.plain(self.module.functions[name]):
            return None
        if self.memos.cost(name) * LONG < WORTH:
            return None
        names = [f"a{k}" for k in range(len(given))]
        asked = [load("x") if a is others[0] else load(n) for a, n in zip(given, names, strict=True)]
        rest = [n for a, n in zip(given, names, strict=True) if a is not others[0]]
        call = ast.Call(load(name), [load("m"), load("s"), load("z"), *asked], [])
        part = ast.comprehension(ast.Name("x", ast.Store()), copied(source), [call], 0)
        text = ast.unparse(part)
        if text not in self.made:
            made = ast.parse(f"def held_{len(self.made) + 1}({', '.join(['m', 's', 'z', *rest])}):\n    return 0").body[
                0
            ]
            assert isinstance(made, ast.FunctionDef)
            made.body = [ast.Return(ast.ListComp(load("x"), [part]))]
            self._write_out(part, call)
            folded(self.module, made)
            self.module.functions[made.name] = made
            self.memos.keep(made, bits, own=False)
            self.made[text] = made.name
        left = [copied(a) for a in given if a is not others[0]]
        return ast.Call(load(self.made[text]), [load("m"), load("s"), load("z"), *left], [])

    def _write_out(self, part: ast.comprehension, call: ast.Call) -> None:
        """The question itself in the place of its call, if it is no more than a look from case to case."""
        assert isinstance(call.func, ast.Name)
        function = self.module.functions[call.func.id]
        value = as_expression(function)
        if value is not None:
            fresh = {n: load(self.module.fresh.name(n)) for n in stored([value])}
            part.ifs = [substituted(value, {**fresh, **dict(zip(params(function), call.args, strict=True))})]


def safe_or_kept(node: ast.expr) -> bool:
    """Whether it can be computed once for all: nothing but looks into tables."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.BoolOp):  # a table that is kept
        return safe(node.slice)
    return safe(node)
