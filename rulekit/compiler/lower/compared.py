"""Code that records the values that a condition compares or a line computes with, for `why` and for traces.

The local ``w`` collects ``(template, values, needed)``; ``needed``: 1 for a condition that the option needs, else 0. Values
that are hidden from some player are left out, and so are random ones: to compute them would be to draw.
"""

from __future__ import annotations

from collections.abc import Callable

from rulekit.compiler.errors import CompileError
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import append, empty, not_, number
from rulekit.compiler.ir.types import DATA, VOID
from rulekit.compiler.lower import templates
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import condition, value
from rulekit.compiler.lower.scope import Scope, Writer
from rulekit.dsl import accessors as get
from rulekit.dsl.operations import has
from rulekit.dsl.paraphrase import say
from rulekit.dsl.subset_choice import speaks_of
from rulekit.dsl.tree import Node, Statement

PLAIN = ("entity", "number", "none", "truth", "group-member")
SHOWN = ("number", "kind", "truth")
"""Sorts of values that say something to a person"""
WORKED = ir.Local("w", DATA)
Asked = Callable[[Lowering, Node, Scope, Writer], None]
"""Adds what a permission rests on that a condition asks for"""


def put(target: ir.Local, *items: ir.Expr) -> ir.Stmt:
    return append(target, ir.Tuple(items, DATA))


def working(low: Lowering, x: Statement, c: Scope) -> ir.Block:
    """The code before a sentence that records the values it computes with, for the trace (:mod:`rulekit.explain.causes`)."""
    if not has(x.op, "works with numbers") and x.op not in ("if", "may", "repeat-until", "repeat-while"):
        return ()
    out = Writer()
    for slot, node in x.args.items():
        if slot == "c":
            compared(low, node, c, out)
        elif node.type.head == "number" and has(x.op, "works with numbers"):
            compared_value(low, node, c, out)
    told = ir.Do(ir.Op("compared", (number(c.line), WORKED), made=VOID))
    return (ir.Let(WORKED, empty(DATA)), *out.block, told) if out.block else ()


def compared(
    low: Lowering, test: Node, names: Scope, out: Writer, asked: Asked | None = None, wanted: bool | None = None
) -> None:
    """Records what a condition compares, with the short circuit of `and` and `or`. A condition behind `not` is recorded without
    it. ``asked``: records the permissions in it, which are skipped otherwise. ``wanted``: the value that the condition must have
    for the option; None where either will do, as for the halves of an `or`."""
    match test.op:
        case "and" | "or":
            first = condition(low, get.left(test), names)
            each = wanted if wanted is (test.op == "and") else None
            compared(low, get.left(test), names, out, asked, each)
            if first.const is None:
                with out.inner() as then:
                    compared(low, get.right(test), names, out, asked, each)
                out.add(ir.If(first if test.op == "and" else not_(first), tuple(then)))
            elif bool(first.const) == (test.op == "and"):
                compared(low, get.right(test), names, out, asked, wanted)
        case "not":
            compared(low, get.denied(test), names, out, asked, None if wanted is None else not wanted)
        case op if has(op, "compares"):
            told = len(out.block)
            for node in test.args.values():
                compared_value(low, node, names, out)
            if len(out.block) == told:  # sets and the like are not shown: then it is said whether it holds
                compared_value(low, test, names, out, needed=wanted is True)
        case "allowed" | "not-allowed":
            if asked is not None and not any(speaks_of(test, name) for name in names.unseen):
                asked(low, get.permission(test), names, out)
        case _:
            compared_value(low, test, names, out, needed=wanted is True)


def compared_value(low: Lowering, node: Node, names: Scope, out: Writer, needed: bool = False) -> None:
    """Records a value with its wording, if it is readable and public. ``needed``: the option is refused unless it is true."""
    shown_as = templates.sort(low, node.type).head
    if node.op in PLAIN or shown_as not in SHOWN or not low.secrets.open(node, names.unseen) or _by_chance(node):
        return
    try:
        found = value(low, node, names)
    except CompileError:
        return
    words = say(node)
    if found.const is None and words != "it":  # the option itself is known to whoever asks about it
        template = number(templates.named(low, words, node))
        shown = templates.with_cards(low, node, found, names)
        out.add(put(WORKED, template, ir.Tuple((shown,), DATA), number(needed and shown_as == "truth")))


def _by_chance(node: Node) -> bool:
    """Whether computing the value draws from chance."""
    return any(n.phrase is not None and "chance" in n.phrase.data for n in node.walk())
