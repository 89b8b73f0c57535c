"""The interface of a bot to the match: what its seat may see, and nothing else."""

from __future__ import annotations

from random import Random

from attrs import frozen

from rulekit.runtime.decisions import Decision, Option
from rulekit.runtime.match import Match
from rulekit.runtime.view_types import View


@frozen(eq=False, repr=False)
class Seat:
    """One seat at one of its decisions.

    It holds no reference to the match that is played. Everything that it shows belongs to a match that the player may be
    in (:meth:`rulekit.runtime.match.Match.determinised`): all that they see is as it is, all that they may not know is drawn
    anew. So a bot can do with it what it likes, and learns no secret from it.
    """

    match: Match
    """A match that the player may be in, as far as they can see"""
    decision: Decision
    """The decision: ``.options``, ``.sort``, ``.name``, ``.prompt()``"""
    rng: Random
    """Chance of its own. It depends on the match's seed, the seat and the number of choices made, so that a game which is
    resumed goes on as it would have gone."""

    @property
    def number(self) -> int:
        """The seat, from 1."""
        return self.decision.seat

    @property
    def name(self) -> str:
        """The name of the player in this seat."""
        return self.decision.player

    @property
    def players(self) -> tuple[str, ...]:
        """The names at the table, clockwise from seat 1."""
        return self.match.players

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen."""
        return tuple(self.decision.options)

    def view(self, lang: str = "en") -> View:
        """What the player sees (:meth:`rulekit.runtime.match.Match.view`)."""
        return self.match.view(self.name, lang)

    def determinised(self, seed: int) -> Match:
        """A match to try things in, which looks to this player exactly as the real one: for searches, one after another.

        Its pending question at :meth:`index` is this decision. The same seed gives the same match.
        """
        return self.match.determinised(self.name, seed)

    @property
    def index(self) -> int:
        """The index of this decision in ``determinised(...).asks`` and ``.decisions``."""
        k = self.match.pending(self.number - 1)
        assert k is not None, "a bot is asked what is pending"
        return k

    def __repr__(self) -> str:
        return f"<Seat {self.number} {self.name}: {self.decision.name}, {len(self.decision.values)} options>"
