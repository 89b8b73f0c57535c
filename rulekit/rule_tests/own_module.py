"""The position of a rule test as a match of the game itself, whose module is the fast one and has a native library.

A test has a module of its own, with its lines. Where these only lay things out before the game begins, and choose after that, the
game itself can begin from there and make the same choices.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from rulekit.diagnostics import UserError
from rulekit.plugins.devices import DeviceError
from rulekit.rule_tests.trial import Trial
from rulekit.runtime.failures import RuleFailure
from rulekit.runtime.game import Game
from rulekit.runtime.match import Match
from rulekit.runtime.work import Failure

CHOOSING = ("chooses", "chooses-one", "random-until", "random-to-the-end")
"""Lines that may follow the beginning of the game"""
SAID = ("dice", "brings")
"""Lines that say what chance will do, which only the module of a test can hear"""


@frozen
class InitialState:
    """What a test laid out, when its game begins: the numbers and the lists."""

    s: list[int]
    z: list[list[int]]

    @classmethod
    def of(cls, match: Match) -> InitialState:
        return cls(match.s[:], [x[:] for x in match.z])


def moved(trial: Trial, laid: InitialState, game: Callable[[], Game]) -> Match | None:
    """The match of the game itself at the same point; None where the test did more than to lay out and to choose."""
    image, past = trial.match.compiled.image, trial.match.past
    if past is None or any(laid.z[k] for k in (image.script, image.drawn) if k is not None):
        return None
    try:
        rules = game()
        options = {
            name: info.values[image.options[name]] if info.sort != "number" else str(image.options[name])
            for name, info in rules.options.items()
        }
        made = Match(rules.compiled(tuple(image.seats), options), trial.match.seed)
        made.s[:], made.z[:] = _translated(laid, made, trial.match)
        made.begin()
        for player, _, value, _ in past:
            if (k := made.pending(player)) is None:
                return None
            made.decide(k, value)
    except (UserError, RuleFailure, DeviceError, Failure, LookupError):
        return None
    same = [ask[::2] for ask in made.asks] == [ask[::2] for ask in trial.match.asks]
    return made if same and made.ending == trial.match.ending else None


def _translated(laid: InitialState, made: Match, test: Match) -> tuple[list[int], list[list[int]]]:
    """The module of a test has lists more at its end, by which the numbers of spots are higher."""
    s, more = laid.s[:], len(laid.z) - len(made.z)
    if len(s) != len(made.s) or more < 0:
        raise LookupError("another layout")
    for column in test.compiled.image.columns:
        if column.sort == "where":
            for k in range(column.base, column.base + column.size):
                s[k] -= more if s[k] >= len(laid.z) else 0
    return s, [x[:] for x in laid.z[: len(made.z)]]
