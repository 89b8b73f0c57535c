"""Replays a game from its beginning, step by step as one seat has seen it.

A step is a move after which the view of the seat was another one: what others do in secret makes none, so that nothing can
be read from how many there are.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, evolve, field

from rulekit.runtime.match import Match
from rulekit.runtime.view_types import View
from rulekit.web.course import Course
from rulekit.web.store import MoveRow


@define
class Replay:
    """All states of a game, without their past. ``happened`` holds how much had happened at each."""

    course: Course
    states: list[Match] = field(factory=list)
    happened: list[int] = field(factory=list)
    _steps: dict[int, list[int]] = field(init=False, factory=dict)
    _seen: dict[int, View] = field(init=False, factory=dict)
    """seat -> what it saw at the last of these, without who was asked"""
    _looked: dict[int, int] = field(init=False, factory=dict)
    """seat -> how many states were compared for it"""

    @classmethod
    def of(cls, course: Course) -> Replay:
        """The replay of a game; ``course`` is at its first question."""
        made = cls(course)
        made._keep()
        return made

    @property
    def number(self) -> int:
        """How many moves it has followed."""
        return len(self.states) - 1

    def follow(self, moves: Sequence[MoveRow]) -> None:
        """Goes on with the moves that came since, in their order."""
        for move in moves:
            self.course.follow(move)
            self._keep()

    def _keep(self) -> None:
        match = self.course.match
        state = match.copy()
        self.happened.append(match.happened)
        state.log, state.events, state.trail, state.past = None, [], [], None
        self.states.append(state)

    def steps(self, seat: int) -> list[int]:
        """The numbers of the states at which the view of a seat (0: a spectator) was another one than before."""
        steps = self._steps.setdefault(seat, [])
        name = self.course.row.seats[seat - 1] if seat else None
        for number in range(self._looked.get(seat, 0), len(self.states)):
            view = evolve(self.states[number].view(name), waiting=())
            if view != self._seen.get(seat):
                steps.append(number)
                self._seen[seat] = view
        self._looked[seat] = len(self.states)
        return steps
