"""Views in which what shows the same as before is the same object, with a digest: what has changed is found at once.

A mark, a place, a piece of equipment shows a few numbers of the state, so that it is made again, and written as JSON, only for
numbers that have not been seen there of late. The row of a thing is put together of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from attrs import Factory, define

from rulekit.image import Image
from rulekit.image import Mark as MarkInfo
from rulekit.image import Place as PlaceInfo
from rulekit.runtime.budgeted_cache import CacheBudget
from rulekit.runtime.labels import Labels
from rulekit.runtime.view import framed, kinds_with_rows, marks_of, members, places_of
from rulekit.runtime.view_json import Encoded, EncodedTable, EncodedView, encode, member_json
from rulekit.runtime.view_makers import DEVICE, MARK, PLACE, CardLocation, Maker, RowMaker, TableMaker
from rulekit.runtime.view_types import Device, Mark, Member, Place, Table
from rulekit.runtime.visibility import Sight

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState

Key = TypeVar("Key")
T = TypeVar("T")


class Views:
    """Views of all matches of one set-up, for one viewer (None: an onlooker) in one language. Used by several threads at once."""

    def __init__(
        self,
        image: Image,
        viewer: str | None,
        labels: Labels,
        sight: Sight,
        shared: SharedMakers,
        budget: CacheBudget,
    ) -> None:
        """``shared``: by all viewers in this language; ``budget``: of how many parts are kept."""
        self.image, self.viewer, self.labels, self.sight, self.shared = image, viewer, labels, sight, shared
        self.budget = budget
        lying = {place.root for place in image.places.values() if not place.counted}
        self.marks = self._marks(marks_of(image, ""), 0)
        self.places = self._places(places_of(image, ""), 0)
        self.devices = [self._device(name) for name in image.devices]
        self.tables: list[TableMaker] = []
        for kind in kinds_with_rows(image):
            root, _ = labels.range_of(kind)
            if kind not in shared.members:
                shared.members[kind] = [encode(x, member_json) for x in members(image, labels, kind)]
            marks, places = marks_of(image, kind), places_of(image, kind)
            found = enumerate(shared.members[kind])
            rows = [RowMaker(x, self._marks(marks, k), self._places(places, k), budget) for k, x in found]
            self.tables.append(TableMaker(Table(kind, labels.word(kind), root in lying, ()), rows))

    def of(self, match: MatchState, alike: dict[tuple[str, str], EncodedTable] | None = None) -> EncodedView:
        """The view of a match, as :func:`rulekit.runtime.view.view` makes it, with JSON of its parts.

        ``alike``: (language, kind) -> the tables that all see alike, as they were made of this very state; it is added to.
        """
        sight, lang = self.sight, self.labels.lang
        tables = []
        for maker in self.tables:
            kind = maker.empty.of
            table = None if alike is None else alike.get((lang, kind))
            if table is None:
                table = maker.table(match, sight)
                if alike is not None and _is_open(self.image, kind):
                    alike[lang, kind] = table
            tables.append(table)
        marks = [x.made(match, sight) for x in self.marks]
        places = [x.made(match, sight) for x in self.places]
        devices = [x.made(match, sight) for x in self.devices]
        shown = framed(
            match,
            self.viewer,
            self.labels,
            [x.shown for x in marks],
            [x.shown for x in places],
            [x.shown for x in tables],
            [x.shown for x in devices],
        )
        return EncodedView(shown, marks, places, devices, tables)

    def _marks(self, marks: Iterable[tuple[str, MarkInfo]], k: int) -> list[Maker[Mark]]:
        """What makes the marks of the ``k``-th of a kind that can be seen."""
        return [self._mark(name, found, k) for name, found in marks if self.sight.mark(found, k)]

    def _mark(self, name: str, found: MarkInfo, k: int) -> Maker[Mark]:
        def make() -> Maker[Mark]:
            return Maker(MARK, self.labels, name, k, [found.base + k], self.budget)

        return _once(self.shared.marks, (name, k), make) if found.seen == "all" else make()

    def _places(self, places: Iterable[str], k: int) -> list[Maker[Place]]:
        """What makes the places of the ``k``-th of a kind."""
        return [self._place(name, k) for name in places]

    def _place(self, name: str, k: int) -> Maker[Place]:
        found = self.image.places[name]

        def make() -> Maker[Place]:
            numbers, cards = self._numbers(name, found, k), self._cards(found, k)
            return Maker(PLACE, self.labels, name, k, numbers, self.budget, cards)

        return _once(self.shared.places, (name, k), make) if found.seen == "all" else make()

    def _device(self, name: str) -> Maker[Device]:
        numbers = [n for store in self.image.devices[name].stores for n in store]
        made = Maker(DEVICE, self.labels, name, 0, numbers, self.budget)
        return self.shared.devices.setdefault(name, made)

    def _numbers(self, name: str, found: PlaceInfo, k: int) -> list[int]:
        """The numbers of the state that say how many pieces lie at a place of the ``k``-th of its kind."""
        if not found.counted:
            return []
        return [n for instance in self._instances(found, k) for n in self._counts(name, found, instance)]

    def _counts(self, name: str, found: PlaceInfo, instance: int) -> Iterator[int]:
        for block in self.labels.counts.get(name, ()):
            owner = self.image.tokens[block.token].owner
            if not (found.mine and owner >= 0):
                yield block.base + instance
            elif owner == instance:
                yield block.base

    def _cards(self, found: PlaceInfo, k: int) -> Iterator[CardLocation]:
        """Where cards lie at a place of the ``k``-th of its kind."""
        if found.counted:
            return
        faces, lists = self.image.faces.get(found.root), len(self.image.z)
        for instance in self._instances(found, k):
            if found.listed:
                code = found.base + instance
                yield CardLocation(code, True, self.sight.reading(code), faces)
            for n in range(found.spots):
                code = found.base + instance * found.spots + n
                yield CardLocation(code, False, self.sight.reading(lists + code), faces)

    def _instances(self, found: PlaceInfo, k: int) -> Sequence[int]:
        """The instances of a place that belong to the ``k``-th of its first owner."""
        if len(found.owners) < 2:
            return (k,)
        _, (_, size) = self.labels.range_of(found.owners[1])
        return range(k * size, (k + 1) * size)


def _once(kept: dict[Key, T], key: Key, make: Callable[[], T]) -> T:
    """What is kept under a key, or else is made now."""
    return kept[key] if key in kept else kept.setdefault(key, make())


def _is_open(image: Image, kind: str) -> bool:
    """Whether everybody sees all marks of a kind and all that lies at its places."""
    marks = [found.seen for _, found in marks_of(image, kind)]
    return {"all"}.issuperset([*marks, *(image.places[name].seen for name in places_of(image, kind))])


@define
class SharedMakers:
    """By name, and by the number of the thing: what makes parts of a view that everybody sees alike, in one language.
    ``members``: those of a kind, which are what they are."""

    members: dict[str, Sequence[Encoded[Member]]] = Factory(dict)
    marks: dict[tuple[str, int], Maker[Mark]] = Factory(dict)
    places: dict[tuple[str, int], Maker[Place]] = Factory(dict)
    devices: dict[str, Maker[Device]] = Factory(dict)
