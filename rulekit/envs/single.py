"""One seat of any game as an environment of Gymnasium: the others are bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from rulekit.bots import Bot, ask, find_bots, named, shares
from rulekit.diagnostics import UserError
from rulekit.envs.aec import HIGH, LONGEST, Mask, Observation
from rulekit.envs.encoding import HIDDEN, Encoding, asked, reward
from rulekit.runtime.game import Game
from rulekit.runtime.match import Match

MISTAKES = 100
"""Forbidden actions after which a match is truncated"""


class RulekitSingle(gymnasium.Env[Observation, int]):
    """A match of one learner against bots.

    Observation and actions are those of :class:`rulekit.envs.aec.RulekitAEC`; the mask of the next decision is in
    ``info["action_mask"]`` as well. The reward of a match comes at its end, zero-sum from -1 to 1. A forbidden action costs 1
    and changes nothing; after 100 of them the match is truncated.
    """

    def __init__(
        self,
        game: Game,
        seat: int = 1,
        bot: str = "random",
        players: int | Sequence[str] | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """``seat``: from 1; ``bot``: who plays the others, as ``rulekit play --seat`` names it. Raises UserError for a set-up,
        a seat or a bot that there is not."""
        self.game, self.players, self.options, self.render_mode = game, players, options, render_mode
        self.metadata = {"render_modes": ["ansi", "svg"]}
        self.learner, self._name = seat, bot
        self._bot: Bot = named(bot, find_bots())
        compiled = game.compiled(players, options)
        if not 1 <= seat <= len(compiled.image.seats):
            raise UserError(f"there is no seat {seat}", f"seats: 1 to {len(compiled.image.seats)}")
        self.encoding = Encoding(compiled)
        features, actions = len(self.encoding.features), len(self.encoding.actions)
        self.action_space: spaces.Space[Any] = spaces.Discrete(actions)
        self.observation_space: spaces.Space[Any] = spaces.Dict(
            {
                "observation": spaces.Box(HIDDEN, HIGH, (features,), np.int32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self._mistakes = 0
        self.match: Match

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, dict[str, Mask]]:
        """Begins a match, and plays to the learner's first decision."""
        super().reset(seed=seed)
        self._mistakes = 0
        while True:
            self.match = self.game.start(self.players, int(self.np_random.integers(2**63)), self.options, journal=False)
            self._others()
            if not self.match.over:
                return self._seen()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Mask]]:
        """Takes an action, and plays to the learner's next decision or the end."""
        decision = asked(self.match, self.learner)
        index = self.encoding.options(decision).get(int(action)) if decision is not None else None
        if decision is None or index is None:
            self._mistakes += 1
            return self._told(-1.0, False, self._mistakes >= MISTAKES)
        self.match.choose(decision, index)
        self._others()
        if self.match.over:
            return self._told(reward(shares(self.match), self.learner), True, False)
        return self._told(0.0, False, self.match.decided >= LONGEST)

    def _told(self, gained: float, ended: bool, cut: bool) -> tuple[Observation, float, bool, bool, dict[str, Mask]]:
        observation, info = self._seen()
        return observation, gained, ended, cut, info

    def _seen(self) -> tuple[Observation, dict[str, Mask]]:
        mask = np.array(self.encoding.mask(asked(self.match, self.learner)), np.int8)
        numbers = np.array(self.encoding.observe(self.match, self.learner), np.int32)
        return {"observation": numbers, "action_mask": mask}, {"action_mask": mask.copy()}

    def _others(self) -> None:
        """The bots answer until the learner is asked, or nobody is. Who is asked at the same time as the learner answers later:
        neither sees what the other says."""
        while self.match.asks and self.match.decided < LONGEST and asked(self.match, self.learner) is None:
            decision = self.match.decisions[0]
            self.match.choose(decision, ask(self._name, self._bot, self.match, decision))

    def render(self) -> str | None:
        """The board as the learner sees it: text (``ansi``) or an SVG (``svg``)."""
        from rulekit.envs.render import rendered

        return rendered(self.game, self.match, self.render_mode, self.match.players[self.learner - 1])
