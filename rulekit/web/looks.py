"""What the pages of a game have: the state that each was sent last, and up to where each seat has looked."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from rulekit.web.parts import KnownState
from rulekit.web.side_store import SeenRow


@frozen
class SentState:
    """A state as it was sent. ``change``: the version of the :class:`SideRecords` in it; ``moves``: how many had been made."""

    state: KnownState
    change: int
    moves: int


@frozen
class Delta:
    """What a page was answered: the difference from what tag on, what it has then, and the difference as JSON."""

    since: str
    now: KnownState
    text: str


@define
class SentStates:
    """The last state for each seat and language: differences are made against it, and it tells what a seat has seen."""

    _last: dict[tuple[int, str], SentState] = field(init=False, factory=dict)
    answered: Delta | None = field(init=False, default=None)
    """What came last of this: the line of who has chosen is told the same, worked out once"""

    def last(self, seat: int, lang: str) -> SentState | None:
        return self._last.get((seat, lang))

    def known(self, seat: int, lang: str, tag: str | None) -> KnownState | None:
        """The state of a page that says which it has; None where it is not the last one."""
        last = self.last(seat, lang)
        return last.state if last is not None and last.state.tag == tag else None

    def note(self, seat: int, lang: str, sent: SentState) -> None:
        self._last[seat, lang] = sent

    def moves(self, seat: int) -> Iterator[int]:
        """How many moves had been made when the seat was sent a state, for each of its languages."""
        return (sent.moves for (of, _), sent in self._last.items() if of == seat)


@define
class Looks:
    """Up to where each seat has looked, as a number of moves. What came since is new to it."""

    _kept: dict[int, SeenRow | None] = field(init=False, factory=dict)
    """None for a seat that has never said so"""
    _visited: set[int] = field(init=False, factory=set)
    """The seats that have said what they looked at"""

    def of(self, seat: int) -> SeenRow | None:
        return self._kept.get(seat)

    def knows(self, seat: int) -> bool:
        return seat in self._kept

    def visit(self, seat: int) -> None:
        """The seat says what it looks at."""
        self._visited.add(seat)

    def begin(self, seat: int, kept: SeenRow | None) -> None:
        """Somebody comes to a seat that has seen so much: what came since then is new to them."""
        look = self.of(seat)
        if kept is None or look is None or kept.moves >= look.moves:
            self._kept[seat] = kept

    def chosen(self, seat: int, moves: int, at: int) -> None:
        """A person at a seat chooses, and has seen so many moves. Of a seat that has never said what it looked at, the stored
        moves tell it as well."""
        if self.of(seat) is not None or seat in self._visited:
            self._kept[seat] = SeenRow(moves, at)
