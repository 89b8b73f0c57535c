"""Sentences that move something: counted pieces and cards. Each change leaves an entry of the journal."""

from __future__ import annotations

from rulekit.compiler.errors import CompileError
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import (
    add,
    and_,
    arithmetic,
    compare,
    fresh,
    not_,
    number,
    size,
    snapshot,
    subtract,
)
from rulekit.compiler.ir.types import NUMBER, TEXT, VOID, Int, Seq, element
from rulekit.compiler.lower.chance import by_chance, shuffled
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import range_of, several, value
from rulekit.compiler.lower.failures import fail_for, known
from rulekit.compiler.lower.places import (
    COUNT,
    PieceCount,
    card_at,
    card_in,
    one_slot,
    place_code,
    slots_at,
    zone,
)
from rulekit.compiler.lower.scope import Scope
from rulekit.compiler.lower.sets import all_of, filtered, in_range
from rulekit.compiler.lower.statements import BodyLowering, sentence
from rulekit.dsl.tree import Node, Statement


# ---------------------------------------------------------------- counted pieces
@sentence("move-count")
def _move_count(body: BodyLowering, x: Statement, c: Scope, *, n: Node, p: Node, a: Node, b: Node) -> None:
    token, source, target = _ends(body, p, a, b, c)
    many = body.atom(value(body.low, n, c), "n")
    if many.const is not None and many.const < 0:
        raise CompileError("less than nothing cannot be moved", "move them the other way, from there to here")
    there = ir.Load(source, COUNT)
    enough = compare(there, ">=", many) if many.const is not None else ir.Between(number(0), many, there)
    stuck = fail_for(body.low, c, "few", known(body.low, c, *x.args.values()), token, source, many, there)
    body.add(ir.If(not_(enough), (stuck,)))
    body.add(*_shift(token, many, source, target, c))


@sentence("move-up-to")
def _move_up_to(body: BodyLowering, x: Statement, c: Scope, *, n: Node, p: Node, a: Node, b: Node) -> None:
    token, source, target = _ends(body, p, a, b, c)
    many = body.low.variable("n", NUMBER)
    body.add(ir.Let(many, arithmetic("min", value(body.low, n, c), ir.Load(source, COUNT))))
    body.add(ir.If(compare(many, ">", number(0)), tuple(_shift(token, many, source, target, c))))


def _ends(b: BodyLowering, pieces: Node, one: Node, other: Node, c: Scope) -> tuple[ir.Expr, ir.Expr, ir.Expr]:
    """(token, index of the source, index of the target), each worked out once."""
    source, target = one_slot(b.low, one, pieces, c, other), one_slot(b.low, other, pieces, c, one)
    if source is None or target is None:
        raise CompileError("whose pieces these are is not said", "say `my ...` or `... of PLAYER`")
    return source.token, b.atom(source.index, "a"), b.atom(target.index, "b")


def _shift(token: ir.Expr, n: ir.Expr, source: ir.Expr, target: ir.Expr, c: Scope) -> list[ir.Stmt]:
    entry: ir.Stmt = ir.Log(c.line, c.me, "Moved", (token, n, source, target))
    if n.const is None:
        entry = ir.If(compare(n, "!=", number(0)), (entry,))
    return [ir.Increase(source, n, less=True), ir.Increase(target, n), entry]


@sentence("move-all")
def _move_all(body: BodyLowering, x: Statement, c: Scope, *, p: Node, a: Node, b: Node) -> None:
    source, target = one_slot(body.low, a, p, c, b), one_slot(body.low, b, p, c, a)
    if source is not None and target is not None:
        _shift_all(body, source, target.index, c)
        return
    targets = {slot.token: slot.index for slot in slots_at(body.low, b, p, c)}
    found, declared = slots_at(body.low, a, p, c), "where it is declared, or name another"
    if not found:
        raise CompileError("no such pieces can lie there", f"let the place hold them {declared}")
    for slot in found:
        if slot.token not in targets:
            raise CompileError("not all of these pieces can lie there", f"let the place hold them all {declared}")
        _shift_all(body, slot, targets[slot.token], c)


def _shift_all(b: BodyLowering, slot: PieceCount, target: ir.Expr, c: Scope) -> None:
    source, to = b.atom(slot.index, "a"), b.atom(target, "b")
    n = b.keep(ir.Load(source, COUNT), "n")
    moved = _shift(slot.token, n, source, to, c)[:2]
    entry = ir.Log(c.line, c.me, "Moved", (slot.token, n, source, to))
    b.add(ir.If(compare(n, "!=", number(0)), (*moved, entry)))


# ---------------------------------------------------------------- cards
def root_of(low: Lowering, node: Node) -> str:
    return low.layout.roots[node.type.of]


