"""Whole or not at all: what has to be kept in hand so that an entry of a family can be taken back.

An entry can fail (a ``needs``, a fixed amount that is not there) up to the first throw or question; from there on it stands.
As long as nothing was done before the failure, nothing has to be restored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.dsl.carrying import carried
from rulekit.dsl.tree import CHOOSING, Node, Statement

if TYPE_CHECKING:
    from rulekit.compiler.unit import Unit

ASKING = (*CHOOSING, "choose-one", "may", "at-once", "open", "device", "end-game", "end-won")
LOOPS = ("each", "each-player", "repeat", "repeat-until", "repeat-while")
COUNTS = ("move-count", "move-up-to", "move-all", "set", "raise", "lower", "lower-to", "raise-to", "becomes", "begin")
SINGLE_CARDS = ("move-thing", "move-under", "turn-up", "turn-next")
MANY_CARDS = ("move-set", "move-cards", "move-random", "lay-row", "lay-top", "shuffle")
"""These can fail in the middle of themselves."""
CAN_FAIL = {"needs", *COUNTS, *SINGLE_CARDS, *MANY_CARDS, *ASKING, "repeat", "repeat-until", "repeat-while"} - {
    "move-up-to",
    "move-all",
    "begin",
    "becomes",
    "turn-up",
    "shuffle",
}
FAILING_VALUES = (
    *("card-in", "top-card", "rule-table", "random-one", "spot-of", "seat", "first-spots", "count"),
    *("fewest-steps", "fewest-points", "within-points", "dice", "hits"),
)


@define
class Manner:
    """``lines``: rule lines whose failure takes the entry back. ``counts``/``cards``: what must be restored then."""

    lines: set[int] = field(factory=set)
    counts: bool = False
    cards: bool = False
    done_counts: bool = False
    done_cards: bool = False
    committed: bool = False
    """A throw or a question was reached on every way."""

    def can_fail(self, line: int) -> None:
        self.lines.add(line)
        self.counts |= self.done_counts
        self.cards |= self.done_cards


def manner(unit: Unit, body: Sequence[Statement]) -> Manner:
    made = Manner()
    _walk(unit, body, made, 0)
    return made


def _walk(unit: Unit, body: Sequence[Statement], made: Manner, depth: int) -> None:
    for x in body:
        if made.committed:
            return
        if x.op in MANY_CARDS:
            made.done_counts = made.done_cards = True
        line = unit.line(x.span)
        if x.op in CAN_FAIL and not _local_only(x):
            made.can_fail(line)
        for node in x.nodes():
            for failing in _failing(unit, node, line, set()):
                made.can_fail(failing)
        if x.op in ASKING:
            made.committed = True
            return
        if not _local_only(x):
            made.done_counts |= x.op in COUNTS
            made.done_cards |= x.op in SINGLE_CARDS
        _inside(unit, x, made, depth)


def _inside(unit: Unit, x: Statement, made: Manner, depth: int) -> None:
    if x.op == "do" and depth < 32:
        point = unit.program.points[x.data["point"]]
        said = [b for said in point.said for b in said.body]
        _walk(unit, [*said, *point.body], made, depth + 1)
        if not made.committed:
            _walk(unit, said, made, depth + 1)
    elif x.op == "carry-out" and depth < 32:
        for entry in carried(unit.program, x):
            _walk(unit, entry.body, made, depth + 1)
            made.committed = False
        if "others" in x.data:
            made.can_fail(unit.line(x.span))
    elif x.op in ("if", "said"):
        fixed = unit.deeds.asking.constant(x.args["c"]) if x.op == "if" else None
        if fixed is not False:
            _walk(unit, x.body, made, depth)
        yes = made.committed
        if fixed is not True:
            made.committed = False
            _walk(unit, x.otherwise or (), made, depth)
            made.committed &= yes  # what one branch leaves open is still open after both
    else:
        _walk(unit, x.body, made, depth)
        if x.op in LOOPS:
            _walk(unit, x.body, made, depth)  # what the first round did lies before the second
            made.committed = False  # there may be no round at all


def _failing(unit: Unit, node: Node, line: int, seen: set[str]) -> Iterator[int]:
    """The lines at which a value can fail: its own, or a clause of a point that it reads."""
    if node.op in FAILING_VALUES:
        yield line
    name = node.data.get("point")
    if name is None or name in seen:
        return
    seen.add(name)
    point = unit.program.points[name]
    parts = [(n, c.span) for c in point.clauses for n in (c.value, c.condition) if n is not None]
    parts += [(r.condition, r.span) for r in point.rulings if r.condition is not None]
    parts += [(s.condition, s.span) for s in point.said if s.condition is not None]
    parts += [(s.adjustment[1], s.span) for s in point.said if s.adjustment is not None]
    for part, span in parts:
        for inner in part.walk():
            for found in _failing(unit, inner, unit.line(span), seen):
                yield found
                yield line


def _local_only(x: Statement) -> bool:
    return x.op in ("set", "raise", "lower") and x.args["x"].op == "local"
