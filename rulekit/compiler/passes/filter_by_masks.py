"""Filters the members of a loop beforehand, all at once by bit masks: each of those that are left is then asked as before.

::

    x in range(0, 64) where can_go(f, x)    # one sort of f to near[here], others where row[x] == row[here]
    ->
    x in members(K_mask_0[here] if sort[f] == 1 else K_mask_1[row[here]], 0) where can_go(f, x)

A mask is one word with a bit for each member. Where a test asks constant tables of the member and of values that are the same for
all, the masks for all these values are constants of the module, worked out here; `and` and `or` are that of words; what
depends on more may hold for all. A function that is called is looked into. So a mask holds those who pass, and maybe others. Only
for targets with words, and for tests that are long: that call a function or go through members themselves.
"""

from __future__ import annotations

from itertools import product
from math import prod

from attrs import evolve

from rulekit.compiler.analysis.effects import Effects
from rulekit.compiler.analysis.evaluate import NotConstant, evaluated
from rulekit.compiler.analysis.liveness import expression_reads
from rulekit.compiler.analysis.verify import compiler_pass
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import add, multiply, negated, number, subtract
from rulekit.compiler.ir.traverse import children, renamed, rewrite, rewrite_module, substitute, walk
from rulekit.compiler.ir.types import Bool, Int, Mask, Set
from rulekit.compiler.passes.inline_points import as_expression

FEWEST, MOST = 8, 64
"""Members of a loop; a word has 64 bits"""
ROWS = 256
"""Masks for the values of one test, at most"""
CHEAP = 40
"""Nodes of what is asked before the loop, at most"""
DEEPEST = 6
"""How deep calls are looked into"""
GOES_THROUGH = (ir.Call, ir.Filter, ir.Map, ir.GraphSearch, ir.DeviceCall)
"""What takes long, or may"""
MEMBER = ir.Local("_")
"""The member, in the shape of a test"""


@compiler_pass()
def filter_by_masks(module: ir.Module) -> ir.Module:
    made = _Filters(module)
    changed = rewrite_module(module, made.changed)
    return evolve(changed, tables={**module.tables, **made.tables})


class _Filters:
    """The filters of one module. ``known``: the masks for all values of a test, by its shape."""

    def __init__(self, module: ir.Module) -> None:
        self.module, self.effects = module, Effects(module.functions)
        self.tables: dict[str, object] = {}
        self.names: dict[object, str] = {}
        self.known: dict[tuple[ir.Expr, tuple[Int, ...], Mask], tuple[int, ...] | None] = {}
        self.values: dict[str, ir.Expr | None] = {}
        self.count = 0

    def changed(self, x: ir.Expr) -> ir.Expr:
        match x:
            case ir.Filter(var, ir.Range(ir.Const(int(low)), ir.Const(int(high))), test):
                if FEWEST <= high - low <= MOST and _long(test) and self.effects.pure(test):
                    found = _Masks(self, var, low, high).of(test, 0)
                    if found is not None:
                        source = ir.Op("members", (found, number(low)), -1, Set(low, high - 1))
                        return evolve(x, source=source)
        return x

    def fresh(self, var: ir.Local) -> ir.Local:
        self.count += 1
        return evolve(var, name=f"{var.name}_m{self.count}")

    def table(self, masks: tuple[int, ...], type_: Mask) -> ir.ConstantTable:
        """A constant of the module; equal ones are one."""
        name = self.names.setdefault(masks, f"K_mask_{len(self.names)}")
        self.tables[name] = masks
        return ir.ConstantTable(name, type_)

    def masks(self, shape: ir.Expr, spans: tuple[Int, ...], type_: Mask) -> tuple[int, ...] | None:
        """For all values of ``_0``, ``_1``, ... the masks of those for whom a test of constants holds; None for too many."""
        key = shape, spans, type_
        if key not in self.known:
            rows = prod(map(_width, spans)) <= ROWS
            chosen = product(*[range(one.low, one.high + 1) for one in spans])
            self.known[key] = tuple([self.mask(shape, row, type_) for row in chosen]) if rows else None
        return self.known[key]

    def mask(self, shape: ir.Expr, row: tuple[int, ...], type_: Mask) -> int:
        whole = 0
        names = {f"_{k}": n for k, n in enumerate(row)}
        for k in range(type_.low, type_.high + 1):
            try:
                held = bool(evaluated(shape, {**names, MEMBER.name: k}, self.module.tables))
            except NotConstant:
                held = True  # it is asked then
            whole |= held << (k - type_.low)
        return whole

    def value(self, name: str) -> ir.Expr | None:
        """A function as an expression of its parameters, if it only chooses."""
        if name not in self.values:
            function = self.module.functions[name]
            self.values[name] = as_expression(function.body, self.fresh) if function.sort == "point" else None
        return self.values[name]


def _long(test: ir.Expr) -> bool:
    return any(isinstance(y, GOES_THROUGH) for y in walk(test))