@sentence("move-thing", "move-under")
def _move_thing(body: BodyLowering, said: Statement, c: Scope, *, x: Node, b: Node, face: str | None = None) -> None:
    card = body.atom(value(body.low, x, c), "card")
    place_card(body, card, root_of(body.low, x), b, face, c, said.op == "move-under")


def place_card(
    b: BodyLowering, card: ir.Expr, root: str, target: Node, face: str | None, c: Scope, under: bool = False
) -> None:
    """Takes a card from where it lies and puts it to its new place."""
    laid(b, card, root, target, b.atom(place_code(b.low, target, c), "to"), face, c, under)


def laid(
    b: BodyLowering,
    card: ir.Expr,
    root: str,
    target: Node,
    code: ir.Expr,
    face: str | None,
    c: Scope,
    under: bool = False,
    lay: ir.Expr | None = None,
) -> None:
    """Puts a card to its new place, ``code``. ``lay``: where it lay before, where it has been taken up already."""
    low = b.low
    where = add(number(low.layout.where[root]), card)
    up = number(face == "up")
    lift = lay if lay is not None else ir.Op("lift", (where, card))
    if target.type.head == "spot":
        index = b.atom(subtract(code, number(low.layout.lists)), "spot")
        lying = card_at(low, index, root)
        other = and_(compare(lying, "!=", number(-1)), compare(lying, "!=", card))
        b.add(ir.If(other, (fail_for(low, c, "taken", False, index, lying),)))
        old = b.keep(lift, "old")
        b.add(ir.Store(index, card))
    else:
        old = b.keep(lift, "old")
        cards = ir.Zone(code, Seq(0, range_of(low, root).high))
        b.add(ir.Do(ir.Op(_laid(low, target, under), (cards, card), made=VOID)))
    b.add(ir.Store(where, code), *_turned(low, root, card, up))
    b.journal(c, "CardMoved", ir.Const(root, TEXT), card, old, code, up)


def _laid(low: Lowering, target: Node, under: bool) -> str:
    if under:
        return "insert_first"
    place = low.program.places.get(target.data.get("place", ""))
    return "append" if place is not None and place.pile else "insort"


def _turned(low: Lowering, root: str, card: ir.Expr, up: ir.Expr) -> list[ir.Stmt]:
    """The card lies face up or down from now on, where cards of its kind are ever turned."""
    faces = low.layout.faces.get(root)
    return [] if faces is None else [ir.Store(add(number(faces), card), up)]


@sentence("move-set")
def _move_set(body: BodyLowering, x: Statement, c: Scope, *, s: Node, b: Node) -> None:
    _each_card(body, value(body.low, s, c), s, b, None, c)


@sentence("lay-top")
def _lay_top(body: BodyLowering, x: Statement, c: Scope, *, a: Node, n: Node, b: Node) -> None:
    cards = value(body.low, a, c)
    held = several(cards)
    tops = ir.Op("tops", (cards, value(body.low, n, c)), c.line, Seq(held.low, held.high))
    _each_card(body, tops, a, b, "up", c)


@sentence("move-random")
def _move_random(body: BodyLowering, x: Statement, c: Scope, *, a: Node, k: str, n: Node, b: Node) -> None:
    low, cards = body.low, value(body.low, a, c)
    held = several(cards)
    if a.type.of != k:
        cards = filtered(low, cards, lambda y: in_range(low, y, k))
    drawn = by_chance(low, "sample", k, (cards, value(low, n, c)), c.line, Seq(held.low, held.high))
    _each_card(body, drawn, a, b, None, c)


@sentence("move-cards")
def _move_cards(body: BodyLowering, x: Statement, c: Scope, *, a: Node, b: Node) -> None:
    low, root = body.low, root_of(body.low, a)
    held = Seq(0, range_of(low, root).high)
    if a.type.head == "spot":
        lying = body.keep(card_in(low, a, c), "card")
        with body.out.inner() as moved:
            _each_card(body, ir.Items((lying,), held), a, b, None, c)
        body.add(ir.If(compare(lying, ">=", number(0)), tuple(moved)))
        return
    cards = value(low, a, c)
    if a.type.head == "row":
        spot = low.variable("spot", element(several(cards)))
        card = card_at(low, spot, root)
        cards = ir.Map(spot, ir.Filter(spot, cards, compare(card, ">=", number(0))), card, held)
    _each_card(body, cards, a, b, None, c)


def _each_card(b: BodyLowering, cards: ir.Expr, source: Node, target: Node, face: str | None, c: Scope) -> None:
    card = b.low.variable("card", element(several(cards)))
    with b.out.inner() as body:
        place_card(b, card, root_of(b.low, source), target, face, c)
    b.add(ir.For(card, cards, tuple(body)))


@sentence("shuffle")
def _shuffle(b: BodyLowering, x: Statement, c: Scope, *, a: Node) -> None:
    b.add(ir.Do(shuffled(b.low, a.type.of, value(b.low, a, c), True, VOID)))
    b.journal(c, "Shuffled", zone(b.low, a, c))


