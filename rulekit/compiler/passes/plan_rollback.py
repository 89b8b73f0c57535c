"""Whole or not at all: what has to be saved so that an attempt can be rolled back.

It can fail (a ``needs``, a fixed amount that is not there) up to the first throw or question; from there on it stands. As long
as nothing was done before the failure, nothing has to be restored.
"""

from __future__ import annotations

from attrs import define, evolve, field

from rulekit.compiler.analysis.calls import called
from rulekit.compiler.analysis.effects import Effects
from rulekit.compiler.analysis.footprint import ALL, NONE, Span, span
from rulekit.compiler.analysis.verify import compiler_pass
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.traverse import children, map_bodies, rewrite_statements

DEEPEST = 32
"""How deep calls are followed."""


@compiler_pass()
def plan_rollback(module: ir.Module) -> ir.Module:
    """Every attempt with the lines whose failure takes it back, and with what must be restored then."""
    effects = Effects(module.functions)

    def settled(x: ir.Stmt) -> ir.Block:
        if not isinstance(x, ir.Attempt):
            return (x,)
        made = _FlowState(module, effects)
        made.block(module.functions[x.call.function].body, 0)
        return (
            evolve(
                x, lines=frozenset(made.lines), counts=made.counts, cards=made.cards, draws=bool(made.lines & made.late)
            ),
        )

    return map_bodies(module, lambda body: rewrite_statements(body, settled))


def _joined(a: Span, b: Span) -> Span:
    """The numbers from the first to the last of both."""
    return a if b == NONE else b if a == NONE else (min(a[0], b[0]), max(a[1], b[1]))


@define
class _FlowState:
    """``lines``: rule lines whose failure takes it back. ``counts``/``cards``: the numbers that must be restored then, and
    whether the lists."""

    module: ir.Module
    effects: Effects
    lines: set[int] = field(factory=set)
    counts: Span = NONE
    cards: bool = False
    done_counts: Span = NONE
    done_cards: bool = False
    drawn: bool = False
    """A throw or a question was reached on some way,"""
    committed: bool = False
    """on every way."""
    late: set[int] = field(factory=set)
    """The lines that can fail after one"""

    def can_fail(self, lines: frozenset[int]) -> None:
        if self.drawn:
            self.late |= lines
        if lines and not self.committed:
            self.lines |= lines
            self.counts = _joined(self.counts, self.done_counts)
            self.cards |= self.done_cards

    def block(self, body: ir.Block, depth: int) -> None:
        for x in body:
            self.statement(x, depth)

    def statement(self, x: ir.Stmt, depth: int) -> None:
        callee, before = self._deed(x), self.committed
        inside = children(x) if callee is None else [y for call in children(x) for y in children(call)]
        asked = self.effects.of(*inside)
        self.can_fail(asked.lines)
        self.drawn |= asked.draws
        match x:
            case ir.Fail(line):
                self.can_fail(frozenset([line]))
            case ir.Ask() | ir.AtOnce() | ir.End() | ir.Do(ir.DeviceCall()):
                self.drawn = self.committed = True
            case ir.Store(index) | ir.Increase(index):
                self.done_counts = _joined(self.done_counts, span(index.type))
            case _ if callee is not None and depth < DEEPEST:
                self.block(callee.body, depth + 1)
            case ir.If(_, then, otherwise):
                self.block(then, depth)
                yes, self.committed = self.committed, before
                self.block(otherwise, depth)
                self.committed &= yes  # what one branch leaves open is still open after both
            case ir.For(body=body):
                self.block(body, depth)
                self.block(body, depth)  # what the first round did lies before the second
                self.committed = before  # there may be no round at all
            case ir.Loop(body):
                self.block(body, depth)
                self.block(body, depth)
        if asked.counts:
            self.done_counts = ALL
        self.done_cards |= asked.cards

    def _deed(self, x: ir.Stmt) -> ir.Function | None:
        """The deed that a statement carries out: it is followed, and no part of what is worked out before."""
        name = called(x)
        callee = self.module.functions[name] if name is not None else None
        return callee if callee is not None and callee.sort == "deed" else None
