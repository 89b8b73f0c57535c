"""Reads the position of a match on its board from the view of one person, so that nothing hidden can be drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import Factory, define, field, frozen

from rulekit.board.look import Sign
from rulekit.board.places import NOBODY, Board
from rulekit.runtime.view_types import Card, CardPlace, Fact, PiecePlace, Place, Row, View

HIDDEN = "hidden"
"""The sort of pieces that lie face down."""


@frozen
class Stack:
    """Pieces of one sort and one owner at one place. ``strength``: what they count; ``names``: of those that have some."""

    sort: str
    owner: str
    count: int
    strength: int
    text: str
    names: Sequence[str] = ()
    keys: Sequence[str] = ()
    apart: bool = False
    signs: Sequence[str] = ()
    """Of those that are drawn with a sign by a mark of theirs"""
    short: bool = False
    """Each is drawn by itself, with the first letters of its name."""


@frozen
class PlaceContents:
    """The owner, pieces and markers of one place."""

    name: str
    owner: str = ""
    stacks: Sequence[Stack] = ()
    markers: Sequence[str] = ()


@frozen
class Position:
    """``places`` by their names in the rules; ``owners``: the names of owners in the language of the view."""

    places: Mapping[str, PlaceContents] = Factory(dict)
    owners: Mapping[str, str] = Factory(dict)
    truths: Mapping[str, str] = Factory(dict)
    """What the truths are called by which pieces stand apart, and those that are marked."""

    def at(self, thing: str) -> PlaceContents | None:
        return self.places.get(thing)


def read_position(view: View, board: Board) -> Position:
    """The position that a view shows (see :func:`rulekit.runtime.view.view`), for the places of a board."""
    return _PositionBuilder(view, board).position()


@define
class _PositionBuilder:
    view: View
    board: Board
    _owners: dict[str, str] = field(factory=dict, init=False)
    _truths: dict[str, str] = field(factory=dict, init=False)
    _lying: dict[str, tuple[list[str], dict[str, Fact]]] = field(factory=dict, init=False)

    def position(self) -> Position:
        seats = dict(zip(self.view.seats, self.view.players, strict=True))
        self._owners.update(seats)
        self._lying = self._index()
        wanted = {place.thing for place in self.board.places.values()}
        tables = ({row.key: row for row in table.rows} for table in self.view.tables)
        rows: Mapping[str, Row] = next((found for found in tables if wanted & found.keys()), {})
        places = {thing: self._standing(rows[thing]) for thing in wanted if thing in rows}
        return Position(places, self._owners, self._truths)

    def _index(self) -> dict[str, tuple[list[str], dict[str, Fact]]]:
        """For each thing that can lie somewhere: its kinds, the ones that the look speaks of first, and its marks."""
        out: dict[str, tuple[list[str], dict[str, Fact]]] = {}
        for table in self.view.tables:
            if not table.lies:
                continue
            for row in table.rows:
                kinds, marks = out.setdefault(row.key, ([], {}))
                kinds.append(table.of)
                marks.update({mark.key: mark for mark in (*row.facts, *row.marks)})
        known = list(self.board.look.pieces)
        for kinds, _ in out.values():
            kinds.sort(key=lambda kind: known.index(kind) if kind in known else len(known))
        return out

    def _standing(self, row: Row) -> PlaceContents:
        look = self.board.look
        marks: dict[str, Fact] = {mark.key: mark for mark in (*row.facts, *row.marks)}
        owner = self._owner(marks.get(look.owners.mark))
        markers = []
        for key in look.markers:
            if key in marks and marks[key].raw:
                markers.append(key)
                self._truths[key] = marks[key].name
        order = {sort: k for k, sort in enumerate(look.pieces)} | {HIDDEN: len(look.pieces) + 1}
        stacks = [stack for place in row.places for stack in self._stacks(place)]
        stacks.sort(
            key=lambda s: (s.apart, order.get(s.sort, len(look.pieces)), s.owner != owner, s.owner, not s.short)
        )
        return PlaceContents(row.name, owner, stacks, markers)

    def _owner(self, mark: Fact | None) -> str:
        if mark is None or mark.sort != "kind" or mark.id in NOBODY:
            return ""
        self._owners.setdefault(mark.id, mark.value)
        return mark.id

    def _stacks(self, place: Place) -> Iterator[Stack]:
        if isinstance(place, PiecePlace):
            for pieces in place.pieces:
                owner = self.view.seats[pieces.owner] if pieces.owner >= 0 else ""
                yield Stack(pieces.piece, owner, pieces.count, pieces.count, pieces.text)
        elif isinstance(place, CardPlace):
            yield from self._card_stacks(place)

    def _card_stacks(self, place: CardPlace) -> Iterator[Stack]:
        groups: dict[tuple[str, str, bool, bool], list[tuple[Card, int]]] = {}
        for card in place.cards:
            if card is not None and card.key:
                kinds, marks = self._lying.get(card.key, ([place.of], {}))
                sort = kinds[0]
                sign = self.board.look.pieces.get(sort, Sign({"en": sort}))
                apart = self._holds(marks.get(sign.apart))
                counts = max([n for key, n in sign.counts.items() if self._holds(marks.get(key))], default=1)
                group = (sort, self._owner(marks.get(sign.owner)), apart, _is_short(sign, marks))
                groups.setdefault(group, []).append((card, counts))
        for (sort, owner, apart, short), cards in groups.items():
            names = [card.name for card, _ in cards]
            keys = [card.key for card, _ in cards]
            signs = self._signs(sort, owner, keys)
            strength = sum(n for _, n in cards)
            yield Stack(sort, owner, len(cards), strength, _counted(names), names, keys, apart, signs, short)
        if place.hidden:
            yield Stack(HIDDEN, "", place.hidden, place.hidden, f"{place.hidden} ?")

    def _signs(self, sort: str, owner: str, keys: Sequence[str]) -> Sequence[str]:
        """The sign of each piece, where the look has some for them."""
        sign = self.board.look.pieces.get(sort)
        if sign is None or not sign.signs:
            return ()
        nothing: tuple[list[str], dict[str, Fact]] = ([], {})  # of a kind in whose columns no view has anything to show
        marks = [self._lying.get(key, nothing)[1].get(sign.told_by) for key in keys]
        told = [mark.id if mark is not None else "" for mark in marks]
        return [sign.signs.get(f"{owner} {value}") or sign.signs.get(value) or "?" for value in told]

    def _holds(self, mark: Fact | None) -> bool:
        if mark is None:
            return False
        if mark.raw:
            self._truths[mark.key] = mark.name
        return bool(mark.raw)


def _is_short(sign: Sign, marks: Mapping[str, Fact]) -> bool:
    if not sign.short or not sign.named_by:
        return sign.short
    mark = marks.get(sign.named_by)
    return mark is not None and mark.id in sign.named


def _counted(names: Sequence[str]) -> str:
    """Names in a row, those that are alike once with their number."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(name if n == 1 else f"{n} × {name}" for name, n in counts.items())
