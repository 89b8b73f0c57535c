"""Writes a check of a value out as a test of its own.

::

    v = card(s[479 + n], 93)      ->  v = s[479 + n]
                                      if v < 0: fail 93

So it is seen where an action fails, and nothing is called.
"""

from __future__ import annotations

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import between, compare, number
from rulekit.compiler.ir.traverse import map_bodies, rewrite_statements


def expand_checks(module: ir.Module) -> ir.Module:
    return map_bodies(module, lambda body: rewrite_statements(body, expanded))


def expanded(x: ir.Stmt) -> ir.Block:
    match x:
        case ir.Let(var, ir.Op("card", (lying,), line)):
            return ir.Let(var, lying), ir.If(compare(var, "<", number(0)), (ir.Fail(line),))
        case ir.Let(var, ir.Op("within", (value, ir.Const(int(low)), ir.Const(int(high))), line)):
            return ir.Let(var, value), ir.If(ir.Not(between(low, var, high)), (ir.Fail(line),))
    return (x,)
