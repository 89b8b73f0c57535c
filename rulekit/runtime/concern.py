"""What concerns a player: his own doings, what happens to what belongs to him, and who takes it away."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulekit.runtime.events import Event
from rulekit.runtime.labels import Labels, Part, Thing

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState

OWNER = ["kind", "player"]


class Concern:
    """``seat``: the reader's, from 0; -1 for somebody who does not play, whom nothing concerns."""

    def __init__(self, match: MatchState, seat: int) -> None:
        self.match, self.image, self.seat = match, match.compiled.image, seat
        self._owners = [
            m for m in self.image.marks.values() if m["type"] == OWNER and len(m["owners"]) == 1 and not m["scene"]
        ]
        self._known: dict[int, bool] = {}

    @cached_property
    def _changes(self) -> dict[int, list[tuple[int, int]]]:
        """index of the state -> (number of the entry, what it was before)"""
        found: dict[int, list[tuple[int, int]]] = {}
        for k, code in enumerate(self.match.log or ()):
            if code[2] == "mark":
                found.setdefault(code[3], []).append((k, code[4]))
        return found

    def _was(self, index: int, entries: int) -> int:
        """A number of the state as it was when the journal had so many entries."""
        return next((old for k, old in self._changes.get(index, ()) if k >= entries), self.match.s[index])

    def _mine(self, root: str, value: int, entries: int) -> bool:
        """Whether something belonged to the reader then."""
        if root == "player":
            return value == self.seat
        for mark in self._owners:
            base, size = self.image.kinds[root]["ranges"].get(mark["owners"][0], (0, 0))
            if base <= value < base + size and self._was(mark["base"] + value - base, entries) == self.seat:
                return True
        return False

    def event(self, event: Event, parts: Iterable[Part] = ()) -> bool:
        """Whether an event concerns the reader: he did it, it names him or something of his, or it changed something of his."""
        if self.seat < 0:
            return False
        if id(event) not in self._known:
            self._known[id(event)] = self._event(event)
        return self._known[id(event)] or any(
            isinstance(x, Thing) and x.kind == "player" and x.id == self.image.seats[self.seat] for x in parts
        )

    def _event(self, event: Event) -> bool:
        if event.me == self.seat:
            return True
        slots = self.image.rules[event.rule]["slots"] if event.rule >= 0 else ()
        for (_, sort), value in zip(slots, event.values, strict=False):
            if sort[0] == "kind" and value >= 0 and self._mine(sort[1], value, event.at):
                return True
        return any(self._touches((self.match.log or [])[k]) for k in event.entries())

    def _touches(self, code: tuple[Any, ...]) -> bool:
        """Whether a change is one of something of the reader's."""
        sort, what = code[2], code[3:]
        if sort == "pieces":
            return bool(self.image.tokens[what[0]]["owner"] == self.seat)
        return sort == "mark" and self._hands(what) is not None

    def _hands(self, what: tuple[Any, ...]) -> tuple[dict[str, Any], int] | None:
        """The mark and its instance, if something came to the reader or went from him."""
        index, old, new = what[:3]
        if self.seat in (old, new) and old != new:
            for mark in self._owners:
                if mark["base"] <= index < mark["base"] + mark["size"]:
                    return mark, index - mark["base"]
        return None

    def changed_hands(self, code: tuple[Any, ...], labels: Labels) -> Thing | None:
        """What came to the reader by an entry of the journal, or went from him."""
        hands = self._hands(code[3:]) if code[2] == "mark" and self.seat >= 0 else None
        if hands is None:
            return None
        mark, instance = hands
        root, (base, _) = labels.range_of(mark["owners"][0])
        return labels.thing(root, base + instance)
