"""The functions and constants that are reachable from some functions; the others are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.traverse import statements, walk


def callees(function: ir.Function) -> Iterator[str]:
    """The functions that a function calls."""
    for x in statements(function.body):
        if isinstance(x, ir.Fork):
            yield x.function
        for y in walk(x):
            if isinstance(y, ir.Call):
                yield y.function


def reachable(module: ir.Module, roots: Iterable[str]) -> ir.Module:
    """The module with what is reachable from ``roots``, in the order that it has."""
    found: set[str] = set()
    waiting = [name for name in roots if name in module.functions]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += callees(module.functions[name])
    functions = {name: f for name, f in module.functions.items() if name in found}
    used = {y.name for f in functions.values() for x in statements(f.body) for y in walk(x) if isinstance(y, ir.Table)}
    tables = {name: held for name, held in module.tables.items() if name in used}
    kept = tuple(name for name in module.kept if name in found)
    return evolve(module, functions=functions, tables=tables, kept=kept)
