"""Gives the work area back that lists took: at the end of a function, and of each round of a loop.

::

    for x in a:                           for x in a:
        let t = y in near[x] where ...        release mark; let t = ...
        let n = n + len(t)            ->      let n = n + len(t)
    return n                              release mark; return n

A loop keeps what it makes if one of the lists is still read after the round. Only for targets without a garbage collector,
after :mod:`rulekit.compiler.passes.flatten`. A list that a function gives is given back by its caller.
"""

from __future__ import annotations

from attrs import evolve

from rulekit.compiler.analysis.liveness import Live, Liveness
from rulekit.compiler.analysis.verify import compiler_pass
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.ops import operation
from rulekit.compiler.ir.traverse import children, ends, statements, walk
from rulekit.compiler.ir.types import NUMBER, SEVERAL, Cells

LOOPS = (ir.For, ir.Loop)


@compiler_pass()
def release_arena(module: ir.Module) -> ir.Module:
    return evolve(module, functions={name: _ArenaInserter(f).made() for name, f in module.functions.items()})


class _ArenaInserter:
    def __init__(self, function: ir.Function) -> None:
        self.function, self.count = function, 0
        self.live = Liveness()

    def made(self) -> ir.Function:
        f = self.function
        body = self.block(f.body, {}, None, None)
        if isinstance(f.gives, SEVERAL) or not _takes(f.body):
            return evolve(f, body=body)
        mark = self._mark()
        last = () if ends(body) else (ir.ReleaseArena(mark),)
        return evolve(f, body=(ir.MarkArena(mark), *self._returning(body, mark), *last))

    def _mark(self) -> ir.Local:
        self.count += 1
        return ir.Local(f"mark__{self.count}", NUMBER)

    # ------------------------------------------------------------ loops
    def block(self, body: ir.Block, after: Live, leave: Live | None, again: Live | None) -> ir.Block:
        if not any(isinstance(x, LOOPS) and _takes(x.body) for x in statements(body)):
            return body
        out: list[ir.Stmt] = []
        live = after
        for x in reversed(body):
            out += reversed(self._statement(x, live, leave, again))
            live = self.live.statement(x, live, leave, again)
        return tuple(reversed(out))

    def _statement(self, x: ir.Stmt, after: Live, leave: Live | None, again: Live | None) -> ir.Block:
        if isinstance(x, ir.If):
            then, otherwise = (self.block(part, after, leave, again) for part in (x.then, x.otherwise))
            return (ir.If(x.test, then, otherwise),)
        if not isinstance(x, LOOPS):
            return (x,)
        round_ = {**after, **self.live.statement(x, after, leave, again)}
        body = self.block(x.body, round_, after, round_)
        if not _takes(x.body) or any(_kept(y, round_) for y in statements(x.body)):
            return (evolve(x, body=body),)
        mark = self._mark()
        return (ir.MarkArena(mark), evolve(x, body=(ir.ReleaseArena(mark), *body)))

    # ------------------------------------------------------------ the end of the function
    def _returning(self, body: ir.Block, mark: ir.Local) -> ir.Block:
        out: list[ir.Stmt] = []
        for x in body:
            match x:
                case ir.If(test, then, otherwise):
                    out.append(ir.If(test, self._returning(then, mark), self._returning(otherwise, mark)))
                case ir.For() | ir.Loop():
                    out.append(evolve(x, body=self._returning(x.body, mark)))
                case ir.Return(value) if value is not None and not isinstance(value, ir.Const):
                    given = ir.Local("given__", self.function.gives)
                    out += (ir.Let(given, value), ir.ReleaseArena(mark), ir.Return(given))
                case ir.Return():
                    out += (ir.ReleaseArena(mark), x)
                case _:
                    out.append(x)
        return tuple(out)


def _kept(x: ir.Stmt, live: Live) -> bool:
    """Whether it names a list that is still read after the round, or puts one where it is."""
    match x:
        case ir.Do(ir.Op("put", (ir.Local(held), _, value))):
            return held in live and isinstance(value.type, SEVERAL)
    return isinstance(x, ir.Let) and x.var.name in live and isinstance(x.var.type, (*SEVERAL, Cells))


def _takes(body: ir.Block) -> bool:
    """Whether a list is made in it (of calls: that gives one, and of attempts: which keep the state)."""
    for x in statements(body):
        if isinstance(x, ir.Attempt | ir.Suppose | ir.Pop):
            return True
        if isinstance(x, ir.Let) and isinstance(x.value, ir.Range):
            return True
        if any(_makes(z) for y in children(x) for z in walk(y)):
            return True
    return False


def _makes(x: ir.Expr) -> bool:
    match x:
        case ir.Op(name):
            return operation(name).fresh
        case ir.Items(items):
            return not items or any(not isinstance(i, ir.Const) for i in items)
        case ir.Call():
            return isinstance(x.type, SEVERAL)
    return False
