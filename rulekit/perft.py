"""Counting the tree of decisions: how many ways there are to go on from a position, so many decisions deep.

One number proves little and betrays much: if a rule offers an option too many or too few anywhere in the tree, the number
of leaves is another one. Chance is played out as the state of the match says, so a choice leads to one position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.diagnostics import UserError
from rulekit.plugins.devices import DeviceError
from rulekit.runtime.failures import failure_text
from rulekit.runtime.work import Failure

if TYPE_CHECKING:
    from rulekit.runtime.match import Match


def perft(match: Match, depth: int) -> int:
    """The leaves of the tree that is cut off after ``depth`` decisions; where nobody is asked any more is a leaf too.

    The first pending decision is answered, with each of its options in turn. The match stays as it is. Raises RuleFailure,
    and UserError where the result that was written down for a device does not fit every choice.
    """
    leaves = 0
    waiting = [(_quiet(match), depth)]
    while waiting:
        here, left = waiting.pop()
        if not left or not here.asks:
            leaves += 1
        elif left == 1:
            leaves += len(here.asks[0][2])
        else:
            waiting += [(_after(here, value), left - 1) for value in here.asks[0][2]]
    return leaves


def divide(match: Match, depth: int) -> list[tuple[str, int]]:
    """The same count for each option of the first decision by itself, with the label of the option."""
    if not depth or not match.asks:
        return []
    before = _quiet(match)
    return [(o.label(), perft(_after(before, o.value), depth - 1)) for o in match.decisions[0].options]


def _quiet(match: Match) -> Match:
    """A copy without a journal: going on is cheaper so."""
    made = match.copy()
    made.log, made.past, made.trail = None, None, []
    made.play_quickly()
    return made


def _after(match: Match, value: int) -> Match:
    made = match.copy()
    try:
        made.answer(0, value)
    except DeviceError as failed:
        raise UserError(
            str(failed), "what a device gives was written down: this fits only some of the choices"
        ) from failed
    except Failure as failed:
        raise failure_text(match.compiled, failed) from failed
    return made
