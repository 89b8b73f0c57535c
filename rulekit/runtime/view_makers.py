"""Makers of the parts of a view: each makes one mark, place, piece of equipment or row, and keeps what it made of late."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Generic, TypeVar

from attrs import frozen

from rulekit.runtime.budgeted_cache import BudgetedCache, CacheBudget
from rulekit.runtime.labels import Labels
from rulekit.runtime.view import device, mark, place
from rulekit.runtime.view_json import (
    Encoded,
    EncodedRow,
    EncodedTable,
    Json,
    device_json,
    encode,
    mark_json,
    place_json,
)
from rulekit.runtime.view_types import Device, Mark, Member, Place, Table
from rulekit.runtime.visibility import READ, TURNED, Sight

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState

HIDDEN = -2
"""Stands for a card that cannot be read"""

Seen = TypeVar("Seen", bound=Mark | Place | Device)


@frozen
class CardLocation:
    """Where cards lie: the index of a list in ``z``, or of a spot in ``s``. ``reading``: what the viewer can read there, see
    :mod:`rulekit.runtime.visibility`; ``faces``: where in ``s`` it begins which cards lie face up, if they can be turned."""

    code: int
    listed: bool
    reading: int
    faces: int | None

    def key(self, s: Sequence[int], z: Sequence[Sequence[int]]) -> object:
        """The same for two states in which the viewer sees the same there."""
        if not self.listed:
            card = s[self.code]
            return card if card < 0 or self._seen(s, card) else HIDDEN
        if self.reading == READ:
            return tuple(z[self.code])
        if not self.reading:
            return len(z[self.code])
        return tuple([card if self._seen(s, card) else HIDDEN for card in z[self.code]])

    def _seen(self, s: Sequence[int], card: int) -> bool:
        return self.reading == READ or (
            self.reading == TURNED and self.faces is not None and bool(s[self.faces + card])
        )


@frozen
class PartKind(Generic[Seen]):
    """How the parts of one sort are made, of a match and of what its viewer may see: ``name`` of the ``k``-th of its kind."""

    make: Callable[[MatchState, Sight, Labels, str, int], Seen]
    to_json: Callable[[Seen], Json]


MARK = PartKind(lambda m, sight, labels, name, k: mark(m, labels, name, k), mark_json)
PLACE = PartKind(lambda m, sight, labels, name, k: place(m, labels, sight, name, k), place_json)
DEVICE = PartKind(lambda m, sight, labels, name, k: device(m, labels, name), device_json)


class Maker(Generic[Seen]):
    """Makes one mark, place or piece of equipment. There are tens of thousands of makers, so they are small."""

    __slots__ = ("_k", "_labels", "_made", "_name", "_of", "_part", "cards", "numbers")

    def __init__(
        self,
        part: PartKind[Seen],
        labels: Labels,
        name: str,
        k: int,
        numbers: Sequence[int],
        budget: CacheBudget,
        cards: Iterable[CardLocation] = (),
    ) -> None:
        """``numbers``: of the state that it shows; ``budget``: of how many are kept; ``cards``: that lie there."""
        self._part, self._labels, self._name, self._k = part, labels, name, k
        self.numbers, self.cards = tuple(numbers), tuple(cards)
        self._of = itemgetter(*numbers) if numbers else None
        self._made = BudgetedCache[object, Encoded[Seen]](budget)

    def key(self, s: Sequence[int], z: Sequence[Sequence[int]]) -> object:
        """The same for two states in which it shows the same."""
        if not self.cards:
            return self._of(s) if self._of is not None else ()
        return tuple([x.key(s, z) for x in self.cards])

    def made(self, match: MatchState, sight: Sight) -> Encoded[Seen]:
        """The part as it is in a match."""
        key = self.key(match.s, match.z)
        found = self._made.get(key)
        if found is None:
            made = self._part.make(match, sight, self._labels, self._name, self._k)
            found = encode(made, self._part.to_json)
            self._made.put(key, found)
        return found


class RowMaker:
    """Makes the row of one thing."""

    __slots__ = ("_made", "_marks", "_member", "_of", "_places", "cards", "numbers")

    def __init__(
        self,
        member: Encoded[Member],
        marks: Sequence[Maker[Mark]],
        places: Sequence[Maker[Place]],
        budget: CacheBudget,
    ) -> None:
        """``budget``: of how many are kept."""
        self._member, self._marks, self._places = member, tuple(marks), tuple(places)
        self.numbers = (*(n for x in marks for n in x.numbers), *(n for x in places for n in x.numbers))
        self._of = itemgetter(*self.numbers) if self.numbers else None
        self.cards = tuple(card for x in places for card in x.cards)
        self._made = BudgetedCache[object, EncodedRow](budget)

    def row(self, match: MatchState, sight: Sight) -> EncodedRow:
        """The row as it is in a match."""
        s, z = match.s, match.z
        key = self._of(s) if self._of is not None else ()
        if self.cards:
            key = (key, *[x.key(s, z) for x in self.cards])
        found = self._made.get(key)
        if found is None:
            marks = [x.made(match, sight) for x in self._marks]
            places = [x.made(match, sight) for x in self._places]
            found = EncodedRow.of(self._member, marks, places)
            self._made.put(key, found)
        return found


class TableMaker:
    """Makes the table of a kind, and keeps the last one: most choices change nothing in most tables."""

    __slots__ = ("_cards", "_last", "_of", "_rows", "empty")

    def __init__(self, empty: Table, rows: Sequence[RowMaker]) -> None:
        """``empty``: the table without its rows."""
        self.empty, self._rows = empty, tuple(rows)
        numbers = [n for row in rows for n in row.numbers]
        self._of = itemgetter(*numbers) if numbers else None
        self._cards = tuple(card for row in rows for card in row.cards)
        self._last: tuple[object, EncodedTable] | None = None

    def table(self, match: MatchState, sight: Sight) -> EncodedTable:
        """The table as it is in a match; the same object as the last one where it shows the same."""
        s, z = match.s, match.z
        key = (self._of(s) if self._of is not None else (), [x.key(s, z) for x in self._cards])
        last = self._last  # several threads may make it: key and table change at once
        if last is not None and last[0] == key:
            return last[1]
        made = EncodedTable.of(self.empty, [x.row(match, sight) for x in self._rows])
        self._last = key, made
        return made
