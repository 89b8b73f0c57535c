"""Views in which what shows the same as before is the same object, with a digest: what has changed is found at once.

A mark, a place, a piece of equipment shows a few numbers of the state, so that it is made again, and written as JSON, only for
numbers that have not been seen there before. The row of a thing is put together of these.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulekit.image import Image, Place
from rulekit.runtime.labels import Labels
from rulekit.runtime.view import View, device, frame, kinds_with_rows, mark, marks_of, place, places_of, printed
from rulekit.runtime.visibility import READ, TURNED, Sight

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState

MOST_KEPT = 64
"""So many different states of one thing are kept"""

HIDDEN = -2
"""Stands for a card that cannot be read"""

Make = Callable[["MatchState", Sight], dict[str, Any]]

encoded: Callable[[object], str] = json.JSONEncoder(separators=(",", ":"), sort_keys=True).encode
"""Data as JSON, always the same text for the same data"""


def digest(data: bytes) -> bytes:
    """8 bytes that tell data from any other."""
    return hashlib.sha256(data).digest()[:8]


class Known(dict[str, Any]):
    """A part of a view that nobody changes. ``text``: it as JSON, ``digest``: of that."""

    __slots__ = ("digest", "text")
    digest: bytes
    text: str

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Known:
        """The same data, with its text."""
        made = cls(data)
        made.text = encoded(data)
        made.digest = digest(made.text.encode())
        return made


class Row(dict[str, Any]):
    """A row of a view that nobody changes: ``printed`` is what never changes, ``marks`` and ``places`` are :class:`Known`.
    ``digests``: theirs, one after another."""

    __slots__ = ("digests", "printed")
    digests: bytes
    printed: Known

    @classmethod
    def of(cls, printed: Known, marks: list[Known], places: list[Known]) -> Row:
        """The row of what is on it."""
        made = cls(printed, marks=marks, places=places)
        made.printed, made.digests = printed, b"".join([x.digest for x in (printed, *marks, *places)])
        return made

    @property
    def text(self) -> str:
        """It as JSON."""
        return f'{self.printed.text[:-1]},"marks":{listed(self["marks"])},"places":{listed(self["places"])}}}'


def listed(found: Sequence[Known | Row]) -> str:
    """A list as JSON."""
    return f"[{','.join([x.text for x in found])}]"


class Views:
    """Views of all matches of one set-up, for one viewer (None: an onlooker) in one language. Used by several threads at once."""

    def __init__(
        self, image: Image, viewer: str | None, labels: Labels, sight: Sight, shared: dict[tuple[str, str, int], Maker]
    ) -> None:
        """``shared``: by all viewers, (language, name, number) -> what makes a thing that all see alike."""
        self.image, self.viewer, self.labels, self.sight, self.shared = image, viewer, labels, sight, shared
        self.lying = {place.root for place in image.places.values() if not place.counted}
        self.marks, self.places = self._makers("", 0)
        self.devices = [self._device(name) for name in image.devices]
        self.tables: list[tuple[str, list[RowMaker]]] = []
        for kind in kinds_with_rows(image):
            _, (_, size) = labels.range_of(kind)
            rows = [RowMaker(Known.of(printed(image, labels, kind, k)), *self._makers(kind, k)) for k in range(size)]
            self.tables.append((kind, rows))

    def of(self, match: MatchState, alike: dict[tuple[str, str], list[Row]] | None = None) -> View:
        """The view of a match: like :func:`rulekit.runtime.view.view`, with :class:`Known` and :class:`Row` for what is in it.

        ``alike``: (language, kind) -> the rows of kinds that all see alike, as they were made of this very state; it is added to.
        """
        sight, lang = self.sight, self.labels.lang
        tables = []
        for kind, rows in self.tables:
            root, _ = self.labels.range_of(kind)
            found = None if alike is None else alike.get((lang, kind))
            if found is None:
                found = [x.row(match, sight) for x in rows]
                if alike is not None and _is_open(self.image, kind):
                    alike[lang, kind] = found
            tables.append({"of": kind, "name": self.labels.word(kind), "lies": root in self.lying, "rows": found})
        return {
            **frame(match, self.viewer, self.labels),
            "marks": [x.made(match, sight) for x in self.marks],
            "places": [x.made(match, sight) for x in self.places],
            "tables": tables,
            "devices": [x.made(match, sight) for x in self.devices],
        }

    def _makers(self, kind: str, k: int) -> tuple[list[Maker], list[Maker]]:
        """What makes the marks and the places of the ``k``-th of a kind, or those of the whole table."""
        return (
            [self._mark(name, k) for name in marks_of(self.image, kind, k, self.sight)],
            [self._place(name, k) for name in places_of(self.image, kind)],
        )

    def _mark(self, name: str, k: int) -> Maker:
        found = self.image.marks[name]
        return self._once(found.seen, name, k, [found.base + k], lambda m, sight: mark(m, self.labels, name, k))

    def _place(self, name: str, k: int) -> Maker:
        found = self.image.places[name]
        make = lambda m, sight: place(m, self.labels, sight, name, k)  # noqa: E731
        return self._once(found.seen, name, k, self._numbers(name, found, k), make, self._cards(found, k))

    def _device(self, name: str) -> Maker:
        numbers = [n for store in self.image.devices[name].stores for n in store]
        return self._once("all", name, -1, numbers, lambda m, sight: device(m, self.labels, name))

    def _once(
        self, seen: str, name: str, k: int, numbers: Sequence[int], make: Make, cards: Iterable[Lying] = ()
    ) -> Maker:
        """A maker, which all viewers share if they all see the same."""
        if seen != "all":
            return Maker(numbers, make, cards)
        return self.shared.setdefault((self.labels.lang, name, k), Maker(numbers, make, cards))

    def _numbers(self, name: str, found: Place, k: int) -> list[int]:
        """The numbers of the state that say how many pieces lie at a place of the ``k``-th of its kind."""
        if not found.counted:
            return []
        return [n for instance in self._instances(found, k) for n in self._counts(name, found, instance)]

    def _counts(self, name: str, found: Place, instance: int) -> Iterator[int]:
        for block in self.labels.counts.get(name, ()):
            owner = self.image.tokens[block.token].owner
            if not (found.mine and owner >= 0):
                yield block.base + instance
            elif owner == instance:
                yield block.base

    def _cards(self, found: Place, k: int) -> Iterator[Lying]:
        """Where cards lie at a place of the ``k``-th of its kind."""
        if found.counted:
            return
        faces, lists = self.image.faces.get(found.root), len(self.image.z)
        for instance in self._instances(found, k):
            if found.listed:
                code = found.base + instance
                yield Lying(code, True, self.sight.reading(code), faces)
            for n in range(found.spots):
                code = found.base + instance * found.spots + n
                yield Lying(code, False, self.sight.reading(lists + code), faces)

    def _instances(self, found: Place, k: int) -> Sequence[int]:
        """The instances of a place that belong to the ``k``-th of its first owner."""
        if len(found.owners) < 2:
            return (k,)
        _, (_, size) = self.labels.range_of(found.owners[1])
        return range(k * size, (k + 1) * size)


def _is_open(image: Image, kind: str) -> bool:
    """Whether everybody sees all marks of a kind and all that lies at its places."""
    marks = [found.seen for found in image.marks.values() if found.owners == (kind,) and not found.scene]
    return {"all"}.issuperset([*marks, *(image.places[name].seen for name in places_of(image, kind))])


@frozen
class Lying:
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


class Maker:
    """Makes one mark, place or piece of equipment. ``numbers``: of the state that it shows; ``cards``: that lie there."""

    def __init__(self, numbers: Sequence[int], make: Make, cards: Iterable[Lying] = ()) -> None:
        self.numbers, self.make, self.cards = numbers, make, list(cards)
        self._of = itemgetter(*numbers) if numbers else None
        self._made: dict[object, Known] = {}

    def key(self, s: Sequence[int], z: Sequence[Sequence[int]]) -> object:
        """The same for two states in which it shows the same."""
        if not self.cards:
            return self._of(s) if self._of is not None else ()
        return tuple([x.key(s, z) for x in self.cards])

    def made(self, match: MatchState, sight: Sight) -> Known:
        """It as it is in a match."""
        key = self.key(match.s, match.z)
        found = self._made.get(key)
        if found is None:
            if len(self._made) >= MOST_KEPT:
                self._made = {}
            found = self._made[key] = Known.of(self.make(match, sight))
        return found


class RowMaker:
    """Makes the row of one thing."""

    def __init__(self, printed: Known, marks: Sequence[Maker], places: Sequence[Maker]) -> None:
        self.printed, self.marks, self.places = printed, marks, places
        numbers = [n for x in (*marks, *places) for n in x.numbers]
        self._of = itemgetter(*numbers) if numbers else None
        self._cards = [card for x in places for card in x.cards]
        self._made: dict[object, Row] = {}

    def row(self, match: MatchState, sight: Sight) -> Row:
        """The row as it is in a match."""
        s, z = match.s, match.z
        key = self._of(s) if self._of is not None else ()
        if self._cards:
            key = (key, *[x.key(s, z) for x in self._cards])
        found = self._made.get(key)
        if found is None:
            if len(self._made) >= MOST_KEPT:
                self._made = {}
            marks = [x.made(match, sight) for x in self.marks]
            places = [x.made(match, sight) for x in self.places]
            found = self._made[key] = Row.of(self.printed, marks, places)
        return found
