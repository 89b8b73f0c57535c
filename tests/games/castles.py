"""Who is in a castle and who before it in A MOST DANGEROUS TIME, worked out a second time when somebody goes in.

It shares nothing with the rules but names and tables; choices come from :mod:`journal_replay`. A castle
holds twice its Fort Value, whoever goes in and why (MDT-2.4-05, -10.4-06, -9.8-07). When the defenders are deployed it is
open to the side that holds the space or has units in it, never to its besiegers (MDT-9.7-01, -02), and neutrals whom others
besiege stay where they are (MDT-AMB-56).
"""

from __future__ import annotations

from rulekit.runtime.narrative.rows import Begun, CardMoved, Chosen, Marked
from tests.games.holdings import Holdings
from tests.games.impulses import must
from tests.games.journal_replay import NOBODY, JournalEntry, JournalReplay

WALLED = ("Castle", "Temple")
DEPLOYED = "company in deploy defenders"


class Castles:
    """Checks one match from its start to its end, beside :class:`Holdings`."""

    def __init__(self, holdings: Holdings, replay: JournalReplay) -> None:
        self.of, self.inv, self.replay = holdings, holdings.inv, replay
        self.band, self.rule = replay.value("band"), ""
        self.sallied = {u for u, marked in enumerate(replay.mark("sallying")) if marked}
        """Who has left a castle in this impulse to fight before it"""
        self.within: list[set[int]] = []
        """location -> who was in its castle when the defenders began to be deployed"""
        self.fresh = True
        """Whether nobody has been put into the castle that is asked about"""
        self.newcomers: set[int] = set()
        """Who has gone into a castle since the last decision"""
        self.entered = self.deployed = 0

    # ------------------------------------------------------------ entries of the journal
    def on_entry(self, row: JournalEntry) -> None:
        if isinstance(row, Begun) and self.replay.rule(row).sort == "deed":
            self.rule = self.replay.rule(row).name
            if self.rule == "deploy defenders":
                self.within = [set(self._garrison(k)) for k in range(len(self.of.rows))]
                self.fresh = True
        elif isinstance(row, CardMoved) and self.replay.drawn(row):
            self.band, self.sallied = self.of.chit_band[row.card], set()
        elif isinstance(row, Chosen):
            self.fresh = self.replay.question(row) != DEPLOYED or row.value == NOBODY
        elif isinstance(row, Marked) and self.replay.about(row)[0] == "inside":
            u = self.replay.about(row)[1]
            if row.new:
                self._enters(u, self.replay.lies("unit", u))
            elif self.rule == "sally":
                self.sallied.add(u)

    def check(self) -> None:
        """After every decision: whether there is room, and who is offered to go into the castle."""
        for u in self.newcomers:
            self._fits(u, *self.replay.lies("unit", u))
        self.newcomers = set()
        for _, question, options, _ in self.replay.match.asks:
            if self.replay.image.asks[question].choice == DEPLOYED:
                units = [u for u in options if u != NOBODY]
                places = {self.replay.lies("unit", u)[1] for u in units}
                must(len(places) == 1, "9.7-01", f"{self._named(units)} are in {[self.of.names[k] for k in places]}")
                self._offered(units, *places)

    # ------------------------------------------------------------ who may
    def _enters(self, u: int, place: tuple[str, int]) -> None:
        self.entered += 1
        self.newcomers.add(u)
        if self.rule == "deploy defenders":
            must(
                self._open(u, place[1]),
                "9.7-02",
                f"{self.inv.units[u]} goes into the castle of {self.of.names[place[1]]}",
            )

    def _fits(self, u: int, place: str, k: int) -> None:
        """MDT-2.4-05, -07, -12, -15.5-09"""
        if place == "location" and self.replay.value("inside", u):
            row, azuchi = self.of.rows[k], self.replay.value("azuchi-site") == k
            must(row["terrain"] in WALLED, "2.4-12", f"{self.inv.units[u]} is inside {self.of.names[k]}")
            fort = (
                self.replay.value("azuchi-level") if azuchi else 1 if self.replay.value("destroyed", k) else row["fort"]
            )
            must(
                len(self._garrison(k)) <= 2 * fort,
                "2.4-05",
                f"{self._named(self._garrison(k))} are inside {self.of.names[k]}",
            )

    def _offered(self, units: list[int], k: int) -> None:
        self.deployed += 1
        side, here = self._active(), self.replay.things("unit", "location", k)
        ours = [u for u in here if self.of.band[self.replay.value("house", u)] == self.band]
        must(bool(ours), "9.7-01", f"nobody comes to {self.of.names[k]}")
        wanted = [u for u in here if self._side(u) != side and self._open(u, k) and not self._shut_in(u, here, side)]
        offered, right = set(map(self._kind, units)), set(map(self._kind, wanted))
        said = f"{self._named(units)} may go into {self.of.names[k]}, not {self._named(wanted)}"
        must(offered <= right, "9.7-02", said)
        must(offered == right or not self.fresh or self.of.players > 2, "9.7-01", said)

    def _open(self, u: int, k: int) -> bool:
        """MDT-9.7-02"""
        if self.of.rows[k]["terrain"] not in WALLED:
            return False
        here = self.replay.things("unit", "location", k)
        inside = {self._side(v) for v in self.within[k] & set(here)}
        out = {self._side(v) for v in self.sallied & set(here)}
        if (inside | out) - {self._side(u)}:
            return False
        return bool(inside) or self.of.side(self.replay.value("controller", k)) == self._side(u)

    def _shut_in(self, u: int, here: list[int], side: str) -> bool:
        """Neutrals in a castle that the other faction besieges already"""
        inside = any(u in units for units in self.within)
        others = {self._side(v) for v in here if not self.replay.value("inside", v)} - {"Neutral", side}
        return inside and self._side(u) == "Neutral" and bool(others)

    def _active(self) -> str:
        return str(self.inv.faction[self.of.band.index(self.band)])

    # ------------------------------------------------------------ small words
    def _garrison(self, k: int) -> list[int]:
        return [u for u in self.replay.things("unit", "location", k) if self.replay.value("inside", u)]

    def _side(self, u: int) -> str:
        return self.of.side(self.replay.value("house", u))

    def _kind(self, u: int) -> tuple[int, ...]:
        """Interchangeable soldiers have the same key, since a question offers one of them."""
        return (u,) if u < self.inv.leaders else (-1, self.replay.value("house", u), self.replay.value("isolated", u))

    def _named(self, units: list[int]) -> list[str]:
        return sorted(self.inv.units[u] for u in units)
