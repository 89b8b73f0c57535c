"""The calls between functions: which functions ask, directly or through others, and which are reachable from given ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.traverse import statements, walk

ASKING = (ir.Ask, ir.AtOnce, ir.Suspend, ir.Fork)


def called(x: ir.Stmt) -> str | None:
    """The function that a statement calls."""
    if isinstance(x, ir.Do) and isinstance(x.value, ir.Call):
        return x.value.function
    return x.call.function if isinstance(x, ir.Attempt) else None


def asking(functions: Mapping[str, ir.Function]) -> set[str]:
    """The functions that ask, directly or through others: only these are given the stack."""
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


def _named(function: ir.Function) -> Iterator[tuple[str, bool]]:
    """The functions and tables that a function names, and whether it is a table."""
    for x in statements(function.body):
        if isinstance(x, ir.Fork):
            yield x.function, False
        for y in walk(x):
            if isinstance(y, ir.Call):
                yield y.function, False
            elif isinstance(y, ir.ConstantTable):
                yield y.name, True


def reachable(module: ir.Module, roots: Iterable[str]) -> ir.Module:
    """The module with only what is reachable from ``roots``, in its order."""
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
    return evolve(module, functions=functions, tables=tables)
