"""Choices that were made together, a form or several of the same, and are taken back together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

if TYPE_CHECKING:
    from rulekit.runtime.match import Match


@define
class Together:
    """What was made together in one game, oldest first."""

    _made: list[tuple[int, int]] = field(init=False, factory=list)
    """for each how many choices had been made before and after it"""

    def made(self, match: Match, count: int) -> None:
        """The last ``count`` choices of the match belong together."""
        if count > 1:
            self._made.append((match.decided - count, match.decided))

    def take_back(self, match: Match, player: str, lang: str) -> tuple[Match, str]:
        """Takes the player's last choice back with all that was made together with it; gives the match before it, and the
        question that is open again there."""
        while self._made and self._made[-1][1] > match.decided:
            self._made.pop()
        before = match.decided - 1
        if self._made and self._made[-1][1] == match.decided:
            before = self._made.pop()[0]
        asked = ""
        while match.decided > before and (again := match.undo_leads_to(player)) is not None:
            asked = again.prompt(lang)
            match = match.undo(player)
        return match, asked
