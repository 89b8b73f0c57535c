"""A second set of books of a game of SHOGUN: what every action costs, brings and leaves behind, worked out by hand.

It shares nothing with the rules but names and the table of provinces. What people and chance do comes in as rows of the journal,
which the courses below wait for; all else is computed here from the catalogue. Battles and the points of a year are those of
``benchmarks/baseline.py``, which was written by hand as well.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.baseline import NEUTRAL, POINTS, Board, settle
from rulekit.runtime.narrative.rows import Chosen, DeviceGiven, DeviceUsed
from tests.games.invariants import Broken

BUILDINGS = ("castle", "temple", "theater")
LOSSES = {
    "Castle Guard": 2, "Castle Guard 2": 6, "Restless Neutrals": 3, "Rice Ceiling": 4, "Rice Floor": 3, "Tax Ceiling": 0,
    "Tax Floor": 2, "Temple Peace": 3, "Temple Peace 2": 4, "Theater Calms": 5, "Theater Calms 2": 7, "Thin Levies": 1,
}  # fmt: skip
"""Rice that an event takes as the last of its year (SHG-EVENT-08)"""
Course = Generator[Any, Any, None]
"""Waits for what people and chance do, and is sent the row of each; None: nothing more comes. Where it yields AGAIN, it is to be
sent the same once more."""
AGAIN = object()


def must(holds: bool, clause: str, said: object) -> None:
    if not holds:
        raise Broken(f"SHG-{clause}: {said}")


@dataclass
class Books(Board):
    """A position, with the money and the rice that the baseline does not need."""

    purse: list[int] = field(default_factory=list)
    rice: list[int] = field(default_factory=list)
    bank: int = 0


@dataclass
class Table:
    """What does not change in a game: of every province tax, rice, building spaces and neighbours in play, and the options."""

    names: list[str]
    lands: list[str]
    tax: list[int]
    rice: list[int]
    spaces: list[int]
    near: list[set[int]]
    declining: bool
    asking: bool
    paying_rest: bool


class Settling:
    """What the tower brings about, and what a year scores. ``special``, ``position``: of each player; ``plans``: (player, action)
    -> province, or None for a chest card."""

    def __init__(self, table: Table, books: Books) -> None:
        self.table, self.books = table, books
        self.players = range(len(books.purse))
        self.plans: dict[tuple[int, str], int | None] = {}
        self.order: list[str] = []
        self.event = ""
        self.special: dict[int, str] = {}
        self.position: dict[int, int] = {}
        self.wanted: set[int] = set()
        """What may be answered to the question about provinces or numbers that is waited for"""
        self.earned: dict[tuple[int, str], int] = {}
        """(player, what for) -> points of the winter that is over"""
        self.actions = self.battles = self.revolts = 0

    # ------------------------------------------------------------ the tower
    def _battle(self, p: int, target: int, n: int) -> Course:
        """Who is thrown into the tower (SHG-BATTLE-02 to -07, SHG-SPECIAL-04 to -12, SHG-EVENT-11, -12), and what it gives."""
        b, farmers = self.books, len(self.players)
        self.battles += 1
        funnel = [0] * (farmers + 1)
        funnel[p] = n
        yield from self._extra(p, "Swift Attack", funnel)
        defender = b.owner[target]
        if defender == NEUTRAL:
            funnel[farmers] = min(1 + (self.event == "Restless Neutrals"), b.reserve[farmers])
            b.reserve[farmers] -= funnel[farmers]
        else:
            funnel[defender], b.armies[defender][target] = b.armies[defender][target], 0
            if self.event.startswith("Castle Guard") and b.buildings[0][target] and b.reserve[defender]:
                funnel[defender] += 1
                b.reserve[defender] -= 1
            yield from self._extra(defender, "Firm Defence", funnel)
        yield from self._throw(funnel)
        settle(b, p, defender, target)
        self._lost(target, defender)

    def _extra(self, p: int, special: str, funnel: list[int]) -> Course:
        if self.special[p] == special and self.books.reserve[p]:
            wanted = yield from self._wanted(p)
            funnel[p] += wanted
            self.books.reserve[p] -= wanted

    def revolt(self, p: int, here: int, n: int) -> Course:
        """SHG-REVOLT-03 to -13"""
        b, farmers = self.books, len(self.players)
        self.revolts += 1
        funnel = [0] * (farmers + 1)
        funnel[p], b.armies[p][here] = b.armies[p][here], 0
        funnel[farmers] = min(n, b.reserve[farmers])
        b.reserve[farmers] -= funnel[farmers]
        yield from self._throw(funnel)
        loyal, rebels = b.tray[p], b.tray[farmers]
        b.tray[p] = b.tray[farmers] = 0
        b.reserve[farmers] += rebels
        left = max(loyal - rebels, 0)
        b.reserve[p] += loyal - left
        b.armies[p][here] = left
        if not left:
            b.owner[here] = NEUTRAL
            for kind, column in enumerate(b.buildings):
                b.building_stock[kind] += column[here]
                column[here] = 0
            b.unrest_stock += b.unrest[here]
            b.unrest[here] = 0
            self._lost(here, p)

    def _throw(self, funnel: Sequence[int]) -> Course:
        """What is thrown, and all that lies in the tray (SHG-TOWER-01)."""
        for given in (funnel, self.books.tray):
            row = yield
            counts = list(row.counts[: len(given)]) if isinstance(row, DeviceGiven) else []
            must(counts == list(given), "TOWER-01", f"{given} should go into the tower: {row}")
        row = yield
        must(isinstance(row, DeviceUsed), "TOWER-03", f"the tower should answer: {row}")
        self.books.tray = list(row.counts[: len(funnel)])

    def _lost(self, here: int, before: int) -> None:
        """The card of a lost province goes even from a plan (SHG-BATTLE-24)."""
        if self.books.owner[here] != before:
            self.plans = {place: card for place, card in self.plans.items() if card != here}

    def _wanted(self, p: int) -> Generator[Any, Any, bool]:
        """Whether an extra army is brought: always, or as its owner says (SHG-RUL-04, -11, -12); a no leaves no row."""
        if not self.table.asking:
            return True
        row = yield
        if isinstance(row, Chosen) and row.me == p:
            return True
        yield AGAIN
        return False

    # ------------------------------------------------------------ points
    def sources(self) -> dict[tuple[int, str], int]:
        """What this year scores (SHG-SCORE-02 to -08)."""
        b, out = self.books, {}
        held = [[k for k, owner in enumerate(b.owner) if owner == p] for p in self.players]
        for p in self.players:
            out[p, "provinces"] = len(held[p])
            out[p, "buildings"] = sum(column[k] for column in b.buildings for k in held[p])
        for land, name in enumerate(self.table.lands):
            for kind, column in enumerate(b.buildings):
                counts = [sum(column[k] for k in held[p] if b.regions[k] == land) for p in self.players]
                best = [p for p in self.players if counts[p] == max(counts) > 0]
                for p in best:
                    out[p, f"most {BUILDINGS[kind].title()}s in the {name} region"] = POINTS[kind] - (len(best) > 1)
        return {source: n for source, n in out.items() if n}
