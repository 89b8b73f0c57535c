"""The functions and constants that are reachable from some functions; the others are left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.traverse import statements, walk


def callees(function: ir.Function) -> Iterator[str]:
    """The functions that a function calls."""
    return (name for name, is_table in _named(function) if not is_table)


def _named(function: ir.Function) -> Iterator[tuple[str, bool]]:
    """The functions and tables that a function names, and whether it is a table."""
    for x in statements(function.body):
        if isinstance(x, ir.Fork):
            yield x.function, False
        for y in walk(x):
            if isinstance(y, ir.Call):
                yield y.function, False
            elif isinstance(y, ir.Table):
                yield y.name, True


def reachable(module: ir.Module, roots: Iterable[str]) -> ir.Module:
    """The module with what is reachable from ``roots``, in the order that it has."""
    found: set[str] = set()
    used: set[str] = set()
    waiting = [name for name in roots if name in module.functions]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        for other, is_table in _named(module.functions[name]):
            if is_table:
                used.add(other)
            else:
                waiting.append(other)
    functions = {name: f for name, f in module.functions.items() if name in found}
    tables = {name: held for name, held in module.tables.items() if name in used}
    kept = tuple(name for name in module.kept if name in found)
    return evolve(module, functions=functions, tables=tables, kept=kept)
