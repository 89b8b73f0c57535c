"""Who turns from orthodox to rebel in WAR OF NOBUNAGA'S SUCCESSORS, and when: worked out a second time (NS-16.3, -15.2-03).

It shares nothing with the rules but names and tables. Every act that comes up in a match is judged at its moment: markers
that are taken from others, siege rolls, attacks in the field, cards that count as an attack, a victory announced in vain.
After each decision exactly those have to have become rebels who gave cause for it. Cards that compare legitimacy are looked
at as well.
"""

from __future__ import annotations

from rulekit.runtime.narrative.rows import Begun, Chosen, GameOver, Marked, Rolled
from tests.games.encounters import Encounters
from tests.games.journal_replay import NOBODY, JournalEntry, JournalReplay
from tests.games.realm import Invariants, must

HARMLESS = (
    *("Tensho Jingo War", "Kiyosu Conference", "Crossing Of Koga"),
    *("Uprising Of The Leagues", "Death Of Kawajiri"),
)
"""Events that take markers and make nobody a rebel: mandatory ones (NS-16.3-11), and those that say so"""
CHECKS = (
    "Succession Of The House",
    "Strife Within The House",
    "Command Over The Realm",
    "Restoration Of The Shogunate",
)
BOUGHT, WON_OVER = 3, 4
"""The dice by which Secret Dealings and Winning Over succeed; the most legitimate needs one less for the latter"""


