"""The state that was last sent to each seat of a game, and the read marker of each seat."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from rulekit.web.parts import KnownState
from rulekit.web.side_store import SeenRow
from rulekit.web.stored_rows import GameRow


@frozen
class SentState:
    """A state as it was sent. ``change``: the version of the :class:`SideRecords` in it; ``moves``: how many had been made;
    ``row``: the settings of the table in it, another object whenever they were read again."""

    state: KnownState
    change: int
    moves: int
    row: GameRow


@frozen
class Delta:
    """The difference that a page was answered: from the state with the tag ``since`` to the state ``now``, as JSON."""

    since: str
    now: KnownState
    text: str


@define
class SentStates:
    """The last state for each seat and language: differences are made against it, and it tells what a seat has seen."""

    _last: dict[tuple[int, str], SentState] = field(init=False, factory=dict)
    answered: Delta | None = field(init=False, default=None)
    """The last one: the event stream of the same page sends it, too, without working it out again"""

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
    """The read marker of each seat, as a number of moves: what came later is unread."""

    _kept: dict[int, SeenRow | None] = field(init=False, factory=dict)
    """None for a seat that has never said so"""
    _visited: set[int] = field(init=False, factory=set)
    """The seats whose pages report what was looked at"""

    def of(self, seat: int) -> SeenRow | None:
        return self._kept.get(seat)

    def knows(self, seat: int) -> bool:
        return seat in self._kept

    def visit(self, seat: int) -> None:
        """The page of a seat reports what was looked at."""
        self._visited.add(seat)

    def begin(self, seat: int, kept: SeenRow | None) -> None:
        """A visit begins with the stored read marker, unless the one here is ahead of it."""
        look = self.of(seat)
        if kept is None or look is None or kept.moves >= look.moves:
            self._kept[seat] = kept

    def chosen(self, seat: int, moves: int, at: int) -> None:
        """Sets the marker at a choice. A seat whose page never reports needs none: its own stored moves say the same."""
        if self.of(seat) is not None or seat in self._visited:
            self._kept[seat] = SeenRow(moves, at)
