"""The budget of a search: a number of playouts, or of seconds."""

from __future__ import annotations

import re
from time import monotonic

from attrs import frozen

from rulekit.diagnostics import UserError

LEVELS = {"easy": "40", "normal": "300", "hard": "1500"}
FORM = re.compile(r"(\d{1,9}(?:\.\d{1,3})?)(s?)")


@frozen
class Budget:
    """``playouts`` or ``seconds``, whichever ends first. With playouts alone the same question has the same answer on every
    machine."""

    playouts: int = 1_000_000_000
    seconds: float = 0.0

    @classmethod
    def read(cls, text: str) -> Budget:
        """``easy``, ``normal``, ``hard``, ``500`` (playouts) or ``1.5s``. Raises UserError for anything else."""
        found = FORM.fullmatch(LEVELS.get(text, text))
        if found is None or float(found[1]) <= 0 or ("." in found[1] and not found[2]):
            raise UserError(f"{text} is no budget", f"a level ({', '.join(LEVELS)}), playouts (500) or seconds (2s)")
        return cls(seconds=float(found[1])) if found[2] else cls(playouts=int(found[1]))

    def clock(self) -> Deadline:
        """A clock that starts now."""
        return Deadline(self, monotonic())


@frozen
class Deadline:
    """Tells whether time is left."""

    budget: Budget
    begin: float

    def left(self, done: int) -> bool:
        """Whether another playout may begin after so many. One always may."""
        if done >= self.budget.playouts:
            return False
        return not self.budget.seconds or not done or monotonic() - self.begin < self.budget.seconds
