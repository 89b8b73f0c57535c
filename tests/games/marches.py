"""Marches of A MOST DANGEROUS TIME, worked out a second time: the limits of eight and of four, who may go on, what it costs.

It shares nothing with the rules but names and tables; what players choose comes from :mod:`journal_replay`. Along
a road eight units go, along a trail four, and who is out of communication counts as two (MDT-9.3-01, -02, -5.3-02); far along
roads eight, and nobody without communication (MDT-9.5); over sea one (MDT-9.3-03). Whoever came to a space that is not of
their side, or to somebody who may fight, stays there (MDT-9.4-01 to -03).
"""

from __future__ import annotations

from pathlib import Path

from attrs import define, field

from rulekit.runtime.narrative.rows import CardMoved, Chosen, Marked
from tests.games.holdings import Holdings
from tests.games.impulses import must, tables
from tests.games.journal_replay import NOBODY, JournalEntry, JournalReplay

ROAD, TRAIL, LANE = 8, 4, 1
SORTS = {"roads": ROAD, "trails": TRAIL, "sea_lanes": LANE}
DEEDS = {"march": "march", "march far": "far", "sail": "sea"}


@define
class March:
    """What 1 movement point pays for. ``way``: the locations from where it leads to where."""

    how: str
    way: list[int]
    host: list[int] = field(factory=list)
    gone: int = 0
    weight: int = 0


