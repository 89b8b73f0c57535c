"""Range analysis: the bounds of a number, and which comparisons they make always true or always false."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf

from rulekit.dsl import accessors as get
from rulekit.dsl.arguments import by_name
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node

Bounds = tuple[int | None, int | None]
"""Lower and upper bound; None for an unlimited or unknown one"""


def _number(program: Program, *, n: int) -> Bounds:
    return n, n


def _mark(program: Program, *, mark: str) -> Bounds:
    return program.marks[mark].low, program.marks[mark].high


def _option(program: Program, *, option: str) -> Bounds:
    return program.options[option].low, program.options[option].high


def _none_less(program: Program) -> Bounds:
    return 0, None


_BOUNDS: Mapping[str, Callable[..., Bounds]] = {
    "number": _number,
    "mark": _mark,
    "option": _option,
    **dict.fromkeys(("count", "size", "most-of", "half", "sum"), _none_less),
}
BOUNDS = by_name(_BOUNDS, 1, "value")


def bounds(program: Program, node: Node) -> tuple[float, float]:
    """Lower and upper bound of a number; infinite where unknown."""
    low, high = BOUNDS[node.op].of(node, program) if node.op in BOUNDS else (None, None)
    return -inf if low is None else low, inf if high is None else high


def decided(program: Program, test: Node) -> bool | None:
    """True or False for a comparison that the bounds decide; None otherwise."""
    if test.op not in ("is", "is-not", "more", "less", "at-least", "at-most") or get.left(test).type.head != "number":
        return None
    (a, most_a), (b, most_b) = bounds(program, get.left(test)), bounds(program, get.right(test))
    match test.op:
        case "more" | "at-most":
            more = True if a > most_b else False if most_a <= b else None
            return more if test.op == "more" or more is None else not more
        case "less" | "at-least":
            less = True if most_a < b else False if a >= most_b else None
            return less if test.op == "less" or less is None else not less
    apart = most_a < b or a > most_b
    return (test.op == "is-not") if apart else None
