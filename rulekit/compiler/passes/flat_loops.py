"""Loops for what is filtered, mapped, counted, added up or looked for, as :mod:`rulekit.compiler.passes.flatten` writes them."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from rulekit.compiler.analysis.effects import Effects
from rulekit.compiler.analysis.liveness import expression_reads, reads
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import FALSE, TRUE, all_of, append, between, compare, conjuncts, number
from rulekit.compiler.ir.ops import operation
from rulekit.compiler.ir.types import BOOL, NUMBER, SEVERAL, VOID, Int, Set, Type

SOME = {(">", 0), (">=", 1), ("!=", 0)}
NONE = {("<=", 0), ("<", 1), ("==", 0)}
"""How a size is compared to ask whether there is any, or none: the first that is found decides."""
ROOM = 1024
"""Most members for which a list has room from the beginning"""
Inner = Callable[[ir.Expr], None]


OWNERS = 8
"""Sums that are worked out together, one for each owner"""


@frozen
class OwnerSum:
    """A sum over what one owner has: ``amount`` for each ``var`` of ``source`` of which ``key`` is ``who``."""

    who: ir.Local
    most: int
    var: ir.Local
    source: ir.Expr
    key: ir.Expr
    amount: ir.Expr


def by_owner(x: ir.Expr) -> OwnerSum | None:
    """The parts of a sum or a count over what one of few owners has."""
    match x:
        case ir.Op("len", (ir.Filter(var, below, test),)):
            amount: ir.Expr = number(1)
        case ir.Op("sum", (ir.Map(var, ir.Filter(own, below, test), amount),)) if own == var:
            pass
        case _:
            return None
    parts = [*conjuncts(test)]
    for k, part in enumerate(parts):
        for key, who in ((part.a, part.b), (part.b, part.a)) if isinstance(part, ir.Binary) and part.op == "==" else ():
            if not isinstance(who, ir.Local) or not isinstance(who.type, Int) or who == var:
                continue
            rest = [*parts[:k], *parts[k + 1 :]]
            asked = expression_reads(key).keys() | reads([amount, below, *rest]).keys()
            if who.type.low >= 0 and who.type.high < OWNERS and who.name not in asked:
                source = ir.Filter(var, below, all_of(rest)) if rest else below
                return OwnerSum(who, who.type.high, var, source, key, amount)
    return None


class LoopWriter:
    """Takes up statements. ``own``: the locals that are made here: each is read by what it was made for, and by nothing else."""

    def __init__(self) -> None:
        self.out: list[ir.Stmt] = []
        self.own: set[ir.Expr] = set()

    def temp(self, type_: Type) -> ir.Local:
        made = ir.Local(f"tmp__{len(self.own) + 1}", type_)
        self.own.add(made)
        return made

    def let(self, type_: Type, value: ir.Expr) -> ir.Local:
        """A new local with this value."""
        made = self.temp(type_)
        self.out.append(ir.Let(made, value))
        return made

    def captured(self, make: Callable[[], ir.Expr | None]) -> tuple[ir.Block, ir.Expr | None]:
        """What ``make`` gives, and the statements that it needs before."""
        kept, self.out = self.out, []
        value = make()
        made, self.out = tuple(self.out), kept
        return made, value


class Loops:
    """``value`` makes an expression flat; what it needs before goes to the writer."""

    def __init__(self, writer: LoopWriter, value: Callable[[ir.Expr], ir.Expr], effects: Effects) -> None:
        self.writer, self.value, self.effects = writer, value, effects

    def operation(self, x: ir.Op) -> ir.Expr | None:
        """An operation on what is filtered, mapped or made just now, without a list for it alone."""
        match x:
            case ir.Op("len", (ir.Filter() | ir.Map() as source,)):
                return self._total(source, "+", lambda member: number(1), _most(source))
            case ir.Op("len", (ir.Range(low, high),)):
                return ir.Binary("max", ir.Binary("-", self.value(high), self.value(low)), number(0))
            case ir.Op("sum", (ir.Filter() | ir.Map() as source,)):
                return self._total(source, "+")
            case ir.Op("largest", (ir.Map() as source,)) if isinstance(source.made, SEVERAL) and source.made.low >= 0:
                return self._total(source, "max")  # the largest of none is 0
            case ir.Op("tuple" | "list", (inner,)) if self.fresh(inner):
                return self.value(inner)
        return None

    def fresh(self, x: ir.Expr) -> bool:
        """Whether it gives a list that nobody else has."""
        if isinstance(x, ir.Op):
            return operation(x.name).fresh or (x.name == "counted" and self.fresh(x.args[0]))
        return isinstance(x, ir.Filter | ir.Map)

    def compared(self, op: str, a: ir.Expr, b: ir.Expr) -> ir.Expr | None:
        """A size that is compared to ask whether there is any: the first that is found decides."""
        sign = op, b.const
        match a:
            case ir.Op("len", (ir.Filter() | ir.Map() as source,)) if sign in SOME | NONE and self.effects.pure(source):
                found = self._exists(source)
                return found if sign in SOME else ir.Not(found)
        return None

    def contains(self, item: ir.Expr, source: ir.Expr) -> ir.Expr:
        one = self.value(item)
        if isinstance(source, ir.Filter | ir.Map) and self.effects.pure(source):
            kept = self._once(one)
            return self._exists(source, lambda x: ir.Binary("==", x, kept))
        if isinstance(source, ir.Range):
            return ir.Contains(one, self.through(source))
        if isinstance(source, ir.Items):
            return ir.Contains(self._once(one), self.through(source))
        return ir.Contains(one, self.value(source))

    def _once(self, x: ir.Expr) -> ir.Expr:
        return x if isinstance(x, ir.Const | ir.Local) else self.writer.let(x.type, x)

    def through(self, source: ir.Expr) -> ir.Expr:
        """What a loop goes through; a range or what is written out needs no list."""
        match source:
            case ir.Range(low, high):
                return ir.Range(self.value(low), self.value(high))
            case ir.Items(items):
                return evolve(source, items=tuple(map(self.value, items)))
        return self.value(source)

    def each(self, source: ir.Expr, var: ir.Local, inner: Inner) -> None:
        """A loop over what is filtered and mapped, without a list in between. ``inner`` writes what is done with each."""
        match source:
            case ir.Filter(_, below, inside) | ir.Map(_, below, inside) if not self._one_by_one(below, inside):
                self.each(evolve(source, source=self.value(below)), var, inner)
            case ir.Filter(own, below, test):

                def tested(one: ir.Expr) -> None:
                    self._named(own, one)
                    yes = self.value(test)
                    then, _ = self.writer.captured(lambda: inner(own))
                    self.writer.out.append(ir.If(yes, then))

                self.each(below, own, tested)
            case ir.Map(own, below, value):

                def mapped(one: ir.Expr) -> None:
                    self._named(own, one)
                    inner(self.value(value))

                self.each(below, own, mapped)
            case ir.Op("tuple" | "list", (below,)):
                self.each(below, var, inner)
            case ir.Op("counted"):
                self.each(self.counted(source), var, inner)
            case _:
                through = self.through(source)
                body, _ = self.writer.captured(lambda: inner(var))
                self.writer.out.append(ir.For(var, through, body, live=True))  # no expression moves a card

    def counted(self, x: ir.Op) -> ir.Expr:
        """What a loop goes through, and before it what the loop costs (:mod:`rulekit.compiler.passes.meter_work`)."""
        over, *costs = x.args
        found = self.through(over) if isinstance(over, ir.Range) else self.value(over)
        self.writer.out.append(ir.Do(ir.Op("counted", (found, *costs), -1, VOID)))
        return found

    def _one_by_one(self, below: ir.Expr, value: ir.Expr) -> bool:
        """Whether nobody notices that a member is tested before the next one is known."""
        nested = isinstance(below, ir.Filter | ir.Map)
        return not nested or self.effects.steady(value) or self.effects.steady(below)

    def _named(self, var: ir.Local, one: ir.Expr) -> None:
        if one != var:
            self.writer.out.append(ir.Let(var, one))

    def listed(self, source: ir.Filter | ir.Map) -> ir.Expr:
        held = source.type
        if (owned := self._owned(source)) is not None:
            return self._together(owned, held)
        room = held.high - held.low + 1 if isinstance(held, SEVERAL) and held.high - held.low < ROOM else 16
        made = self.writer.let(held, ir.Op("empty", (number(room),), -1, held))
        self.each(source, source.var, lambda x: self.writer.out.append(append(made, x)))
        return made

    def _owned(self, x: ir.Expr) -> OwnerSum | None:
        """The parts of the sums of all owners."""
        match x:
            case ir.Map(var, ir.Range(ir.Const(0), ir.Const(int(end))), value) if self.effects.pure(value):
                found = by_owner(value)
                return found if found is not None and found.who == var and end == found.most + 1 else None
        return None

    def _together(self, x: OwnerSum, held: Type) -> ir.Expr:
        """The sums of all owners, going through what they have once."""
        made = self.writer.let(held, ir.Op("flags", (number(x.most + 1),), -1, held))

        def inner(one: ir.Expr) -> None:
            self._named(x.var, one)
            key = self._once(self.value(x.key))
            more = ir.Binary("+", ir.Subscript(made, key), self.value(x.amount))
            put = ir.Do(ir.Op("put", (made, key, more), made=VOID))
            low, high = (key.type.low, key.type.high) if isinstance(key.type, Int) else (-1, OWNERS)
            one_of = between(0, key, x.most) if high > x.most else compare(key, ">=", number(0))
            self.writer.out.append(put if low >= 0 and high <= x.most else ir.If(one_of, (put,)))

        self.each(x.source, x.var, inner)
        return made

    def _total(
        self,
        source: ir.Filter | ir.Map,
        op: str,
        of: Callable[[ir.Expr], ir.Expr] = lambda x: x,
        type_: Type = NUMBER,
    ) -> ir.Expr:
        made = self.writer.let(type_, number(0))
        self.each(source, source.var, lambda x: self.writer.out.append(ir.Let(made, ir.Binary(op, made, of(x)))))
        return made

    def _exists(self, source: ir.Filter | ir.Map, test: Callable[[ir.Expr], ir.Expr] | None = None) -> ir.Expr:
        """Whether there is any, or any for which a test holds."""
        made = self.writer.let(BOOL, FALSE)
        found = (ir.Let(made, TRUE), ir.Break())

        def inner(x: ir.Expr) -> None:
            self.writer.out += found if test is None else (ir.If(test(x), found),)

        self.each(source, source.var, inner)
        return made


def _most(source: ir.Filter | ir.Map) -> Type:
    """How many members there can be."""
    below: ir.Expr = source
    while isinstance(below, ir.Filter | ir.Map):
        below = below.source
    return Int(0, below.type.high - below.type.low + 1) if isinstance(below.type, Set) else NUMBER


def fixed(x: ir.Items) -> bool:
    return all(isinstance(i, ir.Const) for i in x.items)
