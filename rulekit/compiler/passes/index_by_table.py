"""Finds members by what a constant table says of them, or where it is said which one it is, instead of asking each.

::

    [x for x in 0..118 if K_area_region[x] == p and s[17 + x] == who]
    ->
    [x for x in K_by_area_region[p] if s[17 + x] == who]       where K_by_area_region[p] = (3, 8, 11)

    [x for x in 0..118 if x == here and s[17 + x] == who]  ->  [x for x in (here,) if 0 <= x <= 118 and s[17 + x] == who]
    here in [x for x in 0..118 if s[17 + x] == who]        ->  the same, and whether there is one
    [x for x in 0..118 if s[9] == p and s[17 + x] == who]  ->  [x for x in 0..(118 if s[9] == p) if s[17 + x] == who]
    goal in K_near[here]                                   ->  K_in_near[here * 119 + goal] != 0

A test that asks nothing but constants is carried out here, and the members that are left are written into a table.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence

from attrs import evolve

from rulekit.compiler.analysis.effects import Effects
from rulekit.compiler.analysis.evaluate import NotConstant, evaluated
from rulekit.compiler.analysis.verify import compiler_pass
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import (
    add,
    all_of,
    and_,
    between,
    compare,
    conjuncts,
    exists,
    multiply,
    number,
)
from rulekit.compiler.ir.traverse import rewrite_module, walk
from rulekit.compiler.ir.types import Int, Set

WIDEST = 1_000
"""Values of a table by which members are found, at most."""
LONG = 4
"""Members of a row through which nobody goes to find one"""
LARGEST_RELATION = 10_000
"""Noughts and ones of a table that says what is in which row"""
LOOPING = (ir.Call, ir.GraphSearch, ir.Filter, ir.Map)


@compiler_pass()
def index_by_table(module: ir.Module) -> ir.Module:
    made = _Index(module)
    changed = rewrite_module(module, made.changed)
    return evolve(changed, tables={**module.tables, **made.tables})


def _among(x: ir.Local, source: ir.Expr) -> ir.Expr:
    if isinstance(source, ir.Range) and source.low.const is not None and source.high.const is not None:
        return between(source.low.const, x, source.high.const - 1)
    return ir.Contains(x, source)


class _Index:
    def __init__(self, module: ir.Module) -> None:
        self.module, self.effects = module, Effects(module.functions)
        self.tables: dict[str, object] = {}
        self.lists: dict[str, tuple[int, ...]] = {}
        """Those of the tables that are members of a source"""
        self.names: dict[object, str] = {}

    def table(self, values: tuple[object, ...], type_: Set | Int) -> ir.ConstantTable:
        """A constant of the module; equal ones are one."""
        name = self.names.setdefault(values, f"K_by_{len(self.names)}")
        self.tables[name] = values
        return ir.ConstantTable(name, type_)

    def changed(self, x: ir.Expr) -> ir.Expr:
        match x:
            case ir.Filter():
                return self.one(x) or self.filter(x)
            case ir.Contains(item, ir.Filter(var, source, test) as members) if self.effects.pure(members):
                of = ir.Items((item,), members.type)
                return exists(ir.Filter(var, of, and_(_among(var, source), test)))
            case ir.Contains(item, ir.Subscript(ir.ConstantTable(name), index)):
                return self.related(item, name, index) or x
        return x

    def one(self, x: ir.Filter) -> ir.Expr | None:
        """A filter that says which member it is."""
        parts = [*conjuncts(x.test)]
        for k, part in enumerate(parts[: self.harmless(parts)]):
            if not isinstance(part, ir.Binary) or part.op != "==":
                continue
            for said, wanted in ((part.a, part.b), (part.b, part.a)):
                if said == x.var and not any(y == x.var for y in walk(wanted)):
                    rest = [_among(x.var, x.source), *parts[:k], *parts[k + 1 :]]
                    return ir.Filter(x.var, ir.Items((wanted,), x.type), all_of(rest))
        return None

    def harmless(self, parts: Sequence[ir.Expr]) -> int:
        """How many conditions come before the first one that can fail: of those it does not matter who is asked."""
        return next((k for k, part in enumerate(parts) if not self.effects.pure(part)), len(parts))

    def related(self, item: ir.Expr, name: str, index: ir.Expr) -> ir.Expr | None:
        """Whether it is in a row of a constant, read from a constant of noughts and ones; None where the rows are short, or the
        constant would be large."""
        rows = self.module.tables.get(name)
        if not isinstance(rows, tuple) or not all(isinstance(row, tuple) for row in rows):
            return None
        if not item.atomic or not isinstance(item.type, Int) or max(map(len, rows), default=0) < LONG:
            return None
        wide = max(max(row, default=0) for row in rows) + 1
        if len(rows) * wide > LARGEST_RELATION or any(n < 0 for row in rows for n in row):
            return None
        told = self.table(tuple([int(n in row) for row in rows for n in range(wide)]), Int(0, 1))
        met = compare(ir.Subscript(told, add(multiply(index, number(wide)), item)), "!=", number(0))
        inside = item.type.low >= 0 and item.type.high < wide
        return met if inside else and_(between(0, item, wide - 1), met)

    def filter(self, x: ir.Filter) -> ir.Expr:
        members = self.members(x.source)
        if members is None:
            return x
        rest: list[ir.Expr] = []
        key: tuple[ir.Expr, ir.Expr] | None = None
        parts = [*conjuncts(x.test)]
        harmless = self.harmless(parts)
        for k, part in enumerate(parts):
            if k >= harmless:
                rest.append(part)
            elif self.fixed(part, x.var) and self.readable(part, x.var, members):
                members = tuple([m for m in members if self.number(part, {x.var.name: m})])
            elif key is None and (found := self.keyed(part, x.var, members)) is not None:
                key = found
            else:
                rest.append(part)
        source = x.source if members == self.members(x.source) else self.listed(members, x)
        if key is not None:
            source = self.grouped(key[0], key[1], x, members)
        elif isinstance(source, ir.Range):
            source, rest = self.closed(source, rest, x.var)
        if source is x.source:
            return x
        return ir.Filter(x.var, source, all_of(rest)) if rest else source

    def closed(self, source: ir.Range, rest: list[ir.Expr], var: ir.Local) -> tuple[ir.Expr, list[ir.Expr]]:
        """What is asked of no member in particular is asked once: where it does not hold, nobody is."""
        first = next(
            (
                k
                for k, x in enumerate(rest)
                if any(isinstance(y, LOOPING) or y == var for y in walk(x)) or not self.effects.pure(x)
            ),
            len(rest),
        )
        if not first:
            return source, rest
        return ir.Range(source.low, ir.Either(all_of(rest[:first]), source.high, source.low)), rest[first:]

    def members(self, source: ir.Expr) -> tuple[int, ...] | None:
        """The members of a source that is always the same."""
        match source:
            case ir.Range(low, high) if low.const is not None and high.const is not None:
                return tuple(range(low.const, high.const))
            case ir.ConstantTable(name):
                return self.lists.get(name)
        return None

    def listed(self, members: tuple[int, ...], x: ir.Filter) -> ir.Expr:
        assert isinstance(x.type, Set)
        made = self.table(members, x.type)
        self.lists[made.name] = members
        return made

    def grouped(self, value: ir.Expr, key: ir.Expr, x: ir.Filter, members: tuple[int, ...]) -> ir.Expr:
        """``row[key]`` of a table from value to members; those of negative values count from its end."""
        assert isinstance(key.type, Int) and isinstance(x.type, Set)
        found: dict[int, list[int]] = {}
        for m in members:
            found.setdefault(self.number(value, {x.var.name: m}), []).append(m)
        numbers = [*range(max(key.type.high, -1) + 1), *range(min(key.type.low, 0), 0)]
        rows = self.table(tuple([tuple(found.get(n, ())) for n in numbers]), x.type)
        return ir.Subscript(rows, key)

    # ------------------------------------------------------------ what a test asks
    def fixed(self, x: ir.Expr, var: ir.Local) -> bool:
        """Whether it depends on nothing but the member and constants."""
        return all(
            isinstance(y, ir.Const | ir.ConstantTable | ir.Subscript | ir.Not | ir.Between)
            or (isinstance(y, ir.Binary) and y.op not in ("//", "%"))
            or y == var
            for y in walk(x)
        )

    def keyed(self, x: ir.Expr, var: ir.Local, members: tuple[int, ...]) -> tuple[ir.Expr, ir.Expr] | None:
        """(what is said of the member, what that has to be), of ``said == wanted``."""
        if not isinstance(x, ir.Binary) or x.op != "==":
            return None
        for said, wanted in ((x.a, x.b), (x.b, x.a)):
            narrow = isinstance(wanted.type, Int) and wanted.type.high < WIDEST and wanted.type.low > -WIDEST
            asked = any(y == var for y in walk(said)) and not any(y == var for y in walk(wanted))
            if narrow and said != var and asked and self.fixed(said, var) and self.readable(said, var, members):
                return said, wanted
        return None

    def readable(self, x: ir.Expr, var: ir.Local, members: tuple[int, ...]) -> bool:
        try:
            for m in members:
                self.number(x, {var.name: m})
        except NotConstant:
            return False
        return True

    def number(self, x: ir.Expr, names: Mapping[str, int]) -> int:
        """What an expression of constants gives. Raises NotConstant."""
        return evaluated(x, names, ChainMap(self.module.tables, self.tables))
