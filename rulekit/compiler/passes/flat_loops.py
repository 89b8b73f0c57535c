"""Loops for what is filtered, mapped, counted, added up or looked for, as :mod:`rulekit.compiler.passes.flatten` writes them."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from rulekit.compiler.analysis.calm import Calm
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import FALSE, TRUE, add, number
from rulekit.compiler.ir.ops import operation
from rulekit.compiler.ir.types import BOOL, NUMBER, SEVERAL, VOID, Int, Type

SOME = {(">", 0), (">=", 1), ("!=", 0)}
NONE = {("<=", 0), ("<", 1), ("==", 0)}
"""How a size is compared to ask whether there is any, or none: the first that is found decides."""
Inner = Callable[[ir.Expr], None]


def simple(x: ir.Expr) -> bool:
    """Whether it may be written twice."""
    return isinstance(x, ir.Const | ir.Local)


def fixed(x: ir.Items) -> bool:
    return all(isinstance(i, ir.Const) for i in x.items)


class Writer:
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

    def __init__(self, writer: Writer, value: Callable[[ir.Expr], ir.Expr], calm: Calm) -> None:
        self.writer, self.value, self.calm = writer, value, calm

    def operation(self, x: ir.Op) -> ir.Expr | None:
        """An operation on what is filtered, mapped or made just now, without a list for it alone."""
        match x:
            case ir.Op("len", (ir.Filter() | ir.Map() as source,)):
                return self._count(source)
            case ir.Op("len", (ir.Range(low, high),)):
                return ir.Binary("max", ir.Binary("-", self.value(high), self.value(low)), number(0))
            case ir.Op("sum", (ir.Filter() | ir.Map() as source,)):
                return self._total(source, "+")
            case ir.Op("most", (ir.Map() as source,)) if isinstance(source.made, SEVERAL) and source.made.low >= 0:
                return self._total(source, "max")  # the most of nothing is 0
            case ir.Op("tuple" | "list", (inner,)) if self.fresh(inner):
                return self.value(inner)
        return None

    def fresh(self, x: ir.Expr) -> bool:
        """Whether it gives a list that nobody else has."""
        if isinstance(x, ir.Op):
            return operation(x.name).fresh or (x.name == "counted" and self.fresh(x.args[0]))
        return isinstance(x, ir.Filter | ir.Map | ir.Range) or (isinstance(x, ir.Items) and not fixed(x))

    def compared(self, op: str, a: ir.Expr, b: ir.Expr) -> ir.Expr | None:
        """A size that is compared to ask whether there is any: the first that is found decides."""
        if isinstance(a, ir.Op) and a.name == "len" and isinstance(a.args[0], ir.Filter | ir.Map):
            source = a.args[0]
            if ((op, b.const) in SOME or (op, b.const) in NONE) and self.calm.expression(source):
                found = self._exists(source)
                return found if (op, b.const) in SOME else ir.Not(found)
        return None

    def contains(self, item: ir.Expr, source: ir.Expr) -> ir.Expr:
        one = self.value(item)
        if isinstance(source, ir.Filter | ir.Map) and self.calm.expression(source):
            kept = one if simple(one) else self.writer.let(item.type, one)
            return self._exists(source, lambda x: ir.Binary("==", x, kept))
        if isinstance(source, ir.Range):
            return ir.Contains(one, ir.Range(self.value(source.low), self.value(source.high)))
        if isinstance(source, ir.Items):
            kept = one if simple(one) else self.writer.let(item.type, one)
            return ir.Contains(kept, evolve(source, items=tuple(map(self.value, source.items))))
        return ir.Contains(one, self.value(source))

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
                through = source
                if isinstance(source, ir.Range):
                    through = ir.Range(self.value(source.low), self.value(source.high))
                elif isinstance(source, ir.Items):
                    through = evolve(source, items=tuple(map(self.value, source.items)))
                else:
                    through = self.value(source)
                body, _ = self.writer.captured(lambda: inner(var))
                self.writer.out.append(ir.For(var, through, body))

    def counted(self, x: ir.Op) -> ir.Expr:
        """What a loop goes through, and before it what the loop costs (:mod:`rulekit.compiler.passes.count_work`)."""
        over, *costs = x.args
        if isinstance(over, ir.Range):
            found: ir.Expr = ir.Range(self.value(over.low), self.value(over.high))
        else:
            found = self.value(over)
        self.writer.out.append(ir.Do(ir.Op("counted", (found, *costs), -1, VOID)))
        return found

    def _one_by_one(self, below: ir.Expr, value: ir.Expr) -> bool:
        """Whether nobody notices that a member is tested before the next one is known."""
        nested = isinstance(below, ir.Filter | ir.Map)
        return not nested or self.calm.still(value) or self.calm.still(below)

    def _named(self, var: ir.Local, one: ir.Expr) -> None:
        if one != var:
            self.writer.out.append(ir.Let(var, one))

    def _room(self, source: ir.Expr) -> ir.Expr:
        """How many there can be at most; what it is made of is worked out here."""
        match source:
            case ir.Filter(_, below, _) | ir.Map(_, below, _) | ir.Op("tuple" | "list" | "counted", (below, *_)):
                return self._room(below)
            case ir.Range(low, high) if simple(low) and simple(high):
                if low.const is not None and high.const is not None:
                    return number(max(0, high.const - low.const))
                return ir.Binary("-", high, low)
            case ir.Items(items):
                return number(len(items))
            case ir.Local() | ir.Zone() | ir.Item():
                before, flat = self.writer.captured(lambda: self.value(source))
                if not before and flat is not None:
                    return ir.Op("len", (flat,), -1, NUMBER)
        return number(16)

    def listed(self, source: ir.Filter | ir.Map) -> ir.Expr:
        made = self.writer.let(source.type, ir.Op("empty", (self._room(source),), -1, source.type))
        self.each(source, source.var, lambda x: self.writer.out.append(ir.Do(ir.Op("append", (made, x), -1, VOID))))
        return made

    def _count(self, source: ir.Filter | ir.Map) -> ir.Expr:
        made = self.writer.let(Int(0, NUMBER.high), number(0))
        self.each(source, source.var, lambda x: self.writer.out.append(ir.Let(made, add(made, number(1)))))
        return made

    def _total(self, source: ir.Filter | ir.Map, op: str) -> ir.Expr:
        made = self.writer.let(NUMBER, number(0))
        self.each(source, source.var, lambda x: self.writer.out.append(ir.Let(made, ir.Binary(op, made, x))))
        return made

    def _exists(self, source: ir.Filter | ir.Map, test: Callable[[ir.Expr], ir.Expr] | None = None) -> ir.Expr:
        """Whether there is any, or any for which a test holds."""
        made = self.writer.let(BOOL, FALSE)
        found = (ir.Let(made, TRUE), ir.Break())

        def inner(x: ir.Expr) -> None:
            self.writer.out += found if test is None else (ir.If(test(x), found),)

        self.each(source, source.var, inner)
        return made