class Rebels:
    """Checks one match from its start to its end, beside ``realm.Invariants``; the match needs a journal."""

    def __init__(self, invariants: Invariants, replay: JournalReplay) -> None:
        self.inv, self.replay = invariants, replay
        self.image, self.players = replay.image, invariants.players
        self.meets = Encounters(invariants, replay)
        self.order: dict[int, int] = {}
        """player -> whom they may attack in this turn (Order of Subjugation)"""
        self.claims: dict[int, str] = {}
        """player -> the last victory check that they have played in this turn"""
        self.due: dict[int, str] = {}
        self.turned: dict[int, int] = {}
        """player -> what it takes from their legitimacy"""
        self.spared: set[int] = set()
        """Those whose markers go with the battle, siege roll or bargain that is under way (NS-B-10)"""
        self.bargain, self.courted = NOBODY, False
        self.won: bool | None = None
        self.joined = False
        self.event = ""
        self.acts = self.turned_in_all = self.compared = 0

    def check(self) -> None:
        """After every decision."""
        self.rebels, self.due, self.turned = self.replay.mark("rebel"), {}, {}
        self.won, self.joined = None, False
        for row in self.replay.new_entries():
            battle = self.meets.battle
            self.meets.on_entry(row)
            if self.meets.battle not in (battle, None):
                self.spared = set()  # the marker that a battle brings comes after its end
            if self.replay.value("turn"):
                self._on_entry(row)
        said = {self.image.seats[p]: why for p, why in self.due.items()}
        must(
            set(self.due) == set(self.turned),
            "16.3-04",
            f"{sorted(self.turned)} became rebels; cause was given by {said}",
        )
        must(all(lost == 3 for lost in self.turned.values()), "16.3-08", f"rebels lose {self.turned}")
        must(self.won in (None, self.joined), "15.2-03", f"Winning Over has won a lord: {self.joined}")
        self.turned_in_all += len(self.turned)
        self._asked()

    # ------------------------------------------------------------ entries of the journal
    def _on_entry(self, row: JournalEntry) -> None:
        if isinstance(row, Begun):
            self._begins(row)
        elif isinstance(row, Chosen):
            self._chosen(row)
        elif isinstance(row, Rolled):
            self._rolled(row)
        elif isinstance(row, Marked):
            self._marked(row, *self.replay.about(row))
        elif isinstance(row, GameOver):
            self._ends(last=True)

    def _begins(self, row: Begun) -> None:
        rule = self.replay.rule(row)
        if rule.sort == "entry" and rule.name in self.meets.events:
            self.event = rule.name
            if rule.name in CHECKS:
                self.claims[row.me] = rule.name

    def _chosen(self, row: Chosen) -> None:
        choice, label = self.replay.question(row), self.replay.label(row)
        if choice in ("card in use a card", "c in move commanders") or label.startswith(
            ("a forced march", "diplomacy", "nothing")
        ):
            self.event, self.spared = "", set()
            self.meets.independents = False
        elif choice == "goal in take a step" or label.startswith(("put a marker", "march on")):
            self.spared = set()
        elif choice == "p in Order Of Subjugation":
            self.order[row.me] = row.value
        elif choice == "c in Flooding The Castle":
            self._storms(row.me, self.replay.lies("counter", row.value)[1])
        elif choice == "here in Secret Dealings":
            self.bargain = row.value
        elif choice == "here in Defection Of The Yoriki":
            self._offends(row.me, self.replay.value("marker", row.value), "stirs up vassals")
        elif choice == "u in Winning Over":
            self.courted = True
        elif label.startswith("storm") and not self.meets.independents:
            self._storms(row.me, self.replay.lies("counter", self.meets.commander)[1])

    def _rolled(self, row: Rolled) -> None:
        die = sum(row.dice)
        battle = self.meets.battle
        if battle is not None and len(battle.dice) == len(row.dice):
            self._offends(battle.attacker, battle.defender, "attacks", battle.target)
        elif self.bargain != NOBODY:
            here, self.bargain = self.bargain, NOBODY
            if die >= BOUGHT:
                self._offends(row.me, self.replay.value("marker", here), "buys a castle")
        elif self.courted:
            self.courted = False
            best = all(self.meets.legitimacy(p) < self.meets.legitimacy(row.me) for p in self.players if p != row.me)
            self.won = die >= WON_OVER - best
            self.compared += 1

    def _marked(self, row: Marked, mark: str, k: int) -> None:
        if mark == "rebel":
            self.turned[k] = 0
        elif mark == "honour" and k in self.turned and not self.turned[k]:
            self.turned[k] = row.old - row.new
        elif mark == "active" and row.new:
            self.joined = True
        elif mark == "marker" and row.old != NOBODY:
            self._robs(row.me, row.old, k)
        elif mark == "turn":
            self._ends(last=False)

    # ------------------------------------------------------------ acts
    def _offends(self, p: int, q: int, how: str, target: bool | None = None) -> None:
        """NS-16.3-02 to -04, -B-10"""
        if NOBODY in (p, q) or p == q:
            return
        self.acts += 1
        self.spared.add(q)
        if target is None:
            target = self.meets.target(q)
        if not target and not self.rebels[p] and self.order.get(p) != q:
            self.due[p] = f"{self.image.seats[p]} {how} {self.image.seats[q]}"

    def _storms(self, p: int, here: int) -> None:
        """Against those in the castle; of a neutral lord, against the owner of the marker (NS-16.3-09, -B-12)."""
        self.spared = set()
        marker = self.replay.value("marker", here)
        for u in self.replay.things("counter", "area", here):
            if self.replay.value("inside", u):
                self._offends(p, self.replay.value("banner", u), "storms")
            elif self.meets.neutral(u):
                self._offends(p, marker, "storms")

    def _robs(self, p: int, q: int, k: int) -> None:
        """A marker is taken off, or another one takes its place (NS-16.3-04, -11, -14.4-04, -B-10, -B-16)."""
        if q in self.spared or self.event in HARMLESS or self.meets.independents:
            return
        mori = self.replay.value("owner", list(self.inv.houses).index("mori"))
        if self.event == "Truce Of Takamatsu" and q == mori:
            return
        self._offends(p, q, f"takes {self.inv.area_names[k]} from")
        self.spared.discard(q)

    # ------------------------------------------------------------ the end of a turn
    def _ends(self, last: bool) -> None:
        """Whoever has announced a victory is a rebel, unless a card has brought one (NS-16.3-07, -17.1-02)."""
        if not last or not self._won():
            for p, card in self.claims.items():
                if not self.rebels[p]:
                    self.due[p] = f"{self.image.seats[p]} has announced {card}"
        self.claims, self.order = {}, {}

    def _won(self) -> bool:
        """Whether the game ends by a card: before the last turn always."""
        if self.replay.value("turn") < 4 - (len(self.players) == 4):
            return True
        totals = [
            self.replay.value("victory-points", p) + self.meets.legitimacy(p) + self.turned.get(p, 0)
            for p in self.players
        ]
        seats = list(self.image.seats)
        winners = [seats.index(x.name) for x in self.replay.match.standings if x.rank == 1]
        played = [self.inv.cards[k] for k, p in enumerate(self.inv.mark("check-by")) if p != NOBODY]
        return totals[winners[0]] == max(totals) and any(self.inv._fulfils(winners[0], card) for card in played)

    # ------------------------------------------------------------ legitimacy compared
    def _asked(self) -> None:
        """Waiting at Hora Pass and the Defection of the Yoriki reach players with less legitimacy only (NS-15.2-03)."""
        for p, question, options, _ in self.replay.match.asks:
            choice = self.image.asks[question].choice
            if choice == "u in Hora Pass":
                self.compared += 1
                wanted = {u for u in range(len(self.inv.rows)) if self._looks_up(u, p)}
                must(set(options) == wanted, "15.2-03", f"Hora Pass offers {options}, not {sorted(wanted)}")
            elif choice == "here in Defection Of The Yoriki":
                self.compared += 1
                lords = {self.replay.value("marker", k) for k in options}
                low = all(q != NOBODY and self.meets.legitimacy(q) < self.meets.legitimacy(p) for q in lords)
                must(low, "15.2-03", f"vassals of {lords} may leave him for {p}")

    def _looks_up(self, u: int, p: int) -> bool:
        q = self.replay.value("banner", u)
        if self.inv.rows[u]["class"] != "Minor Lord" or q in (p, NOBODY) or self.replay.lies("counter", u)[0] != "area":
            return False
        return self.meets.legitimacy(q) < self.meets.legitimacy(p)
