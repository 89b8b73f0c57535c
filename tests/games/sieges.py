"""Sieges of A MOST DANGEROUS TIME, worked out a second time: who storms whom, with which dice, and what comes of it (MDT-10.5).

It shares nothing with the rules but names and tables; choices and dice come from :mod:`journal_replay`.
The fate of leaders who fall (MDT-10.3-24) is looked at as well.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from attrs import define, field

from rulekit.runtime.narrative.rows import Begun, CardMoved, Marked, Rolled
from tests.games.holdings import Holdings
from tests.games.impulses import must, table
from tests.games.journal_replay import NOBODY, JournalEntry, JournalReplay
from tests.games.victory import ODA

HIT = 6
FATES = {1: 1, 2: 1, 3: 2, 4: 2}
"""Loss roll of a leader -> in how many turns he is back; killed otherwise"""
FIRE, SUFFER, STORM = "fire from walls", "suffer", "storm"
OVER = ("settle betrayals", "settle quarrel")


@define
class Assault:
    """One assault. ``chiefs``: player -> commander; ``storming``, ``besieged``: who takes part, when the walls fire."""

    where: int
    attacker: int
    defender: int
    fort: int
    stage: str = ""
    chiefs: dict[int, int] = field(factory=dict)
    storming: list[int] = field(factory=list)
    besieged: list[int] = field(factory=list)
    hits: int = 0
    dice: list[int] = field(factory=list)
    """What is added to each die of the last shots"""
    due: int = 0
    """How many fall by the last shots"""
    fallen: int = 0
    stormed: bool = False
    defeat: bool = False
    """Somebody is defeated in its midst, and whole clans leave the map"""


class Sieges:
    """Checks one match from its start to its end, beside :class:`Holdings`."""

    def __init__(self, holdings: Holdings, replay: JournalReplay, folder: Path) -> None:
        self.of, self.inv, self.replay = holdings, holdings.inv, replay
        self.bravery = [int(row["bravery"]) for row in table(folder / "leaders.yaml", "leaders").values()]
        self.monks = self.inv.clans.index("Ikko Ikki")
        self.assault: Assault | None = None
        self.scene = (NOBODY, NOBODY, NOBODY)
        self.band = replay.value("band")
        self.sheltered = {u for u, marked in enumerate(replay.mark("sheltered")) if marked}
        """Units that have retreated in this impulse and take no part in a battle where they are now (MDT-10.4-05)"""
        self.rule = ""
        self.roll = 0
        self.assaults = self.fell = self.fates = 0

    def check(self) -> None:
        """After every decision nothing more is to be looked at."""

    # ------------------------------------------------------------ entries of the journal
    def on_entry(self, row: JournalEntry) -> None:
        if isinstance(row, Begun):
            self._begins(row)
        elif isinstance(row, Rolled):
            self._rolled(row)
        elif isinstance(row, CardMoved):
            self._moved(row)
        elif isinstance(row, Marked):
            self._marked(row, *self.replay.about(row))

    def _begins(self, row: Begun) -> None:
        rule = self.replay.rule(row)
        if rule.sort == "deed":
            self.rule = rule.name
        if rule.sort == "scene" and rule.name == "battle":
            self._over()
            field_, attacker, defender = (int(str(x)) for x in row.values)
            self.scene = (field_, attacker, defender)
        elif rule.name == "assault walls":
            self.assault = Assault(*self.scene, self._fort(self.scene[0]))
            self._besieges(self.assault)
        elif self.assault is not None and rule.name in (FIRE, SUFFER, STORM):
            self._goes_on(self.assault, rule.name)
        elif rule.name in OVER:
            self._over()

    def _marked(self, row: Marked, mark: str, k: int) -> None:
        if mark == "chief" and self.assault is not None:
            self.assault.chiefs[k] = row.new
        elif mark == "status" and self.assault is not None:
            self.assault.defeat = True
        elif mark == "destroyed" and row.new:
            taken = self.assault is not None and self.assault.where == k and not self._garrison(k)
            must(taken, "10.5-20", f"{self.of.names[k]} is destroyed without an assault")
        elif mark == "back-on" and self.roll:
            turn = self.replay.value("turn")
            must(
                row.new - turn == FATES.get(self.roll),
                "10.3-24",
                f"{self.inv.units[k]} is back in {row.new}, by {self.roll}",
            )

    def _moved(self, row: CardMoved) -> None:
        source, target = self.replay.lies(row.root, row.card), self.replay.codes[row.target]
        if self.replay.drawn(row):
            self.band, self.sheltered = self.of.chit_band[row.card], set()
        elif row.root == "unit" and source[0] == target[0] == "location" and self.rule != "advance":
            self.sheltered.add(row.card)
        elif row.root == "unit" and target[0] == "regroup-box" and source[0] == "location":
            self._falls(row.card, source[1])
        elif row.root == "unit" and target[0] in ("turn-track", "eliminated") and self.roll:
            self.fates += 1
            must(
                (self.roll in FATES) == (target[0] == "turn-track"),
                "10.3-24",
                f"{self.inv.units[row.card]} is in {target[0]}",
            )
            self.roll = 0

    def _rolled(self, row: Rolled) -> None:
        if self.rule == "strike down":
            self.roll = sum(row.dice)
        elif self.assault is not None and self.assault.stage in (FIRE, STORM) and self.rule in (FIRE, STORM):
            self.assault.dice += [row.plus] * len(row.dice)
            hits = sum(die + row.plus >= HIT for die in row.dice)
            must(row.hits == hits, "10.5-06", f"{row.dice} with {row.plus} each hit {row.hits} times")
            self.assault.hits += hits

    # ------------------------------------------------------------ the course of an assault
    def _besieges(self, assault: Assault) -> None:
        """Only besiegers in the field, and somebody in the castle (MDT-10.5-01)."""
        side = self._attackers(assault)[0]
        field_ = [u for u in self._here(assault.where) if not self.replay.value("inside", u)]
        enemies = [u for u in field_ if self._side(u) != side]
        must(not enemies, "10.5-01", f"{self._named(enemies)} stand before {self.of.names[assault.where]}")
        must(
            bool(self._garrison(assault.where)), "10.5-01", f"nobody is in the castle of {self.of.names[assault.where]}"
        )

    def _attackers(self, assault: Assault) -> tuple[str, list[int]]:
        """The side of the besiegers, and who of the active alliance stands in the field (MDT-10.1-06, -AMB-38)."""
        here = [u for u in self._here(assault.where) if not self.replay.value("inside", u)]
        storming = [u for u in here if self.of.band[self.replay.value("house", u)] == self.band]
        return self._side(storming[0]), storming

    def _goes_on(self, assault: Assault, rule: str) -> None:
        if rule == FIRE:
            assault.storming = self._attackers(assault)[1]
            assault.besieged = [u for u in self._garrison(assault.where) if u not in self.sheltered]
            self._commands(assault)
        elif rule == SUFFER:
            self._suffers(assault)
        elif not assault.stormed:
            self._settled(assault)
            assault.storming = [
                u for u in assault.storming if self.replay.lies("unit", u) == ("location", assault.where)
            ]
            assault.stormed = True
        if rule != SUFFER:
            assault.hits, assault.dice = 0, []
        assault.stage, assault.fallen = rule, 0

    def _commands(self, assault: Assault) -> None:
        """A leader of the clan with the most units of the side (MDT-10.2-12); with four players Nobunaga goes before."""
        for player, units in ((assault.attacker, assault.storming), (assault.defender, assault.besieged)):
            chief = assault.chiefs.get(player, NOBODY)
            count = Counter(self.replay.value("house", u) for u in units)
            if chief != NOBODY and self.of.players < 4:
                most = count[self.replay.value("house", chief)] == max(count.values())
                must(most and chief in units, "10.2-12", f"{self.inv.units[chief]} commands {self._named(units)}")

    def _suffers(self, assault: Assault) -> None:
        """The dice that have just been thrown, and how many fall by them."""
        chief = assault.chiefs
        if assault.stage == FIRE:
            courage = self.bravery[chief[assault.defender]] if chief.get(assault.defender, NOBODY) != NOBODY else 0
            monks = [self.replay.value("house", u) == self.monks for u in assault.besieged]
            wanted = sorted(courage + assault.fort + monk for monk in monks)
            must(sorted(assault.dice) == wanted, "10.5-06", f"{assault} adds {assault.dice}, not {wanted}")
            lost = [
                bool(self.replay.value("isolated", u)) for u in assault.storming if u != chief.get(assault.attacker)
            ]
            last = [
                bool(self.replay.value("isolated", u)) for u in assault.storming if u == chief.get(assault.attacker)
            ]
            assault.due = _fall(assault.hits, lost, last)
        elif assault.stage == STORM:
            lost = [bool(self.replay.value("isolated", u)) for u in assault.storming]
            wanted = [0] * (lost.count(False) + -(-lost.count(True) // 2))
            if self.of.players < 4 or self._side(assault.besieged[0]) == ODA:
                must(assault.dice == wanted, "10.5-11", f"{assault} adds {assault.dice}, not {wanted}")
            assault.due = min(assault.hits, len(assault.besieged))

    def _falls(self, u: int, k: int) -> None:
        assault = self.assault
        if assault is not None and assault.where == k and u in assault.storming + assault.besieged:
            assault.fallen += 1

    def _settled(self, assault: Assault) -> None:
        """Whether as many have fallen as were hit (MDT-5.3-08, -10.5-09, -12)."""
        right = assault.fallen == assault.due or assault.defeat or (self.of.players == 4 and not assault.due)
        must(right, "10.5-09", f"{assault.fallen} fall, not {assault.due}: {assault}")

    def _over(self) -> None:
        """Who has nobody left in the field has not stormed; a castle without anybody is ruined (MDT-10.5-10, -14, -18)."""
        assault, self.assault = self.assault, None
        if assault is None or not assault.stage:
            return
        self.assaults += 1
        self._settled(assault)
        left = [u for u in assault.storming if self.replay.lies("unit", u) == ("location", assault.where)]
        if not assault.stormed:
            must(
                not left or assault.defeat,
                "10.5-11",
                f"{self._named(left)} do not storm {self.of.names[assault.where]}",
            )
            return
        taken = not [u for u in assault.besieged if self.replay.lies("unit", u) == ("location", assault.where)]
        self.fell += taken
        if self.replay.value("azuchi-site") != assault.where and assault.fort > 1:
            ruined = bool(self.replay.value("destroyed", assault.where))
            must(ruined == taken, "10.5-18", f"ruined: {ruined}, {assault}")

    # ------------------------------------------------------------ small words
    def _fort(self, k: int) -> int:
        """MDT-2.4-07, -15.5-09"""
        if self.replay.value("azuchi-site") == k:
            return self.replay.value("azuchi-level")
        return 1 if self.replay.value("destroyed", k) else self._printed(k)

    def _printed(self, k: int) -> int:
        return int(self.of.rows[k]["fort"])

    def _here(self, k: int) -> list[int]:
        return self.replay.things("unit", "location", k)

    def _garrison(self, k: int) -> list[int]:
        return [u for u in self._here(k) if self.replay.value("inside", u)]

    def _side(self, u: int) -> str:
        return self.of.side(self.replay.value("house", u))

    def _named(self, units: list[int]) -> list[str]:
        return sorted(self.inv.units[u] for u in units)


def _fall(hits: int, lost: list[bool], last: list[bool]) -> int:
    """How many fall by so many hits: two at once who are out of communication, these first, the commander last.

    ``lost``: of each but the commander, whether they are out of communication (MDT-5.3-08 to -10, -10.3-21, -AMB-41, -65).
    """
    queue = [*sorted(lost, reverse=True), *last]
    whole = len(queue)
    for _ in range(min(hits, whole)):
        if queue and queue.pop(0) and queue and queue[0]:
            queue.pop(0)
    return whole - len(queue)
