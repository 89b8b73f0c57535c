"""``hint`` at a question: what a bot would choose in this place, from what its player sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.cli.texts import Texts

if TYPE_CHECKING:
    from rulekit import Match
    from rulekit.cli.screen import Screen
    from rulekit.runtime.decisions import Decision

THINKING = 2.0
"""Seconds for a hint"""


def tell_hint(screen: Screen, texts: Texts, match: Match, decision: Decision) -> None:
    """Writes the best answers with their values and what would come next. Takes some seconds."""
    from rulekit.bots import Budget, hint, seat_of

    for found in hint(seat_of(match, decision), Budget(seconds=THINKING), lang=texts.lang):
        number, label = found.option.index + 1, found.option.label(texts.lang)
        said = texts("hint", n=number, option=label, value=round(100 * found.value), tried=found.tried)
        after = texts("hint_after", line=texts.list(found.line)) if found.line else ""
        screen.line(said + after)
