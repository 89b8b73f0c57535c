"""Type narrowing: what a condition proves about its values (not `none`, one part of a union)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rulekit.dsl import accessors as get
from rulekit.dsl.arguments import by_name
from rulekit.dsl.operations import has
from rulekit.dsl.tree import Node, Statement, leaves
from rulekit.dsl.types import NONE, Kinds, Type, certain, kind

Facts = dict[str, Type]


def narrowings(node: Node, kinds: Kinds) -> tuple[Facts, Facts]:
    """(what is known when the condition holds, what is known when it does not)."""
    return PROVING[node.op].of(node, node, kinds) if node.op in PROVING else ({}, {})


def known_beyond(statement: Statement, kinds: Kinds, ruled_out: Mapping[str, Type] | None = None) -> Facts | None:
    """The facts after an `if` with all its `otherwise`: those that hold on every branch that is not left early; None if all are.

    ``ruled_out``: the facts that follow because the conditions above an `otherwise if` did not hold.
    """
    yes, no = ({**(ruled_out or {}), **proved} for proved in narrowings(get.condition(statement), kinds))
    ways = [] if leaves(statement.body) else [_after(statement.body, yes)]
    last = statement.otherwise
    if last and last[-1].data.get("chained"):
        beyond = known_beyond(last[-1], kinds, no)
        if beyond is not None:
            ways.append(beyond)
    elif not leaves(last):
        ways.append(_after(last, no))
    if not ways:
        return None
    return {key: known for key, known in ways[0].items() if all(way.get(key) == known for way in ways)}


def _after(body: Sequence[Statement] | None, facts: Facts) -> Facts:
    """The facts that still hold after a body: without those about locals that it assigns."""
    targets = [x.args["x"] for s in body or () for x in s.walk() if has(x.op, "sets") and "x" in x.args]
    anew = [f"name={x.data['name']})" for x in targets if x.op == "local"]
    return {key: known for key, known in facts.items() if not any(name in key for name in anew)}


def _not(node: Node, kinds: Kinds, *, c: Node) -> tuple[Facts, Facts]:
    yes, no = narrowings(c, kinds)
    return no, yes


def _and(node: Node, kinds: Kinds, *, a: Node, b: Node) -> tuple[Facts, Facts]:
    return {**narrowings(a, kinds)[0], **narrowings(b, kinds)[0]}, {}


def _or(node: Node, kinds: Kinds, *, a: Node, b: Node) -> tuple[Facts, Facts]:
    return {}, {**narrowings(a, kinds)[1], **narrowings(b, kinds)[1]}


def _is(node: Node, kinds: Kinds, *, a: Node, b: Node) -> tuple[Facts, Facts]:
    yes, no = _equal(a, b)
    return (yes, no) if node.op == "is" else (no, yes)


def _equal(a: Node, b: Node) -> tuple[Facts, Facts]:
    if a.type == NONE:
        a, b = b, a
    if b.type == NONE:
        return {}, {a.key: certain(a.type)}
    if a.type.maybe and not b.type.maybe:
        return {a.key: certain(a.type)}, {}
    if b.type.maybe and not a.type.maybe:
        return {b.key: certain(b.type)}, {}
    return {}, {}


def _is_a(node: Node, kinds: Kinds, *, a: Node, k: str) -> tuple[Facts, Facts]:
    yes: Facts = {a.key: kind(k)}
    rest = [part for part in kinds.members.get(a.type.of, ()) if part != k]
    no = {a.key: kind(rest[0])} if len(rest) == 1 and not a.type.maybe else {}
    return (yes, no) if node.op == "is-a" else (no, yes)


def _filled(node: Node, kinds: Kinds, *, a: Node) -> tuple[Facts, Facts]:
    """`plan is not empty` lets `the card in plan` be taken."""
    if a.type.head != "spot":
        return {}, {}
    known: Facts = {filled(a).key: kind(a.type.of)}
    return ({}, known) if node.op == "empty" else (known, {})


def filled(place: Node) -> Node:
    """What is known to be a card where a spot is known to be filled."""
    return Node("card-in-any", kind(place.type.of), {"a": place})


def _is_in(node: Node, kinds: Kinds, *, a: Node, b: Node) -> tuple[Facts, Facts]:
    """`u is in here` tells where `u` lies: at a thing that is a place."""
    inner = b.args.get("a")
    if inner is None or inner.type.of not in kinds.housing or kinds.housing[inner.type.of].place != b.data.get("place"):
        return {}, {}
    where = Node("holder-of", inner.type, {"a": a}, {"kind": inner.type.of})
    known = {where.key: inner.type}
    return (known, {}) if node.op == "is-in" else ({}, known)


_PROVING: Mapping[str, Callable[..., tuple[Facts, Facts]]] = {
    "not": _not,
    "and": _and,
    "or": _or,
    **dict.fromkeys(("is", "is-not"), _is),
    **dict.fromkeys(("is-a", "is-not-a"), _is_a),
    **dict.fromkeys(("empty", "not-empty"), _filled),
    **dict.fromkeys(("is-in", "is-not-in"), _is_in),
}
PROVING = by_name(_PROVING, 2, "value")
"""Operation of a condition -> what it proves"""
