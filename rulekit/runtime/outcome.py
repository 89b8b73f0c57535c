"""What a game at random came to."""

from __future__ import annotations

from typing import NamedTuple


class Outcome(NamedTuple):
    """``decided``: how many choices were made. ``ending``: as :attr:`rulekit.runtime.match.Match.ending`; None where the rules
    came to their end without ranking anybody."""

    decided: int
    ending: list[tuple[int, ...]] | None
