"""Which functions ask somebody: only these are given the stack, all others are plain functions."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.traverse import statements

ASKING = (ir.Ask, ir.AtOnce, ir.Suspend, ir.Fork)


def called(x: ir.Stmt) -> str | None:
    """The function that a statement calls for what it does."""
    if isinstance(x, ir.Do) and isinstance(x.value, ir.Call):
        return x.value.function
    return x.call.function if isinstance(x, ir.Attempt) else None


def asking(functions: Mapping[str, ir.Function]) -> set[str]:
    """The functions that ask, themselves or through others."""
    callers: dict[str, set[str]] = {}
    waiting: list[str] = []
    for function in functions.values():
        for x in statements(function.body):
            if isinstance(x, ASKING):
                waiting.append(function.name)
            callee = called(x)
            if callee is not None:
                callers.setdefault(callee, set()).add(function.name)
    waiting += [name for name, f in functions.items() if f.sort in ("begin", "test")]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += callers.get(name, ())
    return found
