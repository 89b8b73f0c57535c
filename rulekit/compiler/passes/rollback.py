"""Whole or not at all: what has to be kept in hand so that an attempt can be taken back.

It can fail (a ``needs``, a fixed amount that is not there) up to the first throw or question; from there on it stands. As long
as nothing was done before the failure, nothing has to be restored.
"""

from __future__ import annotations

from attrs import define, evolve, field

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.ops import operation
from rulekit.compiler.ir.traverse import children, map_bodies, rewrite_statements, statements, walk

DEEPEST = 32
"""Calls inside each other that are followed."""


def rollback(module: ir.Module) -> ir.Module:
    """Every attempt with the lines whose failure takes it back, and with what must be restored then."""
    known: dict[str, frozenset[int]] = {}

    def settled(x: ir.Stmt) -> ir.Block:
        if not isinstance(x, ir.Attempt):
            return (x,)
        made = _Course(module, known)
        made.block(module.functions[x.call.function].body, 0)
        return (evolve(x, lines=frozenset(made.lines), counts=made.counts, cards=made.cards),)

    return map_bodies(module, lambda body: rewrite_statements(body, settled))


@define
class _Course:
    """``lines``: rule lines whose failure takes it back. ``counts``/``cards``: what must be restored then."""

    module: ir.Module
    known: dict[str, frozenset[int]]
    lines: set[int] = field(factory=set)
    counts: bool = False
    cards: bool = False
    done_counts: bool = False
    done_cards: bool = False
    committed: bool = False
    """A throw or a question was reached on every way."""

    def can_fail(self, lines: frozenset[int]) -> None:
        if lines:
            self.lines |= lines
            self.counts |= self.done_counts
            self.cards |= self.done_cards

    def block(self, body: ir.Block, depth: int) -> None:
        for x in body:
            if self.committed:
                return
            self.statement(x, depth)

    def statement(self, x: ir.Stmt, depth: int) -> None:
        for expr in children(x):
            self.can_fail(failing(self.module, expr, self.known))
        match x:
            case ir.Fail(line):
                self.can_fail(frozenset([line]))
            case ir.Ask() | ir.AtOnce() | ir.End() | ir.Do(ir.Device()):
                self.committed = True
            case ir.Store() | ir.Increase():
                self.done_counts = True
            case ir.Do(ir.Call(name)) | ir.Attempt(ir.Call(name)):
                callee = self.module.functions[name]
                if callee.sort == "deed" and depth < DEEPEST:
                    self.block(callee.body, depth + 1)
            case ir.If(_, then, otherwise):
                self.block(then, depth)
                yes, self.committed = self.committed, False
                self.block(otherwise, depth)
                self.committed &= yes  # what one branch leaves open is still open after both
            case ir.For(body=body) | ir.Zip(body=body) | ir.Repeat(body=body):
                self.block(body, depth)
                self.block(body, depth)  # what the first round did lies before the second
                self.committed = False  # there may be no round at all
            case ir.Loop(body):
                self.block(body, depth)
                self.block(body, depth)
        for expr in children(x):
            for y in walk(expr):
                if isinstance(y, ir.Op):
                    row = operation(y.name)
                    self.done_counts |= row.writes
                    self.done_cards |= row.writes or (row.changes >= 0 and isinstance(y.args[row.changes], ir.Zone))


def failing(module: ir.Module, expr: ir.Expr, known: dict[str, frozenset[int]]) -> frozenset[int]:
    """The lines at which working out an expression can fail. Rules never come back to themselves, so this ends."""
    found: set[int] = set()
    for x in walk(expr):
        if (isinstance(x, ir.Op) and operation(x.name).fails) or isinstance(x, ir.Search):
            found.add(x.line)
        elif isinstance(x, ir.Call) and module.functions[x.function].sort == "point":
            if x.function not in known:
                known[x.function] = frozenset()
                lines: set[int] = set()
                for statement in statements(module.functions[x.function].body):
                    if isinstance(statement, ir.Fail):
                        lines.add(statement.line)
                    for one in children(statement):
                        lines |= failing(module, one, known)
                known[x.function] = frozenset(lines)
            found |= known[x.function]
    return frozenset(found)
