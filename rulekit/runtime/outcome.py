"""The outcome of a random game."""

from __future__ import annotations

from typing import NamedTuple

from rulekit.runtime.random_answers import Choice


class Outcome(NamedTuple):
    """``decided``: how many choices were made. ``ending``: as :attr:`rulekit.runtime.match.Match.ending`; None where the rules
    came to their end without ranking anybody. ``choices``: all of them, where they are recorded."""

    decided: int
    ending: list[tuple[int, ...]] | None
    choices: tuple[Choice, ...] = ()
