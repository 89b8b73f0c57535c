"""Writes expressions that need a loop, that may fail or that draw as statements before the one that they stand in.

C has no list comprehensions and does not say which argument is worked out first. What is left of an expression only reads::

    let n = draw(6) + len(x in z[3] where s[x] > 1)    let t1 = draw(6); let t2 = 0
                                                  ->    for x in z[3]: if s[x] > 1: let t2 = t2 + 1
                                                        let n = t1 + t2

What a loop goes through can not change under it any more.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulekit.compiler.analysis.calm import Calm
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import number
from rulekit.compiler.ir.ops import operation
from rulekit.compiler.ir.types import BOOL, VOID, Bool, Int, Seq
from rulekit.compiler.passes.flat_loops import Loops, Writer


def flatten(module: ir.Module) -> ir.Module:
    """The module with flat expressions; `Return`, `Let` and `Do` may hold one operation or call of flat ones."""
    calm = Calm(module.functions)
    return evolve(module, functions={name: _Flat(f, calm).made() for name, f in module.functions.items()})


class _Flat:
    """One function in the making."""

    def __init__(self, function: ir.Function, calm: Calm) -> None:
        self.function = function
        self.writer = Writer()
        self.loops = Loops(self.writer, self.value, calm)

    def made(self) -> ir.Function:
        return evolve(self.function, body=self.block(self.function.body))

    # ------------------------------------------------------------ statements
    def block(self, body: ir.Block) -> ir.Block:
        def all_() -> None:
            for x in body:
                self.statement(x)

        return self.writer.captured(all_)[0]

    def statement(self, x: ir.Stmt) -> None:
        made = self._statement(x)
        if not isinstance(made, ir.Do) or isinstance(made.value, ir.Op | ir.Call | ir.Device):
            self.writer.out.append(made)  # what only reads is done for nothing
        if isinstance(x, ir.Attempt | ir.Fork):  # which are the last of a function
            self.writer.out.append(ir.Return())

    def _statement(self, x: ir.Stmt) -> ir.Stmt:
        match x:
            case ir.Let(var, value):
                return ir.Let(var, self.root(value))
            case ir.Store(index, value):
                worked_out = self.value(value)
                return ir.Store(self.value(index), worked_out)
            case ir.Increase(index, amount, less):
                return ir.Increase(self.value(index), self.value(amount), less)
            case ir.If(test, then, otherwise):
                return ir.If(self.value(test), self.block(then), self.block(otherwise))
            case ir.For(var, source, body):
                return evolve(x, source=self.stable(source, live=x.live), body=self.block(body))
            case ir.Zip(var, other, source, beside, body):
                sources = self.stable(source, listed=True), self.stable(beside, listed=True)
                return ir.Zip(var, other, *sources, self.block(body))
            case ir.Repeat(count, body):
                return ir.Repeat(self.value(count), self.block(body))
            case ir.Loop(body):
                return ir.Loop(self.block(body))
            case ir.Return(value):
                return x if value is None else ir.Return(self.root(value))
            case ir.Do(value):
                return ir.Do(self.root(value))
            case ir.Attempt(call):
                return evolve(x, call=evolve(call, args=self.values(call.args)), me=number(0))
            case ir.End():
                return self._end(x)
            case ir.Push(frame, step):
                return ir.Push(self.values(frame), step)
            case ir.Suspend(question, player, options):
                return ir.Suspend(question, self.value(player), self.value(options))
            case ir.Fork(function, args):
                return ir.Fork(function, self.values(args))
        return x

    def _end(self, x: ir.End) -> ir.Stmt:
        """The ranking as one list: of each player his number, and then his keys."""
        rows = self.writer.let(Seq(), ir.Items((), Seq()))

        def row(one: ir.Expr) -> None:
            for key in (one, *x.keys):
                self.writer.out.append(ir.Do(ir.Op("append", (rows, self.value(key)), -1, VOID)))

        self.loops.each(x.who, x.var, row)
        return ir.Finish(rows, 1 + len(x.keys), x.line)

    # ------------------------------------------------------------ expressions
    def values(self, of: Sequence[ir.Expr]) -> tuple[ir.Expr, ...]:
        return tuple(self.value(x) for x in of)

    def value(self, x: ir.Expr) -> ir.Expr:
        """The expression, flat: what it needs was worked out before."""
        match x:
            case ir.Const() | ir.Local() | ir.Table() | ir.Tuple() | ir.Probe():
                return x
            case ir.Load(index):
                return evolve(x, index=self.value(index))
            case ir.Zone(index):
                return evolve(x, index=self.value(index))
            case ir.Item(source, index):
                return ir.Item(self.value(source), self.value(index))
            case ir.Binary("and" | "or"):
                return self._either_way(x)
            case ir.Binary(op, a, b):
                return self.loops.compared(op, a, b) or ir.Binary(op, self.value(a), self.value(b))
            case ir.Not(a):
                return ir.Not(self.value(a))
            case ir.Between(low, inner, high):
                return ir.Between(self.value(low), self.value(inner), self.value(high))
            case ir.Either():
                return self._either(x)
            case ir.Items(items) if all(isinstance(i, ir.Const) for i in items):
                return x
            case ir.Contains(item, source):
                return self.loops.contains(item, source)
            case ir.Op() if (looped := self.loops.operation(x)) is not None:
                return looped
            case ir.Op("counted"):
                found = self.loops.counted(x)
                return self.value(found) if isinstance(found, ir.Range) else found
            case ir.Bind(var, held, body):
                self.writer.out.append(ir.Let(var, self.root(held)))
                return self.value(body)
            case ir.Op(name, args) if _reads_only(name):
                return evolve(x, args=self.values(args))
            case ir.Filter() | ir.Map():
                return self.loops.listed(x)
        return self.writer.let(x.type, self.root(x))

    def root(self, x: ir.Expr) -> ir.Expr:
        """The expression as the value of a statement: an operation or call may stand there by itself."""
        match x:
            case ir.Op() if (looped := self.loops.operation(x)) is not None:
                return looped
            case ir.Op(name) if not _reads_only(name):
                return evolve(x, args=self.values(x.args))
            case ir.Call() | ir.Device():
                return evolve(x, args=self.values(x.args))
            case ir.Range(low, high):
                return ir.Range(self.value(low), self.value(high))
            case ir.Items(items):
                return evolve(x, items=self.values(items))
        return self.value(x)

    def _either_way(self, x: ir.Binary) -> ir.Expr:
        """``and`` and ``or``: what the right side needs is only worked out where it matters."""
        left = self.value(x.a)
        before, right = self.writer.captured(lambda: self.value(x.b))
        assert right is not None
        if not before:
            return ir.Binary(x.op, left, right)
        made = left if left in self.writer.own and isinstance(left.type, Bool | Int) else self.writer.let(BOOL, left)
        assert isinstance(made, ir.Local)
        more = (*before, ir.Let(made, right))
        self.writer.out.append(ir.If(made if x.op == "and" else ir.Not(made), more))
        return made

    def _either(self, x: ir.Either) -> ir.Expr:
        test = self.value(x.test)
        before, a = self.writer.captured(lambda: self.value(x.a))
        other, b = self.writer.captured(lambda: self.value(x.b))
        assert a is not None and b is not None
        if not before and not other:
            return ir.Either(test, a, b)
        made = self.writer.temp(x.type)
        self.writer.out.append(ir.If(test, (*before, ir.Let(made, a)), (*other, ir.Let(made, b))))
        return made

    def stable(self, source: ir.Expr, listed: bool = False, live: bool = False) -> ir.Expr:
        """What a loop goes through: a range, items, or a list that stays as it is. ``listed``: a list in any case. ``live``: it
        does so by itself."""
        if isinstance(source, ir.Range) and not listed:
            return ir.Range(self.value(source.low), self.value(source.high))
        if isinstance(source, ir.Items) and not listed:
            return evolve(source, items=self.values(source.items))
        if isinstance(source, ir.Op) and source.name in ("tuple", "list"):
            return self.stable(source.args[0], listed, live)
        if isinstance(source, ir.Op) and source.name == "counted":
            return self.stable(self.loops.counted(source), listed, live)
        found = self.value(source)
        if isinstance(found, ir.Zone | ir.Either) and not live:
            return self.writer.let(source.type, ir.Op("tuple", (found,), -1, source.type))
        return found


def _reads_only(name: str) -> bool:
    """Whether an operation can stand inside of an expression."""
    row = operation(name)
    return row.pure and not row.fails and not row.fresh
