"""A generated module as a tree: its tables, its functions, its steps, and what is known about its functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from rulekit.compiler.optimise.names import Fresh, calls, params, walk, walked
from rulekit.compiler.optimise.own import harmless

SAFE = frozenset(
    [
        "any",
        "compress",
        "frozenset",
        "int",
        "len",
        "list",
        "max",
        "min",
        "path",
        "range",
        "ranked_high",
        "ranked_low",
        "sorted",
        "sum",
        "together",
        "tuple",
        "united",
        "with_least",
        "with_most",
        "without",
        "zip",
        ".count",
        ".get",
        ".isdisjoint",
    ]
)
"""What changes nothing, draws nothing and never fails."""
PURE = SAFE | {"card", "nth", "numbers", "own", "times", "top", "tops", "within"}
"""What changes nothing and draws nothing, but can fail."""


UNFAILING = SAFE | {"grouped", "heappop", "heappush", "held", ".add", ".append"}
"""What never fails, though it may change what it is given."""


class Module:
    def __init__(self, source: str) -> None:
        self.tree = ast.parse(source)
        self.tables: dict[str, ast.expr] = {}
        self.functions: dict[str, ast.FunctionDef] = {}
        self.steps: list[str] = []
        self.apart: set[str] = set()
        """Functions that are not written out where they are called: what they find is kept."""
        self.keepers: set[str] = set()
        """Functions that change nothing but what is kept"""
        for part in self.tree.body:
            if isinstance(part, ast.FunctionDef):
                self.functions[part.name] = part
            elif isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
                name = part.targets[0].id
                self.tables[name] = part.value
                if name == "STEPS" and isinstance(part.value, ast.Tuple):
                    self.steps = [e.id for e in part.value.elts if isinstance(e, ast.Name)]
        self.fresh = Fresh(n.id for n in walked(self.tree) if isinstance(n, ast.Name))
        self.fresh.taken |= {a.arg for a in walked(self.tree) if isinstance(a, ast.arg)} | set(self.functions)

    # ------------------------------------------------------------ tables
    def value(self, name: str) -> Any:
        """What a table holds; None for a name that is not one."""
        node = self.tables.get(name)
        if node is None:
            return None
        try:
            if isinstance(node, ast.Call):
                if ast.unparse(node.func) != "frozenset":
                    return None
                return frozenset(ast.literal_eval(node.args[0])) if node.args else frozenset()
            return ast.literal_eval(node)
        except ValueError:
            return None

    def table(self, name: str, value: ast.expr) -> str:
        """A new table, or the one of this name that is there already."""
        text = ast.dump(value)
        while name in self.tables and ast.dump(self.tables[name]) != text:
            name += "_"
        self.tables[name] = value
        return name

    # ------------------------------------------------------------ functions
    def played(self) -> list[str]:
        """The functions that are come to in play, those that are called before those that call."""
        order: dict[str, None] = {}
        open_: set[str] = set()

        def visit(name: str) -> None:
            if name in order or name in open_:
                return
            open_.add(name)
            for other in self.mentioned(self.functions[name]):
                visit(other)
            order[name] = None

        for name in [*self.steps, "begin"]:
            visit(name)
        return list(order)

    def mentioned(self, tree: ast.AST) -> Iterator[str]:
        for n in walked(tree):
            if n.__class__ is ast.Name and n.id in self.functions:
                yield n.id

    def pure(self) -> set[str]:
        """Functions of the module that change nothing but what they make for themselves."""
        found = {n: called for n, f in self.functions.items() if (called := _calls_of_reader(f)) is not None}
        found |= {n: set() for n in self.keepers}
        changed = True
        while changed:
            bad = [
                n
                for n, called in found.items()
                if any(c not in PURE and c != "Failure" and c not in found for c in called)
            ]
            for n in bad:
                del found[n]
            changed = bool(bad)
        return set(found)

    def unfailing(self) -> set[str]:
        """Functions of the module that no rule line can stop: whatever is asked of them is answered."""
        found = {n: set(calls(f)) for n, f in self.functions.items() if not _raises(f)}
        changed = True
        while changed:
            bad = [n for n, called in found.items() if any(c not in UNFAILING and c not in found for c in called)]
            for n in bad:
                del found[n]
            changed = bool(bad)
        return set(found)

    def source(self) -> str:
        """The module as text; functions that nothing comes to any more are left out."""
        keep: set[str] = set()
        roots = [
            *self.steps,
            *(n for n in self.functions if n.startswith(("begin", "prompt_", "label_", "refused_", "fresh"))),
        ]
        while roots:
            name = roots.pop()
            if name not in keep:
                keep.add(name)
                roots += self.mentioned(self.functions[name])
        parts = [f"{k} = {ast.unparse(v)}" for k, v in self.tables.items() if k != "STEPS"]
        parts += ["\n" + ast.unparse(ast.fix_missing_locations(f)) for n, f in self.functions.items() if n in keep]
        return "\n".join([*parts, "", f"STEPS = ({''.join(f'{s}, ' for s in self.steps)})", ""])


def _calls_of_reader(function: ast.FunctionDef) -> set[str] | None:
    """What a function calls that may change something; None when it changes something itself."""
    given, nodes, called = set(params(function)), list(walk(function.body)), set()
    for n in nodes:  # most change the state, and that is soon seen
        if n.__class__ is ast.Subscript and n.ctx.__class__ is not ast.Load and getattr(n.value, "id", "") in given:
            return None
    mine = harmless(function, nodes)
    for n in nodes:
        if n in mine:
            continue
        if isinstance(n, (ast.Subscript, ast.Attribute)) and not isinstance(n.ctx, ast.Load):
            return None
        if isinstance(n, ast.Call):
            name = n.func.id if isinstance(n.func, ast.Name) else f".{getattr(n.func, 'attr', '?')}"
            if not isinstance(n.func, ast.Name) and name not in PURE:
                return None
            called.add(name)
    return called


def _raises(function: ast.FunctionDef) -> bool:
    return any(n.__class__ is ast.Raise for n in walk(function.body))


def quiet(node: ast.AST, pure: set[str]) -> bool:
    """Whether computing this changes nothing."""
    return all(c in PURE or c in pure for c in calls(node))


def safe(node: ast.AST) -> bool:
    """Whether it can be computed at another moment, or not at all: it changes nothing and never fails."""
    return all(c in SAFE for c in calls(node))


def unfailing(node: ast.AST, functions: set[str]) -> bool:
    """Whether no rule line can stop it. So it is not missed where it is not worked out, if it changes nothing either."""
    return all(c in SAFE or c in functions for c in calls(node))
