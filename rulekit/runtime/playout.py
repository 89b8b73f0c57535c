"""Random playouts: questions are answered by chance inside the function that asks, or step by step.

What lies on the stack when a playout begins goes on step by step, as in any match; every deed that a step calls is carried
out whole, by the straight module. The answers are those that :meth:`rulekit.runtime.match.Match.play_random` would give.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from operator import length_hint
from typing import TYPE_CHECKING

from rulekit.plugins.devices import DeviceError
from rulekit.runtime.failures import MOST_STEPS, RuleFailure, failure_text
from rulekit.runtime.linear_congruential import MASK, stretch
from rulekit.runtime.work import Failure, GameEnded

if TYPE_CHECKING:
    from rulekit.runtime.protocols import Ask, Local, MatchState, Stack, Step

AT_ONCE = 16
"""So many answers are drawn at a time."""


def first_bits(seed: int) -> int:
    """The state of the generator before the first answer."""
    return seed * 2862933555777941757 + 3037000493 & MASK


class RandomAnswers:
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


class Playout:
    """What the functions of a playout are given in place of the match."""

    __slots__ = ("asks", "draw", "match", "steps")

    def __init__(self, match: MatchState, steps: Sequence[Step], draw: Callable[[], int]) -> None:
        self.match, self.steps, self.draw = match, steps, draw
        self.asks: list[Ask] = []

    def end(self, rows: list[int], width: int, line: int) -> None:
        self.match.end(rows, width, line)

    def fork(self, body: Step, args: tuple[Local, ...]) -> None:
        """What all players do at once, carried out one after the other."""
        match = self.match
        for player in range(len(match.compiled.image.seats)):
            stack: Stack = []
            body(self, match.s, match.z, stack, *args, player)
            self.run(stack)

    def all(self) -> None:
        """Plays to the end, which raises GameEnded."""
        match = self.match
        pending, match.asks = match.asks, []
        for ask in pending:
            self.asks.append(ask)
            self.run(ask[3])
        match.forks = 0
        self.run(match.st)

    def run(self, stack: Stack) -> None:
        """Goes on until nothing lies on the stack any more."""
        match, steps, draw, asks = self.match, self.steps, self.draw, self.asks
        s, z = match.s, match.z
        while stack:
            answer = None
            if asks:
                options = asks.pop()[2]
                answer = options[draw() * len(options) >> 31]
            steps[stack[-1][-1]](self, s, z, stack, answer)


def played(match: MatchState, steps: Sequence[Step], seed: int, limit: int) -> int:
    """Plays to the end of the game, or until the rules end. Gives how many choices were made.

    Whatever is raised but GameEnded leaves the match in the middle of a rule.
    """
    answers, work = RandomAnswers(seed, limit + 1), match.compiled.machine.work
    work.begin(lambda: answers.made)
    try:
        Playout(match, steps, answers.draw).all()
    except GameEnded:
        match.finish()
    finally:
        work.begin()
    match.decided += answers.made
    return answers.made


def play_random(match: MatchState, seed: int, limit: int) -> int:
    """Plays to the end with choices at random, by the fastest means at hand; gives how many choices there were.

    Raises RuleFailure where a rule fails, and where there is no end after ``limit`` choices.
    """
    native = match.compiled.machine.native if match.log is None else None
    if native is not None:
        made = native.play(match, first_bits(seed), limit + 1)
        if made is not None and made > limit and match.ending is None:
            raise RuleFailure(f"no end after {limit} decisions", "")
        if made is not None:
            return made  # else something went wrong, or is left to Python
    steps = match.compiled.machine.plays if match.log is None else None
    if steps is not None:
        before = match.copy()
        try:
            return played(match, steps, seed, limit)
        except Exception:
            match.become(before)  # it is played again step by step, so that the match stands where it went wrong
    return play_stepwise(match, seed, limit)


def play_stepwise(match: MatchState, seed: int, limit: int) -> int:
    """The same, an answer at a time: what a module for playouts does is held against this."""
    x = first_bits(seed)
    s, z, steps, asks, main = match.s, match.z, match.steps, match.asks, match.st
    others: list[Ask] = []  # of those who are asked at the same time, but later: the next one last
    made, patience, work = 0, range(MOST_STEPS), match.compiled.machine.work
    work.begin()
    try:
        while asks:  # answer(0, ...) written out: calling it would be a third of the time
            if len(asks) > 1:
                others += asks[:0:-1]
                del asks[1:]
            _, _, options, stack = asks.pop()
            made += 1
            work.steps = 0
            x = x * 6364136223846793005 + 1442695040888963407 & 0xFFFFFFFFFFFFFFFF
            steps[stack[-1][-1]](match, s, z, stack, options[(x >> 33) * len(options) >> 31])
            if not asks:
                for _ in patience:
                    if not stack:
                        break
                    steps[stack[-1][-1]](match, s, z, stack, None)
                    if asks:
                        break
                else:
                    raise Failure(-1)
                if not asks:
                    if stack is not main:
                        match.forks -= 1
                        if not match.forks:
                            match.run(main)
                    if others:
                        asks.append(others.pop())
            if made > limit:
                raise RuleFailure(f"no end after {limit} decisions", "")
    except GameEnded:
        others.clear()
        match.finish()
    except (Failure, DeviceError) as failed:
        raise failure_text(match.compiled, failed) from failed
    finally:
        asks += others[::-1]
        match.decided += made
    return made
