"""Places and what lies there: zones, spots and rows of cards, counts of pieces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from attrs import frozen

from rulekit.compiler.errors import CompileError
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import FALSE, TRUE, add, and_, compare, exists, multiply, number, or_, size, subtract
from rulekit.compiler.ir.types import LARGEST, Int, Seq, Set
from rulekit.compiler.lower import tables
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import (
    instance,
    lowers,
    negation,
    owners_of,
    range_of,
    register,
    several,
    value,
    within,
)
from rulekit.compiler.lower.scope import Scope
from rulekit.compiler.lower.sets import meant
from rulekit.dsl import accessors as get
from rulekit.dsl.tree import Node
from rulekit.dsl.types import Type

COUNT = Int(0, LARGEST)


# ---------------------------------------------------------------- places of cards
def zone(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    """The index in ``z`` of a place that holds any number of cards."""
    if node.op == "place":
        place = low.program.places[node.data["place"]]
        return add(number(low.layout.zones[place.name]), instance(low, node, place.owners, c))
    return value(low, node, c)


@lowers("place")
def _place(low: Lowering, node: Node, c: Scope, *, place: str) -> ir.Expr:
    """A place as a value: cards of a zone, index of a spot, indices of a row."""
    made = low.program.places[place]
    if made.row is not None:
        base = low.layout.spots[place]
        return ir.Range(number(base), number(base + low.layout.row_size(made)))
    if made.counted:
        raise CompileError(
            "a place for pieces is no value by itself", "say what is meant of it:  pieces in PLACE, PLACE is empty"
        )
    if made.is_spot:
        return add(number(low.layout.spots[place]), instance(low, node, made.owners, c))
    held = range_of(low, made.contents[0])
    return ir.Zone(zone(low, node, c), (Seq if made.pile else Set)(held.low, held.high))


@lowers("place-row")
def _place_row(low: Lowering, node: Node, c: Scope, *, place: str) -> ir.Expr:
    owners = low.program.places[place].owners
    base, width = low.layout.spots[place], low.layout.sizes[owners[1]]
    owner = owners_of(low, node, owners[:1], c)[0]
    start = add(number(base), multiply(owner, number(width)))
    return ir.Range(start, add(start, number(width)))


@lowers("spot-of")
def _spot_of(low: Lowering, node: Node, c: Scope, *, s: Node, n: Node) -> ir.Expr:
    row, nth = value(low, s, c), value(low, n, c)
    place = low.program.places.get(s.data.get("place", ""))
    if not isinstance(row, ir.Range) or place is None:
        return ir.Op("nth", (row, nth), c.line, Int(0, low.layout.size))
    least = place.row[1] if place.row is not None and not place.row[0] else 1
    many = low.layout.row_size(place) if place.row is not None else low.layout.sizes[place.owners[1]]
    nth = within(low, nth, least, least + (many or 1) - 1, c)
    return add(row.low, subtract(nth, number(least)))


@lowers("first-spots")
def _first_spots(low: Lowering, node: Node, c: Scope, *, s: ir.Expr, n: ir.Expr) -> ir.Expr:
    if n.const is None or n.const < 0:
        n = ir.Op("within", (n, number(0), size(s)), c.line)
    return ir.Op("first_n", (s, n), -1, s.type)


@lowers("empty-spots")
def _empty_spots(low: Lowering, node: Node, c: Scope, *, s: ir.Expr) -> ir.Expr:
    held = several(s)
    x = low.variable("x", Int(held.low, held.high))
    return size(ir.Filter(x, s, compare(ir.Load(x), "<", number(0))))


def card_at(low: Lowering, spot: ir.Expr, kind: str) -> ir.Expr:
    """The card of a kind in a spot; -1 for none."""
    return ir.Load(spot, Int(-1, range_of(low, kind).high))


def card_in(low: Lowering, spot: Node, c: Scope) -> ir.Expr:
    return card_at(low, value(low, spot, c), spot.type.of)


@lowers("card-in")
def _card_in_it(low: Lowering, node: Node, c: Scope, *, a: Node, lies: str = "") -> ir.Expr:
    """It insists that a card lies there, unless a rule has asked before."""
    if lies:
        return ir.Load(value(low, a, c), range_of(low, node.type.of))
    return ir.Op("card", (card_in(low, a, c),), c.line, range_of(low, node.type.of))


@lowers("top-card")
def _top_card(low: Lowering, node: Node, c: Scope, *, a: Node) -> ir.Expr:
    place = low.program.places.get(a.data.get("place", ""))
    if place is not None and not place.pile:
        raise CompileError(
            f"`{place.name}` has no top: it is not declared as a pile",
            "declare it so:  ... in a pile; or say which card:  choose card among ..., random one of ...",
        )
    pile = value(low, a, c)
    held = several(pile)
    return ir.Op("top", (pile, zone(low, a, c)), c.line, Int(held.low, held.high))


@lowers("holder-of")
def _holder_of(low: Lowering, node: Node, c: Scope, *, a: Node, kind: str) -> ir.Expr:
    """The thing that another thing lies at: read from a table by the place that it is in."""
    where = where_index(low, a.type, value(low, a, c))
    return ir.Subscript(tables.holders(low, kind), ir.Load(where))


def where_index(low: Lowering, type_: Type, x: ir.Expr) -> ir.Expr:
    """The index in the state of a card's place."""
    return add(number(low.layout.where[low.layout.roots[type_.of]]), x)


