"""Names in generated code: who is assigned, how often; renaming and putting expressions in the place of names."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar, cast

Tree = TypeVar("Tree", bound=ast.AST)


def copied(tree: Tree) -> Tree:
    """A copy without places in the text."""
    return substituted(tree, {})


def load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def assign(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value, lineno=0)


def same(a: ast.AST, b: ast.AST) -> bool:
    return ast.unparse(a) == ast.unparse(b)


def walk(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All nodes but signs, in no order."""
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        kind = type(node)
        if kind is ast.Name or kind in LEAVES:
            continue
        for part in node.__dict__.values():
            if type(part) is list:
                waiting += part
            elif isinstance(part, ast.AST) and type(part) not in LEAVES:
                waiting.append(part)


def depth(tree: ast.AST) -> int:
    """How deep a tree is nested, found without going in as deep."""
    level, deep = [tree], 0
    while level:
        level = [part for node in level for part in ast.iter_child_nodes(node)]
        deep += 1
    return deep


def walked(tree: ast.AST) -> Iterator[ast.AST]:
    return walk([tree])


def stored(body: Iterable[ast.AST]) -> Counter[str]:
    """How often each name is assigned, those of comprehensions included."""
    return Counter(n.id for n in walk(body) if isinstance(n, ast.Name) and isinstance(n.ctx, (ast.Store, ast.Del)))


def loaded(body: Iterable[ast.AST]) -> Counter[str]:
    return Counter(n.id for n in walk(body) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))


def reads(tree: ast.AST) -> set[str]:
    return {n.id for n in walk([tree]) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def calls(tree: ast.AST) -> Iterator[str]:
    """The names of the functions that are called; a method counts as ``.name``."""
    for n in walk([tree]):
        if isinstance(n, ast.Call):
            yield n.func.id if isinstance(n.func, ast.Name) else f".{getattr(n.func, 'attr', '?')}"


def atomic(node: ast.AST) -> bool:
    return isinstance(node, (ast.Name, ast.Constant))


def params(function: ast.FunctionDef) -> list[str]:
    return [a.arg for a in function.args.args]


def size(body: Iterable[ast.AST]) -> int:
    """How long a piece of code is, in sentences and comprehensions."""
    return sum(isinstance(n, (ast.stmt, ast.comprehension)) for n in walk(body))


def substituted(tree: Tree, values: Mapping[str, ast.expr]) -> Tree:
    """A copy with expressions in the place of names; where a name is assigned, its value must be a name too."""
    return cast(Tree, _substituted(tree, values))  # of the same sort: only a name can become another expression


def _substituted(tree: ast.AST, values: Mapping[str, ast.expr]) -> ast.AST:
    kind = type(tree)
    if isinstance(tree, ast.Name):
        value = values.get(tree.id)
        if value is None:
            return ast.Name(tree.id, tree.ctx)
        if type(tree.ctx) is ast.Load:
            return _substituted(value, {}) if type(value) is not ast.Name else value
        assert isinstance(value, ast.Name)
        return ast.Name(value.id, tree.ctx)
    if kind in LEAVES:
        return tree
    made = kind.__new__(kind)
    for field in kind._fields:
        part = getattr(tree, field, None)
        if isinstance(part, ast.AST):
            part = _substituted(part, values)
        elif isinstance(part, list):
            part = [_substituted(p, values) if isinstance(p, ast.AST) else p for p in part]
        setattr(made, field, part)
    return made


LEAVES = {
    ast.Load,
    ast.Store,
    ast.Del,
    ast.Constant,
    ast.Pass,
    ast.Continue,
    ast.Break,
    *ast.operator.__subclasses__(),
}
LEAVES |= {*ast.unaryop.__subclasses__(), *ast.cmpop.__subclasses__(), *ast.boolop.__subclasses__()}
"""What never changes: shared by all copies."""


class Fresh:
    """New names that no function of a module has yet."""

    def __init__(self, taken: Iterable[str]) -> None:
        self.taken = set(taken)
        self.last: dict[str, int] = {}

    def name(self, like: str) -> str:
        stem = like.rstrip("0123456789").rstrip("_") or "x"
        number = self.last.get(stem, 0) + 1
        while f"{stem}_{number}" in self.taken:
            number += 1
        self.last[stem] = number
        self.taken.add(f"{stem}_{number}")
        return f"{stem}_{number}"
