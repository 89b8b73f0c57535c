"""Who attacks whom in WAR OF NOBUNAGA'S SUCCESSORS, and with how many dice: worked out a second time (NS-11.2, -13.1, -15.2-03).

It shares nothing with the rules but names and tables. What players choose and what dice show comes from
:mod:`journal_replay`; that an interceptor has to attack, what each side throws and who wins follows from it.
"""

from __future__ import annotations

from attrs import define, field

from rulekit.runtime.narrative.rows import Begun, CardMoved, Chosen, Marked, Rolled
from tests.games.journal_replay import NOBODY, JournalEntry, JournalReplay
from tests.games.realm import Invariants, must

ATTACKERS, DEFENDERS = 0, 1
SENT = ("c in send a commander", "c in Demon Shibata")
SENDING = (
    *SENT,
    *("c in move commanders", "c in force a march", "c in lead independents", "c in Call To Arms", "c in Kanna River"),
)
"""Questions whose answer marches; SENT: by the event that is carried out"""
OVER = ("check fallen", "fall back", "settle")
"""What begins when the losses of a battle are taken, or when it is called off"""


@define
class Battle:
    """A field battle. ``attacker``, ``defender``: a player, or NOBODY for independents."""

    where: int
    attacker: int
    defender: int
    target: bool
    """Whether the defender is a target of subjugation when the two meet (NS-B-10)"""
    edge: list[int]
    """Dice that the cards give to each side"""
    sally: bool = False
    surprised: bool = False
    called_off: bool = False
    relieved: set[int] = field(factory=set)
    """Who has brought the besieged into the battle"""
    dice: list[int] = field(factory=list)
    number: list[int] = field(factory=list)
    """How many dice each side throws"""
    might: list[int] = field(factory=list)
    losses: list[int] = field(factory=lambda: [0, 0])


