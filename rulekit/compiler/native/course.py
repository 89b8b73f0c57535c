"""Which functions of a module are come to, and which may come to call themselves."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from rulekit.compiler.optimise.module import Module


def live(module: Module) -> set[str]:
    """The functions that are come to: steps have functions for which no frame is ever laid, since others went on at once."""
    found, waiting = set[str](), ["begin"]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        for n in ast.walk(module.functions[name]):
            if isinstance(n, ast.Name) and n.id in module.functions:
                waiting.append(n.id)
            elif isinstance(n, ast.Call) and ast.unparse(n.func) == "st.append" and isinstance(n.args[0], ast.Tuple):
                waiting.append(module.steps[ast.literal_eval(n.args[0].elts[-1])])
    return found


def circles(functions: Mapping[str, ast.FunctionDef]) -> set[str]:
    """The functions that may come to call themselves."""
    calls = {
        name: {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and n.id in functions}
        for name, function in functions.items()
    }
    left = dict(calls)
    while True:  # what calls nothing that is left is in no circle, and neither is what nothing calls
        called = set().union(*left.values()) if left else set()
        kept = {name for name in left if left[name] & left.keys() and name in called}
        if kept == set(left):
            return kept
        left = {name: left[name] & kept for name in kept}
