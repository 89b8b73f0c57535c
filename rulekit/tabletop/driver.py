"""Drives a match between people and bots at one keyboard: the next question, choices, undo, autosave, a change of the rules.

It knows no screen: prompts and full screen draw what it says. Bots answer first, so that the choices of a person follow each
other and can be taken back. Every choice of a person is saved at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.diagnostics import UserError
from rulekit.runtime.multiples import choose_times
from rulekit.tabletop.autosave import Autosave
from rulekit.tabletop.seating import Seating

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision
    from rulekit.runtime.forms import Form
    from rulekit.runtime.match import Match


@define
class Driver:
    """One match from here to its end, or until somebody leaves."""

    match: Match
    seating: Seating
    autosave: Autosave
    viewer: str = field(init=False, default="")
    """The person who looked at the screen last"""
    unsaved: UserError | None = field(init=False, default=None)
    """Why the last autosave failed; a full disk is no reason to stop a game"""
    _told: dict[str, int] = field(init=False, factory=dict)
    """player -> ``match.happened`` up to which they have read the story"""

    @property
    def people(self) -> list[str]:
        """The players at this keyboard."""
        return [self.match.players[seat - 1] for seat in self.seating.people]

    # ------------------------------------------------------------ whose question it is
    def step(self) -> bool:
        """One choice of a bot; False when no bot is asked."""
        decision = next((d for d in self.match.decisions if not self._for_people(d)), None)
        if decision is None:
            return False
        self.match.choose(decision, self.seating.ask_bot(self.match, decision))
        return True

    def pending(self) -> Decision | None:
        """The question that a person answers next; None while a bot is asked, and at the end."""
        decisions = self.match.decisions
        return decisions[0] if decisions and all(map(self._for_people, decisions)) else None

    def _for_people(self, decision: Decision) -> bool:
        """Whether a person answers: the result of equipment on the table is typed in also when it is a bot's turn."""
        return self.seating.is_human(decision.seat) or bool(decision.of_the_table and self.people)

    def reader(self, decision: Decision) -> str:
        """Who sits at the keyboard for a question: its player, or for the turn of a bot whoever looked last."""
        return decision.player if self.seating.is_human(decision.seat) else self.viewer or self.people[0]

    # ------------------------------------------------------------ choices
    def choose(self, decision: Decision, value: int, times: int = 1, joined: bool = False) -> None:
        """A person's choice, perhaps several times. ``joined``: it is taken back together with the choice before. Raises Refused
        with the reason."""
        choose_times(self.match, decision, value, times, joined)
        self.save()

    def send(self, form: Form) -> None:
        """All choices of a form, one after another. Raises Refused, and then makes none."""
        form.send(self.match)
        self.save()

    def undo(self, player: str, alone: bool = False) -> Decision | None:
        """Takes the player's last choice back; gives the question that is open again. A form is taken back whole, unless its last
        choice is to be taken back ``alone``. Raises Refused with the reason."""
        self.match.undo(player, alone)
        self._shorten()
        self.save()
        return self.match.decision_of(player)

    def take_over(self, match: Match) -> None:
        """Continues with another match, after a change of the rules."""
        self.match = match
        self._shorten()
        self.save()

    def save(self) -> None:
        """Writes the autosave; ``unsaved`` is the reason if that fails."""
        self.unsaved = None
        try:
            self.autosave.write(self.match)
        except UserError as error:
            self.unsaved = error

    # ------------------------------------------------------------ the story
    def untold(self, player: str) -> int:
        """``match.happened`` at the last call for this player: where their story goes on."""
        since = self.read_up_to(player)
        self._told[player] = self.match.happened
        return since

    def read_up_to(self, player: str) -> int:
        """``match.happened`` up to which this player has read the story."""
        return self._told.get(player, 0)

    def _shorten(self) -> None:
        """Forgets the parts of the story that were taken back."""
        self._told = {player: min(n, self.match.happened) for player, n in self._told.items()}
