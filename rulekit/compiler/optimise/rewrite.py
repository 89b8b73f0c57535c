"""Going through a tree to change it, and telling whether two are alike: what the passes do most, and so has to be quick."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, ClassVar

from rulekit.compiler.optimise.names import LEAVES


class Rewriter(ast.NodeTransformer):
    """A ``NodeTransformer`` that finds its methods once for all, and goes past numbers and signs that it has none for."""

    _methods: ClassVar[dict[type, Callable[..., Any]]]

    def __init_subclass__(cls) -> None:
        cls._methods = {
            getattr(ast, name.removeprefix("visit_")): getattr(cls, name) for name in dir(cls) if _is_for_a_node(name)
        }

    def visit(self, node: ast.AST) -> Any:
        method = self._methods.get(node.__class__)
        return self.generic_visit(node) if method is None else method(self, node)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        parts, methods = node.__dict__, self._methods
        for field, old in parts.items():  # a value given for a key that is there does not disturb the round
            kind = old.__class__
            if kind is list:
                made: list[Any] = []
                for part in old:
                    kind = part.__class__
                    if (kind in LEAVES or kind is ast.Name) and kind not in methods:
                        made.append(part)
                    elif isinstance(new := self.visit(part) if isinstance(part, ast.AST) else part, list):
                        made += new
                    elif new is not None:
                        made.append(new)
                old[:] = made
            elif isinstance(old, ast.AST) and (kind in methods or (kind not in LEAVES and kind is not ast.Name)):
                parts[field] = self.visit(old)
        return node


def _is_for_a_node(name: str) -> bool:
    return name.startswith("visit_") and isinstance(getattr(ast, name.removeprefix("visit_"), None), type)


def key(node: ast.AST) -> Any:
    """Equal for trees with the same text, and for no others."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Constant):
        return (node.value.__class__, node.value)
    kind = node.__class__
    if kind in LEAVES:
        return kind
    out: list[Any] = [kind]
    for field in kind._fields:
        part = getattr(node, field, None)
        if part.__class__ is list:
            out.append(tuple([key(p) if isinstance(p, ast.AST) else p for p in part]))
        else:
            out.append(key(part) if isinstance(part, ast.AST) else part)
    return tuple(out)
