"""Finds members by what a constant table says of them, instead of asking each.

::

    [x for x in 0..118 if K_area_province[x] == p and s[17 + x] == who]
    ->
    [x for x in K_by_area_province[p] if s[17 + x] == who]       where K_by_area_province[p] = (3, 8, 11)

A test that asks nothing but constants is carried out here, and the members that are left are written into a table.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from rulekit.compiler.analysis.effects import Effects
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import COMPARE, FOLD, all_of, conjuncts
from rulekit.compiler.ir.traverse import rewrite_module, walk
from rulekit.compiler.ir.types import Int, Set

WIDEST = 1_000
"""Values of a table by which members are found, at most."""


def index_by_table(module: ir.Module) -> ir.Module:
    made = _Index(module)
    changed = rewrite_module(module, made.filter)
    return evolve(changed, tables={**module.tables, **made.tables})


class _Index:
    def __init__(self, module: ir.Module) -> None:
        self.module, self.effects = module, Effects(module)
        self.tables: dict[str, object] = {}
        self.lists: dict[str, tuple[int, ...]] = {}
        """Those of the tables that are members of a source"""
        self.names: dict[object, str] = {}

    def table(self, values: tuple[object, ...], type_: Set) -> ir.Table:
        """A constant of the module; equal ones are one."""
        name = self.names.setdefault(values, f"K_by_{len(self.names)}")
        self.tables[name] = values
        return ir.Table(name, type_)

    def filter(self, x: ir.Expr) -> ir.Expr:
        if not isinstance(x, ir.Filter) or not self.effects.pure(x.test):
            return x
        members = self.members(x.source)
        if members is None:
            return x
        rest: list[ir.Expr] = []
        key: tuple[ir.Expr, ir.Expr] | None = None
        for part in conjuncts(x.test):
            if self.fixed(part, x.var) and self.readable(part, x.var, members):
                members = tuple([m for m in members if self.number(part, {x.var.name: m})])
            elif key is None and (found := self.keyed(part, x.var, members)) is not None:
                key = found
            else:
                rest.append(part)
        source = x.source if members == self.members(x.source) else self.listed(members, x)
        if key is not None:
            source = self.grouped(key[0], key[1], x, members)
        if source is x.source:
            return x
        return ir.Filter(x.var, source, all_of(rest)) if rest else source

    def members(self, source: ir.Expr) -> tuple[int, ...] | None:
        """The members of a source that is always the same."""
        match source:
            case ir.Range(low, high) if low.const is not None and high.const is not None:
                return tuple(range(low.const, high.const))
            case ir.Table(name):
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
        return ir.Item(rows, key)

    # ------------------------------------------------------------ what a test asks
    def fixed(self, x: ir.Expr, var: ir.Local) -> bool:
        """Whether it depends on nothing but the member and constants."""
        return all(
            isinstance(y, ir.Const | ir.Table | ir.Item | ir.Not | ir.Between)
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
        except (IndexError, TypeError):
            return False
        return True

    def number(self, x: ir.Expr, names: Mapping[str, int]) -> int:
        """What an expression of constants gives."""
        found = self.constant(x, names)
        if not isinstance(found, int):
            raise TypeError
        return found

    def constant(self, x: ir.Expr, names: Mapping[str, int]) -> object:
        match x:
            case ir.Const(value):
                return value
            case ir.Local(name):
                return names[name]
            case ir.Table(name):
                return self.module.tables.get(name) or self.tables[name]
            case ir.Item(source, index):
                row = self.constant(source, names)
                at = self.number(index, names)
                if not isinstance(row, tuple) or at < 0:
                    raise TypeError
                return row[at]
            case ir.Not(a):
                return not self.number(a, names)
            case ir.Between(low, inner, high):
                return self.number(low, names) <= self.number(inner, names) <= self.number(high, names)
            case ir.Binary("and", a, b):
                return self.number(a, names) and self.number(b, names)
            case ir.Binary("or", a, b):
                return self.number(a, names) or self.number(b, names)
            case ir.Binary(op, a, b):
                return {**FOLD, **COMPARE}[op](self.number(a, names), self.number(b, names))
        raise TypeError
