"""Who holds what in A MOST DANGEROUS TIME, which chits a turn has, and whether the war is over: worked out a second time.

It shares nothing with the rules but names and tables, and reads the raw state through :class:`tests.games.impulses.Invariants`.
Where units stand and which clans are in the war is taken from the match; who must hold a space with them (MDT-2.46, -15.7), which
chits may be in the cup (MDT-4.2-07, -15.3-03, -16.2.7-01), where nobody may be yet (MDT-11.4-06, -14.2-02) and who has won
(MDT-14.3, -16.1.3, -16.2.4) follows from that.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.games.impulses import IN_THE_MIDST, Invariants, must, table
from tests.games.victory import ANTI, ODA, Victory

SUCCESSORS = {
    "Nobunaga": "Nobutada",
    "Takeda Shingen": "Takeda Katsuyori",
    "Uesugi Kenshin": "Uesugi Kagekatsu",
}
AZAI_SPACES = ("Sawayama", "Yokoyama", "Odani")
TEMPLES = ("Daisho Ji", "Oyama")


class Holdings:
    """Looks at one match from its start to its end, beside ``impulses.Invariants``."""

    def __init__(self, invariants: Invariants, folder: Path) -> None:
        self.inv, self.image = invariants, invariants.image
        self.rows = invariants.rows
        self.names = [member.name for member in self.image.kinds["location"].members]
        self.chits = list(table(folder / "clans.yaml", "chits").values())
        self.chit_names = [member.name for member in self.image.kinds["chit"].members]
        self.alliances = [member.name for member in self.image.kinds["alliance"].members]
        keys = list(table(folder / "clans.yaml", "alliances"))
        self.band = [keys.index(key) for key in invariants.alliance]
        self.chit_band = [keys.index(row["alliance"]) if row["alliance"] != "none" else -1 for row in self.chits]
        leaders = list(table(folder / "leaders.yaml", "leaders"))
        self.person = [leaders.index(row["leader"]) if row["leader"] != "none" else -1 for row in self.chits]
        self.crest = [self._clan(row["crest"]) for row in self.rows]
        self.home = [self._clan(row["home_of"]) for row in self.rows]
        clans = table(folder / "clans.yaml", "clans").values()
        self.fleeting = [row["presence_only"] in (True, "yes") for row in clans]
        self.spaces = [k for k, row in enumerate(self.rows) if row["terrain"] in ("Castle", "Temple", "Capital")]
        self.players = len(self.image.seats)
        self.held = list(invariants.mark("controller"))
        self.turn = self.last = self.impulses = self.looked = 0
        self.nobunaga = self._nobunaga()
        self.victory = Victory(self)
        self.full: set[int] = set()
        self.asked: set[str] = set()
        self.gone: set[int] = set()
        self.mourned: set[int] = set()
        self.unsure: set[int] = set()

    def _clan(self, key: str) -> int:
        return -1 if key == "none" else self.inv._clan(key)

    # ------------------------------------------------------------ after every decision
    def check(self) -> None:
        asked = {self.image.asks[ask[1]].choice for ask in self.inv.match.asks}
        if asked and not asked & set(IN_THE_MIDST) and self.inv.mark("turn")[0]:
            self.looked += 1
            self._dead()
            self._chits()
            self._places()
            self._gained()
            if self.inv.impulses != self.impulses:
                self.impulses = self.inv.impulses
                if self.turn == self.last:  # no End Phase lies between, in which units are taken off the map
                    self._alone()
                self.last = self.turn
                must(not self.victory.winners(), "14.3-07", "the war goes on, and somebody has won")
        self.asked = asked

    # ------------------------------------------------------------ chits
    def _dead(self) -> None:
        """Leaders with a chit of their own who have died since the cup was filled; exile is no death."""
        gone = {u for u in self.inv.place("eliminated") if u in self.person}
        for u in gone - self.gone:
            band = self.band[self.inv.mark("house")[u]]
            defeated = self.inv.is_in(self.inv.mark("house")[u], "defeated", "withdrawn")
            exiled = any("exile" in choice for choice in self.asked)
            (self.unsure if defeated or exiled else self.mourned).add(band)
        self.gone = gone

    def _chits(self) -> None:
        turn = self.inv.mark("turn")[0]
        cup = set(self.inv.place("cup"))
        if turn != self.turn:
            self.turn = turn
            self.full = cup | set(self.inv.place("drawn")) | set(self.inv.place("used-chits"))
            due = {k for k in range(len(self.chits)) if self._due(k)}
            open_ = {k for k in range(len(self.chits)) if self.chit_band[k] in self.unsure and self.person[k] < 0}
            must(
                self.full - open_ == due - open_,
                "4.2-07",
                f"turn {turn} has {self._said(self.full)}, not {self._said(due)}",
            )
            self.mourned, self.unsure = set(), set()
        spare = {k for k, row in enumerate(self.chits) if row["alliance"] == "none"} if self.players == 4 else set()
        must(cup <= self.full | spare, "4.2-07", f"{self._said(cup - self.full)} came into the cup")
        for k in cup - spare:
            must(self.chit_band[k] < 0 or self._in_war(self.chit_band[k]), "2.3-12", f"{self._said({k})} is in the cup")
        if self.players == 4:
            held = self.side(self.inv.mark("controller")[self.names.index("Kyo")])
            must(held == ANTI or not cup & spare, "16.2.7-01", "Turn End is in the cup while Oda holds Kyo")

    def _due(self, k: int) -> bool:
        """Whether a chit belongs to the cup when a turn begins (MDT-4.2-07)."""
        band, person, name = self.chit_band[k], self.person[k], self.chit_names[k]
        if name == "Tokugawa Chit":
            return self.players == 4
        if band < 0:
            return self.players < 4 or self.side(self.inv.mark("controller")[self.names.index("Kyo")]) == ANTI
        if self.players == 4 and self.alliances[band] == "Oda Alliance":
            return True  # chits of players (MDT-16.2.2-08)
        if not self._in_war(band):
            return False
        if person >= 0:
            where = self.image.places["location"]
            return 0 <= self.inv.match.s[self.image.where["unit"] + person] - where.base < len(self.rows)
        return band not in self.mourned

    def _in_war(self, band: int) -> bool:
        return any(self.band[c] == band and self.inv.is_in(c, "engaged") for c in range(len(self.band)))

    def _said(self, chits: set[int]) -> list[str]:
        return sorted(self.chit_names[k] for k in chits)

    # ------------------------------------------------------------ places
    def _places(self) -> None:
        """Lands that are closed (MDT-11.4-06, -14.2-02), and castles with one side in them (MDT-9.7-02)."""
        controller = self.inv.mark("controller")
        closed = bool(self.image.options["closed-lands"])
        for k in self.spaces:
            here = self.inv.place("location", k)
            if closed and controller[k] >= 0 and self.inv.is_in(controller[k], "waiting"):
                must(not here, "11.4-06", f"{self._units(here)} in {self.names[k]}, which is closed")
            if self.turn == 1 and self.names[k] in AZAI_SPACES:
                must(all(self.inv._side(u) != ODA for u in here), "14.2-02", f"Oda is in {self.names[k]}")

    def _units(self, units: list[int]) -> list[str]:
        return [self.inv.units[u] for u in units]

    def side(self, clan: int) -> str:
        if clan < 0 or self.inv.is_in(clan, "waiting"):
            return "Neutral"
        return str(self.inv.faction[clan])

    # ------------------------------------------------------------ control
    def _gained(self) -> None:
        """Why a space has changed hands since the last decision (MDT-2.46-03 to -11, -3.31-04, -15.7-01)."""
        before, self.held = self.held, list(self.inv.mark("controller"))
        for k, (old, new) in enumerate(zip(before, self.held, strict=True)):
            if old != new and not (self.players == 4 and self._nobunaga() != self.nobunaga):
                self._change(
                    k, old, new
                )  # else Nobunaga has gone home with his guard since the impulse (MDT-16.2.5-05)
        self.nobunaga = self._nobunaga()

    def _nobunaga(self) -> int:
        return self.inv.match.s[self.image.where["unit"] + self.inv.units.index("Nobunaga")]

    def _change(self, k: int, old: int, new: int) -> None:
        here = self.inv.place("location", k)
        count = Counter(self.inv._house(u) for u in here)
        name = self.names[k]
        lost = old >= 0 and (self.inv.is_in(old, "defeated", "withdrawn") or (self.fleeting[old] and not count[old]))
        if new < 0:
            must(lost, "2.46-10", f"nobody holds {name} any more, which {self.inv.clans[old]} held")
            return
        clan = self.inv.clans[new]
        must(not self.inv.is_in(new, "defeated", "withdrawn"), "2.46-04", f"{clan} is gone and takes {name}")
        sides = {self.side(c) for c in count}
        if lost or (name == "Mt Hiei" and self.turn == 2) or (name in TEMPLES and clan == "Ikko Ikki"):
            return
        must(sides == {self.side(new)}, "2.46-09", f"{clan} takes {name}, where {dict(count)} stand")
        crest = self.crest[k]
        whole = not self.inv.mark("destroyed")[k] or bool(self.image.options["restored-crests"])
        if crest >= 0 and self.side(crest) == self.side(new) and self.inv.is_in(crest, "engaged") and whole:
            must(new == crest, "2.46-05", f"{clan} takes {name} of {self.inv.clans[crest]}")
        else:
            must(count[new] == max(count.values()), "2.46-11", f"{clan} takes {name}, where {dict(count)} stand")

    def _alone(self) -> None:
        """Between impulses: where one faction stands alone it holds the space, and one side is in a castle (MDT-2.46-09)."""
        inside, controller = self.inv.mark("inside"), self.inv.mark("controller")
        for k in self.spaces:
            here = self.inv.place("location", k)
            sides = {self.inv._side(u) for u in here}
            if len(sides) == 1 and sides != {"Neutral"}:
                must(self.side(controller[k]) in sides, "2.46-09", f"{self._units(here)} do not hold {self.names[k]}")
            within = {self.inv._side(u) for u in here if inside[u]}
            must(len(within) <= 1, "8.4-08", f"{within} are in the castle of {self.names[k]}")
            owner = controller[k]
            if owner >= 0 and self.fleeting[owner] and self.crest[k] != owner:
                must(
                    any(self.inv._house(u) == owner for u in here),
                    "15.7-01",
                    f"{self.inv.clans[owner]} holds {self.names[k]}",
                )
