"""Random playouts: questions are answered by chance inside the function that asks, or step by step.

What lies on the stack when a playout begins goes on step by step, as in any match; every deed that a step calls is carried
out whole, by the straight module. The answers are those of :mod:`rulekit.runtime.random_answers`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rulekit.plugins.devices import DeviceError
from rulekit.runtime.failures import MOST_STEPS, RuleFailure, failure_text
from rulekit.runtime.random_answers import Choice, RandomAnswers, fast_bits, first_bits, keyed_bits
from rulekit.runtime.work import Failure, GameEnded

if TYPE_CHECKING:
    from rulekit.runtime.protocols import Ask, Local, MatchState, Stack, Step


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
        """Goes on until the stack is empty."""
        match, steps, draw, asks = self.match, self.steps, self.draw, self.asks
        s, z = match.s, match.z
        while stack:
            answer = None
            if asks:
                options = asks.pop()[2]
                answer = options[draw() * len(options) >> 31]
            steps[stack[-1][-1]](self, s, z, stack, answer)


def played(match: MatchState, steps: Sequence[Step], answers: RandomAnswers) -> int:
    """Plays to the end of the game, or until the rules end. Gives how many choices were made.

    Whatever is raised but GameEnded leaves the match in the middle of a rule.
    """
    work = match.compiled.machine.work
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
    """Plays to the end with random choices in the fastest available way, and returns how many there were.

    Raises RuleFailure where a rule fails, and where there is no end after ``limit`` choices.
    """
    native = match.compiled.machine.native if match.log is None else None
    if native is not None:
        made = native.play(match, first_bits(seed), limit + 1)
        if made is not None and made > limit and match.ending is None:
            raise RuleFailure(f"no end after {limit} decisions", "")
        if made is not None:
            return made  # else something went wrong, or is left to Python
    return _play(match, lambda: RandomAnswers(fast_bits(seed), limit + 1), limit)


def play_as_bots(match: MatchState, limit: int) -> int:
    """Plays to the end as bots ``random`` at every seat do. Raises as :func:`play_random`."""
    return _play(match, lambda: RandomAnswers(keyed_bits(match.seed), limit + 1), limit)


def _play(match: MatchState, answers: Callable[[], RandomAnswers], limit: int) -> int:
    steps = match.compiled.machine.plays if match.log is None else None
    if steps is not None:
        before = match.copy()
        try:
            return played(match, steps, answers())
        except Exception:
            match.become(before)  # it is played again step by step, so that the match stands where it went wrong
    return play_by_steps(match, answers(), limit)


def play_stepwise(match: MatchState, seed: int, limit: int) -> int:
    """As :func:`play_random`, an answer at a time: what a module for playouts does is held against this."""
    return play_by_steps(match, RandomAnswers(fast_bits(seed), limit + 1), limit)


def play_by_steps(match: MatchState, answers: RandomAnswers, limit: int, choices: list[Choice] | None = None) -> int:
    """The same with any answers. ``choices`` is given each choice as it is made, the one that fails last."""
    draw = answers.draw
    s, z, steps, asks, main = match.s, match.z, match.steps, match.asks, match.st
    others: list[Ask] = []  # of those who are asked at the same time, but later: the next one last
    made, patience, work = 0, range(MOST_STEPS), match.compiled.machine.work
    work.begin()
    try:
        while asks:  # answer(0, ...) written out: calling it would be a third of the time
            if len(asks) > 1:
                others += asks[:0:-1]
                del asks[1:]
            player, question, options, stack = asks.pop()
            made += 1
            work.steps = 0
            value = options[draw() * len(options) >> 31]
            if choices is not None:
                choices.append((player, question, value))
            steps[stack[-1][-1]](match, s, z, stack, value)
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
