"""Options keep their numbers while the same is asked again and again: who plans ten things finds each under its number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import define, field

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision

NOTHING = 0
"""The number of the option that declines, whatever else can be chosen"""


@define
class OptionNumbers:
    """The numbers of one run: the same line of the rules asks the same player, and nobody else chooses in between."""

    _run: tuple[str, int] = field(init=False, default=("", -1))
    """who is asked, and which question"""
    _first: int = field(init=False, default=0)
    _last: int = field(init=False, default=0)
    """how many choices had been made when it began, and when it was asked last"""
    _numbers: dict[tuple[str, int], int] = field(init=False, factory=dict)
    """(label, which one of those called so) -> number"""

    def of(self, decision: Decision, labels: Sequence[str], shown: int) -> list[int]:
        """The numbers of what can be asked for: those that it had in this run, and new ones for what is new.

        What stands behind the first ``shown`` labels is not seen: it gets the numbers that are left, for this question only.
        """
        run, now = (decision.player, decision.question), decision.match.decided
        if run != self._run or now < self._first or not self._alone(decision):
            self._run, self._first, self._numbers = run, now, {}
        self._last = now
        out, seen = [], dict.fromkeys(labels, 0)
        for label in labels[:shown]:
            out.append(self._numbers.setdefault((label, seen[label]), len(self._numbers) + 1))
            seen[label] += 1
        first = len(self._numbers) + 1
        return out + list(range(first, first + len(labels) - shown))

    def _alone(self, decision: Decision) -> bool:
        """Whether since the question was asked last nothing but it was answered, once or several times."""
        made, match = (decision.seat - 1, decision.question), decision.match
        since = (match.past or ())[self._last : match.decided]
        return all((player, question) == made for player, question, *_ in since)
