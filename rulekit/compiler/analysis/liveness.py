"""Liveness of locals: what a block needs from before it, and what a frame has to hold across a question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.traverse import OfNode, binds, children, walk

Live = dict[str, ir.Local]
"""name -> local, in the order in which they were met"""


def expression_reads(node: ir.Expr) -> Live:
    """The locals that an expression reads and does not bind itself."""
    found: Live = {}
    own: set[str] = set()
    for x in walk(node):
        if isinstance(x, ir.Local):
            found.setdefault(x.name, x)
        else:
            own |= {local.name for local in binds(x)}
    return {name: local for name, local in found.items() if name not in own}


def reads(nodes: Iterable[ir.Expr]) -> Live:
    out: Live = {}
    for node in nodes:
        for name, local in expression_reads(node).items():
            out.setdefault(name, local)
    return out


class Reads(OfNode[ir.Expr | ir.Stmt, Live]):
    """The locals that an expression reads, or the expressions of a statement."""

    def make(self, x: ir.Expr | ir.Stmt) -> Live:
        return expression_reads(x) if isinstance(x, ir.Expr) else reads(children(x))


class Liveness:
    """What is live before each point, computed backwards. ``calls``: what the continuation of a step needs (by a pass)."""

    def __init__(self) -> None:
        self.reads = Reads()
        """Those in loops are asked for until nothing more is found"""

    def block(self, body: ir.Block, after: Live, leave: Live | None = None, again: Live | None = None) -> Live:
        """What must be known before ``body``; ``after``, ``leave`` and ``again``: what is live behind it, behind the loop
        around it, and at the next round of this loop."""
        live = after
        for statement in reversed(body):
            live = self.statement(statement, live, leave, again)
        return live

    def statement(self, x: ir.Stmt, after: Live, leave: Live | None, again: Live | None) -> Live:
        match x:
            case ir.Break():
                return dict(leave or {})
            case ir.Continue():
                return dict(again or {})
            case ir.Return() | ir.Fail():
                return {**self.reads(x)}
            case ir.Let(var, value):
                return _union(self.reads(value), _without(after, var))
            case ir.If(test, then, otherwise):
                one = self.block(then, after, leave, again)
                other = self.block(otherwise, after, leave, again)
                return _union(self.reads(test), one, other)
            case ir.For(var, source, body):
                return _union(self.reads(source), self._loop(body, after, var))
            case ir.Loop(body):
                return self._forever(body, after)
            case ir.Ask():
                shown = {local.name: local for local in x.shown}
                return _union(self.reads(x), shown, _without(after, x.var))
            case ir.AtOnce(me, body):
                return _union(_without(self.block(body, {}), me), after)
            case ir.Suppose(var, body):
                return _without(self.block(body, after, leave, again), var)
            case ir.Attempt():
                return reads([x.call, x.me])
            case ir.Pop(frame):
                return _without(after, *frame)
        return _union(self.reads(x), after)

    def _loop(self, body: ir.Block, after: Live, *vars_: ir.Local) -> Live:
        live = dict(after)
        while True:
            found = _union(after, _without(self.block(body, live, after, live), *vars_))
            if found.keys() == live.keys():
                return found
            live = found

    def _forever(self, body: ir.Block, after: Live) -> Live:
        live: Live = {}
        while True:
            found = _union(live, self.block(body, live, after, live))
            if found.keys() == live.keys():
                return found
            live = found


def free(body: ir.Block, params: Iterable[ir.Local] = ()) -> tuple[ir.Local, ...]:
    """The free locals of a body, which its function takes as parameters."""
    given = {p.name for p in params}
    return tuple(local for name, local in Liveness().block(body, {}).items() if name not in given)


def _union(*parts: Mapping[str, ir.Local]) -> Live:
    out: Live = {}
    for part in parts:
        for name, local in part.items():
            out.setdefault(name, local)
    return out


def _without(live: Mapping[str, ir.Local], *vars_: ir.Local) -> Live:
    gone = {v.name for v in vars_}
    return {name: local for name, local in live.items() if name not in gone}
