"""Locals that only carry a value from one line to the next are dropped; so are values that nobody reads."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence

from rulekit.compiler.optimise.module import safe
from rulekit.compiler.optimise.names import atomic, loaded, params, reads, stored, substituted, walked
from rulekit.compiler.optimise.numbers import number


def propagated(function: ast.FunctionDef) -> bool:
    """Puts sums of locals and plain values in the place of locals that hold nothing else. Whether there was one."""
    work = _Work(stored(function.body), loaded(function.body))
    for name in params(function):
        work.counts[name] += 1
    function.body = work.block(function.body)
    return work.changed


class _Work:
    def __init__(self, counts: Counter[str], uses: Counter[str]) -> None:
        self.counts, self.uses = counts, uses
        self.changed = False

    def block(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        rest = list(body)
        while rest:
            part = rest.pop(0)
            name = _plain(part, self.counts)
            if name is not None and isinstance(part, ast.Assign):
                made = self.without(name, part.value, rest)
                if made is not None:
                    rest, self.changed = made, True
                    continue
            for field in ("body", "orelse"):
                inner = getattr(part, field, None)
                if isinstance(inner, list) and inner:
                    setattr(part, field, self.block(inner) or ([ast.Pass()] if field == "body" else []))
            out.append(part)
        return out

    def without(self, name: str, value: ast.expr, rest: list[ast.stmt]) -> list[ast.stmt] | None:
        """What comes after ``name = value``, written so that the local is not needed; None where it stays."""
        if not self.uses[name]:
            if not safe(value):
                return None
            self.uses.subtract(loaded([value]))
            return rest
        if not _steady(value, self.counts):
            return None
        here = loaded(rest)[name]
        if here != self.uses[name] or not _worth(value, rest, name, here):
            return None
        self.uses[name] = 0
        for other, times in loaded([value]).items():
            self.uses[other] += times * (here - 1)
        return [substituted(r, {name: value}) for r in rest]


def _plain(part: ast.stmt, counts: dict[str, int]) -> str | None:
    """The local of ``x = value`` that is assigned nowhere else."""
    if isinstance(part, ast.Assign) and len(part.targets) == 1 and isinstance(part.targets[0], ast.Name):
        name = part.targets[0].id
        return name if counts[name] == 1 else None
    return None


def _worth(value: ast.expr, rest: Sequence[ast.stmt], name: str, uses: int) -> bool:
    """Whether the value is no more work wherever the local stands."""
    if atomic(value) or number(value) is not None:
        return True
    return (uses == 1 and not _in_loop(rest, name)) or _within_sums(rest, name, uses)


def _steady(value: ast.expr, counts: dict[str, int]) -> bool:
    """A sum of numbers and of locals that never change."""
    if any(not isinstance(n, (ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context))
           for n in walked(value)):  # fmt: skip
        return False
    return all(counts[n] == 1 for n in reads(value))


def _in_loop(body: Sequence[ast.stmt], name: str) -> bool:
    for part in body:
        for n in walked(part):
            if isinstance(n, (ast.For, ast.While, ast.ListComp)) and name in reads(n):
                return True
    return False


def _within_sums(body: Sequence[ast.stmt], name: str, uses: int) -> bool:
    """Whether every use is a part of a sum with a number, which takes the value's own number up."""
    found = 0
    for part in body:
        for n in walked(part):
            if isinstance(n, ast.BinOp) and isinstance(n.op, (ast.Add, ast.Sub)):
                sides = (n.left, n.right)
                if any(isinstance(x, ast.Name) and x.id == name for x in sides) and any(
                    number(x) is not None for x in sides
                ):
                    found += 1
    return found == uses
