"""Looks at a run of the state as a whole, and asks once what has nothing to do with the member in hand.

::

    [x for x in 0..124 if s[136 + x] == me and s[784] and p_waits(x)]
    ->
    [x for x in (having(136, 261, me, 0) if s[784] else ()) if p_waits(x)]

Only where no part of the test can fail or draw: then their order does not matter.
"""

from __future__ import annotations

from rulekit.compiler.analysis.effects import Effects
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import TRUE, all_of, and_, conjuncts, number
from rulekit.compiler.ir.traverse import rewrite_module, walk
from rulekit.compiler.ir.types import Int, Set

LONG = 12
"""A run that is shorter is gone through."""


def split_filters(module: ir.Module) -> ir.Module:
    effects = Effects(module)

    def split(x: ir.Expr) -> ir.Expr:
        if isinstance(x, ir.Op) and x.name == "len" and isinstance(x.args[0], ir.Op) and x.args[0].name == "having":
            return ir.Op("tally", x.args[0].args[:3], made=Int(0, x.args[0].args[1].const or 0))
        if isinstance(x, ir.Map):
            return run(x) or x
        if not isinstance(x, ir.Filter) or not effects.pure(x.test):
            return x
        source, alone, rest = x.source, all_of(()), all_of(())
        for part in conjuncts(x.test):
            if not any(y == x.var for y in walk(part)):
                alone = and_(alone, part)
            elif source is x.source and (found := having(x, part)) is not None:
                source = found
            else:
                rest = and_(rest, part)
        if alone != TRUE:
            source = ir.Either(alone, source, ir.Items((), source.type))
        elif source is x.source:
            return x
        return ir.Filter(x.var, source, rest) if rest != TRUE else source

    return rewrite_module(module, split)


def run(x: ir.Map) -> ir.Expr | None:
    """What the state says of each member of a range, if that is all: a piece of the state."""
    match x:
        case ir.Map(var, ir.Range(ir.Const(int(low)), ir.Const(int(high))), ir.Load(index)) if low < high:
            match index:
                case ir.Binary("+", ir.Const(int(base)), ir.Local() as member) if member == var:
                    return ir.Op("run", (number(base + low), number(base + high)), made=x.type)
                case ir.Local() if index == var:
                    return ir.Op("run", (number(low), number(high)), made=x.type)
    return None


def having(x: ir.Filter, part: ir.Expr) -> ir.Expr | None:
    """The members of a range by what the state says of each."""
    if not isinstance(x.source, ir.Range) or x.source.low.const is None or x.source.high.const is None:
        return None
    low, high = x.source.low.const, x.source.high.const
    match part:
        case ir.Binary("==", ir.Load(ir.Binary("+", ir.Const(int(base)), ir.Local() as var)), wanted):
            pass
        case ir.Load(ir.Binary("+", ir.Const(int(base)), ir.Local() as var)):
            wanted = TRUE
        case _:
            return None
    if var != x.var or high - low < LONG or any(y == var for y in walk(wanted)):
        return None
    span = (number(base + low), number(base + high))
    if wanted is TRUE:
        return ir.Op("marked", (*span, number(low)), made=Set(low, high - 1))
    return ir.Op("having", (*span, wanted, number(low)), made=Set(low, high - 1))
