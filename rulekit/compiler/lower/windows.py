"""Windows: an engine-made deed that asks the players in their order and carries out what they play.

The rule that opened the window goes on at its next line when it is closed. A player who has nothing to play is not asked, unless
that would tell others what they hold: then all are asked of whom nobody else can know it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import (
    FALSE,
    TRUE,
    add,
    and_,
    append,
    arithmetic,
    between,
    compare,
    empty,
    exists,
    not_,
    number,
    or_,
    size,
    snapshot,
)
from rulekit.compiler.ir.types import BOOL, SEVERAL, Int, Seq
from rulekit.compiler.lower import calls, explain, narration_scopes, subset_choice
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import condition, range_of, value
from rulekit.compiler.lower.options import options_of
from rulekit.compiler.lower.places import place_code
from rulekit.compiler.lower.scope import Scope, Writer
from rulekit.compiler.lower.statements import BodyLowering
from rulekit.dsl import accessors as get
from rulekit.dsl.operations import has
from rulekit.dsl.symbols import FamilyEntry, Window
from rulekit.dsl.tree import Node
from rulekit.image import Question, Sort


def lower_window(low: Lowering, window: Window, name: str) -> None:
    """The function ``(me)`` of a window."""
    out = Writer()
    if window.plays:
        out.add(*narration_scopes.window_begins(low, window, low.me))
        _window(low, window, out)
    low.function(name, [low.me], out.block)


def _window(low: Lowering, window: Window, out: Writer) -> None:
    line, flag = low.line(window.span), number(low.layout.success)
    opened = Scope({"me": low.me}, line)
    players_type = Seq(0, low.layout.players - 1)
    players = low.variable("players", players_type)
    at, passes, outside = (low.variable(n, Int(0, 1_000_000)) for n in ("at", "passes", "outside"))
    played = list(dict.fromkeys(low.program.entries[entry].family for entry, _ in window.plays))
    me = low.variable("me", low.me.type)
    highest = max((range_of(low, family).high for family in played), default=0)
    card = low.variable("card", Int(-1, highest))
    c = Scope({"me": me}, line)
    out.add(ir.Let(players, _players(low, window, opened)))
    out.add(ir.Let(at, number(0)), ir.Let(passes, number(0)))
    out.add(
        ir.Let(outside, ir.Load(flag, Int(0, 1))), ir.Store(flag, number(0))
    )  # a window inside of another one's card
    options = low.variable("options", Seq(-1, highest))
    with out.inner() as body:
        over = compare(passes if window.until_pass else at, ">=", size(players))
        out.add(ir.If(over, (ir.Store(flag, outside), ir.Return())))
        out.add(ir.Let(me, ir.Subscript(players, arithmetic("%", at, size(players)))), ir.Let(at, add(at, number(1))))
        out.add(ir.Let(options, empty(options.type)))
        for entry, test in window.plays:
            _offer(low, entry, test, c, options, out)
        nothing = not_(exists(options))
        secret = [play for play in window.plays if _asked_alike(low, window, play[0])]
        if secret:
            nothing = and_(nothing, not_(ir.Call(_might(low, window, secret), (me,), BOOL)))
        out.add(ir.If(nothing, (ir.Let(passes, add(passes, number(1))), ir.Continue())))
        out.add(append(options, number(-1)))
        question = _question(low, window, played)
        out.add(ir.Ask(question, me, options, card, explain.of_window(low, question, window.prompt, c)))
        out.add(ir.Log(line, me, "Chosen", (number(question), card)))
        one_more = ir.Either(compare(card, "<", number(0)), add(passes, number(1)), number(0))
        out.add(ir.Let(passes, one_more))
        last: ir.Block = ()
        for family in reversed(played):
            last = (_carry(low, window, family, me, card, last),)
        out.add(*last)
        closed = (ir.Store(flag, outside), ir.Return()) if window.until_success else (ir.Store(flag, number(0)),)
        out.add(ir.If(compare(ir.Load(flag, Int(0, 1)), "!=", number(0)), closed))
    out.add(ir.Loop(tuple(body)))


def _question(low: Lowering, window: Window, played: Sequence[str]) -> int:
    sort = Sort("kind", low.layout.roots[played[0] if played else "player"])
    text = f"open {window.name}"
    return low.question(Question(low.line(window.span), sort, "window", text, window.name, among=tuple(played)))


def _players(low: Lowering, window: Window, c: Scope) -> ir.Expr:
    asked = [value(low, node, c) for node in window.asked]
    if isinstance(asked[0].type, SEVERAL):
        return snapshot(asked[0], Seq(0, low.layout.players - 1))
    return ir.Items(tuple(asked), Seq(0, low.layout.players - 1))


def _carry(low: Lowering, window: Window, family: str, me: ir.Local, card: ir.Local, otherwise: ir.Block) -> ir.If:
    """What is done when a card of this family is played."""
    names = list(dict.fromkeys(entry for entry, _ in window.plays if low.program.entries[entry].family == family))
    carry = calls.carry(low, family, [low.program.entries[name] for name in names])
    base, many = low.layout.bases[family], low.layout.sizes[family]
    slot = low.program.families[family].slot
    args: tuple[ir.Expr, ...] = (me, card) if slot is None else (me, card, number(-1))
    played = (ir.Log(low.line(window.span), me, "Called", ()), ir.Do(ir.Call(carry, args)))
    return ir.If(between(base, card, base + many - 1), played, otherwise)


def _played(low: Lowering, entry: FamilyEntry, card: ir.Expr, c: Scope) -> Scope:
    """What is in sight of an entry: its card, and of a row of cards the member that the card belongs to."""
    names = {"this-card": card}
    if entry.over is not None:
        word, kind = entry.over
        names[word] = add(card, number(low.layout.bases[kind] - low.layout.bases[entry.family] - entry.indices[0]))
    return c.bind(**names)


def _offer(low: Lowering, name: str, test: Node | None, c: Scope, options: ir.Local, out: Writer) -> None:
    """Adds the cards of an entry that can be played now."""
    entry = low.program.entries[name]
    family = low.program.families[entry.family]
    for index in entry.indices:
        card = number(low.layout.bases[entry.family] + index)
        there: ir.Expr = ir.Call(calls.can_play(low, name), (c.me, card), BOOL)
        if test is not None:
            there = and_(condition(low, test, _played(low, entry, card, c)), there)
        if family.source is not None:
            where = add(number(low.layout.where[low.layout.roots[entry.family]]), card)
            there = and_(compare(ir.Load(where), "==", place_code(low, family.source, c)), there)
        out.when(there, append(options, card))


def _asked_alike(low: Lowering, window: Window, name: str) -> bool:
    """Whether to ask players who cannot play this entry, too, since the others cannot tell that they cannot."""
    source = low.program.families[low.program.entries[name].family].source
    if source is None:  # such cards are always at hand: who can play them is seen by all
        return False
    return window.alike if window.alike is not None else not low.secrets.open(source)


def _might(low: Lowering, window: Window, plays: Sequence[tuple[str, Node | None]]) -> str:
    """``(me)``: whether a player could play one of these, as far as everybody at the table can tell.

    They have cards where these are played from; one of these lies where not everybody sees it; and nothing that all can see keeps
    them from playing it.
    """
    name, out = low.names.new("might", window.name), Writer()
    c = Scope({"me": low.me}, low.line(window.span))
    for entry_name, test in plays:
        entry = low.program.entries[entry_name]
        root = low.layout.roots[entry.family]
        source = low.program.families[entry.family].source
        with out.inner() as body:
            for index in entry.indices:
                card = number(low.layout.bases[entry.family] + index)
                there = _unseen(low, root, ir.Load(add(number(low.layout.where[root]), card)))
                if test is not None and low.secrets.open(test):
                    there = and_(there, condition(low, test, _played(low, entry, card, c)))
                there = and_(there, ir.Call(calls.can_play(low, entry_name, True), (low.me, card), BOOL))
                out.when(there, ir.Return(TRUE))
        out.add(ir.If(_holds_any(low, source, c), tuple(body)))
    out.add(ir.Return(FALSE))
    low.function(name, [low.me], out.block, BOOL, "point")
    return name


def _holds_any(low: Lowering, source: Node | None, c: Scope) -> ir.Expr:
    assert source is not None  # what is always at hand can be seen
    if source.type.head == "spot":
        return compare(ir.Load(value(low, source, c)), ">=", number(0))
    return exists(value(low, source, c))


def _unseen(low: Lowering, root: str, lying: ir.Expr) -> ir.Expr:
    """Whether a card lies where not everybody sees it."""
    out: ir.Expr = FALSE
    for place in low.program.places.values():
        if place.counted or low.layout.roots[place.contents[0]] != root or (place.seen == "all" and not place.turns):
            continue
        if place.name in low.layout.zones:
            first, many = low.layout.zones[place.name], low.layout.instances(place.owners)
        else:
            first = low.layout.lists + low.layout.spots[place.name]
            many = low.layout.row_size(place) if place.row is not None else low.layout.instances(place.owners)
        out = or_(out, between(first, lying, first + many - 1))
    return out if out.const is None else TRUE


def lower_can_play(low: Lowering, what: tuple[str, bool], made: str) -> None:
    """Whether the entry gets as far as its first deed: its `needs` hold, and its first choice has an option.

    ``what``: (entry, public). Public: as far as everybody at the table can tell; what rests on hidden things is taken to hold.
    """
    name, public = what
    entry = low.program.entries[name]
    this_card = calls.this_card(low, entry.family)
    c = _played(low, entry, this_card, Scope({"me": low.me}, low.line(entry.span)))
    out = Writer()
    b = BodyLowering(low, out)
    for x in entry.body:
        c = c.at(low.line(x.span))
        if public and not all(low.secrets.open(node) for node in x.args.values()):
            if x.op == "needs":
                continue
            break
        if x.op == "let":
            c = b.named(x.data["x"], value(low, get.new_value(x), c), c)
        elif x.op == "needs":
            out.when(not_(condition(low, get.condition(x), c)), ir.Return(number(0)))
        elif has(x.op, "names a choice") and "none" not in x.data and x.otherwise is None:
            enough = subset_choice.enough(low, x, c) if x.op == "choose-band" else exists(options_of(low, x, c))
            out.add(ir.Return(enough))
            break
        else:
            break
    out.add(ir.Return(number(1)))
    low.function(made, [low.me, this_card], out.block, BOOL, "point")
