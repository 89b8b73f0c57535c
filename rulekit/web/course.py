"""The course of a game: the match that its stored moves lead to, and the choices that were not taken back.

A move is a choice, an undo of the last choices of a seat, a step back that all have agreed to, or that they go on without moves
that fit the rules no longer. The game in play and its replay
follow the same moves by this class.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from attrs import define, evolve, field, frozen

from rulekit.diagnostics import UserError
from rulekit.runtime.failures import Refused
from rulekit.runtime.game import Game
from rulekit.runtime.match import Match
from rulekit.runtime.persistence.choices import Choice, LocatedChoice, find
from rulekit.runtime.undo import UndoPoint, is_sealed, is_thrown
from rulekit.web.stored_rows import GameRow, MoveRow


@frozen
class StandingChoice:
    """A choice that was not taken back. ``form``: the same for the choices of one form; ``happened``: that of the match before
    it; ``before``: the moment before it, None where nobody can go back there."""

    seat: int
    choice: Choice
    form: str
    happened: int
    before: UndoPoint | None


@define
class Course:
    row: GameRow
    game: Game
    match: Match
    made: list[StandingChoice] = field(factory=list)
    apart: int = 0
    """How many moves were made on which the questions of other seats may rest"""
    seen: int = 0
    """How many of the choices were made when it was so many: those after them are made in secret and at once"""

    @classmethod
    def of(cls, row: GameRow, game: Game) -> Course:
        """The course of a game at its first question."""
        return cls(row, game, game.start(row.seats, row.seed, row.options, True, row.chance))

    def follow(self, move: MoveRow) -> int:
        """Makes one more move. Gives ``match.happened`` up to which the past is as it was. Raises UserError for a choice that
        cannot be made under the rules of today."""
        since = self.match.happened
        match move.sort:
            case "undo":
                return self._take_back(move.seat, move.choices)
            case "skip":
                return since
            case "back":
                self._again(self.made[: move.choices])
                return min(since, self.match.happened)
        self._find(move.seat, move.choice(self.match.players), form_name(move), f"move {move.number} of this game")
        self.match.fold_journal()  # before it is copied many times for what may be taken back
        return since

    def choose(self, seat: int, choice: Choice, index: int, value: int, form: str) -> None:
        """Makes a choice: ``index`` into the questions that are open, ``value`` of the option."""
        last = next((made.form for made in reversed(self.made) if made.seat == seat), None)
        made = StandingChoice(seat, choice, form, self.match.happened, UndoPoint.of(self.match))
        forks = self.match.forks
        self.match.decide(index, value, form == last)
        self.made.append(made)
        if not (forks and self.match.forks):
            self._show()

    def _show(self) -> None:
        self.apart += 1
        self.seen = len(self.made)

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Restores the course if the block raises."""
        match, made, apart, seen = self.match.copy(), len(self.made), self.apart, self.seen
        try:
            yield
        except BaseException:
            self.match.become(match)
            del self.made[made:]
            self.apart, self.seen = apart, seen
            raise

    def before_last(self, seat: int) -> int:
        """``match.happened`` before the last choice of a seat, or before the first one of the form it was in; 0 before any."""
        own = [made for made in self.made if made.seat == seat]
        return next((made.happened for made in own if made.form == own[-1].form), 0)

    def keep_after(self, seat: int) -> int | None:
        """How many choices stay if a seat's last choice is to be made again by consent of all; None where it cannot be.

        It can be as long as nothing has come since then by chance and nobody has seen a card.
        """
        own = [k for k, made in enumerate(self.made) if made.seat == seat]
        first = next((k for k in own if self.made[k].form == self.made[own[-1]].form), None)
        before = self.made[first].before if first is not None else None
        return None if before is None or is_sealed(self.match, before) else first

    def fold(self) -> None:
        """Drops the saved moments to which nobody can go back."""
        if not self.made or is_thrown(self.match):  # what is thrown on the table may still be corrected
            return
        for k in range(len(self.made) - 1, -1, -1):
            before = self.made[k].before
            if before is None:
                return
            if is_sealed(self.match, before):
                self.made[k] = evolve(self.made[k], before=None)

    def _take_back(self, seat: int, count: int) -> int:
        """Removes the last choices of a seat, and makes again what others have chosen since then."""
        own = [k for k, made in enumerate(self.made) if made.seat == seat][-count:]
        if not own:  # an earlier version of rulekit stored the undo of a spectator
            return self.match.happened
        first, left = own[0], [made for k, made in enumerate(self.made) if k not in own]
        since, forks = self.made[first].happened, self.match.forks
        try:
            self.match.take_back(self.match.players[seat - 1], count)
        except Refused:  # an earlier version of rulekit let it be taken back
            self._again(left)
            return since
        later = left[first:]
        again = self.match.trail[len(self.match.trail) - len(later) :]
        self.made[first:] = [
            evolve(made, happened=then.before.happened, before=UndoPoint.of(then.before))
            for made, then in zip(later, again, strict=True)
        ]
        if not (forks and self.match.forks):
            self._show()
        return since

    def _again(self, made: Sequence[StandingChoice]) -> None:
        """Makes these choices again from the beginning, and no others."""
        self.match, self.made = (
            self.game.start(self.row.seats, self.row.seed, self.row.options, True, self.row.chance),
            [],
        )
        for x in made:
            self._find(x.seat, x.choice, x.form, "an earlier choice")
        self._show()

    def _find(self, seat: int, choice: Choice, form: str, what: str) -> None:
        found = find(self.match, choice)
        if not isinstance(found, LocatedChoice):
            raise UserError(f"{what} cannot be made under the rules of today: {found}")
        self.choose(seat, choice, found.index, found.value, form)


def form_name(move: MoveRow) -> str:
    """The name that all choices of one form share: the client's name for them, without their numbers."""
    name, _, number = move.move.rpartition("/")
    return name if name and number.isdecimal() else move.move


def standing(moves: Sequence[MoveRow]) -> list[MoveRow]:
    """The choices among moves that were not taken back."""
    found: list[MoveRow] = []
    for move in moves:
        match move.sort:
            case "choice":
                found.append(move)
            case "back":
                del found[move.choices :]
            case "undo":
                own = [k for k, made in enumerate(found) if made.seat == move.seat][-move.choices :]
                found = [made for k, made in enumerate(found) if k not in own]
    return found
