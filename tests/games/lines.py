"""Lines of communications of A MOST DANGEROUS TIME, worked out a second time: from each unit outwards (MDT-5.1, 5.2, 13.1-04).

The rules trace them the other way, from the ends of the lines of each clan. It shares nothing with them but names and tables, and
is compared when an alliance begins to move, as all units have just been looked at then (MDT-5.1-01).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.games.holdings import Holdings
from tests.games.impulses import must, tables
from tests.games.victory import ODA


class Lines:
    """Looks at one match from its start to its end, beside :class:`Holdings`."""

    def __init__(self, holdings: Holdings, folder: Path) -> None:
        self.of, self.inv, self.image = holdings, holdings.inv, holdings.image
        raw = tables(folder / "map.yaml")
        keys = list(raw["locations"])
        self.near: list[list[tuple[int, bool]]] = [[] for _ in keys]
        """location -> where one goes from it, and whether by sea"""
        for sort in ("roads", "trails", "sea_lanes"):
            for a, b in raw[sort]:
                for x, y in ((a, b), (b, a)):
                    self.near[keys.index(x)].append((keys.index(y), sort == "sea_lanes"))
        self.terrain = [row["terrain"] for row in holdings.rows]
        self.yoshiaki = self.inv.units.index("Ashikaga Yoshiaki")
        self.traced: tuple[int, ...] = ()
        self.checks = self.lines = 0

    def check(self) -> None:
        """After every decision; compares when the first movement point of an impulse is about to be spent."""
        asks, impulse = self.inv.match.asks, (*self.inv.mark("turn"), *self.inv.mark("current-chit"))
        moving = asks and self.image.asks[asks[0][1]].op in ("choose-one", "window")
        if moving and self.inv.mark("points")[0] and impulse != self.traced:
            self.traced = impulse
            self._compare()

    def _compare(self) -> None:
        self.checks += 1
        isolated, supplied = self.inv.mark("isolated"), self.inv.mark("supplied")
        self.held = [self.of.side(clan) for clan in self.inv.mark("controller")]
        self.here = [self.inv.place("location", k) for k in range(len(self.terrain))]
        self.inside = self.inv.mark("inside")
        known: dict[tuple[int, int, bool, int], bool] = {}
        landed = self.inv.mark("came-over")
        for k, units in enumerate(self.here):
            for u in units:
                clan, besieged = self.inv._house(u), self._besieged(u, units)
                side = self.of.side(clan)
                if side == "Neutral" or u == self.yoshiaki or supplied[u]:
                    line = True  # MDT-5.2-12, -15.1-01, -6.4-14
                else:
                    sea = landed[u] if self.held[k] != side else -1
                    how = (clan, k, besieged, sea)
                    if how not in known:
                        known[how] = self._line(*how)
                    line = known[how]
                self.lines += 1
                said = f"{self.inv.units[u]} in {self.of.names[k]} has {'a' if line else 'no'} line"
                must(line != bool(isolated[u]), "5.2-09", said)

    def _besieged(self, u: int, here: list[int]) -> bool:
        return bool(self.inside[u]) and any(not self.inside[v] and self.inv._side(v) != self.inv._side(u) for v in here)

    # ------------------------------------------------------------ one line
    def _line(self, clan: int, start: int, besieged: bool, landed: int) -> bool:
        """Whether a unit of a clan has a line from where it stands; ``landed``: the sea that it may not use (MDT-13.2-04)."""
        side = self.of.side(clan)
        if not besieged and self._ends_here(clan, start, side):
            return True
        reached, todo = {start}, [start]
        while todo:
            here = todo.pop()
            for there in self._ways(here, side, by_sea_only=besieged and here == start):
                if there not in reached and there != landed and self._open(there, side):
                    if self._end(clan, there, side):
                        return True
                    reached.add(there)
                    todo.append(there)
        return False

    def _ways(self, here: int, side: str, by_sea_only: bool) -> Iterator[int]:
        """A sea lane needs control of the port, and is all that besieged units have (MDT-9.8-06, -5.2-11)."""
        for there, sea in self.near[here]:
            ports = [k for k in (here, there) if k in self.of.spaces]
            if (sea and all(self.held[k] == side for k in ports)) or (not sea and not by_sea_only):
                yield there

    def _open(self, k: int, side: str) -> bool:
        """A location on the line or at its end (MDT-5.2-07, -08, -10, -11)."""
        units = self.here[k]
        if any(self.inv._side(u) != side and not self._besieged(u, units) for u in units):
            return False
        if self.terrain[k] in ("Waypoint", "Sea") or self.held[k] == side:
            return True
        return bool(self.image.options["siege-supply"]) and any(self.inv._side(u) == side for u in units)

    def _ends_here(self, clan: int, k: int, side: str) -> bool:
        """Enemies beside a unit that is not besieged do not cut it off from an end where it stands (MDT-5.2-11)."""
        if self._with_yoshiaki(clan, k, side):
            return True
        taken = self._taken(k, side) and not (self.inv.clans[clan] == "Ikko Ikki" and self._open(k, side))
        return not taken and self._end(clan, k, side)

    def _taken(self, k: int, side: str) -> bool:
        """Whether an enemy is in the castle: then it is no home to anybody, not to its besiegers either (MDT-5.2-03)."""
        return any(self.inside[u] and self.inv._side(u) != side for u in self.here[k])

    def _end(self, clan: int, k: int, side: str) -> bool:
        """A space in which the lines of a clan end, if its side controls it (MDT-5.2-01 to -05, -2.4-24, -15.5-07)."""
        name = self.inv.clans[clan]
        if self._with_yoshiaki(clan, k, side):
            return True
        if self.held[k] != side:
            return False
        azuchi = self.inv.mark("azuchi-site")[0] == k and self.inv.mark("azuchi-level")[0] == 3
        if name == "Ikko Ikki":
            return self.inv.mark("controller")[k] == clan
        if self._taken(k, side):
            return False
        if clan in self.of.home or (name == "Oda" and self.inv.mark("azuchi-level")[0] == 3):
            return self.of.home[k] == clan or (azuchi and name == "Oda")
        if self.of.crest[k] == clan or (azuchi and side == ODA):
            return True
        if self.terrain[k] == "Off Map" and self.of.band[self.inv.mark("controller")[k]] == self.of.band[clan]:
            return True
        return self.of.home[k] >= 0 and self.of.side(self.of.home[k]) == side

    def _with_yoshiaki(self, clan: int, k: int, side: str) -> bool:
        """Soldiers of the Ashikaga trace to him, too: on the map, or in his palace while friends hold Kyo (MDT-5.2-05)."""
        if self.inv.clans[clan] != "Ashikaga":
            return False
        if self.of.names[k] == "Kyo" and self.yoshiaki in self.inv.place("palace"):
            return self.held[k] == side
        return self.yoshiaki in self.here[k] and not self._besieged(self.yoshiaki, self.here[k])
