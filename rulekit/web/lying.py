"""The contents of places and the values of things, as a view shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from rulekit.board.places import NOBODY
from rulekit.runtime.view_types import CardPlace, Fact, Member, PiecePlace, Place, PlaceGroup, Row, View
from rulekit.web.state import LyingThing


def told(rows: Iterable[Row]) -> Iterator[Fact]:
    """What holds of a thing, each once: nothing that is not so, that nobody has, and of what is counted in play no zeros."""
    seen = set()
    for row in rows:
        for fact in (*row.facts, *(mark for mark in row.marks if mark.told and mark.raw)):
            says = fact.id not in NOBODY if fact.sort == "kind" else fact.raw or fact.sort != "truth"
            if says and fact.name not in seen:
                seen.add(fact.name)
                yield fact


def lying(rows: Iterable[Row], view: View) -> Iterator[LyingThing]:
    """The contents of a place: equal things once, with their number."""
    about: dict[str, list[Row]] = {}
    for table in view.tables:
        for row in table.rows if table.lies else ():
            about.setdefault(row.key, []).append(row)
    for place in [place for row in rows for place in row.places]:
        found: Counter[tuple[str, tuple[str, ...]]] = Counter()
        keys: dict[str, str] = {}
        for name, key, values, count in _things(place, about):
            found[name, values] += count
            keys.setdefault(name, key)
        yield from (LyingThing(name, keys[name], count, values) for (name, values), count in found.items())


def values_of(view: View, hidden: str) -> dict[str, list[str]]:
    """What holds of each thing at which something can lie, by its key. ``hidden``: the mark that is said otherwise."""
    rows = [row for table in view.tables if not table.lies for row in table.rows]
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row.key, []).append(row)
    return {key: [in_words(x) for x in told(of) if x.key != hidden] for key, of in found.items()}


def facts_of(view: View, key: str, name: str) -> list[Fact]:
    """The values of a thing that its name does not say."""
    return _facts((row for table in view.tables if table.lies for row in table.rows if row.key == key), name)


def printed_on(members: Iterable[Member], name: str) -> list[Fact]:
    """The printed values of a thing that its name does not say."""
    return _facts([Row(x.name, x.key, x.facts, (), ()) for x in members], name)


def _facts(rows: Iterable[Row], name: str) -> list[Fact]:
    return [fact for fact in told(rows) if fact.value not in name]


def in_words(fact: Fact) -> str:
    """A value with its name: ``bravery 2``, ``besieged``."""
    return fact.name if fact.sort == "truth" else f"{fact.name} {fact.value}"


def _things(place: Place, about: Mapping[str, list[Row]]) -> Iterator[tuple[str, str, tuple[str, ...], int]]:
    """The name of each thing and its key, what it is worth, and how many of it."""
    if isinstance(place, PiecePlace):
        yield from ((pieces.text, pieces.piece, (), 1) for pieces in place.pieces)
        if place.hidden:
            yield "?", "", (), 1
    elif isinstance(place, CardPlace):
        for card in place.cards:
            if card is not None and card.key:
                yield card.name, card.key, tuple(map(in_words, _facts(about.get(card.key, ()), card.name))), 1
        if place.hidden:
            yield "?", "", (), place.hidden
    elif isinstance(place, PlaceGroup):
        for spot in place.spots:
            yield from (
                (f"{spot.member}: {name}", key, values, n) for name, key, values, n in _things(spot.place, about)
            )


def counted(thing: LyingThing) -> str:
    """Equal things, in a few words."""
    return thing.name if thing.count == 1 else f"{thing.count} × {thing.name}"
