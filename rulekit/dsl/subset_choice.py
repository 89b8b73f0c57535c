"""Choices of a subset: `choose any of S, as band`. In conditions of S the band is what is chosen so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.dsl import accessors as get
from rulekit.dsl.tree import Node, Statement

if TYPE_CHECKING:
    from rulekit.dsl.reader import Reader


def peel(node: Node) -> tuple[Node, list[Node]]:
    """The set before its `where`, and the conditions one by one."""
    found: list[Node] = []
    while node.op == "where" and "x" not in node.data:
        found = [*conditions(get.filtered_by(node)), *found]
        node = get.members(node)
    return node, found


def conditions(node: Node) -> list[Node]:
    """The parts of a condition that all have to hold."""
    return [*conditions(get.left(node)), *conditions(get.right(node))] if node.op == "and" else [node]


def speaks_of(node: Node, name: str) -> bool:
    return any(n.op == "local" and n.data["name"] == name for n in node.walk())


def check_band(reader: Reader, x: Statement) -> None:
    """Refuses uses of the chosen set outside its conditions, and conditions that could leave fewer than are required."""
    base, conditions = peel(get.options(x))
    band = x.data["x"]
    if speaks_of(base, band):
        reader.report(
            "RK352",
            f"`{band}` is what is chosen so far: only a condition of the set can speak of it",
            x.span,
            f"choose any of (SET where ... {band} ...), as {band}",
        )
    elif not _at_most_one(x) and any(speaks_of(c, band) for c in conditions):
        reader.report(
            "RK352",
            f"what is chosen so far limits what can follow: then nobody knows whether enough is left for `{band}`",
            x.span,
            "say `any of`, `up to ... of` or `from 1 to ... of`, and ask afterwards whether it is enough",
        )


def _at_most_one(x: Statement) -> bool:
    """Whether no more than one has to be chosen."""
    if "any" in x.data or "most" in x.data:
        return True
    fewest = get.count(x) if "exact" in x.data else get.least(x)
    return fewest.op == "number" and fewest.data["n"] <= 1
