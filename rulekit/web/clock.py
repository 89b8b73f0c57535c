"""The time of each seat: a bank for the whole game or for each chapter of it, from which it pays while it is asked. It follows
from the moves and the settings of the table alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal

import msgspec
from attrs import define, evolve, field

DAY = 24 * 3600
Span = Literal["game", "chapter"]
"""What a bank is for"""
TimeUp = Literal["bot", "answer", "note", "vote"]
"""What happens when the time of a seat has run out: a bot plays until the person is back; this one question is answered for the
person; all are told and nothing else; the others vote on a bot"""


class ClockRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """``bank``: seconds of each seat ``per`` game or chapter, 0 without a clock; ``more``: seconds that each choice adds;
    ``since``: when the host set it last, 0 for a clock that was set with the table. Every bank is full then."""

    bank: int = 0
    more: int = 0
    per: Span = "game"
    then: TimeUp = "bot"
    since: int = 0


NO_CLOCK = ClockRules()


@define
class Clock:
    """``begun``: when the banks were filled last."""

    rules: ClockRules = NO_CLOCK
    begun: int = 0
    _left: dict[int, int] = field(init=False, factory=dict)
    _asked: dict[int, int] = field(init=False, factory=dict)
    """seat -> since when it is asked"""
    _chapters: int = field(init=False, default=0)
    """The most chapters that there have been: one that is begun again gives no new time"""

    @property
    def bank(self) -> int:
        return self.rules.bank

    def under(self, rules: ClockRules) -> Clock:
        """The clock after the host has changed its rules. Every bank is full then, unless the bank itself was not changed."""
        clock = evolve(self, rules=rules, begun=max(self.begun, rules.since))
        clock._asked, clock._chapters = dict(self._asked), self._chapters
        clock._left = dict(self._left) if rules.since == self.rules.since else {}
        return clock

    def moved(self, seat: int, asked: Collection[int], at: int) -> None:
        """Notes a move of a seat, and the seats that are asked now."""
        for other in [other for other in self._asked if other not in asked or other == seat]:
            self._left[other] = self.left(other, at)
            del self._asked[other]
        if seat:
            self._left[seat] = min(self.bank, self.left(seat, at) + self.rules.more)
        for other in asked:
            self._asked.setdefault(other, at)

    def chapter(self, number: int, at: int) -> None:
        """Notes how many chapters have begun."""
        if number > self._chapters and self._chapters and self.rules.per == "chapter":
            self._left = {seat: self.bank + self._running(seat, at) for seat in self._asked}
            self.begun = max(self.begun, at)
        self._chapters = max(self._chapters, number)

    def take(self, other: Clock, seats: Iterable[int]) -> None:
        """Takes over the times of these seats from another clock."""
        for seat in seats:
            for own, its in ((self._left, other._left), (self._asked, other._asked)):
                own.pop(seat, None)
                if seat in its:
                    own[seat] = its[seat]

    def left(self, seat: int, at: int) -> int:
        """The seconds that a seat has left; negative when it has overrun."""
        return self._left.get(seat, self.bank) - self._running(seat, at)

    def _running(self, seat: int, at: int) -> int:
        return max(0, at - max(self._asked[seat], self.rules.since)) if seat in self._asked else 0

    def since(self, seat: int) -> int | None:
        """The time since which a seat has been asked; None while it is not."""
        return self._asked.get(seat)
