"""Lets an action that may be taken back go without a copy of the state: where it fails, what it did so far is undone in place.

::

    attempt whole_build(me, here)         if s[308 + here] != 0: return
                                   ->     s[447 + me] -= 3
    def whole_build(me, here):            if s[453] < 1: s[447 + me] += 3; return
        if s[308 + here] != 0: fail 230   s[453] -= 1
        s[447 + me] -= 3
        if s[453] < 1: fail 234
        s[453] -= 1

A failure before the first throw or question becomes a return. That needs to be known at each of them: that nothing was thrown
or asked on any way there, and that what was done are sums, which the opposite sum undoes. Otherwise the attempt stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import define, evolve

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.ops import operation
from rulekit.compiler.ir.traverse import binds, children, ends, statements, walk
from rulekit.compiler.passes.inline_deeds import STAYING, DeedInliner
from rulekit.compiler.passes.rollback import failing

LOOPS = (ir.For, ir.Zip, ir.Repeat, ir.Loop)


def settle_attempts(module: ir.Module) -> ir.Module:
    inliner = DeedInliner(module)
    functions = dict(module.functions)
    for name, function in module.functions.items():
        match function.body:
            case (ir.Attempt(call, lines=frozenset() as lines),):
                callee = inliner.function(call.function)
                body = inliner.bound(call, callee, callee.body)
                settled = _Settling(module, lines, body).made()
                functions[name] = function if settled is None else evolve(function, body=settled)
    return evolve(module, functions=functions)


class Unsettled(Exception):
    """It can not be said what is to be undone."""


@define
class Course:
    """What has happened before a statement. ``undo``: what takes it back, the last first; None: nobody knows. ``asked``: a
    question was answered, so that it stands. ``perhaps``: something was thrown or asked on some way."""

    undo: ir.Block | None = ()
    asked: bool = False
    perhaps: bool = False

    def after(self, changes: bool, draws: bool) -> Course:
        return Course(None if changes else self.undo, self.asked, self.perhaps or (draws and not self.asked))


class _Settling:
    def __init__(self, module: ir.Module, lines: frozenset[int], body: ir.Block) -> None:
        self.module, self.lines, self.body = module, lines, body
        self.known: dict[str, frozenset[int]] = {}
        self.set = Counter(var.name for x in statements(body) for var in binds(x))

    def made(self) -> ir.Block | None:
        if any(isinstance(x, STAYING) for x in statements(self.body)):
            return None
        try:
            return self.block(self.body, Course())[0]
        except Unsettled:
            return None

    def block(self, body: ir.Block, now: Course) -> tuple[ir.Block, Course]:
        """The statements as they are then, and what has happened after them."""
        out: list[ir.Stmt] = []
        for x in body:
            made, now = self.statement(x, now)
            out += made
        return tuple(out), now

    def statement(self, x: ir.Stmt, now: Course) -> tuple[ir.Block, Course]:
        if not now.asked and self.fails(children(x)):
            raise Unsettled
        changes, draws = self.does((x,))
        match x:
            case ir.Fail(line) if not now.asked and line in self.lines:
                if now.undo is None or now.perhaps:
                    raise Unsettled
                return (*now.undo, ir.Return()), now
            case ir.If(test, then, otherwise):
                now = now.after(*self.does((ir.Do(test),)))
                (then, yes), (otherwise, no) = self.block(then, now), self.block(otherwise, now)
                return (ir.If(test, then, otherwise),), _joined(now, then, yes, otherwise, no)
            case ir.For() | ir.Zip() | ir.Repeat() | ir.Loop():
                now = now.after(changes, draws)
                return (evolve(x, body=self.block(x.body, now)[0]),), now
            case ir.Increase(index, amount, less) if self.lasts(index) and self.lasts(amount) and now.undo is not None:
                return (x,), evolve(now, undo=(ir.Increase(index, amount, not less), *now.undo))
            case ir.Let(_, ir.Item(_, ir.Op("answer"))):
                return (x,), Course(now.undo, asked=True)
        return (x,), now.after(changes, draws)

    def does(self, body: ir.Block) -> tuple[bool, bool]:
        """(whether statements change the state, whether they throw or ask)"""
        changes = draws = False
        for x in statements(body):
            changes |= isinstance(x, ir.Store | ir.Increase)
            for y in (z for one in children(x) for z in walk(one)):
                match y:
                    case ir.Op(name, args):
                        row = operation(name)
                        draws |= row.draws
                        changes |= row.writes or (row.changes >= 0 and isinstance(args[row.changes], ir.Zone))
                    case ir.Device():
                        changes = draws = True
                    case ir.Call(name) if self.module.functions[name].sort != "point":
                        more = self.does(self.module.functions[name].body)
                        changes, draws = changes or more[0], draws or more[1]
        return changes, draws

    def fails(self, parts: Iterable[ir.Expr]) -> bool:
        """Whether one of the lines can fail in an expression, or in what it calls."""
        for part in parts:
            if failing(self.module, part, self.known) & self.lines:
                return True
            for y in walk(part):
                if isinstance(y, ir.Call) and self.module.functions[y.function].sort != "point":
                    for x in statements(self.module.functions[y.function].body):
                        if (isinstance(x, ir.Fail) and x.line in self.lines) or self.fails(children(x)):
                            return True
        return False

    def lasts(self, x: ir.Expr) -> bool:
        """Whether it gives the same later on."""
        fixed = (ir.Const, ir.Binary, ir.Item, ir.Table)
        return all(isinstance(y, fixed) or (isinstance(y, ir.Local) and self.set[y.name] <= 1) for y in walk(x))


def _joined(now: Course, then: ir.Block, yes: Course, otherwise: ir.Block, no: Course) -> Course:
    """What has happened where two branches come together."""
    ways = [way for way, side in ((yes, then), (no, otherwise)) if not ends(side)]
    if len(ways) < 2:
        return ways[0] if ways else now
    asked = yes.asked and no.asked
    drawn = yes.perhaps or no.perhaps or yes.asked or no.asked
    return Course(yes.undo if yes.undo == no.undo else None, asked, drawn and not asked)
