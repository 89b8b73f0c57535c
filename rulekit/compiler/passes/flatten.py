"""Writes expressions that need a loop, that may fail or that draw as statements before the one that contains them.

Python calls a function for each list in brackets, C has none, and does not say which argument is worked out first. What is
left of an expression only reads::

    let n = draw(6) + len(x in z[3] where s[x] > 1)    let t1 = draw(6); let t2 = 0
                                                  ->    for x in z[3]: if s[x] > 1: let t2 = t2 + 1
                                                        let n = t1 + t2

What a loop goes through cannot change under it any more. A value that an expression names (`Bind`) becomes a statement, too.
"""

from __future__ import annotations

from attrs import evolve

from rulekit.compiler.analysis.effects import Effects
from rulekit.compiler.analysis.verify import compiler_pass
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import between, compare, given, number
from rulekit.compiler.ir.ops import operation
from rulekit.compiler.ir.traverse import N, blocks, map_parts
from rulekit.compiler.ir.types import BOOL, VOID, Bool, Int, Type
from rulekit.compiler.passes.flat_loops import Loops, LoopWriter, fixed
from rulekit.stuck import CODES

DEEPEST = 18
"""How deep Python lets loops nest: 20, less those of the callers"""
BLOCKS = 90
"""How deep Python lets blocks nest: 100, less those around"""
LOOPS = (ir.For, ir.Loop)


@compiler_pass(ir.Bind)
def flatten(module: ir.Module, python: bool = False) -> ir.Module:
    """The module with flat expressions; `Return`, `Let` and `Do` may hold one operation or call of flat ones.

    ``python``: a function that would nest deeper than Python reads stays as it is.
    """
    effects = Effects(module.functions)
    functions = {name: _Flattener(f, effects).made() for name, f in module.functions.items()}
    if python:
        deep = [name for name, f in functions.items() if _depth(f.body, 1) > BLOCKS or _depth(f.body, 0) > DEEPEST]
        functions.update({name: module.functions[name] for name in deep})
    return evolve(module, functions=functions)


def _depth(body: ir.Block, other: int) -> int:
    """How deep statements nest: a loop counts one, any other ``other``."""
    inside = [max(_depth(inner, other) for inner in blocks(x)) + _loop(x, other) for x in body if [*blocks(x)]]
    return max(inside, default=0)


def _loop(x: ir.Stmt, other: int) -> int:
    return 1 if isinstance(x, LOOPS) else other


class _Flattener:
    """One function in the making."""

    def __init__(self, function: ir.Function, effects: Effects) -> None:
        self.function = function
        self.writer = LoopWriter()
        self.loops = Loops(self.writer, self.value, effects)

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
        if isinstance(made, ir.Let):
            self.writer.out += _checked(made)
            return
        if not isinstance(made, ir.Do) or isinstance(made.value, ir.Op | ir.Call | ir.DeviceCall):
            self.writer.out.append(made)  # what only reads is done for nothing
        if isinstance(x, ir.Attempt | ir.Fork):  # which are the last of a function
            self.writer.out.append(ir.Return())

    def _statement(self, x: ir.Stmt) -> ir.Stmt:
        match x:
            case ir.Let(value=value) | ir.Do(value) | ir.Return(value) if value is not None:
                return evolve(x, value=self.root(value))
            case ir.Store(index, value):  # in Python the value comes first
                worked_out = self.value(value)
                return ir.Store(self.value(index), worked_out)
            case ir.For(source=source, body=body):
                return evolve(x, source=self.stable(source, x.live), body=self.block(body))
            case ir.Attempt(call):
                return evolve(x, call=self._parts(call))
        return self._parts(x)

    # ------------------------------------------------------------ expressions
    def _parts(self, x: N) -> N:
        """A node with its own parts flat."""
        return map_parts(x, self.value, self.block)

    def value(self, x: ir.Expr) -> ir.Expr:
        """The expression, flat: what it needs was worked out before."""
        match x:
            case ir.Const() | ir.Local() | ir.ConstantTable() | ir.Tuple() | ir.Probe():
                return x
            case ir.Binary("and" | "or"):
                return self._either_way(x)
            case ir.Binary(op, a, b):
                return self.loops.compared(op, a, b) or self._parts(x)
            case ir.Load() | ir.Zone() | ir.Subscript() | ir.Not() | ir.Between():
                return self._parts(x)
            case ir.Either():
                return self._either(x)
            case ir.Items() if fixed(x):
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
            case ir.Op("kept", (held, place, inner)):
                return self._kept(x.type, held, self.value(place), inner)
            case ir.Op("members", (mask, low)):  # once, and not for each round
                return evolve(x, args=(self.writer.let(mask.type, self.value(mask)), low))
            case ir.Op(name) if _reads_only(name):
                return self._parts(x)
            case ir.Filter() | ir.Map():
                return self.loops.listed(x)
        return self.writer.let(x.type, self.root(x))

    def root(self, x: ir.Expr) -> ir.Expr:
        """The expression as the value of a statement: an operation or call may stand there by itself."""
        match x:
            case ir.Op() if (looped := self.loops.operation(x)) is not None:
                return looped
            case ir.Op(name) if not _reads_only(name) and name not in ("counted", "kept"):
                return self._parts(x)
            case ir.Call() | ir.DeviceCall() | ir.Range() | ir.Items():
                return self._parts(x)
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

    def _kept(self, type_: Type, held: ir.Expr, place: ir.Expr, inner: ir.Expr) -> ir.Expr:
        """What a loop keeps, worked out where it is not there yet (:mod:`rulekit.compiler.passes.hoist_invariants`)."""
        made = self.writer.let(type_, ir.Subscript(held, place))
        before, value = self.writer.captured(lambda: self.value(inner))
        assert value is not None
        put = ir.Do(ir.Op("put", (held, place, made), made=VOID))
        self.writer.out.append(ir.If(ir.Not(given(made)), (*before, ir.Let(made, value), put)))
        return made

    def stable(self, source: ir.Expr, live: bool) -> ir.Expr:
        """What a loop goes through: a range, items, or a list that stays as it is. ``live``: it does so by itself."""
        match source:
            case ir.Op("tuple" | "list", (inner,)):
                return self.stable(inner, live)
            case ir.Op("counted"):
                return self.stable(self.loops.counted(source), live)
        found = self.loops.through(source)
        if isinstance(found, ir.Zone | ir.Either) and not live:
            return self.writer.let(source.type, ir.Op("tuple", (found,), -1, source.type))
        return found


def _checked(x: ir.Let) -> ir.Block:
    """A check of a value as a test of its own: no call for what mostly holds."""
    match x:
        case ir.Let(var, ir.Op("card", (lying,), line)):
            return ir.Let(var, lying), ir.If(compare(var, "<", number(0)), (_fail(line, "no card"),))
        case ir.Let(var, ir.Op("within", (value, ir.Const(int(low)), ir.Const(int(high))), line)):
            return ir.Let(var, value), ir.If(
                ir.Not(between(low, var, high)), (_fail(line, "range", var, number(low), number(high)),)
            )
    return (x,)


def _reads_only(name: str) -> bool:
    """Whether an operation can be part of a flat expression."""
    row = operation(name)
    return row.pure and not row.fails and not row.fresh


def _fail(line: int, because: str, *values: ir.Expr) -> ir.Fail:
    """The failure that the operation raises in Python: ``because`` is a name of :data:`rulekit.stuck.CODES`."""
    return ir.Fail(line, None, (number(CODES[because]), number(-1), *values))
