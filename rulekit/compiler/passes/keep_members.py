"""Keeps the list of the members for which an answer that is kept holds, for each of those on whose behalf it is asked.

::

    [x for x in 0..88 if p_is_safe(x, side) and K_home[x] == owner]     kept: p_is_safe
    ->
    [x for x in m_1(side) if K_home[x] == owner]                        kept: p_is_safe, m_1
    def m_1(side): return [x for x in 0..88 if p_is_safe(x, side)]
"""

from __future__ import annotations

from attrs import evolve

from rulekit.compiler.analysis.effects import Effects
from rulekit.compiler.analysis.liveness import expression_reads
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import TRUE, all_of, conjuncts
from rulekit.compiler.ir.traverse import rewrite_module
from rulekit.compiler.ir.types import Bool, Int

LONG = 16
"""Members of a source that is worth it."""
MOST = 2
"""Numbers that an answer may depend on besides the member."""


def keep_members(module: ir.Module) -> ir.Module:
    made = _Members(module)
    changed = rewrite_module(module, made.filter)
    return evolve(changed, functions={**changed.functions, **made.functions}, kept=(*module.kept, *made.functions))


class _Members:
    def __init__(self, module: ir.Module) -> None:
        self.module = evolve(module, functions=dict(module.functions))
        self.effects = Effects(self.module)
        self.functions: dict[str, ir.Function] = {}
        self.names: dict[ir.Expr, str] = {}

    def filter(self, x: ir.Expr) -> ir.Expr:
        if not isinstance(x, ir.Filter) or not self.long(x.source) or not self.effects.pure(x.test):
            return x
        parts = list(conjuncts(x.test))
        for k, part in enumerate(parts):
            held = self.held(x, part)
            if held is not None:
                rest = all_of((*parts[:k], *parts[k + 1 :]))
                return ir.Filter(x.var, held, rest) if rest != TRUE else held
        return x

    def long(self, source: ir.Expr) -> bool:
        match source:
            case ir.Range(low, high) if low.const is not None and high.const is not None:
                return high.const - low.const >= LONG
            case ir.Table(name):
                held = self.module.tables[name]
                return isinstance(held, tuple) and len(held) >= LONG
        return False

    def held(self, x: ir.Filter, part: ir.Expr) -> ir.Expr | None:
        """The call of the function that keeps the members for which a part of the test holds."""
        if not isinstance(part, ir.Call) or part.function not in self.module.kept or x.var not in part.args:
            return None
        given = [a for a in part.args if a != x.var]
        if len(given) > MOST or any(x.var.name in expression_reads(a) for a in given):
            return None
        if not all(isinstance(a.type, Int | Bool) and self.effects.pure(a) for a in given):
            return None
        member = ir.Local("x", x.var.type)
        params = tuple([ir.Local(f"a{k}", a.type) for k, a in enumerate(given)])
        waiting = iter(params)
        call = evolve(part, args=tuple([member if a == x.var else next(waiting) for a in part.args]))
        value = ir.Filter(member, x.source, call)
        if value not in self.names:
            name = self.names[value] = f"m_{len(self.names)}"
            made = ir.Function(name, params, (ir.Return(value),), x.type, "point")
            self.functions[name] = self.module.functions[name] = made
        return ir.Call(self.names[value], tuple(given), x.type)
