"""What has nothing to do with the member in hand is worked out once, and not for every member.

``[x for x in areas if x not in <all that can be reached>]`` searches the map once for every area. Here the search is made when
the first member needs it, and kept while the sentence lasts: ``kept if kept is not None else (kept := ...)``. So nothing
is worked out that was not worked out before, and what fails goes on failing in its place.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulekit.compiler.optimise.module import Module, quiet
from rulekit.compiler.optimise.names import assign, load, reads, stored, walked

Bound = frozenset[str]
COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp)


class Once:
    def __init__(self, module: Module) -> None:
        self.module, self.pure = module, module.pure()

    def block(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for part in body:
            for field in ("body", "orelse"):
                inner = getattr(part, field, None)
                if isinstance(inner, list):
                    setattr(part, field, self.block(inner))
            for handler in getattr(part, "handlers", ()):
                handler.body = self.block(handler.body)
            field = "test" if isinstance(part, ast.If) else "iter" if isinstance(part, ast.For) else "value"
            source = getattr(part, field, None)
            if isinstance(source, ast.expr) and not isinstance(part, ast.While) and quiet(source, self.pure):
                sentence = _Sentence(self)
                setattr(part, field, sentence.value(source, None))
                out += [assign(name, ast.Constant(None)) for name in sentence.kept.values()]
            out.append(part)
        return out

    def costly(self, node: ast.expr) -> bool:
        """Whether it goes through something, or calls a function that may."""
        if not isinstance(node, (ast.ListComp, ast.Call, ast.BoolOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.BinOp)):
            return False
        return any(
            isinstance(n, COMPREHENSIONS)
            or (isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in self.module.functions)
            for n in walked(node)
        )


class _Sentence:
    """One sentence. ``bound``: the members that are in hand in a place; None outside of every list."""

    def __init__(self, once: Once) -> None:
        self.once = once
        self.kept: dict[str, str] = {}
        """the text of a value -> the local in which it is kept"""

    def value(self, node: ast.expr, bound: Bound | None) -> ast.expr:
        """A value; in it, what is the same for all members is kept."""
        if bound is not None and self._steady(node, bound):
            return self._look(node)
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and bound is not None:
            group = node.comparators[0]
            if isinstance(node.ops[0], (ast.In, ast.NotIn)) and self._steady(group, bound) and _list(group):
                node.left = self.value(node.left, bound)
                node.comparators = [self._look(ast.Call(load("frozenset"), [group], []))]
                return node
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], COMPREHENSIONS):
            return self._listing(node, node.args[0], bound)
        if isinstance(node, COMPREHENSIONS):
            return self._listing(node, node, bound)
        for field, inner in ast.iter_fields(node):
            if isinstance(inner, ast.expr) and not isinstance(node, ast.Lambda):
                setattr(node, field, self.value(inner, bound))
            elif isinstance(inner, list) and not isinstance(node, ast.Lambda):
                setattr(node, field, [self.value(x, bound) if isinstance(x, ast.expr) else x for x in inner])
        return node

    def _listing(self, whole: ast.expr, node: ast.ListComp | ast.GeneratorExp, bound: Bound | None) -> ast.expr:
        """A list, or a call that is given one. What it goes through can not be kept inside of it, only before it."""
        first = node.generators[0]
        before = bound is not None and self._steady(first.iter, bound)
        inner = (bound or frozenset()) | frozenset(stored([g.target for g in node.generators]))
        node.elt = self.value(node.elt, inner)
        for part in node.generators:
            part.ifs = [self.value(test, inner) for test in part.ifs]
        if not before:
            return whole
        name, source = self._name(first.iter), self.value(first.iter, None)
        ready = ast.BoolOp(ast.Or(), [_there(load(name)), _there(ast.NamedExpr(ast.Name(name, ast.Store()), source))])
        first.iter = load(name)
        return ast.IfExp(ready, whole, ast.Constant(False))

    def _steady(self, node: ast.expr, bound: Bound) -> bool:
        return self.once.costly(node) and not reads(node) & bound

    def _name(self, node: ast.expr) -> str:
        text = ast.unparse(node)
        if text not in self.kept:
            self.kept[text] = self.once.module.fresh.name("once")
        return self.kept[text]

    def _look(self, node: ast.expr) -> ast.expr:
        name = self._name(node)
        made = ast.NamedExpr(ast.Name(name, ast.Store()), self.value(node, None))
        return ast.IfExp(_there(load(name)), load(name), made)


def _there(node: ast.expr) -> ast.expr:
    return ast.Compare(node, [ast.IsNot()], [ast.Constant(None)])


def _list(node: ast.expr) -> bool:
    return isinstance(node, (ast.ListComp, ast.Call))
