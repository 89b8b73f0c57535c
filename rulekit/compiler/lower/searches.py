"""Searches over a graph: what can be reached, in how many steps, at what cost."""

from __future__ import annotations

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import TRUE, and_, number
from rulekit.compiler.ir.types import BOOL, LARGEST, Int, Type
from rulekit.compiler.lower import tables
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import condition, lowers, range_of, set_type, value
from rulekit.compiler.lower.scope import Scope
from rulekit.compiler.lower.sets import sequence
from rulekit.dsl import accessors as get
from rulekit.dsl.tree import Node


@lowers("path-through")
def _path_through(low: Lowering, node: Node, c: Scope, *, a: Node, s: Node, t: Node) -> ir.Expr:
    kind = a.type.of
    given = (_some(low, a, c), _some(low, s, c), value(low, t, c))
    return ir.Op("path", (tables.neighbours(low, kind), number(low.layout.bases[kind]), *given), -1, BOOL)


SORTS = {
    "path": "path",
    "reach": "reach",
    "within-steps": "within",
    "nearest": "nearest",
    "connected": "connected",
    "fewest-steps": "fewest",
    "within-points": "within-points",
    "fewest-points": "fewest-points",
}
"""Operation -> what the intermediate form calls such a search"""


def _some(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    """A thing or a set as a set."""
    code = value(low, node, c)
    return ir.Items((code,), sequence((code,))) if node.type.head == "kind" else code


@lowers(*SORTS)
def _search(
    low: Lowering,
    node: Node,
    scope: Scope,
    *,
    a: Node,
    s: Node | None = None,
    b: Node | None = None,
    n: Node | None = None,
    x: str = "",
    y: str = "",
    c: Node | None = None,
    p: Node | None = None,
) -> ir.Expr:
    """From ``a``, to ``s`` or ``b`` or as far as ``n``; a step from ``x`` to ``y`` may need a condition or cost points."""
    sort, kind = SORTS[node.op], a.type.of
    one, other = low.variable("x", range_of(low, kind)), low.variable("y", range_of(low, kind))
    inner = scope.bind(**{x: one, y: other}) if x else scope
    turned = scope.bind(**{x: other, y: one}) if x else scope
    leaving, stepping = _parted(c, y) if c is not None else ([], [])
    both_ways = sort == "connected"
    if both_ways:
        leaving, stepping = [], [*leaving, *stepping]
    ends = s or b
    reached = _some(low, ends, scope) if ends is not None else None
    return ir.GraphSearch(
        sort,
        tables.neighbours(low, kind),
        low.layout.bases[kind],
        one,
        other,
        starts=_some(low, a, scope),
        leave=_all(low, leaving, inner),
        step=_all(low, stepping, inner),
        back=_all(low, stepping, turned) if both_ways else None,
        cost=value(low, p, inner) if p is not None else number(1),
        ends=reached,
        most=value(low, n, scope) if n is not None else None,
        line=scope.line,
        made=_gives(low, sort, kind, reached),
    )


def _gives(low: Lowering, sort: str, kind: str, ends: ir.Expr | None) -> Type:
    match sort:
        case "path":
            return BOOL
        case "fewest" | "fewest-points":
            return Int(0, LARGEST)
        case "nearest":
            assert ends is not None
            return ends.type
    return set_type(low, kind)


def _all(low: Lowering, parts: list[Node], c: Scope) -> ir.Expr:
    out: ir.Expr = TRUE
    for part in parts:
        out = and_(out, condition(low, part, c))
    return out


def _parted(test: Node, target: str) -> tuple[list[Node], list[Node]]:
    """The parts of a condition of a step: those about the place that is left, which are asked once for it, and the others."""
    parts, leaving, stepping = [test], list[Node](), list[Node]()
    while parts:
        part = parts.pop(0)
        if part.op == "and":
            parts[:0] = [get.left(part), get.right(part)]
        elif any(n.op == "local" and n.data.get("name") == target for n in part.walk()):
            stepping.append(part)
        else:
            leaving.append(part)
    return leaving, stepping
