"""Who plays each seat of a table: a person or a bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit import bots
from rulekit.bots import Bot

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision
    from rulekit.runtime.match import Match

HUMAN = "human"


@frozen
class Seating:
    """The occupant of each seat, in order: ``human`` or the name of a bot."""

    seats: Sequence[str]
    bots: Mapping[str, Bot]

    def ask_bot(self, match: Match, decision: Decision) -> int:
        """The choice of the bot in the seat to move."""
        name = self.seats[decision.seat - 1]
        return bots.ask(name, bots.named(name, self.bots), match, decision)

    def is_human(self, seat: int) -> bool:
        """Whether a person plays a seat, from 1."""
        return self.seats[seat - 1] == HUMAN

    @property
    def people(self) -> list[int]:
        """The seats of people, from 1."""
        return [seat for seat, who in enumerate(self.seats, 1) if who == HUMAN]
