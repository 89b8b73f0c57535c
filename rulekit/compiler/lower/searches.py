"""Searches over a graph: what can be reached, by how many steps, at what cost."""

from __future__ import annotations

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import TRUE, and_, number
from rulekit.compiler.ir.types import BOOL, LARGEST, Int, Type
from rulekit.compiler.lower import tables
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import condition, lowers, range_of, set_type, value
from rulekit.compiler.lower.scope import Scope
from rulekit.compiler.lower.sets import sequence
from rulekit.dsl.tree import Node


@lowers("path-through")
def _path_through(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    kind = node.args["a"].type.of
    given = (_some(low, node.args["a"], c), _some(low, node.args["s"], c), value(low, node.args["t"], c))
    return ir.Op("path", (tables.neighbours(low, kind), number(low.layout.bases[kind]), *given), -1, BOOL)


def _searches(op: str, sort: str, ends: str = "", most: str = "") -> None:
    @lowers(op)
    def lowered(low: Lowering, node: Node, c: Scope) -> ir.Expr:
        return _search(low, node, c, sort, ends, most)


_searches("path", "path", ends="s")
_searches("reach", "reach")
_searches("within-steps", "within", most="n")
_searches("nearest", "nearest", ends="s")
_searches("connected", "connected")
_searches("fewest-steps", "fewest", ends="b")
_searches("within-points", "within-points", most="n")
_searches("fewest-points", "fewest-points", ends="b")


def _some(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    """A thing or a set as a set."""
    code = value(low, node, c)
    return ir.Items((code,), sequence((code,))) if node.type.head == "kind" else code


def _search(low: Lowering, node: Node, c: Scope, sort: str, ends: str, most: str) -> ir.Expr:
    kind = node.args["a"].type.of
    x, y = low.variable("x", range_of(low, kind)), low.variable("y", range_of(low, kind))
    named = "x" in node.data
    inner = c.bind(**{node.data["x"]: x, node.data["y"]: y}) if named else c
    turned = c.bind(**{node.data["x"]: y, node.data["y"]: x}) if named else c
    leaving, stepping = _parted(node.args["c"], node.data["y"]) if "c" in node.args else ([], [])
    both_ways = sort == "connected"
    if both_ways:
        leaving, stepping = [], [*leaving, *stepping]
    reached = _some(low, node.args[ends], c) if ends else None
    return ir.Search(
        sort,
        tables.neighbours(low, kind),
        low.layout.bases[kind],
        x,
        y,
        starts=_some(low, node.args["a"], c),
        leave=_all(low, leaving, inner),
        step=_all(low, stepping, inner),
        back=_all(low, stepping, turned) if both_ways else None,
        cost=value(low, node.args["p"], inner) if "p" in node.args else number(1),
        ends=reached,
        most=value(low, node.args[most], c) if most else None,
        line=c.line,
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
            parts[:0] = [part.args["a"], part.args["b"]]
        elif any(n.op == "local" and n.data.get("name") == target for n in part.walk()):
            stepping.append(part)
        else:
            leaving.append(part)
    return leaving, stepping