class Marches:
    """Checks one match from its start to its end, beside :class:`Holdings`."""

    def __init__(self, holdings: Holdings, replay: JournalReplay, folder: Path) -> None:
        self.of, self.inv, self.replay = holdings, holdings.inv, replay
        self.image = replay.image
        raw = tables(folder / "map.yaml")
        keys = list(raw["locations"])
        self.routes = {frozenset(map(keys.index, pair)): n for sort, n in SORTS.items() for pair in raw[sort]}
        self.terrain = [row["terrain"] for row in holdings.rows]
        self.march: March | None = None
        self.stopped = {u for u, marked in enumerate(replay.mark("halted")) if marked}
        """Who cannot move any more in this impulse"""
        self.band = replay.value("band")
        self.marches = self.offers = self.full = 0

    # ------------------------------------------------------------ entries of the journal
    def on_entry(self, row: JournalEntry) -> None:
        if isinstance(row, Chosen):
            self._chosen(row)
        elif isinstance(row, CardMoved):
            self._moved(row)
        elif isinstance(row, Marked) and self.replay.about(row)[0] == "points" and self.march is not None:
            must(row.old - row.new == 1, "9.3-01", f"{self.march} costs {row.old - row.new}")

    def check(self) -> None:
        """After every decision: who is offered to go along."""
        for _, question, options, _ in self.replay.match.asks:
            if self.image.asks[question].choice == "host in march" and self.march is not None and self.of.players < 4:
                self.offers += 1
                chosen, limit = self.march.host, self._limit(self.march)
                here, goal = self.march.way
                load = sum(map(self._weight, chosen))
                wanted = {u for u in self._here(here) if self._may_go(u, goal) and u not in chosen}
                wanted = {u for u in wanted if load + self._weight(u) <= limit}
                said = (
                    f"{self._named(options)} may go to {self.of.names[goal]} beside {chosen}, not {self._named(wanted)}"
                )
                offered = {self._kind(u) for u in options if u != NOBODY}
                must(offered == set(map(self._kind, wanted)), "9.3-02" if limit == TRAIL else "9.3-01", said)

    def _chosen(self, row: Chosen) -> None:
        what, _, deed = self.replay.question(row).partition(" in ")
        if deed not in DEEDS:
            if self.march is not None and not self.march.gone:
                self.march = None
            return
        if what == "here":
            self.march = March(DEEDS[deed], [row.value])
        elif self.march is not None and what in ("goal", "middle"):
            self.march.way.append(row.value)
        elif self.march is not None and what in ("host", "u") and row.value != NOBODY:
            self.march.host.append(row.value)

    # ------------------------------------------------------------ who goes
    def _moved(self, row: CardMoved) -> None:
        if self.replay.drawn(row):
            self.stopped, self.march, self.band = set(), None, self.of.chit_band[row.card]
        elif row.root == "unit" and self.march is not None:
            self._goes(self.march, row.card, self.replay.lies("unit", row.card), self.replay.codes[row.target])

    def _goes(self, march: March, u: int, source: tuple[str, int], target: tuple[str, int]) -> None:
        if not march.host:
            march.host.append(u)  # nobody else could go, and nobody was asked
        if u not in march.host:
            self.march = None  # something else has begun, a card for instance
            return
        march.gone += 1
        march.weight += self._weight(u) if march.how != "sea" else 1
        said = f"{self._named(march.host)} by {[self.of.names[k] for k in march.way]}"
        must((source, target) == (("location", march.way[0]), ("location", march.way[-1])), "9.3-05", said)
        clause = {"march": "9.3-02", "far": "9.5-01", "sea": "9.3-03"}[march.how]
        must(march.weight <= self._limit(march), clause, said)
        self.marches += march.gone == 1
        self.full += march.weight == self._limit(march)
        must(
            self._may_go(u, march.way[-1], by_sea=march.how == "sea"), "9.4-03", f"{self.inv.units[u]} goes on: {said}"
        )
        if march.how == "far":
            must(not self.replay.value("isolated", u), "5.3-04", f"{self.inv.units[u]} is out of communication: {said}")
            for k in march.way:
                must(self._peaceful(k, self._side(u)), "9.5-03", f"{self.of.names[k]} is not free: {said}")
        if self._stops(march.way[-1], self._side(u)):
            self.stopped.add(u)
        if march.gone == len(march.host):
            self.march = None

    def _limit(self, march: March) -> int:
        """MDT-9.3-01 to -03, -9.5-01, -02"""
        steps = [self.routes[frozenset(step)] for step in zip(march.way, march.way[1:], strict=False)]
        wanted = {"far": {ROAD}, "sea": {LANE}, "march": {ROAD, TRAIL}}[march.how]
        must(set(steps) <= wanted, "9.5-02", f"{march} goes by {steps}")
        return min(steps)

    def _weight(self, u: int) -> int:
        return 1 + self.replay.value("isolated", u)

    def _may_go(self, u: int, goal: int, by_sea: bool = False) -> bool:
        """Of the alliance, not besieged on land, not stopped, off the map at home (MDT-9.2-01, -9.4-03, -04, -2.4-19, -20)."""
        house = self.replay.value("house", u)
        if self.of.band[house] != self.band or u in self.stopped or (not by_sea and self._besieged(u)):
            return False
        return self.terrain[goal] != "Off Map" or self.of.crest[goal] == house

    def _besieged(self, u: int) -> bool:
        return self.replay.value("inside", u) == 1 and any(
            not self.replay.value("inside", v) and self._side(v) != self._side(u)
            for v in self._here(self.replay.lies("unit", u)[1])
        )

    def _stops(self, k: int, side: str) -> bool:
        """MDT-9.4-01, -02"""
        foreign = (
            self.terrain[k] not in ("Waypoint", "Sea") and self.of.side(self.replay.value("controller", k)) != side
        )
        return foreign or any(self._side(v) != side and not self._besieged(v) for v in self._here(k))

    def _peaceful(self, k: int, side: str) -> bool:
        """MDT-9.5-03, -AMB-15"""
        mine = self.terrain[k] in ("Waypoint", "Sea") or self.of.side(self.replay.value("controller", k)) == side
        return mine and all(self._side(v) == side for v in self._here(k))

    # ------------------------------------------------------------ small words
    def _here(self, k: int) -> list[int]:
        return self.replay.things("unit", "location", k)

    def _side(self, u: int) -> str:
        return self.of.side(self.replay.value("house", u))

    def _kind(self, u: int) -> tuple[int, ...]:
        """Interchangeable soldiers have the same key, since a question offers one of them."""
        return (u,) if u < self.inv.leaders else (-1, self.replay.value("house", u), self.replay.value("isolated", u))

    def _named(self, units: object) -> list[str]:
        return sorted(self.inv.units[u] for u in units if u != NOBODY)  # type: ignore[attr-defined]
