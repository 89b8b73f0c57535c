"""The sorts of values that a generated module knows, and of which sort its tables and the words of the prelude are.

``int`` and ``bool``, ``mixed`` for one or the other; ``list``, ``tuple`` and ``ints`` (one or the other) of numbers; ``lists``
of these; ``set``; ``map`` from numbers to lists and ``numbers`` from numbers to numbers, both tables; ``pairs`` and ``costs``
of a search for cheap ways; ``kept``, a copy of all lists of the state; ``stack``, ``match``, ``none``; ``any`` for what is
written nowhere.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

NUMBERS = frozenset({"int", "bool", "mixed"})
LISTS = frozenset({"list", "tuple", "ints"})
"""Sequences of numbers: a list, a tuple, one or the other."""

LARGEST = 2**62
"""Larger numbers than this are left to Python."""

GIVES: Mapping[str, str] = {
    **dict.fromkeys(("len", "sum", "below", "card", "top", "pick", "nth", "within", "product", "times", "own"), "int"),
    **dict.fromkeys(("hits", "int", "max", "min"), "int"),
    **dict.fromkeys(("any", "path"), "bool"),
    **dict.fromkeys(("insort", "shuffle", "heappush", "heappop"), "none"),
    **dict.fromkeys(
        ("sorted", "list", "sample", "tops", "together", "united", "without", "with_most", "with_least"), "list"
    ),
    **dict.fromkeys(
        ("firsts", "ranked_low", "ranked_high", "ranked_shuffled", "unlike", "side_by_side", "throw"), "list"
    ),
    **dict.fromkeys(("tuple", "range", "numbers", "compress"), "tuple"),
    "frozenset": "set",
}
"""What the helpers of the prelude give."""

METHODS: Mapping[str, str] = {"index": "int", "count": "int", "isdisjoint": "bool", "pop": "int"}


class Unsupported(Exception):
    """The module holds something that is not written natively; the text says what and where."""


def join(a: str | None, b: str | None) -> str | None:
    """What holds values of both sorts."""
    if a is None or b is None or a == b:
        return a or b
    if a in LISTS and b in LISTS:
        return "ints"
    if a in NUMBERS and b in NUMBERS:
        return "mixed"
    if "none" in (a, b):
        return a if b == "none" else b
    return "any"


def table_sort(value: Any) -> str:
    """What a table of the module is."""
    if isinstance(value, frozenset):
        return table_sort(sorted(value))
    if isinstance(value, range) or (isinstance(value, (tuple, list)) and all(isinstance(x, int) for x in value)):
        return "tuple"
    if isinstance(value, tuple) and all(table_sort(x) == "tuple" for x in value):
        return "lists"
    if isinstance(value, dict) and all(isinstance(k, int) for k in value):
        if all(isinstance(x, int) for x in value.values()):
            return "numbers"
        if all(table_sort(x) == "tuple" for x in value.values()):
            return "map"
    return "any"


def evaluated(node: ast.expr) -> Any:
    """What a table holds."""
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func)
        given = [evaluated(a) for a in node.args]
        if name == "Alike":
            return given[0]
        if name in ("frozenset", "range", "tuple"):
            return {"frozenset": frozenset, "range": range, "tuple": tuple}[name](*given)
        raise Unsupported(f"a table made by {name}")
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Add)):
        left, right = evaluated(node.left), evaluated(node.right)
        return left * right if isinstance(node.op, ast.Mult) else left + right
    return ast.literal_eval(node)
