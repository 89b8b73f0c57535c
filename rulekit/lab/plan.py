"""The plan of a run: a game for one set-up, bots, seeds, and the seating of each game."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import asdict, evolve, field, frozen

from rulekit.api import load
from rulekit.bots import find_bots, named
from rulekit.diagnostics import UserError
from rulekit.lab.spawned import check_not_imported

if TYPE_CHECKING:
    from rulekit.runtime.game import Game


@frozen
class RunPlan:
    """A run as plain data, so that it can go to another process and into a file. Raises nothing: see :func:`make_plan`."""

    folder: str
    variants: tuple[str, ...]
    players: int
    options: Mapping[str, str]
    bots: tuple[str, ...]
    seed: int
    games: int
    content: str
    """The hash of the rules for this set-up"""
    uses: bool = False
    """Whether records count the uses of each option"""
    traced: bool = False
    """Whether records tell what the rules came to (:mod:`rulekit.lab.tracing`)"""
    seatings: tuple[tuple[str, ...], ...] = field(init=False)

    @seatings.default
    def _all_seatings(self) -> tuple[tuple[str, ...], ...]:
        return seatings(self.bots, self.players)

    @property
    def block(self) -> int:
        """The number of games in a block: one seed, every seating once."""
        return len(self.seatings)

    def game(self, number: int) -> tuple[int, tuple[str, ...]]:
        """(seed, seating) of a game, from 0. The same seed is used for all games of a block."""
        return self.seed + number // self.block, self.seatings[number % self.block]

    @property
    def key(self) -> str:
        """A key that is the same for plans that differ in the number of games alone."""
        data = {k: v for k, v in asdict(self).items() if k not in ("games", "seatings")}
        return hashlib.sha256(json.dumps(data, sort_keys=True, default=list).encode()).hexdigest()[:32]


def seatings(bots: Sequence[str], players: int) -> tuple[tuple[str, ...], ...]:
    """Every way in which the bots sit in a block, so that each sits in each seat equally often.

    As many bots as seats are turned round the table. Fewer take several seats in turn; more take turns at the table.
    """
    many = len(bots)
    if many > players:
        found = [tuple(bots[(first + k) % many] for k in range(players)) for first in range(many)]
    else:
        orders = [[bots[(first + k) % many] for k in range(players)] for first in range(many if players % many else 1)]
        found = [tuple(order[k:] + order[:k]) for order in orders for k in range(players)]
    return tuple(dict.fromkeys(found))


def make_plan(
    folder: str | Path,
    bots: Sequence[str] = ("random",),
    games: int = 100,
    players: int | None = None,
    seed: int = 1,
    options: Mapping[str, object] | None = None,
    variants: Sequence[str | Path] = (),
    uses: bool = False,
    traced: bool = False,
) -> RunPlan:
    """Checks everything before a game is played. Raises UserError and RulesError.

    ``games`` is rounded up to whole blocks.
    """
    check_not_imported()
    if games < 1:
        raise UserError("there is nothing to play: the number of games has to be 1 or more")
    if not bots:
        raise UserError("nobody is to play", "name bots, for example: random,greedy")
    known = find_bots()
    for bot in bots:
        named(bot, known)
    game = load(folder, variants)
    players = game.usual if players is None else players
    compiled = game.compiled(players, options)
    said = {name: str(value) for name, value in (options or {}).items()}
    laid = tuple(map(str, variants))
    plan = RunPlan(str(folder), laid, players, said, tuple(bots), seed, games, compiled.key, uses, traced)
    return evolve(plan, games=-(-games // plan.block) * plan.block)


def table(plan: RunPlan) -> Game:
    """The game of a plan, loaded. Raises UserError if its rules are not those that the plan was made for."""
    game = load(plan.folder, plan.variants)
    if game.compiled(plan.players, plan.options).key != plan.content:
        raise UserError("the rules have changed since this run was planned", "begin it anew, without --resume")
    return game
