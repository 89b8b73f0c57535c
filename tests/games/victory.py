"""Who has won a game of A MOST DANGEROUS TIME, worked out a second time (MDT-14.3, -16.1.3, -16.2.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.games.impulses import must

if TYPE_CHECKING:
    from tests.games.holdings import Holdings

ODA, ANTI = "Oda Faction", "Anti-Oda Faction"
SIDES_OF_THREE = (
    ("Anti Oda Minor Alliance", "Asakura Azai Alliance", "Uesugi Alliance"),
    ("Ikko Ikki Alliance", "Takeda Alliance", "Mori Alliance"),
)
"""The alliances of the players A and B of three (MDT-16.1.2-01)"""
FOUR_LAST = 30


class Victory:
    """Looks at one match beside :class:`tests.games.holdings.Holdings`."""

    def __init__(self, holdings: Holdings) -> None:
        self.of, self.inv, self.image = holdings, holdings.inv, holdings.image

    def _holder(self, name: str) -> int:
        return self.inv.mark("controller")[self.of.names.index(name)]

    def winners(self) -> set[int]:
        """The seats that have won at once, whatever the turn is; usually none."""
        if self.of.players == 3:
            return {seat for seat in range(3) if self._one_of_three(seat)}
        if self.of.players == 4:
            goals = [self.of.side(self._holder(name)) == ODA for name in ("Takamatsu", "Uotsu", "Tottori")]
            dead = self.inv.units.index("Nobunaga") in self.inv.place("eliminated")
            seized = any(self.of.side(self._holder(name)) == ANTI for name in ("Gifu", "Kiyosu"))
            lost = dead or seized or self.inv.mark("azuchi-captor")[0] >= 0
            return {seat for seat, won in enumerate([*goals, lost]) if won}
        sides = {self.of.side(self.inv.mark("controller")[k]) for k in self.of.spaces}
        whole = {ODA: 0, ANTI: 1}
        return {whole[s] for s in sides if s in whole and len(sides) == 1 and self._option("scenario") == "Campaign"}

    def _one_of_three(self, seat: int) -> bool:
        """MDT-16.1.3-02 to -04"""
        controller, level = self.inv.mark("controller"), self.inv.mark("azuchi-level")[0]
        if seat:
            mine = SIDES_OF_THREE[seat - 1]
            homes = [k for k in self.of.spaces if self.of.home[k] == self.inv.clans.index("Oda")]
            taken = any(self._alliance(controller[k]) in mine for k in homes)
            captor = self.inv.mark("azuchi-captor")[0]
            taken = taken or (captor >= 0 and self.of.alliances[captor] in mine)
            return taken or (level < 3 and self._alliance(self._holder("Kyo")) in mine)
        if self.of.side(self._holder("Kyo")) != ODA:
            return False
        seats = sum(self.of.home[k] >= 0 and self.of.side(controller[k]) == ODA for k in self.of.spaces) + (level > 0)
        beaten = all(self.inv.is_in(self.inv.clans.index(name), "defeated") for name in ("Azai", "Asakura", "Takeda"))
        yoshiaki = self.inv.units.index("Ashikaga Yoshiaki")
        in_kyo = yoshiaki in [*self.inv.place("palace"), *self.inv.place("location", self.of.names.index("Kyo"))]
        return seats >= 7 or (beaten and bool(self.inv.mark("truce")[0]) and not in_kyo)

    def _alliance(self, clan: int) -> str:
        return "" if clan < 0 else self.of.alliances[self.of.band[clan]]

    def _option(self, name: str) -> str:
        """The value of an option that is a name."""
        return self.image.kinds[name].members[self.image.options[name]].name

    def finish(self, last: int) -> None:
        """Who has won: by what ends the war at once, or by what is looked at after the last turn (MDT-14.3, -AMB-59)."""
        won = {
            k
            for k, seat in enumerate(self.image.seats)
            for x in self.inv.match.standings
            if (x.name, x.rank) == (seat, 1)
        }
        at_once = self.winners() | self._by_death()
        if at_once:
            must(len(won) == 1 and won <= at_once, "14.3-06", f"{won} win, of {at_once}")
            return
        must(self.inv.mark("turn")[0] == last, "14.3-08", f"the war ends in turn {self.inv.mark('turn')}, not {last}")
        must(won == {self._at_last()}, "14.3-01", f"{won} win, not {self._at_last()}")

    def _by_death(self) -> set[int]:
        """In a campaign: Nobunaga killed in battle, Nobutada dead, or their clan defeated, as far as can be seen (MDT-14.3-06).

        With four: Nobunaga killed by an assassin, who is not moved any more (MDT-16.2.4-03)."""
        if self.of.players == 4:
            cards = [self.image.kinds["event"].members[k].name for k in self.inv.place("played-cards")]
            return {3} if "Ninja Assassin" in cards and self.inv.mark("turn")[0] < FOUR_LAST else set()
        gone = {self.inv.units[u] for u in self.inv.place("eliminated")} & {"Nobunaga", "Nobutada"}
        defeated = self.inv.is_in(self.inv.clans.index("Oda"), "defeated")
        campaign = self.of.players == 2 and self._option("scenario") == "Campaign"
        return {1} if campaign and self.inv.mark("turn")[0] and (gone or defeated) and not self._at_the_end() else set()

    def _at_the_end(self) -> bool:
        return bool(self.inv.mark("turn")[0] >= self.image.options["last-turn"])

    def _at_last(self) -> int:
        kyo = self._holder("Kyo")
        if self.of.players == 4:
            return 3
        if self.of.players == 3:
            return next((k + 1 for k, mine in enumerate(SIDES_OF_THREE) if self._alliance(kyo) in mine), 0)
        if self._option("scenario") == "Short":
            big = [
                k
                for k in self.of.spaces
                if self.of.rows[k]["fort"] >= 2 and self.of.side(self.inv.mark("controller")[k]) == ODA
            ]
            lucky = self.inv.mark("fortune-holder")[0] == 0
            return int(len(big) + lucky < self.image.options["spaces-to-win"])
        return int(self.of.side(kyo) != ODA)
