"""The other side: an independent referee of Brandub, written from the published rules. It imports nothing of ours.

Where they were published, and what other tables play, is in ``games/hnefatafl/rulings.md``. A square is (file, rank), both from
0 to 6; a position is a mapping of squares to ``A``, ``D`` and ``K``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

Square = tuple[int, int]
Position = dict[Square, str]
LAST = 6
THRONE: Square = (3, 3)
CORNERS = {(0, 0), (0, LAST), (LAST, 0), (LAST, LAST)}
SIDEWAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))
START = ("...A...", "...A...", "...D...", "AADKDAA", "...D...", "...A...", "...A...")
ATTACK, DEFENCE = "A", "DK"
STRETCH = 50
"""Moves of the attackers without a capture, after which the rule files call a draw"""


@dataclass(frozen=True)
class TableRules:
    """What tables play otherwise; normally all as published."""

    defenders_begin: bool = False
    edge_escape: bool = False
    strong_king: bool = False
    armed_king: bool = True
    throne_again: bool = False


@dataclass
class BrandubReferee:
    """One game: what stands where, who is to move, how it ended."""

    rules: TableRules = TableRules()
    board: Position = field(default_factory=lambda: read(START))
    mover: str = ""
    winner: str = ""
    drawn: bool = False
    quiet: int = 0
    known: set[tuple[str, tuple[tuple[Square, str], ...]]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.mover = DEFENCE if self.rules.defenders_begin else ATTACK
        self._begin_turn()

    @property
    def over(self) -> bool:
        return self.drawn or bool(self.winner)

    def moves(self) -> set[tuple[Square, Square]]:
        """All moves of the side that is to move, none when the game is over."""
        return set() if self.over else set(self._moves())

    def move(self, start: Square, goal: Square) -> set[Square]:
        """Makes a move; gives the squares of the men that it takes."""
        assert (start, goal) in self.moves()
        self.board[goal] = self.board.pop(start)
        taken = {x for x in around(goal) if self._captured(x, goal)}
        king = next(x for x, man in self.board.items() if man == "K")
        for x in taken:
            del self.board[x]
        self.quiet = 0 if taken else self.quiet + (self.mover == ATTACK)
        if king in taken:
            self.winner = ATTACK
        elif king in CORNERS or (self.rules.edge_escape and len(around(king)) < 4):
            self.winner = DEFENCE
        else:
            self.mover = ATTACK if self.mover == DEFENCE else DEFENCE
            self._begin_turn()
        return taken

    def _begin_turn(self) -> None:
        """A draw when a position comes again or nobody can move; and our own end of a game in which nothing is taken."""
        position = (self.mover, tuple(sorted(self.board.items())))
        self.drawn = position in self.known or not any(True for _ in self._moves()) or self.quiet >= STRETCH
        self.known.add(position)

    def _moves(self) -> Iterator[tuple[Square, Square]]:
        """In a straight line, over empty squares; the throne may be crossed."""
        for start, man in self.board.items():
            if man not in self.mover:
                continue
            for step in SIDEWAYS:
                goal = _next(start, step)
                while _inside(goal) and goal not in self.board:
                    if self._may_stop(man, goal):
                        yield start, goal
                    goal = _next(goal, step)

    def _may_stop(self, man: str, goal: Square) -> bool:
        if goal == THRONE:
            return man == "K" and self.rules.throne_again
        return man == "K" or goal not in CORNERS

    def _captured(self, x: Square, goal: Square) -> bool:
        """Whether the man on a square next to the one on which the mover has come to stand is taken."""
        man = self.board.get(x)
        if man is None or man in self.mover or (self.board[goal] == "K" and not self.rules.armed_king):
            return False
        if man == "K" and (self.rules.strong_king or x == THRONE or THRONE in around(x)):
            return len(around(x)) == 4 and all(self._against(man, y) for y in around(x))
        return self._against(man, (2 * x[0] - goal[0], 2 * x[1] - goal[1]))

    def _against(self, man: str, beside: Square) -> bool:
        """Whether a square helps to take a man: an enemy stands there, or it is a corner or the empty throne."""
        if (other := self.board.get(beside)) is None:
            return beside in CORNERS or beside == THRONE
        if other == "K" and not self.rules.armed_king:
            return False
        return (man == "A") != (other == "A")


def read(lines: tuple[str, ...]) -> Position:
    """A position from a drawing, the seventh rank first."""
    return {(f, LAST - k): man for k, line in enumerate(lines) for f, man in enumerate(line) if man != "."}


def around(x: Square) -> list[Square]:
    return [near for step in SIDEWAYS if _inside(near := _next(x, step))]


def count(referee: BrandubReferee, plies: int) -> int:
    """How many games of so many moves there are; those that ended earlier are not counted."""
    if plies == 0:
        return 1
    return sum(count(after(referee, *move), plies - 1) for move in referee.moves())


def after(referee: BrandubReferee, start: Square, goal: Square) -> BrandubReferee:
    """The game after a move; the given one stays as it is."""
    made = BrandubReferee(referee.rules)
    made.board, made.mover = dict(referee.board), referee.mover
    made.quiet, made.known = referee.quiet, set(referee.known)
    made.winner, made.drawn = referee.winner, referee.drawn
    made.move(start, goal)
    return made


def _next(x: Square, step: Square) -> Square:
    return x[0] + step[0], x[1] + step[1]


def _inside(x: Square) -> bool:
    return 0 <= x[0] <= LAST and 0 <= x[1] <= LAST
