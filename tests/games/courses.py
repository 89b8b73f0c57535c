"""What a season and a winter of SHOGUN do to the second set of books (:mod:`tests.games.books`), action by action."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from rulekit.runtime.narrative.rows import CardMoved, Chosen, TurnedUp
from tests.games.books import BUILDINGS, Course, Settling, must

PRICES = {"Build Castle": 3, "Build Temple": 2, "Build Theater": 1}
ACTIONS = (
    *("Build Castle", "Build Temple", "Build Theater", "Confiscate Rice", "Collect Taxes"),
    *("Deploy Five", "Deploy Three", "Deploy And Move", "Battle A", "Battle B"),
)
PROVISIONS = {1: (1, 1), 2: (1, 2), 3: (2, 2), 4: (2, 2), 5: (2, 3), 6: (2, 3)}
WORST = (3, 3)
"""Rice that is missing -> how many revolts, how many farmers more in each (SHG-WINTER-06); WORST from 7 on"""
DECLINED = -1


class Courses(Settling):
    """The course of a season and of a winter."""

    def turn_order(self) -> list[int]:
        return sorted(self.players, key=lambda p: self.position[p])

    # ------------------------------------------------------------ a season, a winter
    def season(self) -> Course:
        """Action by action, each player in turn order (SHG-ACT-GEN-01, -02); lost cards are not turned up (SHG-ACT-GEN-07)."""
        row = yield
        for action in self.order:
            for p in self.turn_order():
                if (p, action) not in self.plans:
                    continue
                must(isinstance(row, TurnedUp) and row.me == p, "ACT-GEN-02", f"{p} should do {action}: {row}")
                here = self.plans.pop((p, action))
                if here is not None:
                    self.actions += 1
                    yield from self.act(p, action, here)
                row = yield
        must(row is None, "ACT-GEN-07", f"nobody has anything left to do: {row}")

    def winter(self, loss: int) -> Course:
        """What the last event takes, and what its shortage brings each player in turn order (SHG-WINTER-02 to -13)."""
        b = self.books
        b.rice = [max(rice - loss, 0) for rice in b.rice]
        for p in self.turn_order():
            missing = b.owner.count(p) - b.rice[p]
            if missing < 1:
                continue
            revolts, more = PROVISIONS.get(missing, WORST)
            drawn = set()
            for _ in range(revolts):
                row = yield
                must(
                    isinstance(row, CardMoved),
                    "WINTER-06",
                    f"{p} misses {missing} rice, {revolts} cards are drawn: {row}",
                )
                must(b.owner[row.card] == p, "WINTER-07", f"{self.table.names[row.card]} is drawn from {p}")
                drawn.add(row.card)
            for _ in range(revolts):
                row = yield
                must(isinstance(row, CardMoved) and row.card in drawn, "WINTER-09", f"{p} has {revolts} revolts: {row}")
                drawn.discard(row.card)
                yield from self.revolt(p, row.card, b.unrest[row.card] + more)
        self.earned = self.sources()

    def new_year(self) -> None:
        """SHG-YEAR-02, -03"""
        b = self.books
        b.rice = [0 for _ in b.rice]
        b.unrest_stock += sum(b.unrest)
        b.unrest = [0 for _ in b.unrest]

    def pay_bids(self, bids: dict[int, int]) -> None:
        """A bid that cannot be paid in full counts as 0 (SHG-TURNORDER-01, -04)."""
        for p, bid in bids.items():
            if bid <= self.books.purse[p]:
                self._pay(p, bid)

    # ------------------------------------------------------------ the ten actions
    def act(self, p: int, action: str, here: int) -> Course:
        must(self.books.owner[here] == p, "ACT-GEN-07", f"{p} acts in foreign {self.table.names[here]}")
        if action in PRICES:
            self._build(p, list(PRICES).index(action), PRICES[action], here)
        elif action == "Confiscate Rice":
            yield from self._confiscate(p, here)
        elif action == "Collect Taxes":
            yield from self._tax(p, here)
        elif action.startswith("Deploy"):
            yield from self._deploy(p, action, here)
        else:
            yield from self._march(p, here)

    def _pay(self, p: int, n: int) -> None:
        self.books.purse[p] -= n
        self.books.bank += n

    def _build(self, p: int, kind: int, price: int, here: int) -> None:
        """SHG-ACT-BUILD-01 to -06, SHG-EVENT-10"""
        b = self.books
        room = self.table.spaces[here] - sum(column[here] for column in b.buildings)
        if b.purse[p] < price or room < 1 or b.buildings[kind][here] or not b.building_stock[kind]:
            return
        self._pay(p, price)
        b.building_stock[kind] -= 1
        b.buildings[kind][here] = 1
        if BUILDINGS[kind] == "theater" and self.event.startswith("Theater Calms") and b.unrest[here]:
            b.unrest[here] -= 1
            b.unrest_stock += 1

    def _confiscate(self, p: int, here: int) -> Course:
        """SHG-ACT-RICE-01, -02, -05; SHG-EVENT-16, -17"""
        rice = self.table.rice[here]
        rice = max(rice, 4) if self.event == "Rice Floor" else min(rice, 3) if self.event == "Rice Ceiling" else rice
        self.books.rice[p] += rice + (self.special[p] == "More Rice")
        yield from self._unrest(p, here)

    def _tax(self, p: int, here: int) -> Course:
        """SHG-ACT-TAX-01 to -06; SHG-EVENT-14, -15; SHG-RUL-06"""
        tax, bank = self.table.tax[here], self.books.bank
        tax = max(tax, 6) if self.event == "Tax Floor" else min(tax, 5) if self.event == "Tax Ceiling" else tax
        if bank < tax and not (self.table.paying_rest and bank):
            return
        self._pay(p, -min(tax + (self.special[p] == "War Chest"), bank))
        yield from self._unrest(p, here)

    def _unrest(self, p: int, here: int) -> Course:
        """As many farmers revolt as markers lay there; one marker more, if the province is held (SHG-REVOLT-01, -04, -10)."""
        b = self.books
        if b.unrest[here]:
            yield from self.revolt(p, here, b.unrest[here])
        if b.owner[here] == p and b.unrest_stock:
            b.unrest[here] += 1
            b.unrest_stock -= 1

    def _deploy(self, p: int, action: str, here: int) -> Course:
        """SHG-ACT-DEPLOY-01 to -09, SHG-ACT-MOVE1-01 to -07; SHG-EVENT-18; SHG-SPECIAL-03, -11"""
        b, thin = self.books, self.event == "Thin Levies"
        n, price = {"Deploy Five": (3 if thin else 5, 3), "Deploy Three": (2 if thin else 3, 2)}.get(action, (1, 1))
        if b.purse[p] < price or b.reserve[p] < n:
            return
        if action == "Deploy Five" and self.special[p] == "Six Armies" and b.reserve[p] >= 6:
            wanted = yield from self._wanted(p)
            n = 6 if wanted else n
        self._pay(p, price)
        b.reserve[p] -= n
        b.armies[p][here] += n
        own = {k for k in self.table.near[here] if b.owner[k] == p}
        if action == "Deploy And Move" and own:
            yield from self._move(p, here, own | {DECLINED})

    def _march(self, p: int, here: int) -> Course:
        """SHG-ACT-BATTLE-01 to -13; SHG-EVENT-13"""
        b = self.books
        peace = self.event.startswith("Temple Peace")
        there = {k for k in self.table.near[here] if b.owner[k] == p or not (peace and b.buildings[1][k])}
        if b.armies[p][here] > 1 and there:
            yield from self._move(p, here, there | ({DECLINED} if self.table.declining else set()))

    def _move(self, p: int, here: int, there: set[int]) -> Course:
        b = self.books
        target = yield from self._choice(p, there)
        if target == DECLINED:
            return
        n = yield from self._choice(p, set(range(1, b.armies[p][here])))
        b.armies[p][here] -= n
        if b.owner[target] == p:
            b.armies[p][target] += n
        else:
            yield from self._battle(p, target, n)

    def _choice(self, p: int, wanted: set[int]) -> Generator[Any, Any, int]:
        self.wanted = wanted
        row = yield
        must(isinstance(row, Chosen) and row.me == p, "ACT-GEN-04", f"{p} should choose among {wanted}: {row}")
        must(row.value in wanted, "ACT-BATTLE-01", f"{p} chose {row.value}, not one of {wanted}")
        self.wanted = set()
        return int(row.value)
