"""Conditions on the position after a deed: it is carried out, the condition is evaluated, and everything is restored."""

from __future__ import annotations

from rulekit.compiler.analysis.liveness import free
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import snapshot
from rulekit.compiler.ir.types import BOOL, SEVERAL, Bool, Int, Type
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import condition, lowers
from rulekit.compiler.lower.scope import Scope, Writer
from rulekit.compiler.lower.statements import BodyLowering
from rulekit.dsl.tree import Node


@lowers("would")
def _would(low: Lowering, node: Node, scope: Scope, *, c: Node, d: Node) -> ir.Expr:
    """A call of a function of its own: what the names stand for is worked out before the deed."""
    given = {name: code for name, code in scope.names.items() if code.const is None}
    names = {name: low.variable(low.local_name(name), _kept(code)) for name, code in given.items()}
    inner, out = scope.bind(**names), Writer()
    held = low.variable("held", BOOL)
    here = low.here or low.lines[scope.line]
    with out.inner() as body:
        BodyLowering(low, out).block([d.data["deed"].at(here)], inner)
        out.add(ir.Let(held, condition(low, c, inner)))
    low.here = here
    whole: ir.Block = (ir.Suppose(held, tuple(body), low.layout.left_by_cards), ir.Return(held))
    used = {local.name for local in free(whole)}
    params = {name: local for name, local in names.items() if local.name in used}
    made = low.names.new("would", "would")
    low.function(made, tuple(params.values()), whole, BOOL, "point")
    return ir.Call(made, tuple([_now(given[name]) for name in params]), BOOL)


def _kept(code: ir.Expr) -> Type:
    return Int(0, 1) if isinstance(code.type, Bool) else code.type


def _now(code: ir.Expr) -> ir.Expr:
    """A set as it is before the deed."""
    return snapshot(code) if isinstance(code.type, SEVERAL) and not code.atomic else code
