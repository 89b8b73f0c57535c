"""Equipment on the table: what devices give, their words, and what the players are asked before these are carried out."""

from __future__ import annotations

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import add, append, arithmetic, compare, fresh, given, not_, number, snapshot
from rulekit.compiler.ir.types import NUMBER, PAIR, TEXT, VOID, Int, Seq, Type
from rulekit.compiler.lower import tables
from rulekit.compiler.lower.choices import ask
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import lowers, value
from rulekit.compiler.lower.places import COUNT, holder, owner_of, spelt
from rulekit.compiler.lower.scope import Scope
from rulekit.compiler.lower.statements import BodyLowering, sentence
from rulekit.dsl.tree import Node, Statement
from rulekit.image import Sort


# ---------------------------------------------------------------- values
@lowers("device")
def _value(low: Lowering, node: Node, c: Scope, *, device: str, function: str) -> ir.Expr:
    """A value that a device gives; pieces come as their tokens."""
    fits = low.program.words.kinds.fits
    args = [tokens(low, a, c) if fits(a.type, "pieces") else value(low, a, c) for a in node.args.values()]
    return ir.DeviceCall(device, function, tuple(args), NUMBER)


def tokens(low: Lowering, pieces: Node, c: Scope) -> ir.Expr:
    """The tokens of some pieces."""
    row, owner = pieces.args.get("p", pieces), owner_of(low, pieces, c)
    found = [low.layout.tokens_of(piece) for piece in spelt(low, row)]
    items: list[ir.Expr]
    if row.op != "pieces" and row.type.head == "kind":  # a row of a group, held in a local
        items = [add(number(found[0][0]), value(low, row, c))]
    elif owner is None:
        items = [number(t) for several in found for t in several]
    else:
        items = [add(number(several[0]), owner) for several in found]
    return ir.Items(tuple(items), Seq(0, max(len(low.layout.tokens) - 1, 0)))


def gap(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    """The argument for a gap of a word: pieces as their tokens, a place as its slots, a number as it is.

    The slots of a place: where each token is counted there, -1 where it cannot lie.
    """
    if low.program.words.kinds.fits(node.type, "pieces"):
        return tokens(low, node, c)
    if node.type.head not in ("place", "kind"):
        return value(low, node, c)
    name, at = holder(low, node, c)
    return ir.Subscript(tables.slots(low, name), at)


# ---------------------------------------------------------------- words
@sentence("device")
def _device(b: BodyLowering, x: Statement, c: Scope, *, device: str, function: str, asks: str = "") -> None:
    if asks:
        ask_device(b, x, c, device, asks)
    places = [gap(b.low, node, c) for node in x.args.values() if node.type.head in ("place", "kind")]
    for place in places:
        b.journal(c, "DeviceGiven", ir.Const(device, TEXT), _counts(b.low, place))
    b.add(ir.Do(device_call(b.low, device, function, x, c)))
    if places:  # what lies in the last place is what came of it
        b.journal(c, "DeviceUsed", ir.Const(device, TEXT), _counts(b.low, places[-1]))


def _counts(low: Lowering, place: ir.Expr) -> ir.Expr:
    """How many pieces of each sort lie in a place now."""
    slot = low.variable("k", Int(-1, low.layout.size))
    there = ir.Either(compare(slot, ">=", number(0)), ir.Load(slot, COUNT), number(0))
    return snapshot(ir.Map(slot, place, there, Seq()))


def device_call(low: Lowering, device: str, function: str, x: Statement, c: Scope, gives: Type = VOID) -> ir.DeviceCall:
    """A call of a device's function with the arguments of its phrase, in the order of the phrase."""
    return ir.DeviceCall(device, function, tuple([gap(low, node, c) for node in x.args.values()]), gives)


def ask_device(b: BodyLowering, x: Statement, c: Scope, name: str, function: str) -> None:
    """Asks until the device knows enough; the answers lie on its own list."""
    low = b.low
    # Where nobody is `me`, whoever sits first looks at the equipment on the table.
    whoever = c.bind(me=arithmetic("max", c.names["me"], number(0)) if "me" in c.names else number(0))
    tape = ir.Zone(number(low.layout.tapes[name]), Seq())
    call = device_call(low, name, function, x, whoever, PAIR)
    asked, answer = low.variable("asked", PAIR), low.variable("v", Int(0, NUMBER.high))
    options = low.variable("options", Seq(0, NUMBER.high))
    with b.out.inner() as body:
        b.add(ir.Let(asked, call))
        b.add(ir.If(not_(given(asked)), (ir.Break(),)))
        most = ir.Subscript(asked, number(1))
        b.add(ir.Let(options, fresh(ir.Range(number(0), add(most, number(1))), options.type)))
        question = ask(b, x, whoever, Sort("number"), options, answer, device=call)
        b.journal(whoever, "Chosen", number(question), answer)
        b.add(append(tape, answer))
    b.add(ir.Loop(tuple(body)))
