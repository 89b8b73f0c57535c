"""Plays one game by bots, from its seed to a record. The same plan and number give the same record in every process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress

from attrs import define, field

from rulekit.bots import Bot, ask, find_bots, named
from rulekit.bots.evaluation import shares_of
from rulekit.diagnostics import UserError
from rulekit.image import Image
from rulekit.lab.plan import RunPlan, table
from rulekit.lab.records import Record, RuleCounts
from rulekit.lab.tracing import Tracer
from rulekit.native import go_native
from rulekit.runtime.failures import RuleFailure
from rulekit.runtime.game import Game
from rulekit.runtime.match import Match
from rulekit.runtime.playout import play_by_steps
from rulekit.runtime.random_answers import Choice, RandomAnswers, keyed_bits
from rulekit.runtime.random_games import recorded_game
from rulekit.runtime.standings import standings_of

LONGEST = 100_000
"""A game with more decisions than this is stopped as endless."""
SIXTIETHS = 60
"""Shares of the win are kept in whole sixtieths, so that sums are the same in whatever order they are made."""
WORTH_COMPILING = 500
"""So many random games take Python as long as a C compiler takes to make the library that plays them."""
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
        if self.at_random and self.tracer is None and self.plan.games >= WORTH_COMPILING:
            with suppress(UserError):  # no C compiler, say: Python plays the same games
                go_native(self.game.compiled(self.plan.players, self.plan.options))

    @property
    def at_random(self) -> bool:
        """Whether all bots choose at random, so that a whole game can be played at once."""
        return set(self.plan.bots) == {"random"}

    def play(self, number: int) -> Record:
        """The record of a game, from 0. A game that stops is a record as well."""
        seed, seats = self.plan.game(number)
        choices: list[Choice] = []
        match, ending, stopped = None, None, None
        try:
            if self.at_random and self.tracer is None:
                ending = recorded_game(self.game, seed, choices, self.plan.players, self.plan.options, LONGEST).ending
            else:
                match = self.game.start(self.plan.players, seed, self.plan.options, journal=False)
                self._play(match, seats, choices)
                ending = match.ending
        except (RuleFailure, UserError) as error:
            stopped = error.what if isinstance(error, RuleFailure) else str(error)
        image = self.game.compiled(self.plan.players, self.plan.options).image
        standings = standings_of(ending, tuple(image.seats))
        scores: list[int | None] = [None] * len(seats)
        for standing in standings:
            scores[standing.seat - 1] = standing.score
        made = [(player, value) for player, _, value in choices]
        return Record(
            game=number,
            seed=seed,
            bots=seats,
            stopped=stopped,
            choices=made if stopped is not None else [],
            decisions=len(choices) if stopped is None else max(0, len(choices) - 1),
            won=[round(SIXTIETHS * share) for share in shares_of(standings, len(seats))],
            scores=scores,
            uses=_uses(image, choices) if self.plan.uses else [],
            counts=RuleCounts()
            if self.tracer is None
            else self.tracer.follow(seed, made, match if stopped is None else None),
        )

    def _play(self, match: Match, seats: Sequence[str], choices: list[Choice]) -> None:
        """Plays a match that has begun to its end, choice by choice. ``choices`` is given them, the one that fails last."""
        if self.at_random:
            play_by_steps(match, RandomAnswers(keyed_bits(match.seed), LONGEST + 1), LONGEST, choices)
            return
        while not match.over:
            decision = match.decisions[0]
            name = seats[decision.seat - 1]
            value = decision.values[ask(name, self.bots[name], match, decision)]
            choices.append((decision.seat - 1, decision.question, value))
            match.decide(0, value)
            if match.decided > LONGEST:
                raise RuleFailure(f"no end after {LONGEST} decisions", "")


def _uses(image: Image, choices: Sequence[Choice]) -> list[dict[str, int]]:
    """By seat, how often each option of a question whose options are things, branches or yes and no was chosen."""
    counted = [about.sort.head in COUNTED for about in image.asks]
    used: list[Counter[tuple[int, int]]] = [Counter() for _ in image.seats]
    for player, question, value in choices:
        if counted[question]:
            used[player][question, value] += 1
    return [{f"{question}:{value}": n for (question, value), n in sorted(counter.items())} for counter in used]
