"""Defects, planted one by one in a good position of WAR OF NOBUNAGA'S SUCCESSORS, for the checks of ``realm.py`` to find.

Each stands in a table: the clause that it breaks, and the changes that it consists of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tests.games.realm import Invariants

Mend = Callable[[], None]
Change = Callable[[], Mend]
"""Changes a position when it is called, and gives what takes that back."""


class Spoiling:
    """The changes that a defect can consist of, in one match."""

    def __init__(self, invariants: Invariants) -> None:
        self.match, self.image = invariants.match, invariants.image
        self.areas = list(invariants.areas)

    def area(self, name: str) -> int:
        """The list of what lies in an area."""
        return int(self.image.places["area"].base) + self.areas.index(name)

    def write(self, mark: str, k: int, value: int) -> Change:
        """Another value of a mark."""
        at = int(self.image.marks[mark].base) + k

        def change() -> Mend:
            s = self.match.s
            was, s[at] = s[at], value

            def mend() -> None:
                s[at] = was

            return mend

        return change

    def shift(self, thing: int, to: int, root: str = "counter") -> Change:
        """A counter, or a card, in another place."""
        s, z, where = self.match.s, self.match.z, self.image.where[root] + thing

        def lay(place: int) -> None:
            z[s[where]].remove(thing)
            z[place].append(thing)
            s[where] = place

        def change() -> Mend:
            was = s[where]
            lay(to)
            return lambda: lay(was)

        return change

    def twice(self, place: str, thing: int) -> Change:
        """What lies elsewhere already, in a place as well."""
        there = self.match.z[self.image.places[place].base]

        def change() -> Mend:
            there.append(thing)
            return lambda: there.remove(thing)

        return change


def together(*changes: Change) -> Mend:
    """All of the changes, one after the other; taken back the other way round."""
    mends = [change() for change in changes]

    def mend() -> None:
        for back in reversed(mends):
            back()

    return mend


def broken(invariants: Invariants) -> Iterator[tuple[str, Change]]:
    """Ways to break a position between two rounds: (clause, a function that breaks it and gives one that mends it)."""
    match, image = invariants.match, invariants.image
    spoil = Spoiling(invariants)
    write, shift, twice, at, areas = spoil.write, spoil.shift, spoil.twice, spoil.area, spoil.areas

    def first(condition: Any) -> int:
        return next(u for u, row in enumerate(invariants.rows) if condition(u, row))

    on_map = [k >= 0 for k in invariants.where]
    banner = invariants.mark("banner")
    house = first(lambda u, row: row["class"] == "Daimyo Army" and on_map[u])
    lord = first(lambda u, row: row["class"] == "Minor Lord" and on_map[u] and banner[u] < 0)
    free = first(lambda u, row: row["class"] == "Independent" and on_map[u])
    bare = next(
        k for k, row in enumerate(invariants.grounds) if row["ground"] == "Castle" and not match.z[at(areas[k])]
    )
    here = areas[bare]
    mine, theirs = banner[house], (banner[house] + 1) % len(invariants.players)
    other = first(lambda u, row: row["class"] == "Daimyo Army" and banner[u] == theirs)
    proud = first(lambda u, row: row["class"] == "Daimyo Army" and not invariants.oda[u])
    cousin = first(
        lambda u, row: (
            row["class"] == "Daimyo Army"
            and banner[u] == banner[proud]
            and row["house"] != invariants.rows[proud]["house"]
        )
    )
    army = first(lambda u, row: row["class"] == "Daimyo Army" and row["rank"] == "Army" and banner[u] == mine)
    spare = next(u for u in invariants.place("out-of-play"))
    hand = invariants.place("hand", 0)

    defects: list[tuple[str, list[Change]]] = [
        ("2.0-01", [twice("waiting", house)]),
        ("2.0-01", [twice("discards", hand[0])]),
        ("3.22-01", [write("reinforced", lord, 1)]),
        ("3.22-01", [write("active", lord, 1)]),
        ("3.22-02", [shift(lord, at(here))]),
        ("3.21-04", [write("active", house, 1)]),
        ("3.23-02", [write("banner", free, 0)]),
        ("3.1-03", [write("banner", house, theirs)]),
        ("13.2-01", [shift(house, image.places["reserve"].base + theirs)]),
        ("13.2-01", [shift(house, image.places["fallen"].base)]),
        ("13.2-03", [shift(lord, image.places["waiting"].base)]),
        ("10.3-01", [write("inside", spare, 1)]),
        ("4.15-01", [write("marker", areas.index("hitachi"), 0)]),
        ("4.15-01", [shift(house, at("kii"))]),
        (
            "4.13-01",
            [
                write("marker", bare, mine),
                shift(house, at(here)),
                shift(army, at(here)),
                write("inside", house, 1),
                write("inside", army, 1),
            ],
        ),
        ("10.1-01", [write("marker", bare, theirs), shift(house, at(here)), write("inside", house, 1)]),
        ("10.3-01", [write("marker", bare, mine), shift(house, at(here)), write("inside", house, 1)]),
        ("10.0-03", [shift(house, at(here)), shift(other, at(here))]),
        (
            "10.3-02",
            [write("marker", bare, theirs), shift(other, at(here)), write("inside", other, 1), shift(army, at(here))],
        ),
        (
            "7.2-06",
            [write("active", lord, 1), write("banner", lord, mine), write("marker", bare, -1), shift(lord, at(here))],
        ),
        ("7.2-07", [shift(proud, at(here)), shift(cousin, at(here))]),
        ("9.0-01", [write("following", house, 1)]),
        ("7.0-01", [write("turn", 0, 5)]),
        ("5.22-08", [shift(hand[0], image.places["table"].base, "card")]),
    ]
    for clause, changes in defects:
        yield clause, partial(together, *changes)


def misrecorded(invariants: Invariants) -> Iterator[tuple[str, Change]]:
    """Ways to break what is recorded, when it is asked who begins a round."""
    write = Spoiling(invariants).write
    points, lord = invariants.points(), invariants.mark("tenkabito")[0]
    least = min(invariants.players, key=lambda p: points[p])
    honour, shame = invariants.mark("honour")[0], invariants.mark("shame")[0]
    yield "15.1-01", write("victory-points", lord, points[lord] + 1)
    yield "15.2-01", write("honour", 0, honour + 1)
    yield "15.2-05", write("shame", 0, 6 - shame)
    yield "16.2-01", write("tenkabito", 0, least)
    yield "15.2-01", write("rebel", lord, 1)
