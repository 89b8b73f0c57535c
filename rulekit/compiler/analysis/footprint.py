"""Which parts of the state an expression or a statement reads and writes, with everything inside it and everything it calls."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from rulekit.compiler.analysis.summaries import Summaries
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.ops import operation
from rulekit.compiler.ir.types import LARGEST, Int, Type

Span = tuple[int, int]
"""Numbers of the state: from the first up to, and without, the last"""
NONE, ALL = (0, 0), (0, LARGEST)


def span(index: Type) -> Span:
    """The range of an index; one that counts from the end is unbounded."""
    return (index.low, index.high + 1) if isinstance(index, Int) and index.low >= 0 else ALL


@frozen
class Footprint:
    """``reads``, ``writes``: numbers of the state. ``looks``, ``moves``: whether lists of the state are read, or changed."""

    reads: frozenset[Span] = frozenset()
    writes: frozenset[Span] = frozenset()
    looks: bool = False
    moves: bool = False

    def __or__(self, other: Footprint) -> Footprint:
        return Footprint(
            self.reads | other.reads, self.writes | other.writes, self.looks or other.looks, self.moves or other.moves
        )

    def spares(self, other: Footprint) -> bool:
        """Whether nothing that this writes is read by the other."""
        apart = all(b <= c or d <= a for a, b in self.writes for c, d in other.reads)
        return apart and not (self.moves and other.looks)


NOTHING = Footprint()
ANYTHING = Footprint(frozenset([ALL]), frozenset([ALL]), True, True)
READS_ALL = Footprint(reads=frozenset([ALL]))


class Footprints(Summaries[Footprint]):
    """The footprints of one module; each function is analysed once. An unknown function can do anything."""

    def __init__(self, functions: Mapping[str, ir.Function], spots: tuple[Span, ...] = (ALL,)) -> None:
        """``spots``: the numbers that a card which is lifted may leave."""
        super().__init__(NOTHING)
        self._functions, self._spots = functions, spots
        self._known: dict[str, Footprint] = {}

    def _function(self, name: str) -> Footprint:
        if name not in self._known:
            self._known[name] = ANYTHING  # no function calls itself, except through the stack
            function = self._functions.get(name)
            self._known[name] = ANYTHING if function is None else self.of(*function.body)
        return self._known[name]

    def one(self, x: ir.Expr | ir.Stmt) -> Footprint:
        match x:
            case ir.Load(index):
                return Footprint(reads=frozenset([span(index.type)]))
            case ir.Zone():
                return Footprint(looks=True)
            case ir.Call(name):
                return self._function(name)
            case ir.Store(index) | ir.Increase(index):
                return Footprint(writes=frozenset([span(index.type)]))
            case ir.Op("lift", (where, _)):
                return Footprint(writes=frozenset([span(where.type), *self._spots]), moves=True)
            case ir.Op(name, args):
                row = operation(name)
                if not row.writes and not row.draws and row.changes >= 0 and isinstance(args[row.changes], ir.Zone):
                    return Footprint(READS_ALL.reads, looks=True, moves=True)
                if row.writes or (row.changes >= 0 and isinstance(args[row.changes], ir.Zone)):
                    return ANYTHING
                return Footprint(READS_ALL.reads, looks=row.lists) if row.state or row.lists else NOTHING
            case ir.Suppose(body=body):  # what it writes is as before when it is over
                found = self.of(*body)
                return Footprint(reads=found.reads, looks=found.looks)
            case ir.Fork() | ir.DeviceCall() | ir.AtOnce() | ir.End():
                return ANYTHING
        return NOTHING
