"""Suppositions write no journal, and save no more of the state than they may change.

::

    suppose:                              suppose, keeping s[40:72], s[90:154]:
        journal ...                ->         d_move__supposed(v, n)
        d_move(v, n)                          held = p_in_danger(v)
        held = p_in_danger(v)

Deeds that are carried out in a supposition have a form of their own, without the journal.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from rulekit.compiler.analysis.footprint import ALL, Span, span
from rulekit.compiler.analysis.verify import compiler_pass
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.ops import operation
from rulekit.compiler.ir.traverse import blocks, rewrite_block, rewrite_statements, statements, walk

APART = 64
"""Numbers between two runs that are rather kept along than copied by themselves"""
MOST = 4
"""Runs that are kept one by one; where there are more, it is one from the first to the last"""


@compiler_pass()
def quiet_suppositions(module: ir.Module) -> ir.Module:
    """Every supposition without the journal, and with what has to be restored after it."""
    if not any(isinstance(x, ir.Suppose) for f in module.functions.values() for x in statements(f.body)):
        return module
    made = _QuietCopies(module)
    for name, function in module.functions.items():
        body = rewrite_statements(function.body, made.supposed)
        made.functions[name] = function if body is function.body else evolve(function, body=body)
    made.follow()
    return evolve(module, functions=made.functions)


class _QuietCopies:
    def __init__(self, module: ir.Module) -> None:
        self.module = module
        self.functions: dict[str, ir.Function] = {}
        self.waiting: list[str] = []

    def supposed(self, x: ir.Stmt) -> ir.Block:
        if not isinstance(x, ir.Suppose):
            return (x,)
        changed = _WriteSet(self.module, x.spots)
        changed.block(x.body)
        return (evolve(x, body=self._quiet(x.body), kept=_runs(changed.spans), cards=changed.cards),)

    def follow(self) -> None:
        """The deeds that are carried out in suppositions, and those that these carry out."""
        while self.waiting:
            function = self.module.functions[self.waiting.pop()]
            name = _name(function.name)
            if name not in self.functions:
                self.functions[name] = evolve(function, name=name, body=self._quiet(function.body))

    def _quiet(self, body: ir.Block) -> ir.Block:
        silent = rewrite_statements(body, lambda x: () if isinstance(x, ir.Log) else (x,))
        return rewrite_block(silent, self._call)

    def _call(self, x: ir.Expr) -> ir.Expr:
        if isinstance(x, ir.Call) and self.module.functions[x.function].sort == "deed":
            self.waiting.append(x.function)
            return evolve(x, function=_name(x.function))
        return x


def _name(deed: str) -> str:
    return f"{deed}__supposed"


class _WriteSet:
    """What a supposition may write: runs of numbers, and whether lists."""

    def __init__(self, module: ir.Module, spots: tuple[Span, ...]) -> None:
        self.module, self.spots = module, spots
        self.spans: set[Span] = set()
        self.cards = False
        self.seen: set[str] = set()

    def block(self, body: ir.Block) -> None:
        for x in body:
            for y in _inside(x):
                self._one(y)

    def _one(self, x: ir.Expr | ir.Stmt) -> None:
        match x:
            case ir.Store(index) | ir.Increase(index):
                self.spans.add(span(index.type))
            case ir.Call(name) if name not in self.seen:
                self.seen.add(name)
                self.block(self.module.functions[name].body)
            case ir.Op("lift", (where, _)):
                self.spans |= {span(where.type), *self.spots}
                self.cards = True
            case ir.Op(name, args):
                row = operation(name)
                if row.writes:
                    self.spans.add(ALL)
                    self.cards = True
                self.cards |= row.changes >= 0 and isinstance(args[row.changes], ir.Zone)
            case ir.Attempt():
                self.cards = True


def _inside(x: ir.Stmt) -> Iterator[ir.Expr | ir.Stmt]:
    """A statement and everything inside of it; of what is only supposed no more than that."""
    yield x
    yield from walk(x)
    for block in () if isinstance(x, ir.Suppose) else blocks(x):
        for y in block:
            yield from _inside(y)


def _runs(spans: set[Span]) -> tuple[Span, ...]:
    """The spans as runs: those that lie close together are one."""
    runs: list[Span] = []
    for low, high in sorted(spans):
        if runs and low <= runs[-1][1] + APART:
            runs[-1] = (runs[-1][0], max(runs[-1][1], high))
        else:
            runs.append((low, high))
    return tuple(runs) if len(runs) <= MOST else ((runs[0][0], runs[-1][1]),)
