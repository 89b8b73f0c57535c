"""Carries out the lines of a rule test one by one: a function for each operation of `given` and `when`.

Those of `then` are in :mod:`rulekit.rule_tests.assertions`. Each is given the test, the number of its line, and by name what it
takes of the values there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulekit.dsl.arguments import by_name
from rulekit.dsl.tree import Node
from rulekit.rule_tests.assertions import ASSERTIONS
from rulekit.rule_tests.trial import TestFailure, Trial
from rulekit.runtime.chance import begin_streams


def carry_out(trial: Trial, k: int) -> None:
    """The k-th line. Raises TestFailure where it does not hold, and what rules and devices raise."""
    trial.pass_by(k)
    line = trial.test.lines[k]
    LINES[line.op](line.values, trial, k)


def _fixed(trial: Trial, k: int) -> None:
    """Nothing: the set-up was made from this line."""


def _begins(trial: Trial, k: int) -> None:
    trial.match.begin()


def _seed(trial: Trial, k: int, *, n: Node) -> None:
    begin_streams(trial.match.s, trial.compiled.image.streams, n.data["n"])


def _does(trial: Trial, k: int) -> None:
    trial.mark_time()
    if trial.match.asks:
        asked = trial.match.decisions[0]
        raise TestFailure(
            f"{asked.player} is still asked: {asked.prompt()}", f"answer it first, with one of: {trial.options_text(0)}"
        )
    trial.carry_out(k)


def _lays_out(trial: Trial, k: int) -> None:
    trial.call(k)


def _chooses(trial: Trial, k: int, *, n: Node | None = None) -> None:
    _several(trial, k, n, trial.choose)


def _chooses_one(trial: Trial, k: int, *, n: Node | None = None) -> None:
    _several(trial, k, n, trial.choose_one)


def _several(trial: Trial, k: int, n: Node | None, choose: Callable[..., None]) -> None:
    """Makes a choice as often as the line says: ``n``, or once."""
    if n is not None and n.op != "number":
        raise TestFailure("how often is said by a number:  3 times")
    times = 1 if n is None else n.data["n"]
    for time in range(times):
        if time and trial.refused is not None:
            raise TestFailure(f"choice {time} of {times} is refused: {trial.refused}")
        trial.pass_by(k)
        choose(*trial.call(k))


def _random_until(trial: Trial, k: int) -> None:
    trial.play_at_random(k, to_the_end=False)


def _random_to_the_end(trial: Trial, k: int) -> None:
    trial.play_at_random(k, to_the_end=True)


HANDLERS: Mapping[str, Callable[..., None]] = {
    **dict.fromkeys(("players", "seated", "option"), _fixed),
    "set-up": _begins,
    "seed": _seed,
    **dict.fromkeys(("do", "carries-out"), _does),
    **dict.fromkeys(("holds", "lies", "mark", "device", "dice", "dice-strict", "brings"), _lays_out),
    "chooses": _chooses,
    "chooses-one": _chooses_one,
    "random-until": _random_until,
    "random-to-the-end": _random_to_the_end,
}
LINES = by_name(HANDLERS, 2, "test") | ASSERTIONS
"""Operation of a line -> what carries it out"""
