"""The first state of a match: everything at its place before the first rule is carried out."""

from __future__ import annotations

from rulekit.compiler.code import number
from rulekit.compiler.impossible import Impossible
from rulekit.compiler.layout import Layout
from rulekit.compiler.unit import Unit
from rulekit.compiler.values import Context
from rulekit.dsl.program import Kind, Mark, Program
from rulekit.dsl.tree import Node


def first_state(program: Program, layout: Layout, unit: Unit) -> tuple[list[int], list[list[int]]]:
    """Everything at its place before the first rule is carried out."""
    s, z = [0] * layout.size, [[] for _ in range(layout.lists)]  # type: list[int], list[list[int]]
    for mark in program.marks.values():
        base = layout.marks[mark.name]
        for k, it in enumerate(layout.first_owners(mark)):
            s[base + k] = _first_value(mark, layout, unit, it)
    for t, token in enumerate(layout.tokens):
        piece = program.pieces[token.piece]
        that = Context({"that-player": number(token.owner)})
        name, instance = unit.values.holder(piece.home, that)
        index = layout.count_index(name, t, instance.const or 0)
        assert index is not None
        s[index] = piece.count
    for column in layout.columns:
        if column.sort in ("spot", "where"):
            s[column.base : column.base + column.size] = [-1] * column.size
    for kind in program.kinds.values():
        if kind.first is None:
            continue
        for k in range(layout.sizes[kind.name]):
            card = layout.bases[kind.name] + k
            zone = _first_zone(kind.first, unit, _owners(program, layout, kind, k, unit).bind(it=number(card)))
            if zone < 0:
                continue
            z[zone].append(card)
            s[layout.where[layout.roots[kind.name]] + card] = zone
    for place in program.places.values():
        if not place.pile and place.name in layout.zones:
            start = layout.zones[place.name]
            for cards in z[start : start + layout.instances(place.owners)]:
                cards.sort()
    return s, z


def _first_zone(first: Node, unit: Unit, c: Context) -> int:
    """Where a thing lies at the beginning; -1 where its table says none."""
    if first.type.head == "kind":  # a thing that is a place
        place, kind = unit.program.words.kinds.housing[first.type.of][1], first.type.of
        member = unit.values.value(first, c).const
        assert member is not None
        return -1 if member < 0 else unit.layout.zones[place] + member - unit.layout.bases[kind]
    zone = unit.values.zone(first, c).const
    assert zone is not None
    return zone


def _first_value(mark: Mark, layout: Layout, unit: Unit, it: int) -> int:
    """What a mark of ``it`` is at the beginning."""
    if mark.first is None:
        return -1 if mark.type.maybe else layout.bases[mark.type.of] if mark.type.head == "kind" else mark.low or 0
    first = unit.values.value(mark.first, Context({"it": number(it)})).const
    if first is None or not _possible(mark, first):
        end = "up" if mark.high is None else f"to {mark.high}"
        bounds = "" if mark.low is None else f": it goes from {mark.low} {end}"
        error = Impossible(
            f"`{mark.name}` can not be that at first{bounds}",
            f"write a number from {mark.low} {end}" if mark.low is not None else "what it is at first is a fixed value",
        )
        error.span = mark.span
        raise error
    return first


def _possible(mark: Mark, first: int | None) -> bool:
    if first is None:
        return False
    return mark.type.head != "number" or (
        (mark.low is None or first >= mark.low) and (mark.high is None or first <= mark.high)
    )


def _owners(program: Program, layout: Layout, kind: Kind, k: int, unit: Unit) -> Context:
    names = {}
    if kind.sort == "many":
        of = kind.ways[0][1]
        return Context({f"that-{of}": number(unit.column_values(kind.name, of)[k])})
    for name, of, low, high in reversed(kind.ways):
        size = layout.sizes[of] if of else high - low + 1
        value = k % size + (layout.bases[of] if of else low)
        names[f"that-{name}"] = number(value)
        k //= size
    return Context(names)
