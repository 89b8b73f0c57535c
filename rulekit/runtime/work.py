"""How generated code leaves a rule early: a failing line, the end of the game, the work limit."""

from __future__ import annotations

from collections.abc import Callable, Sized
from typing import TypeVar

S = TypeVar("S", bound=Sized)


class Failure(Exception):
    """A rule line that cannot be carried out: its number, a reason ``(template, values)`` where one is written, and its
    facts: ``(code, me, values...)``, see :mod:`rulekit.stuck`."""

    def __init__(self, line: int, why: tuple[int, tuple[int, ...]] | None = None, facts: tuple[int, ...] = ()) -> None:
        self.line, self.why, self.facts = line, why, facts
        super().__init__(line)


MOST_WORK = 1_000_000_000
TOO_MUCH = -2
"""Pseudo line number of a failure: the work limit was exceeded"""


class Work:
    """Counts what loops do that can become long (:mod:`rulekit.compiler.passes.meter_work`), from one question to the next."""

    __slots__ = ("_answers", "_heard", "steps")

    def __init__(self) -> None:
        self.begin()

    def begin(self, answers: Callable[[], int] | None = None) -> None:
        """``answers``: gives the number of answered questions; used where no caller resets the counter at each of them."""
        self.steps, self._answers, self._heard = 0, answers, -1

    def counted(self, items: S, steps: int, once: int) -> S:
        """The items that a loop goes through, each with so many steps, and what is done once. Raises Failure when it was too
        much."""
        more = len(items) * steps + once
        self.steps += more
        if self.steps > MOST_WORK:
            answered = self._heard if self._answers is None else self._answers()
            if answered == self._heard or more > MOST_WORK:
                raise Failure(TOO_MUCH)
            self.steps, self._heard = more, answered
        return items


class GameEnded(Exception):
    """The game is over, in the middle of whatever rule it was."""
