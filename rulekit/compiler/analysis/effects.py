"""What an expression, a statement or a function does besides returning a value: fails, draws, changes. Known from the register.

Rules never come back to themselves but by way of the stack, so that following calls ends.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from rulekit.compiler.analysis.summaries import Summaries
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.ops import operation
from rulekit.compiler.ir.traverse import walk

FAILING = ("fewest", "within-points", "fewest-points")
"""Searches that can fail."""


@frozen
class Effect:
    """``lines``: the rule lines at which it can fail. ``fails``: whether it can, at a line or by dividing by zero. ``draws``:
    chance moves, or somebody is asked or told: neither its order nor its number may change. ``counts``, ``cards``: numbers
    or lists of the state change. ``own``: so does a list of the enclosing function."""

    lines: frozenset[int] = frozenset()
    fails: bool = False
    draws: bool = False
    counts: bool = False
    cards: bool = False
    own: bool = False

    def __or__(self, other: Effect) -> Effect:
        return Effect(
            self.lines | other.lines,
            self.fails or other.fails,
            self.draws or other.draws,
            self.counts or other.counts,
            self.cards or other.cards,
            self.own or other.own,
        )

    @property
    def changes(self) -> bool:
        """Whether it changes the state."""
        return self.counts or self.cards

    @property
    def steady(self) -> bool:
        """Whether it may be evaluated twice; it may fail."""
        return not (self.draws or self.counts or self.cards or self.own)

    @property
    def pure(self) -> bool:
        """Whether it may be evaluated anywhere, or never."""
        return self.steady and not self.fails


NOTHING = Effect()
ANYTHING = Effect(fails=True, draws=True, counts=True, cards=True)


class Effects(Summaries[Effect]):
    """The effects of the functions of one module; each is analysed once. An unknown function can do anything."""

    def __init__(self, functions: Mapping[str, ir.Function]) -> None:
        super().__init__(NOTHING)
        self._functions = functions
        self._known: dict[str, Effect] = {}

    def pure(self, x: ir.Expr) -> bool:
        return self.of(x).pure

    def steady(self, x: ir.Expr) -> bool:
        return self.of(x).steady

    def function(self, name: str) -> Effect:
        if name not in self._known:
            self._known[name] = NOTHING
            function = self._functions.get(name)
            found = ANYTHING if function is None else evolve(self.of(*function.body), own=False)
            self._known[name] = NOTHING if found == NOTHING else found
        return self._known[name]

    def one(self, x: ir.Expr | ir.Stmt) -> Effect:
        match x:
            case ir.Call(name) | ir.Fork(name):
                return self.function(name)
            case ir.Op(name, args, line):
                return _operation(name, args, line)
            case ir.GraphSearch(sort, line=line):
                return Effect(frozenset([line]), fails=sort in FAILING)
            case ir.Binary("//" | "%", _, b) if not b.const:
                return Effect(fails=True)
            case ir.Probe():
                return Effect(fails=True)  # where and whether it is worked out is what it tells
            case ir.DeviceCall():
                return Effect(fails=True, draws=True, own=True)  # a word of one commits: nothing after it is taken back
            case ir.Fail(line):
                return Effect(frozenset([line]), fails=True)
            case ir.Suppose():  # what it changes is taken back, and it never fails
                return NOTHING
            case ir.Store() | ir.Increase() | ir.End():
                return Effect(counts=True)
            case ir.Ask() | ir.AtOnce() | ir.Suspend() | ir.Push() | ir.Pop() | ir.Log():
                return Effect(draws=True)
        return NOTHING


def _operation(name: str, args: tuple[ir.Expr, ...], line: int) -> Effect:
    row = operation(name)
    changed = args[row.changes] if row.changes >= 0 else None
    if row.pure and not row.fails:
        return NOTHING
    return Effect(
        frozenset([line]) if row.fails else frozenset(),
        row.fails,
        row.draws,
        row.writes,
        row.writes or isinstance(changed, ir.Zone),
        changed is not None and not isinstance(changed, ir.Zone),
    )


def pure(x: ir.Expr) -> bool:
    """Whether it changes nothing, draws nothing and never fails, so that it need not be worked out; what a call does is not
    known here."""
    return all(_ALONE.one(y).pure for y in walk(x))


_ALONE = Effects({})
