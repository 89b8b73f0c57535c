"""Rule tests as functions: each line of a test becomes one, called by the runner in its order.

``test_N_K(m, s, z, st)`` does what line K of test N says, or gives the value that the runner needs to judge it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.compiler.cards import Cards
from rulekit.compiler.code import Code, Lines, add, number
from rulekit.compiler.equipment import Equipment
from rulekit.compiler.flow import Flow
from rulekit.compiler.impossible import Impossible
from rulekit.compiler.values import Context
from rulekit.dsl.program import Mark, RuleTest
from rulekit.dsl.tree import Node

if TYPE_CHECKING:
    from rulekit.compiler.unit import Unit

SETUP = ("players", "seated", "option", "set-up", "seed")


def compile_test(unit: Unit, number_: int, test: RuleTest) -> None:
    for k, (op, values, span, _) in enumerate(test.lines):
        name = f"test_{number_}_{k}"
        c = Context({}, unit.line(span))
        try:
            if op == "do":
                _do(unit, name, values, c)
            elif op not in SETUP:
                body = Lines()
                _LINES.get(op, _judge)(unit, values, c, body)
                unit.function(name, ["m", "s", "z", "st"], body)
        except Impossible as error:
            error.span = error.span or span
            raise


def _do(unit: Unit, name: str, values: dict[str, Any], c: Context) -> None:
    """A sentence of the language, carried out by nobody or by the player it names."""
    flow = Flow(unit, name, [], True)
    flow.compile([values["statement"]], c)


def _carries_out(unit: Unit, values: dict[str, Any], c: Context, body: Lines) -> None:
    family = values["a"].type.of
    entries = [e for e in unit.program.entries.values() if e.family == family]
    asks = any(unit.deeds.asking.entry(e.name) for e in entries)
    args = [unit.values.value(values["w"], c), unit.values.value(values["a"], c)]
    if unit.program.families[family].slot is not None:
        args.append(unit.values.value(values["p"], c))
    body.add(f"return {unit.deeds.carry(family, entries)}(m, s, z, {'st, ' if asks else ''}{', '.join(args)})")


def _holds(unit: Unit, values: dict[str, Any], c: Context, body: Lines) -> None:
    """Puts pieces there from their home, or back, until exactly so many lie there."""
    for count, piece in _pairs(values["b"]):
        slot = unit.values.one_slot(values["a"], piece, c)
        if slot is None:
            raise Impossible("whose pieces these are is not said", "say it:  3 armies of Blue")
        token, index = slot
        assert token.const is not None
        body.add(f"fill(s, {index}, {unit.values.value(count, c)}, {_home(unit, token.const)}, {c.line})")


def _home(unit: Unit, token: int) -> int:
    made = unit.layout.tokens[token]
    piece = unit.program.pieces[made.piece]
    name, instance = unit.values.holder(piece.home, Context({"that-player": number(made.owner)}))
    index = unit.layout.count_index(name, token, instance.const or 0)
    assert index is not None
    return index


def _pairs(amounts: Node) -> list[tuple[Node, Node]]:
    items = amounts.data["items"]
    return [(items[k], items[k + 1]) for k in range(0, len(items), 2)]


def _lies(unit: Unit, values: dict[str, Any], c: Context, body: Lines) -> None:
    flow = Flow(unit, "lies", [], False)
    flow.out = body
    card = unit.values.value(values["x"], c)
    root = unit.layout.roots[values["x"].type.of]
    if root not in unit.layout.where:
        raise Impossible("this is no card; only cards lie in places", "name a card")
    Cards(flow).place(card, root, values["b"], values.get("face"), c)


def _mark(unit: Unit, values: dict[str, Any], c: Context, body: Lines) -> None:
    mark = unit.program.marks.get(values["x"].data.get("mark", ""))
    n = unit.values.value(values["v"], c).const
    if mark is not None and n is not None and mark.type.head == "number" and not _in_range(mark, n):
        most = "up" if mark.high is None else f"to {mark.high}"
        raise Impossible(f"`{mark.name}` can not be {n}", f"it goes from {mark.low} {most}")
    body.add(f"s[{unit.values.mark_index(values['x'], c)}] = int({unit.values.value(values['v'], c)})")


def _in_range(mark: Mark, n: int) -> bool:
    return (mark.low is None or n >= mark.low) and (mark.high is None or n <= mark.high)


def _chooses(unit: Unit, values: dict[str, Any], c: Context, body: Lines) -> None:
    """(player, value, sort of the value)"""
    node = values.get("v")
    value = unit.values.value(node, c) if node is not None else "None"
    sort = unit.texts.sort(node.type) if node is not None else ["none"]
    body.add(f"return {unit.values.value(values['w'], c)}, {value}, {sort}")


def _one_of(unit: Unit, values: dict[str, Any], c: Context, body: Lines) -> None:
    """(player, members of the set, sort of a member)"""
    element = unit.program.words.kinds.element(values["s"].type)
    sort = unit.texts.sort(element) if element is not None else ["none"]
    body.add(f"return {unit.values.value(values['w'], c)}, list({unit.values.value(values['s'], c)}), {sort}")


def _may_exactly(unit: Unit, values: dict[str, Any], c: Context, body: Lines) -> None:
    items = ", ".join(f"({unit.values.value(x, c)}, {unit.texts.sort(x.type)})" for x in values["l"].data["items"])
    body.add(f"return {unit.values.value(values['w'], c)}, [{items}]")


def _condition(unit: Unit, values: dict[str, Any], c: Context, body: Lines) -> None:
    body.add(f"return {unit.values.condition(values['c'], c)}")


def _holds_exactly(unit: Unit, values: dict[str, Any], c: Context, body: Lines) -> None:
    """[(wanted, there), ...]"""
    parts = []
    for count, piece in _pairs(values["b"]):
        there = Node("count", count.type, {"a": values["a"], "p": piece})
        parts.append(f"({unit.values.value(count, c)}, {unit.values.value(there, c)})")
    body.add(f"return [{', '.join(parts)}]")


def _sees(unit: Unit, values: dict[str, Any], c: Context, body: Lines) -> None:
    place = values["p"]
    root = unit.layout.roots[place.type.of]
    faces = unit.layout.faces.get(root, -1)
    if place.type.head == "spot":
        spot = unit.values.value(place, c)
        codes = f"[({add(number(unit.layout.lists), spot)}, s[{spot}])]"
    else:
        zone = unit.values.zone(place, c)
        codes = f"[({zone}, x) for x in z[{zone}]]"
    n = unit.values.value(values["n"], c) if "n" in values else Code("None")
    body.add(f"return {unit.values.value(values['w'], c)}, {codes}, {faces}, {n}")


def _device(unit: Unit, values: dict[str, Any], c: Context, body: Lines) -> None:
    flow = Flow(unit, "device", [], False)
    args = []
    for key, value in values.items():
        if not isinstance(value, Node):
            continue
        if value.op == "amounts":
            args.append(amounts(unit, value, c))
        elif value.type.head in ("place", "kind"):
            args.append(Equipment(flow).place(value, c))
        else:
            args.append(str(unit.values.value(value, c)))
        del key
    body.add(f"{unit.device(values['device'], values['function'])}(s, z, {', '.join(args)})")


def amounts(unit: Unit, node: Node, c: Context) -> str:
    """Amounts as a tuple with a count for every token."""
    counts = [0] * len(unit.layout.tokens)
    for count, piece in _pairs(node):
        n, owner = unit.values.value(count, c), unit.values.owner(piece, c)
        for name in unit.values.spelt(piece.args.get("p", piece))[:1]:
            tokens = unit.layout.tokens_of(name)
            if unit.program.pieces[name].each and (owner is None or owner.const is None):
                raise Impossible("whose pieces these are is not said", "say it:  3 armies of Blue")
            token = (
                tokens[owner.const]
                if owner is not None and owner.const is not None and unit.program.pieces[name].each
                else tokens[0]
            )
            counts[token] += n.const or 0
    return repr(tuple(counts))


def _dice(unit: Unit, values: dict[str, Any], c: Context, body: Lines) -> None:
    shown = [unit.values.value(x, c) for x in values["l"].data["items"]]
    body.add(f"z[{unit.layout.script}] += [{', '.join(shown)}]")


def _place(unit: Unit, values: dict[str, Any], c: Context, body: Lines) -> None:
    place = unit.values.value(values["n"], c) if "n" in values else "1"
    body.add(f"return {unit.values.value(values['w'], c)}, {place}")


def _sees_open(unit: Unit, values: dict[str, Any], c: Context, body: Lines) -> None:
    """How the place or the mark was declared: who sees it."""
    if "x" in values:
        seen = unit.program.marks[values["x"].data["mark"]].seen
    else:
        place = unit.program.places.get(unit.values.holder(values["a"], c)[0])
        seen = place.seen if place is not None else "all"  # what stands on things of a kind is open
    body.add(f"return {seen!r}")


def _judge(unit: Unit, values: dict[str, Any], c: Context, body: Lines) -> None:
    body.add("return None")


_LINES = {
    "carries-out": _carries_out,
    "holds": _holds,
    "lies": _lies,
    "mark": _mark,
    "chooses": _chooses,
    "may": _chooses,
    "may-not": _chooses,
    "asked": _chooses,
    "chooses-one": _one_of,
    "may-one": _one_of,
    "may-none": _one_of,
    "place": _place,
    "may-exactly": _may_exactly,
    "then": _condition,
    "random-until": _condition,
    "holds-exactly": _holds_exactly,
    "sees": _sees,
    "sees-open": _sees_open,
    "sees-number": _sees,
    "device": _device,
    "dice": _dice,
}
