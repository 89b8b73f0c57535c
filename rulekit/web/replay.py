"""Replays a game from its beginning, step by step as one seat has seen it.

A step is a move after which the view of the seat was another one: what others do in secret makes none, so that nothing can
be read from how many there are.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

from attrs import define, field, frozen

from rulekit.runtime.match import Match
from rulekit.runtime.narrative.sentence import Sentence
from rulekit.runtime.packed_state import pack, unpack
from rulekit.web.course import Course
from rulekit.web.giving_way import Slices
from rulekit.web.stored_rows import MoveRow


@frozen
class UndoneMove:
    """A move backwards. ``number``: of the state that it led to; ``match``: as it was before, with all that was told until then;
    ``kept``: so much of that is in the story to this day."""

    number: int
    match: Match
    kept: int


@define
class Replay:
    """All states of a game, without their past, packed. ``happened`` holds how much had happened at each.

    Whoever uses it holds its lock, and not that of the game: it may take seconds to make.
    """

    course: Course
    number: int = 0
    """That of the move which it has followed last"""
    states: list[bytes] = field(factory=list)
    """Packed; see :meth:`state`"""
    happened: list[int] = field(factory=list)
    lock: threading.RLock = field(init=False, factory=threading.RLock)
    _told: list[tuple[int, int]] = field(init=False, factory=list)
    """How long the journal and its notes were at each"""
    _backs: list[UndoneMove] = field(init=False, factory=list)
    _steps: dict[int, list[int]] = field(init=False, factory=dict)
    _seen: dict[int, tuple[bool, bytes]] = field(init=False, factory=dict)
    """seat -> what it saw at the last of these: whether the game was over, and the digests of the view"""
    _looked: dict[int, int] = field(init=False, factory=dict)
    """seat -> how many states were compared for it"""

    @classmethod
    def of(cls, course: Course) -> Replay:
        """The replay of a game; ``course`` is at its first question."""
        made = cls(course)
        made._keep()
        return made

    def follow(self, moves: Sequence[MoveRow]) -> None:
        """Follows the moves that were made since, in order."""
        slices = Slices()
        for move in moves:
            before = self.course.match.copy() if move.sort in ("undo", "back") else None
            kept = self.course.follow(move)
            if before is not None:
                before.trail, before.past = [], None
                self._backs.append(UndoneMove(len(self.states), before, kept))
            self.number = move.number
            self._keep()
            slices.end()

    def _keep(self) -> None:
        match = self.course.match
        self.happened.append(match.happened)
        self._told.append((len(match.log or ()), len(match.events)))
        self.states.append(pack(match))

    def state(self, number: int) -> Match:
        """The state after so many moves, without a journal."""
        return unpack(self.states[number], self.course.match)

    def steps(self, seat: int) -> list[int]:
        """The numbers of the states at which the view of a seat (0: a spectator) was another one than before."""
        steps = self._steps.setdefault(seat, [])
        if self._looked.get(seat) == len(self.states):
            return steps
        views = self.course.match.compiled.passing_views(self._name(seat), "en")
        slices = Slices()
        for number in range(self._looked.get(seat, 0), len(self.states)):
            view = views.of(self.state(number))
            seen = (view.shown.over, view.digests)
            if seen != self._seen.get(seat):
                steps.append(number)
                self._seen[seat] = seen
            slices.end()
        self._looked[seat] = len(self.states)
        return steps

    def at(self, seat: int, step: int) -> Match:
        """The ``step``-th state that a seat has seen; a step past the last is the last."""
        steps = self.steps(seat)
        return self.state(steps[min(step, len(steps) - 1)])

    def story(self, seat: int, step: int, lang: str) -> list[Sentence]:
        """What a seat read between the step before and this one, also where it was taken back since then. The first step is 0."""
        number, before = self.steps(seat)[step], self.steps(seat)[step - 1] if step else 0
        since, match = self.happened[before] if step else 0, self.course.match
        for back in self._backs:
            if back.number > number:
                match = back.match
                break
            if back.number > before and back.kept < since:  # the seat has read the lines from there on before
                since = self.happened[back.number]
        state, (rows, events) = self.state(number), self._told[number]
        state.log, state.events = (match.log or [])[:rows], match.events[:events]
        return state.story(self._name(seat), since, "story", lang)

    def is_back(self, seat: int, step: int) -> bool:
        """Whether a choice was taken back in this step."""
        return self.steps(seat)[step] in [back.number for back in self._backs]

    def _name(self, seat: int) -> str | None:
        return self.course.row.seats[seat - 1] if seat else None
