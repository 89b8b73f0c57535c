"""Plays one game by bots, from its seed to a record. The same plan and number give the same record in every process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress

from attrs import define, evolve, field

from rulekit.bots import Bot, ask, find_bots, named
from rulekit.bots.evaluation import shares_of
from rulekit.diagnostics import UserError
from rulekit.lab.plan import RunPlan, table
from rulekit.lab.records import Record, RuleCounts
from rulekit.lab.tracing import Tracer
from rulekit.native import go_native
from rulekit.runtime.failures import RuleFailure
from rulekit.runtime.game import Game
from rulekit.runtime.match import Match
from rulekit.runtime.random_games import random_games
from rulekit.runtime.standings import Standing, standings_of

LONGEST = 100_000
"""A game with more decisions than this is stopped as endless."""
SIXTIETHS = 60
"""Shares of the win are kept in whole sixtieths, so that sums are the same in whatever order they are made."""
COUNTED = ("kind", "branch", "yesno")
"""Sorts of options whose use is counted: how many pieces somebody moves is no thing"""


@define
class Player:
    """Plays the games of one plan, in one process."""

    plan: RunPlan
    game: Game = field(init=False)
    bots: Mapping[str, Bot] = field(init=False)
    tracer: Tracer | None = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.game = table(self.plan)
        known = find_bots()
        self.bots = {name: named(name, known) for name in self.plan.bots}
        self.tracer = Tracer(self.plan) if self.plan.traced else None
        if self.plan.fast:
            with suppress(UserError):  # no C compiler, say: Python plays the same games
                go_native(self.game.compiled(self.plan.players, self.plan.options))

    def play(self, number: int) -> Record:
        """The record of a game, from 0. A game that stops is a record as well."""
        if self.plan.fast:
            return self._at_once(number)
        seed, seats = self.plan.game(number)
        used: list[Counter[str]] = [Counter() for _ in seats]
        choices: list[tuple[int, int]] = []
        stopped = None
        match = None
        try:
            match = self.game.start(self.plan.players, seed, self.plan.options, journal=False)
            self._play(match, seats, used, choices)
        except (RuleFailure, UserError) as error:
            stopped = error.what if isinstance(error, RuleFailure) else str(error)
        decided, standings = (match.decided, match.standings) if match is not None else (0, ())
        return evolve(
            self._record(number, decided, standings, stopped),
            choices=choices if stopped is not None else [],
            uses=[dict(sorted(counter.items())) for counter in used] if self.plan.uses else [],
            counts=RuleCounts()
            if self.tracer is None
            else self.tracer.follow(seed, choices, match if stopped is None else None),
        )

    def _at_once(self, number: int) -> Record:
        """A random game, without a look at what is chosen."""
        seed, _ = self.plan.game(number)
        try:
            (outcome,) = random_games(self.game, seed, 1, self.plan.players, self.plan.options)
        except RuleFailure as error:
            return self._record(number, 0, (), error.what)
        names = self.game.compiled(self.plan.players, self.plan.options).image.seats
        return self._record(number, outcome.decided, standings_of(outcome.ending, names), None)

    def _record(self, number: int, decided: int, standings: Sequence[Standing], stopped: str | None) -> Record:
        """``standings``: empty where nobody is ranked, or the game has stopped."""
        seed, seats = self.plan.game(number)
        scores: list[int | None] = [None] * len(seats)
        for standing in standings:
            scores[standing.seat - 1] = standing.score
        won = [round(SIXTIETHS * share) for share in shares_of(standings, len(seats))]
        return Record(game=number, seed=seed, bots=seats, stopped=stopped, decisions=decided, won=won, scores=scores)

    def _play(
        self, match: Match, seats: tuple[str, ...], used: list[Counter[str]], choices: list[tuple[int, int]]
    ) -> None:
        """Plays to the end. ``used``: by seat, what was chosen; ``choices``: (player, value) of all, the one that fails last."""
        while not match.over:
            decision = match.decisions[0]
            name = seats[decision.seat - 1]
            option = decision.options[ask(name, self.bots[name], match, decision)]
            if self.plan.uses and decision.about.sort.head in COUNTED:
                used[decision.seat - 1][f"{decision.question}:{option.value}"] += 1
            choices.append((decision.seat - 1, option.value))
            match.decide(0, option.value)
            if match.decided > LONGEST:
                raise RuleFailure(f"no end after {LONGEST} decisions", "")
