"""Dice as generated code throws them: one by one from their stream of chance, added up or counted as hits.

A throw is in the journal, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from rulekit.runtime.chance import below
from rulekit.runtime.narrative.rows import Rolled
from rulekit.runtime.work import Failure
from rulekit.stuck import CODES

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState

NO_OTHERS = 0
"""Among the dice that a rule test says: no others are thrown"""


def throw(s: list[int], stream: int, n: int) -> list[int]:
    """n dice."""
    return [1 + below(s, stream, 6) for _ in range(n)]


def throw_scripted(s: list[int], script: list[int], stream: int, n: int, line: int) -> list[int]:
    """n dice of a rule test: first those that it says, then by chance; Failure where it says that there are :data:`NO_OTHERS`."""
    dice = [die for die in script if die != NO_OTHERS]
    strict = len(dice) < len(script)
    said, left = dice[:n], dice[n:]
    if strict and len(said) < n:
        raise Failure(line, facts=(CODES["unsaid dice"], -1, n, len(said)))
    script[:] = [*left, NO_OTHERS] if strict else left
    return said + throw(s, stream, n - len(said))


def hits(dice: Sequence[int], plus: int, least: int) -> int:
    """How many dice show ``least`` or more when ``plus`` is added to each."""
    return sum([die + plus >= least for die in dice])


def told_sum(m: MatchState, line: int, me: int, dice: Sequence[int]) -> int:
    """The sum, with a line in the journal."""
    _tell(m, line, me, dice, 0, -1)
    return sum(dice)


def told_hits(m: MatchState, line: int, me: int, dice: Sequence[int], plus: int, least: int) -> int:
    """The hits, with a line in the journal."""
    n = hits(dice, plus, least)
    _tell(m, line, me, dice, plus, n)
    return n


def _tell(m: MatchState, line: int, me: int, dice: Sequence[int], plus: int, n: int) -> None:
    if dice and m.log is not None:
        m.log.append(Rolled(line, me, tuple(dice), plus, n))


WORDS: Mapping[str, Callable[..., object]] = {
    "hits": hits,
    "throw": throw,
    "throw_scripted": throw_scripted,
    "told_hits": told_hits,
    "told_sum": told_sum,
}
"""What a generated module can call of them."""
