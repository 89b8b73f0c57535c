"""Counting the tree of decisions, or of turns: how many ways there are to go on from a position, so many of them deep.

One number proves little and betrays much: if a rule offers an option too many or too few anywhere in the tree, the number
of leaves is another one. Chance is played out as the state of the match says, so a choice leads to one position.

A turn is what one player decides before somebody else is asked, or before the game is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.diagnostics import UserError
from rulekit.plugins.devices import DeviceError
from rulekit.runtime.failures import failure_text
from rulekit.runtime.work import Failure

if TYPE_CHECKING:
    from rulekit.runtime.match import Match


@frozen
class PerftOptions:
    """What is counted. ``turns``: the depth is in turns, not in decisions. ``ended``: whether a game that is over before that
    depth is a leaf, too."""

    turns: bool = False
    ended: bool = True


def perft(match: Match, depth: int, counting: PerftOptions | None = None) -> int:
    """The leaves of the tree that is cut off at ``depth``; where nobody is asked any more is a leaf too, unless ``counting``
    says otherwise.

    The first pending decision is answered, with each of its options in turn. The match stays as it is. With the native library
    (``match.compiled.machine.native``) it counts. Raises RuleFailure, and UserError where the result that was written down for
    a device does not fit every choice.
    """
    how = counting or PerftOptions()
    if match.compiled.machine.native is not None:
        from rulekit.runtime.native_library import LeftToPython

        try:
            return match.compiled.machine.native.position(match).leaves(depth, how.turns, how.ended)
        except LeftToPython:
            pass  # Python can, or says what is wrong
    return _turns(_quiet(match), depth, how.ended) if how.turns else _decisions(_quiet(match), depth, how.ended)


def _decisions(match: Match, depth: int, ended: bool) -> int:
    leaves = 0
    waiting = [(match, depth)]
    while waiting:
        here, left = waiting.pop()
        if not left or not here.asks:
            leaves += not left or ended
        elif left == 1:
            leaves += len(here.asks[0][2])
        else:
            waiting += [(_after(here, value), left - 1) for value in here.asks[0][2]]
    return leaves


def _turns(match: Match, depth: int, ended: bool) -> int:
    leaves = 0
    waiting = [(match, depth, False)]
    while waiting:
        here, left, begun = waiting.pop()
        if not left or not here.asks:
            leaves += not left or (begun and left == 1) or ended
            continue
        player = here.asks[0][0]
        for value in here.asks[0][2]:
            made = _after(here, value)
            passed = bool(made.asks) and made.asks[0][0] != player
            waiting.append((made, left - passed, not passed))
    return leaves


def divide(match: Match, depth: int, counting: PerftOptions | None = None) -> list[tuple[str, int]]:
    """The same count for each option of the first decision by itself, with the label of the option."""
    if not depth or not match.asks:
        return []
    how, before, player = counting or PerftOptions(), _quiet(match), match.asks[0][0]
    return [
        (o.label(), _from(_after(before, o.value), depth, player, how) if how.turns else
         perft(_after(before, o.value), depth - 1, how))
        for o in match.decisions[0].options
    ]  # fmt: skip


def _from(match: Match, depth: int, player: int, how: PerftOptions) -> int:
    """The leaves in turns, when ``player`` has made the first decision of their turn."""
    if not match.asks:
        return int(depth == 1 or how.ended)
    return perft(match, depth - (match.asks[0][0] != player), how)


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
