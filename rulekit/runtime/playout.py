"""Random play to the end without waiting: what the rules ask is answered on the spot, inside the function that asks.

What lies on the stack when a playout begins goes on step by step, as in any match; every deed that a step calls is carried
out whole, by the straight module. The answers are those that :meth:`rulekit.runtime.match.Match.play_random` would give.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from operator import length_hint
from typing import TYPE_CHECKING, Any, NamedTuple

from rulekit.runtime.chance import MASK, stretch
from rulekit.runtime.prelude import Ended

if TYPE_CHECKING:
    from rulekit.runtime.match import Ask, Match

AT_ONCE = 16
"""So many answers are drawn at a time."""


def first_bits(seed: int) -> int:
    """The state of the generator before the first answer."""
    return seed * 2862933555777941757 + 3037000493 & MASK


class Answers:
    """31 random bits for each answer, from the generator that :func:`first_bits` begins, up to ``limit`` answers."""

    __slots__ = ("_drawn", "_rest", "draw")

    def __init__(self, seed: int, limit: int) -> None:
        self._drawn = 0
        self._rest: Iterator[int] = iter(())
        self.draw: Callable[[], int] = chain.from_iterable(self._parts(first_bits(seed), limit)).__next__

    def _parts(self, x: int, limit: int) -> Iterator[Iterator[int]]:
        upper = stretch(AT_ONCE).upper
        while (left := limit - self._drawn) > 0:
            bits, x = upper(x)
            self._drawn += min(left, AT_ONCE)
            self._rest = iter(bits if left >= AT_ONCE else bits[:left])
            yield self._rest

    @property
    def made(self) -> int:
        """How many were given."""
        return self._drawn - length_hint(self._rest)


class Plays(NamedTuple):
    """The straight module: its steps, and what makes that in which it keeps what it has worked out (None: it keeps nothing)."""

    steps: Sequence[Callable[..., Any]]
    fresh: Callable[[], list[Any]] | None


class Playout:
    """Stands for the match in the functions that are called."""

    __slots__ = ("asks", "draw", "kept", "match", "steps")

    def __init__(self, match: Match, plays: Plays, draw: Callable[[], int]) -> None:
        self.match, self.steps, self.draw = match, plays.steps, draw
        self.kept = plays.fresh() if plays.fresh is not None else None
        self.asks: list[Ask] = []

    def end(self, ranking: list[tuple[int, ...]], line: int) -> None:
        self.match.end(ranking, line)

    def fork(self, body: Callable[..., Any], args: tuple[Any, ...]) -> None:
        """What all do at once: one after the other."""
        match = self.match
        for player in range(len(match.compiled.image.seats)):
            stack: list[Any] = []
            body(self, match.s, match.z, stack, *args, player)
            self.run(stack)

    def all(self) -> None:
        """Plays to the end, which raises Ended."""
        match = self.match
        pending, match.asks = match.asks, []
        for ask in pending:
            self.asks.append(ask)
            self.run(ask[3])
        match.forks = 0
        self.run(match.st)

    def run(self, stack: list[Any]) -> None:
        """Goes on until nothing lies on the stack any more."""
        match, steps, draw, asks = self.match, self.steps, self.draw, self.asks
        s, z = match.s, match.z
        while stack:
            answer = None
            if asks:
                options = asks.pop()[2]
                answer = options[draw() * len(options) >> 31]
            steps[stack[-1][-1]](self, s, z, stack, answer)


def played(match: Match, plays: Plays, seed: int, limit: int) -> int:
    """Plays to the end of the game, or until the rules come to their end. Gives how many choices were made.

    Whatever is raised but Ended leaves the match in the middle of a rule.
    """
    answers, work = Answers(seed, limit + 1), match.compiled.machine.work
    work.begin(lambda: answers.made)
    try:
        Playout(match, plays, answers.draw).all()
    except Ended:
        match._over()
    finally:
        work.begin()
    if match.kept is not None:  # what was worked out before the playout
        match.play_quickly()
    match.decided += answers.made
    return answers.made
