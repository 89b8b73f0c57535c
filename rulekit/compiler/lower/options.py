"""The options of a choice: what can be chosen, what cards and variants refuse of it, the conditions of a subset."""

from __future__ import annotations

from attrs import frozen

from rulekit.compiler.alike import has_alike
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import TRUE, and_, not_
from rulekit.compiler.ir.types import NUMBER, Int, Seq
from rulekit.compiler.lower import points, tables, texts
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import value
from rulekit.compiler.lower.scope import Scope
from rulekit.compiler.lower.sets import filtered
from rulekit.dsl.bands import peel, speaks_of
from rulekit.dsl.tree import Node, Statement


def sort_of(low: Lowering, x: Statement) -> list[str]:
    if x.op in ("choose-number", "choose-numbers"):
        return ["number"]
    found = low.program.words.kinds.element(x.args["s"].type)
    return texts.sort(low, found) if found is not None else ["number"]


def options_of(low: Lowering, x: Statement, c: Scope) -> ir.Expr:
    """What can be chosen."""
    source = value(low, x.args["s"], c) if x.op == "choose" else numbers_of(low, x, c)
    if refused_outside(low, x):
        source = filtered(low, source, lambda y: allowed(low, x, c.bind(**{x.data["x"]: y})))
    if x.op == "choose" and has_alike(low.layout, x.args["s"].type.of):
        return ir.Op("unlike", (source, tables.alike(low, x.args["s"].type.of)), -1, source.type)
    return source


def numbers_of(low: Lowering, x: Statement, c: Scope) -> ir.Expr:
    if x.op == "choose-numbers":
        return value(low, x.args["l"], c)
    a, z = value(low, x.args["a"], c), value(low, x.args["b"], c)
    low_type, high_type = a.type, z.type
    ends = (
        low_type.low if isinstance(low_type, Int) else NUMBER.low,
        high_type.high if isinstance(high_type, Int) else NUMBER.high,
    )
    return ir.Op("numbers", (a, z), c.line, Seq(*ends))


def refused_outside(low: Lowering, x: Statement) -> bool:
    """Whether a card or a variant may refuse options of this choice."""
    point = low.program.choices.get(x.data.get("choice", ""))
    return point is not None and any(s.op == "refuse" for s in point.said)


def allowed(low: Lowering, x: Statement, names: Scope) -> ir.Expr:
    """True unless somebody refuses an option from outside."""
    out: ir.Expr = TRUE
    for saying in points.modifiers(low, low.program.choices[x.data["choice"]]):
        if saying.op == "refuse":
            out = and_(out, not_(points.heard(low, saying, names)))
    return out


# ---------------------------------------------------------------- several chosen at once
@frozen
class Parts:
    """Who can be in a subset: ``fixed`` conditions are asked once, ``moving`` ones speak of what is chosen so far."""

    base: Node
    fixed: list[Node]
    moving: list[Node]


def parts(x: Statement) -> Parts:
    chosen = x.data["x"]
    base, found = peel(x.args["s"])
    return Parts(base, [c for c in found if not speaks_of(c, chosen)], [c for c in found if speaks_of(c, chosen)])
