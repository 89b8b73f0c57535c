"""One game by bots, from its seed to a record. The same plan and number give the same record in every process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from attrs import define, field

from rulekit.bots import Bot, ask, find_bots, named, shares
from rulekit.diagnostics import UserError
from rulekit.lab.plan import Plan, table
from rulekit.runtime.failures import RuleFailure
from rulekit.runtime.game import Game
from rulekit.runtime.match import Match

LONGEST = 100_000
"""More decisions than this are no game that ends."""
SIXTIETHS = 60
"""Shares of the win are kept in whole sixtieths, so that sums are the same in whatever order they are made."""
COUNTED = ("kind", "branch", "yesno")
"""Sorts of options whose use is counted: how many pieces somebody moves is no thing"""


@define
class Player:
    """Plays the games of one plan, in one process."""

    plan: Plan
    game: Game = field(init=False)
    bots: Mapping[str, Bot] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.game = table(self.plan)
        known = find_bots()
        self.bots = {name: named(name, known) for name in self.plan.bots}

    def play(self, number: int) -> dict[str, Any]:
        """The record of a game, from 0: plain data (:mod:`rulekit.lab.records`). A game that stops is a record as well."""
        seed, seats = self.plan.game(number)
        record: dict[str, Any] = {"game": number, "seed": seed, "bots": list(seats)}
        used: list[Counter[str]] = [Counter() for _ in seats]
        match = None
        try:
            match = self.game.start(self.plan.players, seed, self.plan.options, journal=False)
            self._play(match, seats, used)
        except (RuleFailure, UserError) as error:
            record["stopped"] = str(error)
        if match is not None:
            record |= _ending(match)
        if self.plan.uses:
            record["uses"] = [dict(sorted(counter.items())) for counter in used]
        return record

    def _play(self, match: Match, seats: tuple[str, ...], used: list[Counter[str]]) -> None:
        while not match.over:
            decision = match.decisions[0]
            name = seats[decision.seat - 1]
            option = decision.options[ask(name, self.bots[name], match, decision)]
            if self.plan.uses and decision.sort[0] in COUNTED:
                used[decision.seat - 1][f"{decision.question}:{option.value}"] += 1
            match.decide(0, option.value)
            if match.decided > LONGEST:
                raise RuleFailure(f"no end after {LONGEST} decisions", "")


def _ending(match: Match) -> dict[str, Any]:
    scores: list[int | None] = [None] * len(match.players)
    for standing in match.standings:
        scores[standing.seat - 1] = standing.score
    return {
        "decisions": match.decided,
        "won": [round(SIXTIETHS * share) for share in shares(match)] if match.over else [0] * len(match.players),
        "scores": scores,
    }