@sentence("lay-row")
def _lay_row(b: BodyLowering, x: Statement, c: Scope, *, k: str, r: Node, face: str) -> None:
    """All cards of a kind, shuffled, one into each spot of a row."""
    low, row = b.low, value(b.low, r, c)
    root, many = low.layout.roots[k], low.layout.sizes[k]
    where = number(low.layout.where[root])
    made = low.program.places.get(r.data.get("place", ""))
    if made is not None and made.row is not None and many > low.layout.row_size(made):
        fewer = low.layout.row_size(made)
        raise CompileError(
            f"there are {many} cards for {fewer} spots",
            f"give `{made.name}` {many} spots where it is declared, or lay only some:  lay the top {fewer} cards of ...",
        )
    held = range_of(low, k)
    cards = b.keep(fresh(all_of(low, k), Seq(held.low, held.high)), "cards")
    b.add(ir.Do(shuffled(low, k, cards, False, VOID)))
    card = low.variable("card", held)
    b.add(ir.For(card, cards, (ir.Do(ir.Op("lift", (add(where, card), card))),)))
    spots = b.keep(snapshot(row), "row")
    card, spot = low.variable("card", held), low.variable("spot", element(several(spots)))
    nth = low.variable("k", Int(0, many))
    up = number(face == "up")
    code = add(number(low.layout.lists), spot)
    body = (
        ir.Let(card, ir.Subscript(cards, nth)),
        ir.Let(spot, ir.Subscript(spots, nth)),
        ir.If(compare(ir.Load(spot), ">=", number(0)), (fail_for(low, c, "taken", False, spot, ir.Load(spot)),)),
        ir.Store(spot, card),
        ir.Store(add(where, card), code),
        *_turned(low, root, card, up),
        ir.Log(c.line, number(-1), "CardMoved", (ir.Const(root, TEXT), card, number(-1), code, up)),
    )
    b.add(ir.For(nth, ir.Range(number(0), arithmetic("min", size(cards), size(spots))), body))


@sentence("turn-up")
def _turn_up(b: BodyLowering, said: Statement, c: Scope, *, x: Node) -> None:
    root = root_of(b.low, x)
    card = b.atom(value(b.low, x, c), "card")
    b.add(*_turned(b.low, root, card, number(1)))
    b.journal(c, "TurnedUp", ir.Const(root, TEXT), card)


@sentence("turn-next")
def _turn_next(b: BodyLowering, x: Statement, c: Scope, *, r: Node) -> None:
    """The first card of a row that lies face down."""
    low, root = b.low, root_of(b.low, r)
    faces = low.layout.faces.get(root)
    if faces is None:
        raise CompileError("these cards are never turned up", "say who sees the row:  seen by nobody until turned up")
    row = value(low, r, c)
    spot = low.variable("spot", element(several(row)))
    card = card_at(low, spot, root)
    down = and_(compare(card, ">=", number(0)), not_(ir.Load(add(number(faces), card), Int(0, 1))))
    entry = ir.Log(c.line, number(-1), "TurnedUp", (ir.Const(root, TEXT), card))
    turn = (*_turned(low, root, card, number(1)), entry, ir.Break())
    b.add(ir.For(spot, row, (ir.If(down, turn),)))


@sentence("look-at")
def _look_at(b: BodyLowering, said: Statement, c: Scope, *, x: Node) -> None:
    _shown_to(b, x, c.me, c)


@sentence("show-to")
def _show_to(b: BodyLowering, said: Statement, c: Scope, *, x: Node, w: Node | None = None) -> None:
    if w is None:
        _shown_to(b, x, number(-1), c)
    elif w.type.head == "kind":
        _shown_to(b, x, b.atom(value(b.low, w, c), "who"), c)
    else:
        players = value(b.low, w, c)
        who = b.low.variable("who", element(several(players)))
        with b.out.inner() as body:
            _shown_to(b, x, who, c)
        b.add(ir.For(who, players, tuple(body)))


def _shown_to(b: BodyLowering, shown: Node, who: ir.Expr, c: Scope) -> None:
    """Tells the name of a card to whoever is shown it; nothing else changes. -1 is everybody.

    One entry of the journal for each card: (kind, card, where it lies, who is shown it).
    """
    found, root = value(b.low, shown, c), root_of(b.low, shown)

    def entry(card: ir.Expr) -> ir.Stmt:
        where = ir.Load(add(number(b.low.layout.where[root]), card))
        return ir.Log(c.line, c.me, "Shown", (ir.Const(root, TEXT), card, where, who))

    if shown.type.head == "kind":
        b.add(entry(b.atom(found, "card")))
        return
    card = b.low.variable("card", element(several(found)))
    b.add(ir.For(card, found, (entry(card),)))
