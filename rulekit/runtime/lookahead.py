"""What an answer would lead to: the next question to the same player, as far as looking ahead reveals nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.runtime.failures import RuleFailure
from rulekit.runtime.undo import obstacle

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision
    from rulekit.runtime.match import Match


def next_question(match: Match, decision: Decision, value: int) -> Decision | None:
    """What a player would be asked right after an answer.

    None where somebody else is asked then, and where the answer could not be taken back: something would come by chance or be
    shown. So whoever looks learns no more than by choosing and undoing it.
    """
    if match.log is None:
        return None
    copy = match.copy()
    copy.log, copy.events, copy.trail, copy.past = [], [], [], None
    index = copy.pending(decision.seat - 1)
    if index is None:
        return None
    try:
        copy.decide(index, value)
    except RuleFailure:
        return None
    following = copy.decision_of(decision.player)
    return None if following is None or obstacle(copy, decision.player) else following
