"""``hint`` at a question: what a bot would choose, knowing only what the player sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from rulekit.cli.texts import Texts

if TYPE_CHECKING:
    from rulekit import Match
    from rulekit.cli.screen import Screen
    from rulekit.runtime.decisions import Decision

THINKING = 2.0
"""Seconds for a hint"""


class Form(Protocol):
    """What is needed here of a form; see :class:`rulekit.cli.table.forms.FormTalk`."""

    def choice(self, value: int, label: str) -> tuple[int, str]: ...


def tell_hint(screen: Screen, texts: Texts, match: Match, decision: Decision, talk: Form | None = None) -> None:
    """Writes the best answers with their values and what would come next. Takes some seconds.

    ``talk``: the form to which ``decision`` belongs; the answers are numbered as they can be typed there.
    """
    from rulekit.bots import Budget, hint, seat_of

    for found in hint(seat_of(match, decision), Budget(seconds=THINKING), lang=texts.lang):
        number, label = found.option.index + 1, found.option.label(texts.lang)
        if talk is not None:
            number, label = talk.choice(found.option.value, label)
        said = texts("hint", n=number, option=label, value=round(100 * found.value), tried=found.tried)
        after = texts("hint_after", line=texts.list(found.line)) if found.line else ""
        screen.line(said + after)
