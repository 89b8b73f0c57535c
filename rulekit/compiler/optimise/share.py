"""What is worked out twice with the same result is worked out once."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulekit.compiler.optimise.inline import always
from rulekit.compiler.optimise.module import Module, quiet, safe
from rulekit.compiler.optimise.names import assign, load, reads, stored, substituted, walked
from rulekit.compiler.optimise.rewrite import Rewriter

LEAST = 8
"""Values with fewer parts than this are not worth a local."""


class Shares:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.pure = module.pure()

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        while body:
            part = body[0]
            for value in self.candidates(part):
                rest = body[1:]
                name = self.module.fresh.name("same")
                wanted, names = plain(value), reads(value)
                here = _Shared(wanted, name)
                if isinstance(part, ast.If):
                    found, _ = self.replace([*part.body], here, names)
                    other, _ = self.replace([*part.orelse], here, names)
                    changed = self.disturbs(part.body, names) or self.disturbs(part.orelse, names)
                    more = 0 if changed else self.replace(rest, here, names)[0]
                    found += other + more
                else:
                    within = _count(part, wanted) - 1
                    found = within + (0 if self.disturbs([part], names) else self.replace(rest, here, names)[0])
                if found:
                    out.append(assign(name, value))
                    here.into(part.test if isinstance(part, ast.If) else part)
                    if isinstance(part, ast.If):
                        here.into_field(part, "test")
                    break
            for field in ("body", "orelse"):
                inner = getattr(part, field, None)
                if isinstance(inner, list) and inner:
                    setattr(part, field, self.block(inner))
            out.append(part)
            body = body[1:]
        return out

    def candidates(self, part: ast.stmt) -> list[ast.expr]:
        """The values in a sentence that are computed in any case, the longest first."""
        source = part.test if isinstance(part, ast.If) else getattr(part, "value", None)
        if not isinstance(part, (ast.If, ast.Assign, ast.Return)) or source is None:
            return []
        found = []
        for n in always(source):
            if n is source and isinstance(part, ast.Assign) and isinstance(n, ast.ListComp):
                continue  # the list gets an owner here, who may change it
            if isinstance(n, ast.Call) and not quiet(n, self.pure):
                break
            if isinstance(n, (ast.ListComp, ast.Call)) and safe(n) and length(n) >= LEAST:
                found.append(n)
        return sorted(found, key=length, reverse=True)

    def replace(self, body: Sequence[ast.stmt], shared: _Shared, names: set[str]) -> tuple[int, bool]:
        """Puts the local wherever the value is asked for again, up to where it may be another. (how often, stopped)"""
        count = 0
        for part in body:
            if isinstance(part, ast.If):
                count += shared.into_field(part, "test")
                yes, one = self.replace(part.body, shared, names)
                no, other = self.replace(part.orelse, shared, names)
                count += yes + no
                if one or other:
                    return count, True
                continue
            if isinstance(part, (ast.For, ast.While, ast.Try)):
                if self.disturbs([part], names):
                    return count, True
                count += shared.into(part)
                continue
            mine = shared.into(part)
            count += mine
            if self.disturbs([part], names) or (mine and isinstance(part, ast.Assign)):
                return count, True  # from here on a list may be another one's
        return count, False

    def disturbs(self, body: Sequence[ast.stmt], names: set[str]) -> bool:
        """Whether a value could be another one afterwards."""
        if any(stored(body)[n] for n in names):
            return True
        for part in body:
            for n in walked(part):
                if isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Load):
                    return True
                if isinstance(n, ast.Call) and not quiet(n, self.pure) and ast.unparse(n.func) != "Failure":
                    return True
        return False


class _Shared(Rewriter):
    def __init__(self, wanted: str, name: str) -> None:
        self.wanted, self.name, self.count = wanted, name, 0

    def into(self, node: ast.AST) -> int:
        before = self.count
        self.generic_visit(node)
        return self.count - before

    def into_field(self, node: ast.AST, field: str) -> int:
        before = self.count
        setattr(node, field, self.visit(getattr(node, field)))
        return self.count - before

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, (ast.ListComp, ast.Call)) and plain(node) == self.wanted:
            self.count += 1
            return load(self.name)
        return self.generic_visit(node)


def length(node: ast.AST) -> int:
    return sum(1 for n in walked(node) if isinstance(n, ast.expr))


def plain(node: ast.AST) -> str:
    """The text of a value, with the same names for whatever it goes through."""
    inner = list(stored([node]))
    return ast.unparse(substituted(node, {n: load(f"_{k}") for k, n in enumerate(inner)}) if inner else node)


def _count(part: ast.AST, wanted: str) -> int:
    return sum(1 for n in walked(part) if isinstance(n, (ast.ListComp, ast.Call)) and plain(n) == wanted)
