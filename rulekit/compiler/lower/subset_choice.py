"""Several chosen at once: asked for one by one until `done`, so that no question has more options than the set has members.

Members are named in any order, and the order does not matter: what is chosen is always in the order of the set, so that the same
members make the same state whoever was named first. Things that are interchangeable stand side by side in it, and only the first
that is left of them is offered. Where all that are left are needed, nobody is asked.
"""

from __future__ import annotations

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import (
    FALSE,
    TRUE,
    add,
    and_,
    append,
    compare,
    empty,
    exists,
    fresh,
    not_,
    number,
    or_,
    size,
    snapshot,
)
from rulekit.compiler.ir.types import Int, Seq, element
from rulekit.compiler.lower.choices import ask
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import condition, several, value
from rulekit.compiler.lower.failures import fail
from rulekit.compiler.lower.interchangeable import alike, has_alike
from rulekit.compiler.lower.options import allowed, parts, refused_outside, sort_of
from rulekit.compiler.lower.scope import Scope
from rulekit.compiler.lower.sets import filtered, those
from rulekit.compiler.lower.statements import BodyLowering, sentence
from rulekit.dsl import accessors as get
from rulekit.dsl.tree import Node, Statement


# ---------------------------------------------------------------- who can be chosen
def candidates(low: Lowering, x: Statement, c: Scope) -> ir.Expr:
    """All that could be chosen as long as nothing is."""
    found = parts(x)
    assert found.base is not None
    source = value(low, found.base, c)
    for test in found.fixed:
        source = those(low, source, test, c)
    if refused_outside(low, x):
        source = filtered(low, source, lambda y: allowed(low, x, c.bind(it=y)))
    return source


def _offered(low: Lowering, x: Statement, source: ir.Expr, chosen: ir.Expr, c: Scope) -> ir.Expr:
    """Those of ``source`` that can follow what is chosen: the one place through which options pass."""
    found, names = parts(x), c.bind(**{x.data["x"]: chosen})
    nothing = isinstance(chosen, ir.Items)

    def test(y: ir.Expr) -> ir.Expr:
        out = TRUE if nothing else not_(ir.Contains(y, chosen))
        for one in found.moving:
            out = and_(out, condition(low, one, names.bind(it=y)))
        return out

    return filtered(low, source, test)


def bounds(low: Lowering, x: Statement, c: Scope) -> tuple[ir.Expr, ir.Expr | None]:
    """How many have to be chosen, and how many can be (None: all)."""
    if "any" in x.data:
        return number(0), None
    if "most" in x.data:
        return number(0), value(low, get.count(x), c)
    if "exact" in x.data:
        n = value(low, get.count(x), c)
        return n, n
    return value(low, get.least(x), c), value(low, get.most(x), c)


def enough(low: Lowering, x: Statement, c: Scope) -> ir.Expr:
    """Whether the choice can be made at all."""
    least, most = bounds(low, x, c)
    source = candidates(low, x, c)
    many = compare(size(_offered(low, x, source, _nothing(source), c)), ">=", least)
    return many if most is None or most == least else and_(many, compare(most, ">=", least))


def _nothing(source: ir.Expr) -> ir.Items:
    return ir.Items((), source.type)


# ---------------------------------------------------------------- asking
@sentence("choose-band")
def _choose_subset(b: BodyLowering, said: Statement, c: Scope, *, x: str, s: Node) -> Scope:
    low, kind = b.low, s.type.of
    same = alike(low, kind) if has_alike(low.layout, kind) else None
    source = candidates(low, said, c)
    held = several(source)
    if same is not None:
        source = ir.Op("side_by_side", (source, same), -1, Seq(held.low, held.high))
    items = b.low.variable("items", Seq(held.low, held.high))
    b.add(ir.Let(items, snapshot(source, items.type)))
    least, most = _limits(b, said, c)
    chosen = b.out.local(low.local_name(x), Seq(held.low, held.high))
    named = c.bind(**{x: chosen})
    with b.out.inner() as asking:
        b.add(ir.Let(chosen, _nothing(items)))
        b.add(ir.Loop(_rounds(b, said, named, items, chosen, (least, most), same)))
    if least.const == 0:
        b.add(*asking)
        return named
    few = compare(size(_offered(low, said, items, _nothing(items), c)), "<", least)
    few = or_(few, _crossed(least, most))
    if said.otherwise is None:
        b.add(ir.If(few, (fail(c, "few options", least),)), *asking)
    else:
        b.add(ir.If(few, b.inside(said.otherwise, c), tuple(asking)))
    return named


def _limits(b: BodyLowering, x: Statement, c: Scope) -> tuple[ir.Expr, ir.Expr | None]:
    """The limits, worked out once."""
    least, most = bounds(b.low, x, c)
    same = most is least
    if least.const is None:
        least = b.keep(least, "least")
    if most is not None and most.const is None:
        most = least if same else b.keep(most, "most")
    return least, most


def _rounds(
    b: BodyLowering,
    x: Statement,
    c: Scope,
    items: ir.Local,
    chosen: ir.Local,
    limits: tuple[ir.Expr, ir.Expr | None],
    same: ir.ConstantTable | None,
) -> ir.Block:
    """One more member, or done; where only one thing can be, nobody is asked."""
    low = b.low
    least, most = limits
    whole = several(items)
    options = low.variable("options", Seq(min(whole.low, -1), whole.high))
    answer = low.variable("v", Int(-1, whole.high))
    with b.out.inner() as body:
        offered: ir.Expr = fresh(_offered(low, x, items, chosen, c), options.type)
        if most is not None:
            offered = ir.Either(compare(size(chosen), "<", most), offered, empty(options.type))
        b.add(ir.Let(options, offered))
        if least.const is None or least.const > 1:  # all that are left are needed: there is nothing to decide
            needed = compare(add(size(chosen), size(options)), "==", least)
            b.add(ir.If(needed, (ir.Let(options, ir.Op("first_n", (options, number(1)), -1, options.type)),)))
        if same is not None:
            b.add(ir.Let(options, ir.Op("unlike", (options, same), -1, options.type)))
        done = append(options, number(-1))
        b.out.when(compare(size(chosen), ">=", least) if least.const != 0 else TRUE, done)
        b.add(ir.If(not_(exists(options)), (fail(c, "no options"),)))
        with b.out.inner() as asked:
            question = ask(b, x, c, sort_of(low, x), options, answer)
            b.journal(c, "Chosen", number(question), answer)
        one = compare(size(options), "==", number(1))
        b.add(ir.If(one, (ir.Let(answer, ir.Subscript(options, number(0))),), tuple(asked)))
        b.add(ir.If(compare(answer, "<", number(0)), (ir.Break(),)))
        b.add(_take(low, items, chosen, answer))
    return tuple(body)


def _crossed(least: ir.Expr, most: ir.Expr | None) -> ir.Expr:
    """Whether more have to be chosen than can be."""
    return FALSE if most is None or most == least else compare(most, "<", least)


def _take(low: Lowering, items: ir.Local, chosen: ir.Local, member: ir.Local) -> ir.Stmt:
    """One more member; what is chosen stays in the order of the set, in whatever order it is named."""
    y = low.variable("x", element(several(items)))
    mine = or_(ir.Contains(y, chosen), compare(y, "==", member))
    return ir.Let(chosen, snapshot(ir.Filter(y, items, mine), chosen.type))
