"""When a clan of A MOST DANGEROUS TIME is defeated, and what becomes of it, worked out a second time (MDT-3.3, -3.32, -2.46-04).

It shares nothing with the rules but names and tables; what happens comes from :mod:`journal_replay`. A
clan is defeated when all its leaders are out of action and the enemy holds its home castles, or its crest spaces where it has
none. Its leaders never come back, its soldiers go over to its conqueror, who has its spaces; nobody plays a betrayal of its
leaders any more.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from attrs import define

from rulekit.runtime.narrative.rows import Begun, CardMoved, Marked
from tests.games.holdings import Holdings
from tests.games.impulses import IN_THE_MIDST, must, table
from tests.games.journal_replay import NOBODY, JournalEntry, JournalReplay
from tests.games.victory import ANTI, ODA

NEVER = ("Ikko Ikki", "Ashikaga")
GONE_FOR_GOOD = ("Takeda", "Enryaku Ji")
OUT = ("regroup-box", "turn-track", "eliminated")
LAST = ("eliminated", "tomo")


@define
class Defeat:
    """A clan that has just been defeated. ``men``, ``lords``: who was of it then; ``lands``: what it held; ``grips``: for each
    ground that may have decided: clan -> its units there."""

    clan: int
    men: list[int]
    lords: list[int]
    lands: list[int]
    alone: set[int]
    """Lands in which its friends stand alone (MDT-2.46-09)"""
    grips: list[Counter[int]]


class Defeats:
    """Checks one match from its start to its end, beside :class:`Holdings`."""

    def __init__(self, holdings: Holdings, replay: JournalReplay, folder: Path) -> None:
        self.of, self.inv, self.replay = holdings, holdings.inv, replay
        self.image = replay.image
        self.status = [member.name for member in self.image.kinds["status"].members]
        leaders = list(table(folder / "leaders.yaml", "leaders"))
        persons = [leaders.index(row["leader"]) for row in table(folder / "cards.yaml", "betrayals").values()]
        cards = [k for k, member in enumerate(self.image.kinds["event"].members) if member.name.startswith("Betrayal")]
        self.betrayals = dict(zip(cards, persons, strict=True))
        """card -> the leader whom it names"""
        self.where, self.turn = NOBODY, 0
        self.siege: tuple[int, Counter[int]] = (NOBODY, Counter())
        """The castle that is assaulted, and how many units each clan had there when it began (MDT-3.3-06)"""
        self.defeats: list[Defeat] = []
        self.defeated = self.looked = 0

    # ------------------------------------------------------------ entries of the journal
    def on_entry(self, row: JournalEntry) -> None:
        if isinstance(row, Begun):
            self._begins(row)
        elif isinstance(row, Marked) and self.replay.about(row)[0] == "status":
            if self.status[row.new] == "defeated":
                self._falls(self.replay.about(row)[1])
        elif isinstance(row, CardMoved):
            self._moved(row)

    def check(self) -> None:
        """After every decision, but for those in the midst of a defeat."""
        asked = {self.image.asks[question].choice for _, question, _, _ in self.replay.match.asks}
        if not asked & set(IN_THE_MIDST):
            for defeat in self.defeats:
                self._becomes_of(defeat)
            self.defeats = []

    def _begins(self, row: Begun) -> None:
        rule = self.replay.rule(row)
        if rule.name == "assault walls":
            self.siege = (self.where, Counter(self.replay.value("house", u) for u in self._here(self.where)))
        elif rule.sort == "scene":
            self.where, self.siege = int(str(row.values[0])), (NOBODY, Counter())
        elif rule.name in ("settle betrayals", "settle quarrel"):
            self.siege = (NOBODY, Counter())

    def _moved(self, row: CardMoved) -> None:
        target = self.replay.codes[row.target][0]
        if self.replay.drawn(row):
            turn = self.replay.value("turn")
            for clan, name in enumerate(self.inv.clans):
                must(turn != self.turn or not self._beaten(clan), "3.3-01", f"{name} is beaten, and not defeated")
            self.turn, self.looked = turn, self.looked + 1
        elif row.root == "event" and target == "played-cards" and row.card in self.betrayals:
            lord = self.betrayals[row.card]
            must(
                self.replay.lies("unit", lord)[0] in ("location", "palace"),
                "8.2-17",
                f"{self.inv.units[lord]} is away and betrays",
            )

    # ------------------------------------------------------------ when
    def _beaten(self, c: int) -> bool:
        """MDT-3.3-00, -01, -02, -08, -10, -3.33-01, -15.1-10, -AMB-67"""
        if self.status[self.replay.value("status", c)] != "engaged" or self.inv.clans[c] in NEVER:
            return False
        side = self.of.side(c)
        lords = [u for u in range(self.inv.leaders) if self._of(u, c)]
        if side == "Neutral" or any(not self._out(u) for u in lords) or (not lords and self._to_come(c)):
            return False
        homes = [k for k in self.of.spaces if self.of.home[k] == c]
        if self.inv.clans[c] == "Oda" and self.replay.value("azuchi-level") == 3:
            homes.append(self.replay.value("azuchi-site"))
        ground = homes or [k for k in range(len(self.of.rows)) if self.of.crest[k] == c]
        return bool(ground) and all(self._lost(k, side) for k in ground)

    def _of(self, u: int, c: int) -> bool:
        return self.replay.value("house", u) == c and self.replay.lies("unit", u)[0] != "waiting-room"

    def _out(self, u: int) -> bool:
        place, k = self.replay.lies("unit", u)
        return place in OUT or (place == "location" and self._besieged(u, k))

    def _besieged(self, u: int, k: int) -> bool:
        outside = [v for v in self._here(k) if not self.replay.value("inside", v)]
        return bool(self.replay.value("inside", u)) and any(self._side(v) != self._side(u) for v in outside)

    def _to_come(self, c: int) -> bool:
        """Monks who have not been seen yet"""
        men = [u for u in range(self.inv.leaders, len(self.inv.units)) if self.replay.value("house", u) == c]
        places = {self.replay.lies("unit", u)[0] for u in men}
        return "location" not in places and "waiting-room" in places

    def _lost(self, k: int, side: str) -> bool:
        """Held by the enemy, or nobody of the side is left there and the enemy is."""
        enemy = {ODA: ANTI, ANTI: ODA}[side]
        here = {self._side(u) for u in self._here(k)}
        return self.of.side(self.replay.value("controller", k)) == enemy or (enemy in here and side not in here)

    # ------------------------------------------------------------ what becomes of it
    def _falls(self, c: int) -> None:
        self.defeated += 1
        must(self._beaten(c), "3.3-01", f"{self.inv.clans[c]} is defeated, and not beaten")
        side, controller = self.of.side(c), self.replay.mark("controller")
        lands = [k for k, owner in enumerate(controller) if owner == c]
        alone = {
            k for k in lands if {self._side(u) for u in self._here(k) if self.replay.value("house", u) != c} == {side}
        }
        men = [u for u in range(self.inv.leaders, len(self.inv.units)) if self._of(u, c)]
        lords = [u for u in range(self.inv.leaders) if self._of(u, c)]
        self.defeats.append(Defeat(c, men, lords, lands, alone, self._grips(c, side)))

    def _grips(self, c: int, side: str) -> list[Counter[int]]:
        """In the siege of a home castle before its losses; without a siege, who is in it; else who is in the crest spaces.

        Of several home castles any may have been the last (MDT-3.3-06, -07, -09).
        """
        homes = [k for k in range(len(self.of.rows)) if self.of.home[k] == c] or [NOBODY]
        crests = [k for k in range(len(self.of.rows)) if self.of.crest[k] == c]
        found = []
        for home in homes:
            ground = crests if home == NOBODY else [home]
            count = Counter(self.replay.value("house", u) for k in ground for u in self._here(k))
            count = self.siege[1] if self.siege[0] == home != NOBODY else count
            enemies = Counter({clan: n for clan, n in count.items() if self.of.side(clan) not in (side, "Neutral")})
            found.append(enemies)
        return found

    def _becomes_of(self, defeat: Defeat) -> None:
        name = self.inv.clans[defeat.clan]
        for u in defeat.lords:
            must(self.replay.lies("unit", u)[0] in LAST, "3.3-03", f"{self.inv.units[u]} of {name} is not gone")
        heirs = {self.replay.value("house", u) for u in defeat.men}
        if name in GONE_FOR_GOOD:
            left = [u for u in defeat.men if self.replay.lies("unit", u)[0] != "eliminated"]
            must(not left, "3.32-01", f"{self._named(left)} of {name} are not gone")
        else:
            must(len(heirs) < 2, "3.3-04", f"the men of {name} go to {[self.inv.clans[heir] for heir in heirs]}")
            boxes = {self.replay.lies("unit", u) for u in defeat.men}
            must(boxes <= {("regroup-box", heir) for heir in heirs}, "3.3-04", f"the men of {name} are in {boxes}")
            best = {clan for grip in defeat.grips for clan, n in grip.items() if n == max(grip.values())}
            named = [self.inv.clans[clan] for clan in best]
            must(
                not best or heirs <= best, "3.3-06", f"{[self.inv.clans[x] for x in heirs]} conquer {name}, not {named}"
            )
        owners = {self.replay.value("controller", k) for k in set(defeat.lands) - defeat.alone}
        wanted = heirs if heirs and name not in GONE_FOR_GOOD else owners - {NOBODY, defeat.clan}
        fleeting = any(self.of.fleeting[clan] for clan in wanted)
        said = f"the lands of {name} are held by {[self.inv.clans[x] for x in owners]}"
        must(len(owners) < 2 or fleeting, "2.46-04", said)
        must(defeat.clan not in owners and (owners <= wanted or fleeting or not wanted), "2.46-04", said)

    # ------------------------------------------------------------ small words
    def _here(self, k: int) -> list[int]:
        return self.replay.things("unit", "location", k)

    def _side(self, u: int) -> str:
        return self.of.side(self.replay.value("house", u))

    def _named(self, units: list[int]) -> list[str]:
        return sorted(self.inv.units[u] for u in units)