class Encounters:
    """Follows the marches of one match; :meth:`on_entry` gets every entry of the journal, in order."""

    def __init__(self, invariants: Invariants, replay: JournalReplay) -> None:
        self.inv, self.replay = invariants, replay
        cards = replay.image.kinds["card"]
        self.events = {member.name for member in cards.members[: cards.ranges["event"][1]]}
        self.commander = self.mover = self.trying = self.interceptor = NOBODY
        self.independents = self.interceptor_attacks = False
        self.before: list[tuple[str, int]] = []
        """Where each counter lay before the last entry"""
        self.company: set[int] = set()
        self.event = self.sent_by = ""
        self.battle: Battle | None = None
        self.fought = self.worthier = 0

    # ------------------------------------------------------------ entries of the journal
    def on_entry(self, row: JournalEntry) -> None:
        if not self.replay.value("turn"):
            return  # what is fought in the set-up has rules of its own (NS-19.2-11, -18.3-03)
        if isinstance(row, Begun):
            self._begins(row)
        elif isinstance(row, Chosen):
            self._chosen(row)
        elif isinstance(row, Rolled):
            self._rolled(row)
        elif self.battle is not None and self.battle.dice:
            self._loses(self.battle, row)

    def _begins(self, row: Begun) -> None:
        rule = self.replay.rule(row)
        if rule.sort == "scene" and rule.name == "march":
            self.commander, self.mover = (int(str(x)) for x in row.values)
            self.independents = self._independent(self.commander)
            self.company = set()
            self._enters()
        elif rule.sort == "scene":
            self._meets(int(str(row.values[0])))
        elif rule.name == "gather a company":
            self.company = set()
        elif rule.sort == "entry":
            self._plays(rule.name)
        elif self.battle is not None and rule.name in OVER:
            self._over(self.battle)

    def _plays(self, card: str) -> None:
        if card == "Ambush" and self.trying >= 0:
            self._tried(int(self.inv.rows[self.trying]["action"]) + 1)
        elif card == "Surprise Attack" and self.battle is not None:
            self.battle.surprised = True
        elif card == "Heavy Rain" and self.battle is not None:
            self.battle.called_off = True
        elif card in self.events:
            self.event = card

    def _chosen(self, row: Chosen) -> None:
        choice, label = self.replay.question(row), self.replay.label(row)
        if choice == "goal in take a step":
            self._enters()
        elif choice == "band in gather a company":
            self.company |= {row.value} - {NOBODY}
        elif choice == "c in try to intercept":
            self.trying = row.value
        elif choice == "c in Arquebus Corps" and self.battle is not None:
            self.battle.edge[row.value] += 2
        elif label.startswith("bring the besieged") and self.battle is not None:
            self.battle.relieved.add(row.me)
        elif choice in SENDING:
            self.sent_by = self.event if choice in SENT else ""

    def _rolled(self, row: Rolled) -> None:
        if self.trying >= 0:
            self._tried(sum(row.dice))
        elif self.battle is not None:
            if not self.battle.dice:
                self._counts(self.battle)
            self.battle.dice += row.dice

    # ------------------------------------------------------------ entries and interceptions
    def _enters(self) -> None:
        self.before = [self.replay.lies("counter", u) for u in range(len(self.inv.rows))]
        self.interceptor = self.trying = NOBODY
        self.interceptor_attacks = False

    def _tried(self, die: int) -> None:
        """Whoever comes has to attack on an equal die, or where the other side was before them; never beside their own
        (NS-11.2-01, -02, -13.1-02, -03)."""
        c, self.trying = self.trying, NOBODY
        action = int(self.inv.rows[c]["action"])
        if die < action:
            return
        self.interceptor = self.replay.value("banner", c)
        goal = self.replay.lies("counter", self.commander)
        here = [u for u, place in enumerate(self.before) if place == goal]
        banner = self.replay.mark("banner")
        at_home = any(banner[u] == self.interceptor for u in here)
        others = not self.independents and any(banner[u] == self.mover for u in here)
        self.interceptor_attacks = not at_home and (others or die == action)

    # ------------------------------------------------------------ battles
    def _meets(self, where: int) -> None:
        """Who attacks and who defends (NS-13.1-01, -10.3-06)."""
        ours = NOBODY if self.independents else self.mover
        sally = bool(self.replay.value("inside", self.commander))
        field_ = [u for u in self._here(where) if not self._sheltered(u)]
        foes = {self._side(u) for u in field_} - {ours}
        must(len(foes) == 1, "9.5-02", f"{foes} fight in {self.inv.area_names[where]} against {ours}")
        sides = [ours, *foes]
        if self.interceptor_attacks and not sally:
            sides.reverse()
        edge = [0, 0]
        edge[sides.index(ours)] += self._edge(ours, *foes)
        self.battle = Battle(where, sides[0], sides[1], self.target(sides[1]), edge, sally)

    def target(self, q: int) -> bool:
        """Targets of subjugation: the traitor, the tenkabito as last recorded, rebels (NS-16.3-02, -10)."""
        if q == NOBODY:
            return False
        traitor = self.replay.value("traitor")
        is_traitor = traitor != NOBODY and self.replay.value("owner", traitor) == q
        return is_traitor or self.replay.value("tenkabito") == q or bool(self.replay.value("rebel", q))

    def legitimacy(self, p: int) -> int:
        """What the record track shows (NS-16.3-10)."""
        return self.replay.value("honour", p) - self.replay.value("shame", p)

    def _edge(self, ours: int, foe: int) -> int:
        """Tennozan: two dice for the higher legitimacy, compared before the attack makes a rebel (NS-15.2-03, -B-17)."""
        if self.sent_by == "Tennozan" and NOBODY not in (ours, foe) and self.legitimacy(ours) > self.legitimacy(foe):
            self.worthier += 1
            return 2
        return int(self.sent_by == "Demon Shibata")

    def _counts(self, battle: Battle) -> None:
        """NS-13.1-04 to -07"""
        self.fought += 1
        for camp, side in enumerate((battle.attacker, battle.defender)):
            troops = self._troops(battle, camp, side)
            might = sum(2 if self.replay.value("reinforced", u) else 1 for u in troops)
            marker = self.replay.mark("marker")
            ground = side != NOBODY and marker[battle.where] == side
            country = side != NOBODY and self._rules(side, self.inv.grounds[battle.where]["province"], marker)
            wits = self._wits(troops) if camp == DEFENDERS and not battle.surprised else 0
            battle.might.append(might)
            battle.number.append(might + ground + country + wits + battle.edge[camp])

    def _troops(self, battle: Battle, camp: int, side: int) -> list[int]:
        here = self._here(battle.where)
        if battle.sally and camp == ATTACKERS:
            return [u for u in here if u == self.commander or (u in self.company and self.replay.value("inside", u))]
        fresh = [u for u in here if not self._sheltered(u) and self._side(u) == side]
        inside = [u for u in here if self.replay.value("inside", u) and self._side(u) == side]
        return fresh + (inside if side in battle.relieved else [])

    def _wits(self, troops: list[int]) -> int:
        """The highest saihai of a commander there, or one die (NS-13.1-05)."""
        return max(
            (int(row["saihai"]) for row in map(self.inv.rows.__getitem__, troops) if row["rank"] != "Army"), default=1
        )

    def _rules(self, side: int, province: str, marker: list[int]) -> bool:
        """More than half of the areas (NS-4.17-02)."""
        parts = [marker[k] for k, row in enumerate(self.inv.grounds) if row["province"] == province]
        return province != "none" and 2 * parts.count(side) > len(parts)

    # ------------------------------------------------------------ losses
    def _loses(self, battle: Battle, row: JournalEntry) -> None:
        fell = isinstance(row, CardMoved) and row.root == "counter" and self.replay.codes[row.target][0] == "fallen"
        flips = isinstance(row, Marked) and self.replay.about(row)[0] == "reinforced" and not row.new
        if fell or flips:
            u = row.card if isinstance(row, CardMoved) else self.replay.about(row)[1]  # type: ignore[arg-type]
            battle.losses[self._side(u) == battle.defender] += 1

    def _over(self, battle: Battle) -> None:
        """The loser loses as many as the other side has fives and sixes, whoever has not lost as many as its sixes (NS-13.1-08 to
        -10)."""
        self.battle = None
        name = self.inv.area_names[battle.where]
        must(bool(battle.dice) != battle.called_off, "B-14", f"{battle} is fought, or not")
        if battle.called_off:
            return
        must(
            len(battle.dice) == sum(battle.number),
            "13.1-04",
            f"{len(battle.dice)} dice in {name}, counted {battle.number} of {battle}",
        )
        sides = [battle.dice[: battle.number[0]], battle.dice[battle.number[0] :]]
        pips = [sum(die for die in dice if die > 4) for dice in sides]
        for camp, might in enumerate(battle.might):
            foes = sides[1 - camp]
            hurt = foes.count(6) + (foes.count(5) if pips[camp] < pips[1 - camp] else 0)
            lost = battle.losses[camp]
            must(lost == min(hurt, might), "13.1-09", f"side {camp} of {battle} loses {lost}, not {hurt}")

    # ------------------------------------------------------------ small words
    def _here(self, k: int) -> list[int]:
        return self.replay.things("counter", "area", k)

    def _independent(self, u: int) -> bool:
        return bool(self.inv.rows[u]["class"] == "Independent")

    def neutral(self, u: int) -> bool:
        return self.inv.rows[u]["class"] == "Minor Lord" and not self.replay.value("active", u)

    def _sheltered(self, u: int) -> bool:
        return bool(self.replay.value("inside", u)) or self.neutral(u)

    def _side(self, u: int) -> int:
        return NOBODY if self._independent(u) else self.replay.value("banner", u)
