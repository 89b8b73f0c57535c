"""What lies straight on along sorts of routes: a row of members for each way to begin, as far as a condition lets one go."""

from __future__ import annotations

from rulekit.compiler.analysis.liveness import free
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import add, and_, append, compare, empty, exists, multiply, not_, number, subtract
from rulekit.compiler.ir.types import Int, Seq
from rulekit.compiler.lower import tables
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import condition, lowers, range_of, value
from rulekit.compiler.lower.scope import Scope
from rulekit.dsl import accessors as get
from rulekit.dsl.tree import Node


@lowers("straight")
def _straight(
    low: Lowering,
    node: Node,
    scope: Scope,
    *,
    a: Node,
    roads: tuple[str, ...],
    b: Node | None = None,
    c: Node | None = None,
) -> ir.Expr:
    """A call of a function of its own, since it leaves a row in its middle."""
    kind = a.type.of
    rows, many = tables.rays(low, kind, roads)
    whole = range_of(low, kind)
    here, way = low.variable("here", whole), low.variable("way", Int(0, many - 1))
    x, found = low.variable("x", whole), low.variable("found", Seq(whole.low, whole.high))
    row = ir.Subscript(rows, add(multiply(_index(low, here, kind), number(many)), way))
    body: ir.Block = (append(found, x),)
    if c is not None:
        body = (*body, ir.If(condition(low, c, scope.bind(it=x)), (ir.Break(),)))
    on: ir.Block = (ir.For(x, row, body, live=True),)
    goal = low.variable("goal", whole)
    if b is not None:
        on = (ir.If(ir.Contains(goal, row), on),)
    block = (
        ir.Let(found, empty(Seq(whole.low, whole.high))),
        ir.For(way, ir.Range(number(0), number(many)), on),
        ir.Return(found),
    )
    ends = {here: a, **({goal: b} if b is not None else {})}
    more = tuple(local for local in free(block) if local not in ends)
    name = low.names.new("p", "straight on")
    low.function(name, (*ends, *more), block, found.type, "point")
    return ir.Call(name, (*(value(low, end, scope) for end in ends.values()), *more), found.type)


def meets(low: Lowering, node: Node, goal: ir.Expr, c: Scope) -> ir.Expr | None:
    """Whether one meets ``goal`` on the way: without a list, where at most one way leads there. None: not known so."""
    if "b" in node.args:
        return None
    kind = get.start(node).type.of
    rows, many = tables.rays(low, kind, node.data["roads"])
    base, here = low.layout.bases[kind], value(low, get.start(node), c)
    ways = tables.between(low, rows.name, many, base)
    if ways is None or not here.atomic or not goal.atomic:
        return None
    pair = add(multiply(_index(low, here, kind), number(low.layout.sizes[kind])), _index(low, goal, kind))
    leads = compare(ir.Subscript(ways[0], pair), "!=", number(0))
    if "c" not in node.args:
        return leads
    x = low.variable("x", range_of(low, kind))
    ends = condition(low, get.stop(node), c.bind(it=x))
    return and_(leads, not_(exists(ir.Filter(x, ir.Subscript(ways[1], pair), ends))))


def _index(low: Lowering, member: ir.Expr, kind: str) -> ir.Expr:
    return subtract(member, number(low.layout.bases[kind]))