def place_code(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    """A place of a card as one number."""
    if node.type.head == "spot":
        return add(number(low.layout.lists), value(low, node, c))
    return zone(low, node, c)


@lowers("is-in")
def _is_in(low: Lowering, node: Node, c: Scope, *, a: Node, b: Node) -> ir.Expr:
    code = place_code(low, b, c)
    out: ir.Expr = FALSE
    for x in meant(low, a, c):  # a card with several copies is there when one of them is
        out = or_(out, compare(ir.Load(where_index(low, a.type, x)), "==", code))
    return out


@lowers("face-up")
def _face_up(low: Lowering, node: Node, c: Scope, *, a: Node) -> ir.Expr:
    root = low.layout.roots[a.type.of]
    if root not in low.layout.faces:
        return TRUE
    return ir.Load(add(number(low.layout.faces[root]), value(low, a, c)), Int(0, 1))


@lowers("not-empty")
def _not_empty(low: Lowering, node: Node, c: Scope, *, a: Node) -> ir.Expr:
    if a.type.head == "spot":
        return compare(card_in(low, a, c), ">=", number(0))
    if a.type.head == "zone":
        return exists(value(low, a, c))
    name, at = holder(low, a, c)
    out: ir.Expr = FALSE
    for slot in columns_at(low, name, at, low.layout.pieces_at.get(name, [])):
        out = or_(out, compare(ir.Load(slot.index, COUNT), ">", number(0)))
    if low.program.words.kinds.houses(a.type):  # a thing that holds pieces and things
        found = low.program.words.kinds.housing[a.type.of]
        if found.one:
            spot = add(number(low.layout.spots[found.place]), at)
            out = or_(out, compare(card_at(low, spot, found.held), ">=", number(0)))
        else:
            out = or_(out, exists(ir.Zone(add(number(low.layout.zones[found.place]), at), Set())))
    return out


# ---------------------------------------------------------------- counted pieces
@frozen
class PieceCount:
    """Pieces of one sort and one owner at a place: their token, and where in the state they are counted."""

    token: ir.Expr
    index: ir.Expr


def holder(low: Lowering, place: Node, c: Scope) -> tuple[str, ir.Expr]:
    """(place or kind, number of the instance) for a place that holds counted pieces."""
    if place.op == "place":
        made = low.program.places[place.data["place"]]
        return made.name, instance(low, place, made.owners, c)
    if place.type.head == "kind":
        return place.type.of, subtract(value(low, place, c), number(low.layout.bases[place.type.of]))
    raise CompileError("a place for counted pieces is needed here", "name a place that holds pieces")


def spelt(low: Lowering, pieces: Node) -> list[str]:
    """The pieces that a word stands for; a group stands for all its rows."""
    if pieces.op == "pieces":
        name = pieces.data["piece"]
        return list(low.program.groups[name].pieces) if name in low.program.groups else [name]
    if pieces.op in ("owned", "owned-mine"):
        return spelt(low, get.pieces(pieces))
    return list(low.program.groups[pieces.type.of].pieces)


def owner_of(low: Lowering, pieces: Node, c: Scope) -> ir.Expr | None:
    """Whose pieces are meant, where that is said."""
    if pieces.op == "owned":
        return value(low, get.owner(pieces), c)
    if pieces.op == "owned-mine":
        return c.names["me"]
    return None


def slots_at(low: Lowering, place: Node, pieces: Node, c: Scope) -> list[PieceCount]:
    """A slot for every token of the pieces that can lie at the place."""
    name, at = holder(low, place, c)
    return columns_at(low, name, at, spelt(low, pieces), owner_of(low, pieces, c))


def columns_at(
    low: Lowering, name: str, at: ir.Expr, pieces: Sequence[str], owner: ir.Expr | None = None
) -> list[PieceCount]:
    """The same for pieces by their names, at an instance of a place."""
    layout, made = low.layout, low.program.places.get(name)
    out: list[PieceCount] = []
    for piece in pieces:
        columns = [(t, layout.counts[name, t]) for t in layout.tokens_of(piece) if (name, t) in layout.counts]
        if columns and made is not None and made.mine and low.program.pieces[piece].each:
            first, column = columns[0]  # one column of one for each player
            out.append(PieceCount(add(number(first), at), add(number(column.base), at)))
            continue
        for t, column in columns:
            of = layout.tokens[t].owner
            if owner is None or owner.const is None or of < 0 or owner.const == of:
                out.append(PieceCount(number(t), add(number(column.base), at)))
    return out


def _owner_by_place(low: Lowering, places: Sequence[Node | None], c: Scope) -> ir.Expr | None:
    """Whose pieces are meant where a place is somebody's own (``my supply``)."""
    for node in places:
        made = low.program.places.get(node.data.get("place", "")) if node is not None and node.op == "place" else None
        if made is not None and made.mine and node is not None:
            return owners_of(low, node, made.owners, c)[0]
    return None


def one_slot(low: Lowering, place: Node, pieces: Node, c: Scope, hint: Node | None = None) -> PieceCount | None:
    """The slot when the pieces are of one sort and one owner; None otherwise.

    ``hint`` is another place that may say whose pieces are meant (``my supply: tokens of that player``).
    """
    name, at = holder(low, place, c)
    row = pieces.args.get("p", pieces)
    owner, names = owner_of(low, pieces, c), spelt(low, pieces)
    first = low.layout.tokens_of(names[0])[0]
    chosen: ir.Expr = number(0)
    if row.op != "pieces" and row.type.head == "kind":  # a row of a group, held in a local
        chosen = value(low, row, c)
    elif len(names) > 1:
        return None
    each = low.program.pieces[names[0]].each
    if each and owner is None:
        owner = _owner_by_place(low, (place, hint), c)
    if each and owner is None:
        return None
    token = add(number(first), owner if each and owner is not None else chosen)
    column, made = low.layout.counts.get((name, first)), low.program.places.get(name)
    if column is None:
        holds = ", ".join(made.contents) if made is not None else ""
        raise CompileError(
            f"{low.program.pieces[names[0]].plural} cannot lie there" + (holds and f": it holds {holds}"),
            "name another place, or let this one hold them where it is declared",
        )
    if made is None or not made.mine or not each:
        step = multiply(subtract(token, number(first)), number(column.size))
        return PieceCount(token, add(number(column.base), add(step, at)))
    assert owner is not None
    if owner.const is not None and at.const is not None and owner.const != at.const and hint is not None:
        raise CompileError(
            f"these are the pieces of another player: they lie in the {made.name} of their own player",
            f"say whose:  {made.name} of PLAYER",
        )
    if owner != at:  # only its own pieces can lie there
        token = add(number(first), ir.Op("own", (owner, at), c.line, Int(0, low.layout.players - 1)))
    return PieceCount(token, add(number(column.base), at))


@lowers("count")
def _count(low: Lowering, node: Node, c: Scope, *, a: Node, p: Node) -> ir.Expr:
    return count(low, a, p, c)


def count(low: Lowering, place: Node, pieces: Node, c: Scope) -> ir.Expr:
    """How many of the pieces lie at the place."""
    one = one_slot(low, place, pieces, c)
    if one is None:
        out: ir.Expr = number(0)
        for slot in slots_at(low, place, pieces, c):
            out = add(out, ir.Load(slot.index, COUNT))
        return out
    there = ir.Load(one.index, COUNT)
    made = low.program.places.get(place.data.get("place", "")) if place.op == "place" else None
    owner = owner_of(low, pieces, c)
    if made is None or not made.mine or owner is None:
        return there
    at = holder(low, place, c)[1]
    mine = compare(owner, "==", at)  # of other players nothing lies there
    if mine.const is not None:
        return there if mine.const else number(0)
    return there if owner == at else ir.Either(mine, there, number(0))


@lowers("pieces")
def _pieces(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    raise CompileError("a sort of piece is no value by itself", "say where they lie, or count them:  pieces in PLACE")


@lowers("holds-each")
def _holds_each(low: Lowering, node: Node, c: Scope, *, a: Node, p: Node, q: Node, r: Node | None = None) -> ir.Expr:
    """One at least of each of two or three sorts."""
    sorts = (p, q) if r is None else (p, q, r)
    return reduce(and_, (compare(count(low, a, sort, c), ">", number(0)) for sort in sorts))


register(
    {
        "card-in-any": lambda low, x, c, a: card_in(low, a, c),
        "is-not-in": negation("is-in"),
        "empty": negation("not-empty"),
        "holds": lambda low, x, c, a, p: compare(count(low, a, p, c), ">", number(0)),
        "face-down": negation("face-up"),
        "holds-no": lambda low, x, c, a, p: compare(count(low, a, p, c), "==", number(0)),
    }
)
