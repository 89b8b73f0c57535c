"""The initial state of a match, before the first rule is carried out."""

from __future__ import annotations

from rulekit.compiler.errors import CompileError
from rulekit.compiler.ir.build import number
from rulekit.compiler.lower import tables
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import value
from rulekit.compiler.lower.places import holder, zone
from rulekit.compiler.lower.scope import Scope
from rulekit.compiler.lower.values import can_be, first_value, limits
from rulekit.dsl.symbols import Kind, Mark
from rulekit.dsl.tree import Node


def first_state(low: Lowering) -> tuple[list[int], list[list[int]]]:
    """``(s, z)``. Raises CompileError for a beginning that cannot be."""
    program, layout = low.program, low.layout
    s, z = [0] * layout.size, [[] for _ in range(layout.lists)]  # type: list[int], list[list[int]]
    for mark in program.marks.values():
        base = layout.marks[mark.name]
        for k, it in enumerate(layout.first_owners(mark)):
            s[base + k] = _first_value(low, mark, it)
    for t, token in enumerate(layout.tokens):
        s[home_of(low, t)] = program.pieces[token.piece].count
    for column in layout.columns:
        if column.sort in ("spot", "where"):
            s[column.base : column.base + column.size] = [-1] * column.size
    for kind in program.kinds.values():
        if kind.first is None:
            continue
        for k in range(layout.sizes[kind.name]):
            card = layout.bases[kind.name] + k
            at = _first_zone(low, kind.first, _owners(low, kind, k).bind(it=number(card)))
            if at < 0:
                continue
            if at < layout.lists:
                z[at].append(card)
            elif s[at - layout.lists] < 0:
                s[at - layout.lists] = card
            else:
                raise _taken(low, kind, s[at - layout.lists] - layout.bases[kind.name], k)
            s[layout.where[layout.roots[kind.name]] + card] = at
    for place in program.places.values():
        if not place.pile and place.name in layout.zones:
            start = layout.zones[place.name]
            for cards in z[start : start + layout.instances(place.owners)]:
                cards.sort()
    return s, z


def _first_zone(low: Lowering, first: Node, c: Scope) -> int:
    """Where a thing lies at the beginning; -1 where its table says none."""
    if first.type.head == "kind":  # a thing that is a place
        place, kind = low.program.words.kinds.housing[first.type.of].place, first.type.of
        member = value(low, first, c).const
        assert member is not None
        return -1 if member < 0 else low.layout.code_of(place) + member - low.layout.bases[kind]
    at = zone(low, first, c).const
    assert at is not None
    return at


def _taken(low: Lowering, kind: Kind, there: int, k: int) -> CompileError:
    """Two things cannot lie in one spot."""

    def name(n: int) -> str:
        return kind.members[n] if n < len(kind.members) else f"{kind.name} {n + 1}"

    error = CompileError(
        f"{name(there)} and {name(k)} cannot lie in one spot at first", "give one of them another place in the table"
    )
    error.span = kind.span
    return error


def _first_value(low: Lowering, mark: Mark, it: int) -> int:
    first = first_value(low, mark, it, Scope()).const
    if first is None or (mark.type.head == "number" and not can_be(mark, first)):
        bounded = mark.low is not None
        error = CompileError(
            f"`{mark.name}` cannot be that at first" + (f": it goes {limits(mark)}" if bounded else ""),
            f"write a number {limits(mark)}" if bounded else "what it is at first is a fixed value",
        )
        error.span = mark.span
        raise error
    return first


def _owners(low: Lowering, kind: Kind, k: int) -> Scope:
    """Whose card is meant where a kind has one for each of others."""
    return Scope({f"that-{way}": number(tables.column_values(low, kind.name, way)[k]) for way, *_ in kind.ways})


def home_of(low: Lowering, token: int) -> int:
    """Where the count stands of the place at which the pieces of a token lie at first."""
    made = low.layout.tokens[token]
    home = low.program.pieces[made.piece].home
    assert home is not None
    name, instance = holder(low, home, Scope({"that-player": number(made.owner)}))
    index = low.layout.count_index(name, token, instance.const or 0)
    assert index is not None
    return index
