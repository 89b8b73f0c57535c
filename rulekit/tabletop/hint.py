"""``hint`` at a question: what a bot would choose, knowing only what the player sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from rulekit.tabletop.page import Page
from rulekit.tabletop.texts import Texts

if TYPE_CHECKING:
    from rulekit import Match
    from rulekit.runtime.decisions import Decision

THINKING = 2.0
"""Seconds for a hint"""


class NumberedOptions(Protocol):
    """A question or a form, whose options can be typed by their numbers."""

    def choice(self, value: int, label: str) -> tuple[int, str]:
        """The number to type for the option with this value, and its label."""


def hint(texts: Texts, match: Match, decision: Decision, asked: NumberedOptions) -> Page:
    """The best answers to a decision with their values and what would come next. Takes some seconds.

    ``asked``: where the decision is answered; the answers have the numbers that can be typed there.
    """
    from rulekit import bots
    from rulekit.bots import Budget, seat_of

    out = Page()
    for found in bots.hint(seat_of(match, decision), Budget(seconds=THINKING), lang=texts.lang):
        number, label = asked.choice(found.option.value, found.option.label(texts.lang))
        said = texts("hint", n=number, option=label, value=round(100 * found.value), tried=found.tried)
        line = texts.list(texts("quoted", text=answer) for answer in found.line)
        after = texts("hint_after", line=line) if line else ""
        out.line(said + after)
    return out
