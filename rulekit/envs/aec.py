"""Any game as an environment of PettingZoo: agents take turns (AEC), each is given what its seat sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from rulekit.bots.evaluation import shares
from rulekit.envs.encoding import HIDDEN, Encoding, reward
from rulekit.runtime.decisions import Decision
from rulekit.runtime.game import Game
from rulekit.runtime.match import Match

Mask = NDArray[np.int8]
Observation = dict[str, NDArray[np.int32] | Mask]
LONGEST = 100_000
"""Decisions after which a game is truncated"""
HIGH = 2**31 - 1


class RulekitAEC(AECEnv):
    """One match after another. Agents are ``player_0``, ``player_1``, ... by their seats.

    An observation is ``{"observation": int32[features], "action_mask": int8[actions]}``, laid out as
    :class:`rulekit.envs.encoding.Encoding` says. Who is asked at the same time as others answers in the order of seats, and
    nobody sees what the others have answered. Rewards come at the end only, zero-sum from -1 to 1. An action that the mask
    forbids ends the match for all: -1 for who took it, 0 for the others.
    """

    def __init__(
        self,
        game: Game,
        players: int | Sequence[str] | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Raises UserError for a set-up that the game does not have."""
        super().__init__()
        self.game, self.players, self.options, self.render_mode = game, players, options, render_mode
        compiled = game.compiled(players, options)
        self.encoding = Encoding(compiled)
        self.metadata = {"render_modes": ["ansi", "svg"], "name": game.name, "is_parallelizable": False}
        self.possible_agents = [f"player_{k}" for k in range(len(compiled.image.seats))]
        self.seat = {agent: k for k, agent in enumerate(self.possible_agents, 1)}
        features, actions = len(self.encoding.features), len(self.encoding.actions)
        self._actions = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(HIDDEN, HIGH, (features,), np.int32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._seeds = np.random.default_rng()
        self.match: Match

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Begins a match. ``seed`` seeds this one and all that follow; ``options`` is ignored: those of the game are given
        once, since spaces depend on them."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.match = self.game.start(self.players, int(self._seeds.integers(2**63)), self.options, journal=False)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next()
        if self.match.over:
            self._end()

    def _next(self) -> str:
        decision = self._decision()
        return self.possible_agents[decision.seat - 1] if decision is not None else self.agents[0]

    def _decision(self) -> Decision | None:
        return self.match.decisions[0] if self.match.asks else None

    def observe(self, agent: str) -> Observation:
        seat = self.seat[agent]
        decision = self._decision()
        mask = self.encoding.mask(decision if decision is not None and decision.seat == seat else None)
        return {
            "observation": np.array(self.encoding.observe(self.match, seat), np.int32),
            "action_mask": np.array(mask, np.int8),
        }

    def step(self, action: int | None) -> None:
        """Takes an action for the agent whose turn it is; None for an agent whose match has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        decision = self._decision()
        assert decision is not None
        index = self.encoding.options(decision).get(int(action)) if action is not None else None
        if index is None:
            self.rewards[agent] = -1.0
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.match.choose(decision, index)
            if self.match.over:
                self._end()
            elif self.match.decided >= LONGEST:
                self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._next()
        self._accumulate_rewards()

    def _end(self) -> None:
        won = shares(self.match)
        self.rewards = {agent: reward(won, self.seat[agent]) for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """The board as an onlooker sees it: text (``ansi``) or an SVG (``svg``)."""
        from rulekit.envs.render import rendered

        return rendered(self.game, self.match, self.render_mode)

    def state(self) -> NDArray[np.int32]:
        """Everything at once, with all secrets: the observations of all seats. For training only."""
        seats = range(1, len(self.possible_agents) + 1)
        return np.array([x for seat in seats for x in self.encoding.observe(self.match, seat)], np.int32)

    def close(self) -> None:
        """Nothing is held open."""


def aec(
    game: Game,
    players: int | Sequence[str] | None = None,
    options: Mapping[str, object] | None = None,
    render_mode: str | None = None,
) -> RulekitAEC:
    """An environment of PettingZoo for a game. Raises UserError for a set-up that the game does not have."""
    return RulekitAEC(game, players, options, render_mode)
