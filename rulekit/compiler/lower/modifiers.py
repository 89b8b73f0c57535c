"""What cards and variants say about a point from outside: its modifiers, where they are in force, what is in sight of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import FALSE, TRUE, and_, between, compare, number, or_
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import condition, value
from rulekit.compiler.lower.places import place_code
from rulekit.compiler.lower.scope import Scope
from rulekit.dsl.points import Modifier, Point
from rulekit.dsl.tree import Node, Ruling
from rulekit.dsl.types import Type


@frozen
class RefusalClause:
    """Something is refused: by a clause of a permission or from outside, when, and what is in sight of its reason."""

    by: Ruling | Modifier
    test: ir.Expr
    names: Scope


def of(low: Lowering, point: Point, op: str | None = None) -> list[Modifier]:
    """The modifiers of a point (those of one sort) in the order of the layers; of a row of cards, what each of them says."""
    layers = list(low.program.layers)
    ordered = sorted(point.modifiers, key=lambda x: layers.index(x.layer) if x.layer in layers else len(layers))
    return [one for x in ordered if op is None or x.op == op for one in _each_card(low, x)]


def refusals(low: Lowering, point: Point | None, names: Scope) -> Iterator[RefusalClause]:
    """What is refused from outside."""
    for modifier in of(low, point, "refuse") if point is not None else ():
        yield RefusalClause(modifier, heard(low, modifier, names), scope(low, modifier, names))


def heard(low: Lowering, modifier: Modifier, names: Scope) -> ir.Expr:
    """Whether it is in force, and its condition holds."""
    test = in_force(low, modifier, names)
    if modifier.op in ("before", "after", "instead") and _speaks_of_me(low, modifier):
        test = and_(compare(names.names["me"], ">=", number(0)), test)  # a deed may be carried out by nobody
    if modifier.condition is not None:
        test = and_(test, condition(low, modifier.condition, scope(low, modifier, names)))
    return low.asked(modifier.span, test)


def in_force(low: Lowering, modifier: Modifier, names: Scope) -> ir.Expr:
    """Whether the card that says it lies where it is in force."""
    if not modifier.carrier:
        return TRUE
    indices = low.program.entries[modifier.carrier].indices
    if modifier.card is not None:
        indices = [indices[modifier.card]]
    return _card_in_force(low, modifier.family, indices, names)


def _card_in_force(low: Lowering, name: str, indices: Sequence[int], names: Scope) -> ir.Expr:
    family = low.program.families[name]
    if family.zone is None:
        return TRUE
    cards = [low.layout.bases[name] + k for k in indices]
    if family.mine and "me" not in names.names:
        return FALSE
    if family.zone.type.head == "spot":
        lying = ir.Load(value(low, family.zone, names))
        return between(cards[0], lying, cards[-1])
    where = low.layout.where[low.layout.roots[name]]
    code = place_code(low, family.zone, names)
    out: ir.Expr = FALSE
    for card in cards:
        out = or_(out, compare(ir.Load(number(where + card)), "==", code))
    return out


def _speaks_of_me(low: Lowering, modifier: Modifier) -> bool:
    family = low.program.families.get(modifier.family)
    if family is not None and family.mine:
        return True
    nodes = modifier.condition.walk() if modifier.condition is not None else ()
    return any(n.op == "owned-mine" or (n.op == "local" and n.data["name"] == "me") for n in nodes)


# ---------------------------------------------------------------- a text of several cards
def _each_card(low: Lowering, modifier: Modifier) -> list[Modifier]:
    entry = low.program.entries.get(modifier.carrier)
    if entry is None or (entry.over is None and not modifier.speaks_of("this-card")):
        return [modifier]
    return [evolve(modifier, card=k) for k in range(len(entry.indices))]


def scope(low: Lowering, modifier: Modifier, names: Scope) -> Scope:
    """What is in sight of a modifier: the names of the point, and its card's own."""
    return names.bind(**{n: value(low, node, names) for n, node in own_names(low, modifier).items()})


def own_names(low: Lowering, modifier: Modifier) -> dict[str, Node]:
    """What the card that speaks calls its own: itself, and its row."""
    if modifier.card is None:
        return {}
    entry = low.program.entries[modifier.carrier]
    found = {"this-card": _member(low, entry.family, entry.indices[modifier.card])}
    if entry.over is not None:
        found[entry.over[0]] = _member(low, entry.over[1], modifier.card)
    return found


def _member(low: Lowering, kind: str, index: int) -> Node:
    group = low.program.groups.get(kind)
    if group is not None:
        return Node("thing-of-group", Type("kind", kind), data={"group": kind, "piece": group.pieces[index]})
    return Node("entity", Type("kind", kind), data={"kind": kind, "index": index})
