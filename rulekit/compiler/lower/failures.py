"""The statement of a rule line that fails, with the code and the values of its message."""

from __future__ import annotations

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import number
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.scope import Scope
from rulekit.dsl.tree import Node
from rulekit.stuck import CODES


def fail(c: Scope, because: str, *values: ir.Expr) -> ir.Fail:
    """``because``: a row of :data:`rulekit.stuck.TEXTS`; ``values``: those that it speaks of, which everybody may know."""
    return ir.Fail(c.line, None, (number(CODES[because]), c.me, *values))


def fail_for(low: Lowering, c: Scope, because: str, known: bool, *values: ir.Expr) -> ir.Fail:
    """The same with values that not everybody may know: unless they are ``known`` only the author of the rules is told them,
    by a trace that measures."""
    return fail(c, because, *values) if known or low.measures else fail(c, f"{because}, unsaid")


def known(low: Lowering, c: Scope, *nodes: Node) -> bool:
    """Whether everybody may know the values of these expressions."""
    return all(low.secrets.open(node, c.unseen) for node in nodes)
