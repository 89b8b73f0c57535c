"""Type narrowing: what a condition proves about its values (not `none`, one part of a union)."""

from __future__ import annotations

from rulekit.dsl.tree import Node
from rulekit.dsl.types import NONE, Kinds, Type, certain, kind

Facts = dict[str, Type]


def narrowings(node: Node, kinds: Kinds) -> tuple[Facts, Facts]:
    """(what is known when the condition holds, what is known when it does not)."""
    match node.op:
        case "not":
            yes, no = narrowings(node.args["c"], kinds)
            return no, yes
        case "and":
            yes_a, _ = narrowings(node.args["a"], kinds)
            yes_b, _ = narrowings(node.args["b"], kinds)
            return {**yes_a, **yes_b}, {}
        case "or":
            _, no_a = narrowings(node.args["a"], kinds)
            _, no_b = narrowings(node.args["b"], kinds)
            return {}, {**no_a, **no_b}
        case "is":
            return _equal(node)
        case "is-not":
            yes, no = _equal(node)
            return no, yes
        case "is-a" | "is-not-a":
            yes, no = _sort(node, kinds)
            return (yes, no) if node.op == "is-a" else (no, yes)
        case "empty" | "not-empty":
            return _filled(node)
        case "is-in" | "is-not-in":
            yes = _held(node, kinds)
            return (yes, {}) if node.op == "is-in" else ({}, yes)
    return {}, {}


def _equal(node: Node) -> tuple[Facts, Facts]:
    a, b = node.args["a"], node.args["b"]
    if a.type == NONE:
        a, b = b, a
    if b.type == NONE:
        return {}, {a.key: certain(a.type)}
    if a.type.maybe and not b.type.maybe:
        return {a.key: certain(a.type)}, {}
    if b.type.maybe and not a.type.maybe:
        return {b.key: certain(b.type)}, {}
    return {}, {}


def _sort(node: Node, kinds: Kinds) -> tuple[Facts, Facts]:
    a, name = node.args["a"], node.data["k"]
    rest = [k for k in kinds.members.get(a.type.of, ()) if k != name]
    no = {a.key: kind(rest[0])} if len(rest) == 1 and not a.type.maybe else {}
    return {a.key: kind(name)}, no


def _filled(node: Node) -> tuple[Facts, Facts]:
    """`plan is not empty` lets `the card in plan` be taken."""
    place = node.args["a"]
    if place.type.head != "spot":
        return {}, {}
    known: Facts = {filled(place).key: kind(place.type.of)}
    return ({}, known) if node.op == "empty" else (known, {})


def filled(place: Node) -> Node:
    """What is known to be a card where a spot is known to be filled."""
    return Node("card-in-any", kind(place.type.of), {"a": place})


def _held(node: Node, kinds: Kinds) -> Facts:
    """`u is in here` tells where `u` lies: at a thing that is a place."""
    place, inner = node.args["b"], node.args["b"].args.get("a")
    if (
        inner is None
        or inner.type.of not in kinds.housing
        or kinds.housing[inner.type.of].place != place.data.get("place")
    ):
        return {}
    where = Node("holder-of", inner.type, {"a": node.args["a"]}, {"kind": inner.type.of})
    return {where.key: inner.type}
