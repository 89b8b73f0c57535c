"""Any game for OpenSpiel: ``pyspiel.load_game("rulekit(folder=FOLDER,players=4)")``, once this module is imported.

OpenSpiel wants chance to be a move of the game. All chance of a match comes from its seed, so a game begins with one move of
chance: one of ``worlds`` seeds, all as likely. ``worlds=0`` says that a game has no chance, and leaves that move out. Who is
asked at the same time as others answers in the order of seats. Actions and observations are laid out as
:class:`rulekit.envs.encoding.Encoding` says; returns are zero-sum, from -1 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import pyspiel
from attrs import asdict, define, frozen

from rulekit import api
from rulekit.bots.evaluation import shares
from rulekit.diagnostics import UserError
from rulekit.envs.encoding import Encoding, reward
from rulekit.plain_data import restored
from rulekit.runtime.compiled import Compiled
from rulekit.runtime.decisions import Decision
from rulekit.runtime.game import Game
from rulekit.runtime.match import Match

NAME = "rulekit"
WORLDS = 1000
"""Seeds among which the first move of chance chooses"""
LONGEST = 100_000
"""Moves that a game of OpenSpiel is said to have at most"""
MOST_PLAYERS = 12


@frozen
class Parameters:
    """What can be said of a game when it is loaded. ``players``: 0 for the usual number."""

    folder: str = ""
    players: int = 0
    worlds: int = WORLDS


def game_type(compiled: Compiled | None = None, chance: bool = True) -> pyspiel.GameType:
    """What OpenSpiel has to know of a game; without one, of any game of ours."""
    hidden = compiled is None or chance or _secrets(compiled)
    return pyspiel.GameType(
        short_name=NAME,
        long_name="A game in the rule language of rulekit" if compiled is None else compiled.image.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=getattr(pyspiel.GameType.ChanceMode, "EXPLICIT_STOCHASTIC" if chance else "DETERMINISTIC"),
        information=getattr(pyspiel.GameType.Information, "IMPERFECT_INFORMATION" if hidden else "PERFECT_INFORMATION"),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=asdict(Parameters()),
    )


def _secrets(compiled: Compiled) -> bool:
    """Whether a player may not know something: where it lies hidden, or where all choose at once."""
    image = compiled.image
    seen = {place.seen for place in image.places.values()} | {mark.seen for mark in image.marks.values()}
    return seen != {"all"} or any(rule.sort == "at-once" for rule in image.rules)


@cache
def loaded(folder: str) -> Game:
    return api.load(folder)


class RulekitGame(pyspiel.Game):  # type: ignore[misc]  # a class of C++ without types
    """A game of ours with a number of players. Raises UserError and RulesError for what cannot be played."""

    def __init__(self, params: dict[str, object] | None = None) -> None:
        said = restored(Parameters, params or {})
        if not said.folder:
            raise UserError("no game is named", "rulekit(folder=FOLDER) names one")
        self.folder = said.folder
        self.rules = loaded(self.folder)
        self.seats = said.players or None
        self.compiled = self.rules.compiled(self.seats)
        self.encoding = Encoding(self.compiled)
        self.worlds = said.worlds
        info = pyspiel.GameInfo(
            num_distinct_actions=max(len(self.encoding.actions), 1),
            max_chance_outcomes=self.worlds,
            num_players=len(self.compiled.image.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(self.compiled, bool(self.worlds)), info, params or {})

    def new_initial_state(self) -> RulekitState:
        return RulekitState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, object] | None = None
    ) -> Observer:
        """What a player sees; with perfect recall also what they saw and chose before, as text alone."""
        return Observer(self.encoding, iig_obs_type is not None and iig_obs_type.perfect_recall)


@define(eq=False)
class PicklableMatch:
    """A match as OpenSpiel copies and stores it: by a copy, and by its choices."""

    folder: str
    match: Match

    def __deepcopy__(self, memo: object) -> PicklableMatch:
        return PicklableMatch(self.folder, self.match.copy())

    def __reduce__(self) -> tuple[object, ...]:
        match = self.match
        return _again, (self.folder, len(match.players), match.seed, tuple(match.past or ()))


def _again(folder: str, seats: int, seed: int, past: Sequence[tuple[int, int, int, int]]) -> PicklableMatch:
    match = loaded(folder).start(seats, seed, journal=False)
    for player, _, value, _ in past:
        k = match.pending(player)
        assert k is not None, "the same rules ask the same"
        match.decide(k, value)
    return PicklableMatch(folder, match)


class RulekitState(pyspiel.State):  # type: ignore[misc]  # a class of C++ without types
    """A match, or the move of chance before it."""

    def __init__(self, game: RulekitGame) -> None:
        super().__init__(game)
        self._held: PicklableMatch | None = None if game.worlds else self._begin(0)
        self.recalled: list[list[str]] = [[] for _ in game.compiled.image.seats]
        """For each player what they saw when they chose, and what they chose"""

    def _begin(self, seed: int) -> PicklableMatch:
        game = self._game
        return PicklableMatch(game.folder, game.rules.start(game.seats, seed, journal=False))

    @property
    def _game(self) -> RulekitGame:
        found: RulekitGame = self.get_game()
        return found

    @property
    def match(self) -> Match | None:
        """The match; None before the move of chance."""
        return self._held.match if self._held is not None else None

    @property
    def decision(self) -> Decision | None:
        """The question that is answered next."""
        return self.match.decisions[0] if self.match is not None and self.match.asks else None

    def current_player(self) -> int:
        if self.match is None:
            return int(pyspiel.PlayerId.CHANCE)
        decision = self.decision
        return int(pyspiel.PlayerId.TERMINAL) if decision is None else decision.seat - 1

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seed, 1.0 / self._game.worlds) for seed in range(self._game.worlds)]

    def _legal_actions(self, player: int) -> list[int]:
        decision = self.decision
        return [] if decision is None else sorted(self._game.encoding.options(decision))

    def _apply_action(self, action: int) -> None:
        if self.match is None:
            self._held = self._begin(action)
            return
        decision = self.decision
        assert decision is not None
        seen, seat = self._game.encoding.observe(self.match, decision.seat), decision.seat
        self.recalled[seat - 1].append(f"{_text(seen)} > {self._game.encoding.actions[action]}")
        self.match.choose(decision, self._game.encoding.options(decision)[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed {action}" if player == pyspiel.PlayerId.CHANCE else self._game.encoding.actions[action]

    def is_terminal(self) -> bool:
        return self.match is not None and self.match.over

    def returns(self) -> list[float]:
        if not self.is_terminal() or self.match is None:
            return [0.0] * self.num_players()
        won = shares(self.match)
        return [reward(won, seat) for seat in range(1, self.num_players() + 1)]

    def __str__(self) -> str:
        if self.match is None:
            return "before the first move of chance"
        return f"{self.match.hash()}, {self.match.decided} choices"


class Observer:
    """An observation as OpenSpiel wants it: ``tensor``, the same by name in ``dict``, and as text."""

    def __init__(self, encoding: Encoding, recall: bool) -> None:
        self.encoding, self.recall = encoding, recall
        self.tensor = np.zeros(len(encoding.features), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RulekitState, player: int) -> None:
        self.tensor[:] = 0 if state.match is None else self.encoding.observe(state.match, player + 1)

    def string_from(self, state: RulekitState, player: int) -> str:
        if state.match is None:
            return ""
        now = _text(self.encoding.observe(state.match, player + 1))
        return "\n".join([*state.recalled[player], now]) if self.recall else now


def _text(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


pyspiel.register_game(game_type(), RulekitGame)
