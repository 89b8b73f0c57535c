"""What a database holds of games, seats and moves, a class for each sort of row. It knows no rules."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

import msgspec
from attrs import frozen

from rulekit.runtime.chance import OLD
from rulekit.runtime.persistence.choices import Choice
from rulekit.web.clock import NO_CLOCK, ClockRules
from rulekit.web.luck import Luck


@frozen
class GameRow:
    """A game as it was set up. ``seats``: names in the rules' words, clockwise; ``options``: by name, as texts."""

    id: str
    created: int
    title: str
    game: str
    rules: str
    seats: tuple[str, ...]
    options: Mapping[str, str]
    variants: tuple[str, ...]
    seed: int
    watch_digest: str
    clock: ClockRules
    chance: str
    """The generator of chance, as a save names it"""
    luck: Luck
    begun: int
    """When the first question was asked: after ``created``, if nonces were waited for"""
    host_digest: str = ""
    """Of the host's token; empty before 0.3.0"""


class StoredSetup(msgspec.Struct):
    """The part of a :class:`GameRow` that is stored as JSON."""

    seats: tuple[str, ...]
    options: dict[str, str]
    variants: tuple[str, ...]
    clock: ClockRules = NO_CLOCK
    chance: str = OLD
    luck: Luck = Luck()


@frozen
class SeatRow:
    """The occupant of a seat: ``seat`` from 1, ``name`` of the person, ``bot`` empty for a person; ``absent``: the bot is in;
    ``held``: whether a person ever had it or opened its link; ``failed``: which bot has failed there before this one, and why;
    ``invitation``: the digest of the last one, which was accepted if it is not ``digest``; ``invitations``: how many the host has
    made anew."""

    seat: int
    digest: str
    name: str
    bot: str
    absent: bool = False
    held: bool = False
    failed: str = ""
    invitation: str = ""
    invitations: int = 0


@frozen
class MoveRow:
    """One move. ``sort``: choice, undo or back, see the schema; ``seat`` from 1; ``made``: seconds since 1970.

    A choice has a ``question`` and an ``option``, by name; ``choices``: how many an undo takes back, or a back leaves.
    """

    number: int
    seat: int
    sort: str
    move: str
    made: int = 0
    question: str = ""
    option: str = ""
    choices: int = 0

    @classmethod
    def of(cls, number: int, seat: int, choice: Choice, move: str, made: int = 0) -> MoveRow:
        """The row of a choice."""
        return cls(number, seat, "choice", move, made, choice.question, choice.option)

    def choice(self, seats: Sequence[str]) -> Choice:
        """The choice that it holds. ``seats``: the names of the players."""
        return Choice(seats[self.seat - 1], self.question, self.option)


@frozen
class NumberedMove:
    """A move as rulekit 0.2.0 kept it: ``question`` and ``value`` are numbers of its compilation; an undo and a back have as
    ``value`` how many choices they take back or leave."""

    number: int
    seat: int
    sort: str
    question: int
    value: int
    move: str
    made: int


def now() -> int:
    """Seconds since 1970, as rows hold them."""
    return int(time.time())