class _Masks:
    """The masks of the tests of one loop, over ``var`` from ``low`` up to, and without, ``high``."""

    def __init__(self, filters: _Filters, var: ir.Local, low: int, high: int) -> None:
        self.filters, self.var, self.type = filters, var, Mask(low, high - 1)
        self.all = ir.Const((1 << (high - low)) - 1, self.type)
        self.none = ir.Const(0, self.type)

    def of(self, x: ir.Expr, depth: int) -> ir.Expr | None:
        """Those for whom it may hold; None for all."""
        match x:
            case ir.Const():
                return None if x.const else self.none
            case ir.Binary("and", a, b) if self.same(a):  # what stands behind it may rest on it
                return ir.Either(a, self.of(b, depth) or self.all, self.none)
            case ir.Binary("or", a, b) if self.same(a):
                found = self.of(b, depth)
                return None if found is None else ir.Either(a, self.all, found)
            case ir.Binary("and", a, b):
                return self.both(self.of(a, depth), self.of(b, depth))
            case ir.Binary("or", a, b):
                return self.either(self.of(a, depth), self.of(b, depth))
            case ir.Not(a) if negated(a) != x:
                return self.of(negated(a), depth)
            case ir.Either(test, a, b):
                yes, no = self.of(a, depth), self.of(b, depth)
                if yes is None and no is None:
                    return None
                if self.same(test):
                    return ir.Either(test, yes or self.all, no or self.all)
                return self.either(self.both(self.of(test, depth), yes), self.both(self.of(negated(test), depth), no))
            case ir.Bind(var, value, body):
                return self.named([(var, value)], body, depth)
            case ir.Call(name, args) if depth < DEEPEST and (found := self.filters.value(name)) is not None:
                params = self.filters.module.functions[name].params
                own = {p.name: self.filters.fresh(evolve(p, made=a.type)) for p, a in zip(params, args, strict=True)}
                body = substitute(renamed(found, self.filters.fresh), dict(own))
                return self.named([(own[p.name], a) for p, a in zip(params, args, strict=True)], body, depth + 1)
        if self.same(x):
            return ir.Either(x, self.all, self.none)
        return self.leaf(x)

    def both(self, a: ir.Expr | None, b: ir.Expr | None) -> ir.Expr | None:
        if a is None or b is None or a == self.none:
            return b if a is None else a
        return b if b == self.none else ir.Binary("&", a, b)

    def either(self, a: ir.Expr | None, b: ir.Expr | None) -> ir.Expr | None:
        if a is None or b is None:
            return None
        if a == self.none or b == self.none:
            return b if a == self.none else a
        return ir.Binary("|", a, b)

    def named(self, values: list[tuple[ir.Local, ir.Expr]], body: ir.Expr, depth: int) -> ir.Expr | None:
        """What has names in it: written out where it is short or asks for the member, worked out once before the loop else."""
        kept: list[tuple[ir.Local, ir.Expr]] = []
        for var, value in values:
            if value.atomic or not self.same(value):
                body = substitute(body, {var.name: value})
            else:
                own = self.filters.fresh(var)
                body = substitute(body, {var.name: own})
                kept.append((own, value))
        found = self.of(body, depth)
        for own, value in reversed(kept):
            if found is not None and own.name in expression_reads(found):
                found = ir.Bind(own, value, found)
        return found

    def same(self, x: ir.Expr) -> bool:
        """Whether it is the same for all members, and soon worked out."""
        parts = [*walk(x)]
        long = len(parts) > CHEAP or any(isinstance(y, GOES_THROUGH) for y in parts)
        return not long and self.var not in parts and self.filters.effects.pure(x)

    # ------------------------------------------------------------ what asks constants of the member
    def leaf(self, x: ir.Expr) -> ir.Expr | None:
        """The mask of a test of constants, of the member and of a few values that are the same for all."""
        asked = self.asked(x)
        if asked is None:
            return None
        own = {y: ir.Local(f"_{k}", span) for k, (y, span) in enumerate(asked.items())}
        shape = rewrite(x, lambda y: own.get(y, MEMBER if y == self.var else y))
        masks = self.filters.masks(shape, tuple(asked.values()), self.type)
        if masks is None or all(mask == self.all.value for mask in masks):
            return None
        place: ir.Expr = number(0)
        for y, span in asked.items():
            place = add(multiply(place, number(_width(span))), subtract(y, number(span.low)))
        if place.const is not None:
            return ir.Const(masks[0], self.type)
        return ir.Subscript(self.filters.table(masks, self.type), place)

    def asked(self, x: ir.Expr) -> dict[ir.Expr, Int] | None:
        """The values that a test asks for besides the member, and between what they are; None where that is not known."""
        if x == self.var or isinstance(x, ir.Const | ir.ConstantTable):
            return {}
        if isinstance(x, ir.Local | ir.Load | ir.Subscript) and (span := self.span(x)) is not None and self.same(x):
            return {x: span}
        if not isinstance(x, ir.Subscript | ir.Binary | ir.Not | ir.Between | ir.Either | ir.Contains):
            return None
        found: dict[ir.Expr, Int] = {}
        for y in children(x):
            more = self.asked(y)
            if more is None:
                return None
            found |= more
        return found

    def span(self, x: ir.Expr) -> Int | None:
        """Between what a value is."""
        if isinstance(x, ir.Subscript):
            held = self.filters.module.tables[x.source.name] if isinstance(x.source, ir.ConstantTable) else None
            if not isinstance(held, tuple) or not held or not all(isinstance(y, int) for y in held):
                return None
            return Int(min(held), max(held))
        if isinstance(x.type, Bool):
            return Int(0, 1)
        return x.type if isinstance(x.type, Int) and _width(x.type) <= ROWS else None


def _width(span: Int) -> int:
    return span.high - span.low + 1
