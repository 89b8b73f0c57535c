"""What a `then` that does not hold tells of its values: the part that fails, and what stands there instead."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.dsl.operations import has
from rulekit.dsl.paraphrase import say
from rulekit.dsl.tree import Node
from rulekit.image import Sort, Told
from rulekit.runtime.labels import Labels

PLAIN = ("number", "entity", "seated", "none", "truth", "text")
"""What says itself which value it is"""
SHOWN = ("number", "kind", "set", "spot")
"""Types whose values can be told"""


def parts(condition: Node) -> list[Node]:
    """What is joined by `and`, one after the other."""
    if condition.op != "and":
        return [condition]
    return [*parts(condition.args["a"]), *parts(condition.args["b"])]


def values(part: Node) -> list[Node]:
    """The values that a part asks about, without those that say themselves what they are; of `or` and `not` those inside."""
    if part.op in ("or", "and", "not"):
        return [n for inner in part.args.values() for n in values(inner)]
    asked = [n for arg in part.args.values() for n in (arg.data["items"] if arg.op == "list" else (arg,))]
    return [n for n in asked if n.op not in PLAIN and n.type.head in SHOWN]


def told(part: Node, found: Sequence[tuple[Told, Sequence[str]]], labels: Labels, whole: bool) -> tuple[str, ...]:
    """The sentences. ``found``: (value, words of its sort) of what :func:`values` gives. ``whole``: the line has no more."""
    shown = [labels.value(Sort(*sort), x) for x, sort in found]
    rows = [f"`{say(n)}` is {text or 'empty'}" for n, text in zip(values(part), shown, strict=True)]
    if not rows:
        return ("it does not hold" if whole else f"this does not hold: `{say(part)}`",)
    if whole and len(rows) == 1 and (has(part.op, "compares") or part.op in ("exist", "exist-no")):
        return (f"{'there are' if found[0][1][0] == 'set' else 'it is'} {shown[0] or 'none'}",)
    return tuple(dict.fromkeys(rows))
