"""Plays a game between people and bots, without a screen: the next decision, choices, undo, autosave.

Every choice of a person is saved at once, as at the prompts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.cli.table.keeping import Keeper
from rulekit.cli.table.seating import HUMAN, Seating
from rulekit.cli.translating import said
from rulekit.diagnostics import UserError
from rulekit.runtime.counting import choose_times

if TYPE_CHECKING:
    from rulekit import Match
    from rulekit.runtime.decisions import Decision
    from rulekit.runtime.forms import Form


@define
class Sitting:
    """One game from here to its end, or until somebody leaves. ``trouble``: why the game could not be kept last time."""

    match: Match
    seating: Seating
    keeper: Keeper
    told: dict[str, int] = field(init=False, factory=dict)
    """player -> how much of what has happened he has been told"""
    last: str = field(init=False, default="")
    """who looked at the screen last"""
    trouble: str = field(init=False, default="")

    @property
    def people(self) -> list[str]:
        """The players who sit at this keyboard."""
        return [p for p, who in zip(self.match.players, self.seating.seats, strict=True) if who == HUMAN]

    def pending(self) -> Decision | None:
        """What a person is asked now; None while bots are, and at the end.

        Of several who are asked at once bots answer first, so that a person's own choices follow each other and can be taken
        back. What equipment on the table shows is typed in by a person, also when it is a bot's turn.
        """
        decisions = self.match.decisions
        if not decisions or self._of_a_bot() is not None:
            return None
        return decisions[0]

    def viewer(self, decision: Decision) -> str:
        """Who sits at the keyboard for a decision."""
        if self.seating.seats[decision.seat - 1] == HUMAN:
            return decision.player
        return self.last or self.people[0]

    def _of_a_bot(self) -> Decision | None:
        for decision in self.match.decisions:
            if self.seating.seats[decision.seat - 1] != HUMAN and not (decision.of_the_table and self.people):
                return decision
        return None

    def step(self) -> bool:
        """One choice of a bot; False when none is asked."""
        decision = self._of_a_bot()
        if decision is None:
            return False
        self.match.choose(decision, self.seating.ask_bot(self.match, decision))
        return True

    def choose(self, decision: Decision, value: int, times: int = 1) -> None:
        """A person's choice, perhaps several times. Raises Refused with the reason."""
        choose_times(self.match, decision, value, times)
        self.keep()

    def send(self, form: Form) -> None:
        """All choices of a form, one after another. Raises Refused, and then makes none."""
        form.send(self.match)
        self.keep()

    def undo(self, player: str, lang: str, alone: bool = False) -> str:
        """Takes the player's last choice back; gives the question that is open again. A form is taken back whole, unless its last
        choice is to be taken back ``alone``. Raises Refused with the reason."""
        self.match.undo(player, alone)
        self.told = {name: min(n, self.match.happened) for name, n in self.told.items()}
        self.keep()
        asked = self.match.decision_of(player)
        return asked.prompt(lang) if asked is not None else ""

    def take_over(self, match: Match) -> None:
        """The game goes on in another match, under rules that have changed."""
        self.match = match
        self.told = {player: min(n, match.happened) for player, n in self.told.items()}
        self.keep()

    def keep(self) -> None:
        """Writes the game where it belongs; a full disk is no reason to stop it."""
        self.trouble = ""
        try:
            self.keeper.keep(self.match)
        except UserError as error:
            self.trouble = said(error)
