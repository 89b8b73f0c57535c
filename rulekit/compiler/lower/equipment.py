"""Equipment on the table: words of devices, and what the players are asked before they are carried out."""

from __future__ import annotations

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import add, arithmetic, compare, not_, number
from rulekit.compiler.ir.types import BOOL, NUMBER, PAIR, TEXT, VOID, Int, Seq, Type
from rulekit.compiler.lower.choices import Question, append
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import value
from rulekit.compiler.lower.places import COUNT, slots_of, tokens
from rulekit.compiler.lower.scope import Scope
from rulekit.compiler.lower.statements import Body, sentence
from rulekit.dsl.tree import Node, Statement


@sentence("device")
def _device(b: Body, x: Statement, c: Scope) -> None:
    if "asks" in x.data:
        ask_device(b, x, c)
    b.add(ir.Do(device_call(b.low, x.data["device"], x.data["function"], x, c)))
    places = [slots_of(b.low, node, c) for node in x.args.values() if node.type.head in ("place", "kind")]
    if places:  # what lies in the last place is what came of it
        slot = b.low.variable("k", Int(-1, b.low.layout.size))
        there = ir.Either(compare(slot, ">=", number(0)), ir.Load(slot, COUNT), number(0))
        counts = ir.Op("tuple", (ir.Map(slot, places[-1], there, Seq()),), -1, Seq())
        b.journal(c, "device", ir.Const(x.data["device"], TEXT), counts)


def device_call(low: Lowering, device: str, function: str, x: Statement, c: Scope, gives: Type = VOID) -> ir.Device:
    """A call of a device's function with what stands in the gaps of its phrase, in the order of the phrase."""
    return ir.Device(device, function, tuple([gap(low, node, c) for node in x.args.values()]), gives)


def gap(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    """What stands in a gap: a place as its slots, pieces as their tokens, a number as it is."""
    if low.program.words.kinds.fits(node.type, "pieces"):
        return tokens(low, node, c)
    return slots_of(low, node, c) if node.type.head in ("place", "kind") else value(low, node, c)


def ask_device(b: Body, x: Statement, c: Scope) -> None:
    """Asks until the device knows enough; the answers lie on its own list."""
    low = b.low
    # Where nobody is `me`, whoever sits first looks at the equipment on the table.
    whoever = c.bind(me=arithmetic("max", c.names["me"], number(0)) if "me" in c.names else number(0))
    tape = ir.Zone(number(low.layout.tapes[x.data["device"]]), Seq())
    call = device_call(low, x.data["device"], x.data["asks"], x, whoever, PAIR)
    asked, answer = low.variable("asked", PAIR), low.variable("v", Int(0, NUMBER.high))
    options = low.variable("options", Seq(0, NUMBER.high))
    with b.out.inner() as body:
        b.add(ir.Let(asked, call))
        b.add(ir.If(not_(ir.Op("some", (asked,), made=BOOL)), (ir.Break(),)))
        most = ir.Item(asked, number(1))
        b.add(ir.Let(options, ir.Op("list", (ir.Range(number(0), add(most, number(1))),), -1, options.type)))
        question = Question(b, x, whoever, ["number"], device=call)
        question.ask(options, answer)
        b.add(append(tape, answer))
    b.add(ir.Loop(tuple(body)))
