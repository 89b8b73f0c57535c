"""What the table asks before it makes a choice: how many of the same, or whether something that is gone for good is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.runtime.multiples import most_of
from rulekit.tabletop.commands import is_number

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision
    from rulekit.runtime.match import Match
    from rulekit.tabletop.texts import Texts

YES = ("y", "yes", "是", "好", "はい")
NO = ("n", "no", "0", "否", "不", "いいえ")


@frozen
class FollowUp:
    """``most``: so many of it can be chosen; 1 where only yes or no is asked."""

    prompt: str
    most: int

    def read(self, typed: str) -> int | None:
        """The number that was answered, where 0 declines; None for anything else."""
        said = typed.strip().casefold()
        if said in NO:
            return 0
        if self.most == 1:
            return 1 if said in YES else None
        return int(said) if is_number(said) and int(said) <= self.most else None


def follow_up(match: Match, decision: Decision, value: int, label: str, texts: Texts) -> FollowUp | None:
    """What has to be asked before an option of a decision is chosen; None where nothing has."""
    if value < 0:
        return None
    if decision.final:
        return FollowUp(texts("for_good", option=label), 1)
    most = alike(match, decision, value)
    return FollowUp(texts("how_many", option=label, most=most), most) if most > 1 else None


def alike(match: Match, decision: Decision, value: int) -> int:
    """The number of equal things that an option stands for."""
    has_like = decision.about.op == "choose-band" or decision.key(value) not in (value, (value,))
    return most_of(match, decision, value) if value >= 0 and has_like else 1
