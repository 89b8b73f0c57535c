"""What concerns a player: their own actions, what happens to what they own, and who takes it away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulekit.runtime.labels import Labels, Part, Thing
from rulekit.runtime.narrative.event_tree import Event, EventTree
from rulekit.runtime.narrative.rows import Marked, Row

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState


class Relevance:
    """``seat``: the reader's, from 0; -1 for somebody who does not play, whom nothing concerns."""

    def __init__(self, match: MatchState, seat: int, tree: EventTree) -> None:
        self.match, self.image, self.seat, self.tree = match, match.compiled.image, seat, tree
        self._owners = match.compiled.owners
        self._known: dict[Event, bool] = {}

    def _was(self, index: int, entries: int) -> int:
        """Whose something was when the journal had so many entries, by its index in the state."""
        return next((old for k, old in self.tree.owned.get(index, ()) if k >= entries), self.match.s[index])

    def _mine(self, root: str, value: int, entries: int) -> bool:
        """Whether the reader owned something then."""
        if root == "player":
            return value == self.seat
        for mark in self._owners:
            base, size = self.image.kinds[root].ranges.get(mark.owners[0], (0, 0))
            if base <= value < base + size and self._was(mark.base + value - base, entries) == self.seat:
                return True
        return False

    def event(self, event: Event, parts: Iterable[Part] = ()) -> bool:
        """Whether an event concerns the reader: they did it, it names them or something of theirs, or it changed that."""
        if self.seat < 0:
            return False
        if event not in self._known:
            self._known[event] = self._event(event)
        return self._known[event] or any(
            isinstance(x, Thing) and x.kind == "player" and x.id == self.image.seats[self.seat] for x in parts
        )

    def _event(self, event: Event) -> bool:
        if event.me == self.seat:
            return True
        slots = self.image.rules[event.rule].slots if event.rule >= 0 else ()
        for slot, value in zip(slots, event.values, strict=False):
            if slot.sort.kind and any(
                x >= 0 and self._mine(slot.sort.kind, x, event.at) for x in slot.sort.things(value)
            ):
                return True
        return bool(event.whose >> self.seat & 1)

    def changed_hands(self, row: Row, labels: Labels) -> Thing | None:
        """What came to the reader by a row of the journal, or went from them."""
        if not isinstance(row, Marked) or self.seat < 0 or self.seat not in (row.old, row.new) or row.old == row.new:
            return None
        mark = self.match.compiled.owner_marks.get(row.cell)
        if mark is None:
            return None
        root, (base, _) = labels.range_of(mark.owners[0])
        return labels.thing(root, base + row.cell - mark.base)
