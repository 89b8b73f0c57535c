"""Which numbers are never below 0, as far as that shows in the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node


def never_negative(program: Program, node: Node) -> bool:
    match node.op:
        case "number":
            return bool(node.data["n"] >= 0)
        case "count" | "size" | "index" | "empty-spots" | "die":
            return True
        case "sum" | "most-of" | "half":
            return never_negative(program, node.args["n"])
        case "arithmetic":
            return node.data["sign"] != "-" and all(never_negative(program, a) for a in node.args.values())
        case "option":
            return program.options[node.data["option"]].low >= 0
        case "mark":
            low = program.marks[node.data["mark"]].low
            return low is not None and low >= 0
        case "column":
            return min(_numbers(_column(program, node)), default=0) >= 0
    name = node.data.get("point")
    return name is not None and _point(program, str(name))


def _point(program: Program, name: str) -> bool:
    """All that its clauses and those who adjust it can make of it. No rule comes back to itself, so this ends."""
    point = program.points[name]
    if point.sort != "number" or any(c.op == "minus" for c in point.clauses):
        return False
    made = [c.value for c in point.clauses if c.op != "let"]
    for saying in point.said:
        if saying.adjustment is not None:
            if saying.adjustment[0] == "minus":
                return False
            made.append(saying.adjustment[1])
    return all(node is not None and never_negative(program, node) for node in made)


def _column(program: Program, node: Node) -> Iterable[Any]:
    kind, column = node.data["kind"], node.data["column"]
    return (
        program.groups[kind].columns[column] if kind in program.groups else program.kinds[kind].columns[column].values
    )


def _numbers(values: Iterable[Any]) -> list[int]:
    out: list[int] = []
    for value in values:
        out += _numbers(value) if isinstance(value, (list, tuple)) else [value]
    return out
