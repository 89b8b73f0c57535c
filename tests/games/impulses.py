"""What must hold in a game of A MOST DANGEROUS TIME, whatever is played: an independent look at limits of its catalogue.

It shares nothing with the rules but names. Where things lie is read from the raw state of a match (``s`` and ``z``), what the
ground is like from ``map.yaml``. :meth:`Invariants.check` is called after every decision; what only holds between impulses
is looked at when the next one begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

import rulekit

PLACES_OF_CHITS = ("cup", "drawn", "set-aside", "used-chits", "chit-box")
GONE = ("eliminated", "tomo")
CROWD = 4
IN_THE_MIDST = ("winner in defeat", "holder in leave")
PASSING = {"turned": "8.4-10", "leaving": "10.3-26", "cornered": "10.4-11"}
"""marks that only last as long as a fight"""


class Broken(AssertionError):
    """An invariant does not hold."""


def must(holds: bool, clause: str, said: object) -> None:
    if not holds:
        raise Broken(f"MDT-{clause}: {said}")


@cache
def tables(path: Path) -> Mapping[str, Any]:
    """All tables of a file; it is read once."""
    read: Mapping[str, Any] = YAML(typ="safe").load(path)
    return read


def table(path: Path, name: str) -> Mapping[str, Mapping[str, Any]]:
    rows: Mapping[str, Mapping[str, Any]] = tables(path)[name]
    return rows


class Invariants:
    """Checks one match from its start to its end."""

    def __init__(self, match: rulekit.Match, folder: Path) -> None:
        self.match, self.image = match, match.compiled.image
        self.rows = list(table(folder / "map.yaml", "locations").values())
        self.clans = [member.name for member in self.image.kinds["clan"].members]
        alliances = table(folder / "clans.yaml", "alliances")
        clans = table(folder / "clans.yaml", "clans")
        self.faction = [alliances[clan["alliance"]]["faction"] for clan in clans.values()]
        self.alliance = [clan["alliance"] for clan in clans.values()]
        self.soldiers = sum(clan["soldiers"] for clan in clans.values())
        self.units = [member.name for member in self.image.kinds["unit"].members]
        self.leaders = self.image.kinds["unit"].ranges["leader"][1]
        self.first = self.mark("house")
        """The clan of each unit at first; others have been won over since."""
        self.mixed: set[int] = set()
        """Where somebody stood who had been won over: there friend and foe may have come to share a place."""
        self.gone: set[int] = set()
        self.moment: object = None
        self.impulses = 0

    def mark(self, name: str) -> list[int]:
        found = self.image.marks[name]
        return self.match.s[found.base : found.base + found.size]

    def place(self, name: str, k: int = 0) -> list[int]:
        return self.match.z[self.image.places[name].base + k]

    def check(self, wholly: bool = True) -> None:
        """After every decision; not ``wholly`` is quicker, and only sees when the next impulse begins."""
        if any(self.image.asks[ask[1]].choice in IN_THE_MIDST for ask in self.match.asks):
            return  # the defeated are being taken off the map
        self._look_for_turncoats()
        if wholly:
            self._one_place_each()
            self._what_is_gone()
            self._ground()
        moment = self.mark(
            "current-chit"
        )  # Good Fortune may use a chit up at another time, and a turn begins with diplomacy
        if moment != self.moment and self.mark("current-chit")[0] in self.place("used-chits"):
            self.moment = moment
            self.impulses += 1
            self._between_impulses()

    def _look_for_turncoats(self) -> None:
        where, locations = self.image.where["unit"], self.image.places["location"].base
        for u, (house, first) in enumerate(zip(self.mark("house"), self.first, strict=True)):
            k = self.match.s[where + u] - locations
            if house != first and 0 <= k < len(self.rows):
                self.mixed.add(k)

    # ------------------------------------------------------------ always
    def _one_place_each(self) -> None:
        for root, base in self.image.where.items():
            members = range(len(self.image.kinds[root].members))
            found: Counter[int] = Counter()
            for place in self.image.places.values():
                if place.root == root:
                    for k in range(place.base, place.base + place.size):
                        found.update(self.match.z[k])
                        for thing in self.match.z[k]:
                            must(self.match.s[base + thing] == k, "2.3-02", f"{root} {thing} is written down elsewhere")
            must(all(found[k] == 1 for k in members), "2.3-02", f"{root}s lie in {found.most_common(1)} places")
        must(len(self.units) - self.leaders == self.soldiers, "2.3-02", "soldiers were made")
        chits = sum(len(self.place(name)) for name in PLACES_OF_CHITS)
        must(chits == len(self.image.kinds["chit"].members), "4.2-07", "a chit is nowhere")

    def _what_is_gone(self) -> None:
        gone = {unit for name in GONE for unit in self.place(name)}
        must(self.gone <= gone, "7.0-01", f"{[self.units[k] for k in self.gone - gone]} came back")
        self.gone = gone

    def _ground(self) -> None:
        controller, destroyed = self.mark("controller"), self.mark("destroyed")
        for k, row in enumerate(self.rows):
            terrain = row["terrain"]
            if terrain in ("Waypoint", "Sea"):
                must(controller[k] < 0, "2.46-02", f"somebody controls {self._name(k)}")
            if terrain not in ("Castle", "Temple"):
                must(not self._inside(k), "2.4-12", f"somebody is inside {self._name(k)}")
            if destroyed[k]:
                must(row["fort"] > 1, "10.5-18", f"{self._name(k)} is destroyed")
            if terrain == "Off Map":
                strangers = [u for u in self.place("location", k) if self._house(u) != self._clan(row["crest"])]
                must(not strangers, "2.4-24", f"{strangers} are in {self._name(k)}")

    # ------------------------------------------------------------ when the next impulse begins
    def _between_impulses(self) -> None:
        """Enemies meet in a siege, or where bystanders stand; no place is crowded; a castle holds no more than it can.

        Fights are over, sieges have besiegers, and the defeated hold nothing.
        """
        for name, clause in PASSING.items():
            left = [self.units[u] for u, marked in enumerate(self.mark(name)) if marked]
            must(not left, clause, f"{left} are still {name}")
        must(max(self.mark("banner")) < 0, "10.2-16", "somebody still fights")
        over = [self.is_in(k, "defeated", "withdrawn") for k in range(len(self.mark("status")))]
        held = [self._name(k) for k, clan in enumerate(self.mark("controller")) if clan >= 0 and over[clan]]
        must(not held, "2.46-04", f"clans that are gone hold {held}")
        inside, destroyed = self.mark("inside"), self.mark("destroyed")
        marching = self.marching()
        azuchi, level = self.mark("azuchi-site")[0], self.mark("azuchi-level")[0]
        for k, row in enumerate(self.rows):
            here = self.place("location", k)
            sides = Counter(self._side(u) for u in here)
            if row["terrain"] in ("Waypoint", "Sea"):
                crowd = max(sides["Oda Faction"], sides["Anti-Oda Faction"])
                must(crowd <= CROWD, "2.4-17", f"{crowd} units of one side in {self._name(k)}")
            fort = level if azuchi == k else 1 if destroyed[k] else row["fort"]
            must(len(self._inside(k)) <= 2 * fort, "2.4-05", f"too many inside {self._name(k)}")
            field = [u for u in here if not inside[u]]
            besieged = {self._side(u) for u in here if inside[u]}
            met = any(self._side(u) != side for u in field for side in besieged)
            must(met or not besieged or not marching, "10.5-02", f"nobody besieges {self._name(k)}")
            if len({self._side(u) for u in field}) > 1:
                must(self._idle(k, field), "10.3-27", f"{[self.units[u] for u in field]} share {self._name(k)}")

    def marching(self) -> bool:
        """Whether movement points are spent, so that it is not the End Phase."""
        return all(self.image.asks[ask[1]].op == "choose-one" for ask in self.match.asks)

    def _idle(self, k: int, field: list[int]) -> bool:
        """Whether somebody there can have been a bystander: units of two alliances of a side, or turned or neutral ones.

        With four players soldiers in a foreign sphere look on while the leader who brought them there fights.
        """
        if len(self.image.seats) == 4 or k in self.mixed:
            return True
        alliances = {(self._side(u), self.alliance[self._house(u)]) for u in field}
        return len(alliances) > 2 or any(self._side(u) == "Neutral" for u in field)

    # ------------------------------------------------------------ small words
    def is_in(self, clan: int, *states: str) -> bool:
        """Whether a clan is waiting, defeated, withdrawn."""
        return self.image.kinds["status"].members[self.mark("status")[clan]].name in states

    def _house(self, unit: int) -> int:
        return self.mark("house")[unit]

    def _side(self, unit: int) -> str:
        house = self._house(unit)
        return "Neutral" if self.is_in(house, "waiting") else str(self.faction[house])

    def _inside(self, k: int) -> list[int]:
        inside = self.mark("inside")
        return [u for u in self.place("location", k) if inside[u]]

    def _clan(self, key: str) -> int:
        return self.clans.index(key.replace("_", " ").title())

    def _name(self, k: int) -> str:
        return self.image.kinds["location"].members[k].name


def broken(invariants: Invariants) -> Iterator[tuple[str, Any]]:
    """Ways to break a good position: (clause, a function that breaks it and gives one that mends it)."""

    def shift(unit: int, to: int) -> Any:
        match, base = invariants.match, invariants.image.where["unit"]
        was = match.s[base + unit]
        match.z[was].remove(unit)
        match.z[to].append(unit)
        match.s[base + unit] = to
        return lambda: shift(unit, was)

    def write(mark: str, k: int, value: int) -> Any:
        s, at = invariants.match.s, invariants.image.marks[mark].base + k
        was, s[at] = s[at], value

        def back() -> None:
            s[at] = was

        return back

    location = invariants.image.places["location"].base
    names = [member.name for member in invariants.image.kinds["location"].members]
    soldier = next(k for k, u in enumerate(invariants.units) if u.endswith("of Oda"))
    at_home = next(u for u in invariants.place("location", names.index("Kiyosu")))
    yield "2.46-02", lambda: write("controller", names.index("Kutsuki"), 0)
    yield "10.5-18", lambda: write("destroyed", names.index("Otsu"), 1)
    yield "2.4-24", lambda: shift(soldier, location + names.index("Echigo"))
    yield "2.3-02", lambda: _twice(invariants, soldier)
    yield "10.5-02", lambda: write("inside", at_home, 1)
    yield "8.4-10", lambda: write("turned", soldier, 1)
    yield "10.2-16", lambda: write("banner", soldier, 0)
    yield "2.46-04", lambda: write("status", invariants.mark("controller")[names.index("Kiyosu")], 2)


def _twice(invariants: Invariants, unit: int) -> Any:
    box = invariants.match.z[invariants.image.places["eliminated"].base]
    box.append(unit)
    return lambda: box.remove(unit)
