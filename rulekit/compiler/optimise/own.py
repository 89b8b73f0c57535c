"""What a function makes for itself it may change: a search that keeps a list of what it has seen changes nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from rulekit.compiler.optimise.names import params

MADE = (ast.List, ast.ListComp, ast.Set, ast.SetComp, ast.Dict, ast.DictComp)
METHODS = frozenset(["add", "append", "discard"])
FUNCTIONS = frozenset(["heappop", "heappush"])
"""They change what they are given first."""


def own(function: ast.FunctionDef, nodes: Sequence[ast.AST]) -> set[str]:
    """The locals that never hold anything but lists, sets and the like that the function has made."""
    given = list(_given(nodes))
    names = {name for name, _ in given} - set(params(function))
    changed = True
    while changed:
        foreign = {n for n, v in given if n in names and not isinstance(v, MADE) and not _one_of(v, names)}
        names -= foreign
        changed = bool(foreign)
    return names


def harmless(function: ast.FunctionDef, nodes: Sequence[ast.AST]) -> set[ast.AST]:
    """The calls and the places in a function that change only what is its own. ``nodes``: all that there is in it."""
    mine = own(function, nodes)
    found: set[ast.AST] = set()
    for n in nodes:
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute):
            if n.func.attr in METHODS and _one_of(n.func.value, mine):
                found |= {n, n.func}
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Name):
            if n.func.id in FUNCTIONS and _one_of(n.args[0], mine):
                found.add(n)
        elif isinstance(n, ast.Subscript) and _one_of(n.value, mine):
            found.add(n)
    return found


def _one_of(node: ast.AST | None, names: set[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _given(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, ast.AST | None]]:
    """Every name that is assigned, with what it is given; None where that is not to be seen."""
    plain: set[ast.AST] = set()
    for part in nodes:
        if not isinstance(part, ast.Assign):
            continue
        for target in part.targets:
            pairs = [(target, part.value)]
            if (
                isinstance(target, ast.Tuple)
                and isinstance(part.value, ast.Tuple)
                and len(target.elts) == len(part.value.elts)
            ):
                pairs = list(zip(target.elts, part.value.elts, strict=True))
            for name, value in pairs:
                if isinstance(name, ast.Name):
                    plain.add(name)
                    yield name.id, value
    for n in nodes:
        if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and n not in plain:
            yield n.id, None
