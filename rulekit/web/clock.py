"""The time of each seat: a bank for the whole game, from which it pays while it is asked. It follows from the moves alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from attrs import define, field

DAY = 24 * 3600


@define
class Clock:
    """``bank``: seconds for the whole game; ``more``: seconds that each choice adds. Without a bank there is no clock."""

    bank: int = 0
    more: int = 0
    _left: dict[int, int] = field(init=False, factory=dict)
    _asked: dict[int, int] = field(init=False, factory=dict)
    """seat -> since when it is asked"""

    @classmethod
    def of(cls, setup: Mapping[str, int]) -> Clock:
        """The clock of a game as it was set up."""
        return cls(setup.get("bank", 0), setup.get("more", 0))

    def moved(self, seat: int, asked: Collection[int], at: int) -> None:
        """A seat has moved, and these are asked now."""
        for other in [other for other in self._asked if other not in asked or other == seat]:
            self._left[other] = self.left(other, at)
            del self._asked[other]
        if seat:
            self._left[seat] = min(self.bank, self.left(seat, at) + self.more)
        for other in asked:
            self._asked.setdefault(other, at)

    def take(self, other: Clock, seats: Iterable[int]) -> None:
        """Shows for these seats what another clock does now."""
        for seat in seats:
            for own, its in ((self._left, other._left), (self._asked, other._asked)):
                own.pop(seat, None)
                if seat in its:
                    own[seat] = its[seat]

    def left(self, seat: int, at: int) -> int:
        """So many seconds a seat has left; less than 0 when it has overrun."""
        running = max(0, at - self._asked[seat]) if seat in self._asked else 0
        return self._left.get(seat, self.bank) - running

    def since(self, seat: int) -> int | None:
        """Since when a seat is asked; None while it is not."""
        return self._asked.get(seat)
