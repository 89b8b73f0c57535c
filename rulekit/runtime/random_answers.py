"""What is chosen at random: 31 bits for each choice, ``bits * (number of options) >> 31`` is taken.

Playouts draw from a fast generator: nothing in them is secret. The choices of the bot ``random`` are seen at tables whose seed is
secret, so it has a keyed stream of its own: its choice after n others comes from the number n of the stream ``random bot`` of the
seed, whichever seat it has. So a game of such bots is the same whether it is played choice by choice, resumed, or as a whole, in
Python or in C. See docs/decisions/0019-keyed-chance.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, count
from operator import length_hint

from rulekit.runtime.chance import block, first_state
from rulekit.runtime.linear_congruential import MASK, stretch

AT_ONCE = 16
"""So many answers are drawn at a time."""
STREAM = "random bot"
Choice = tuple[int, int, int]
"""(player from 0, question, value)"""


def first_bits(seed: int) -> int:
    """The state of the fast generator before the first answer."""
    return seed * 2862933555777941757 + 3037000493 & MASK


def fast_bits(seed: int) -> Iterator[Sequence[int]]:
    """The bits of a playout, sixteen answers at a time, without end."""
    x, upper = first_bits(seed), stretch(AT_ONCE).upper
    while True:
        bits, x = upper(x)
        yield bits


def keyed_bits(seed: int) -> Iterator[Sequence[int]]:
    """The bits of the bot ``random``, sixteen answers at a time, without end."""
    _, *key = first_state(seed, STREAM)
    for number in count():
        yield [x >> 1 for x in block(key, number)]


def random_index(seed: int, decided: int, options: int) -> int:
    """The index of the option that the bot ``random`` takes after so many choices of a game."""
    _, *key = first_state(seed, STREAM)
    return (block(key, decided >> 4)[decided & 15] >> 1) * options >> 31


class RandomAnswers:
    """31 random bits for each answer, up to ``limit`` answers. ``bits``: those of :data:`AT_ONCE` answers at a time."""

    __slots__ = ("_drawn", "_rest", "draw")

    def __init__(self, bits: Iterator[Sequence[int]], limit: int) -> None:
        self._drawn = 0
        self._rest: Iterator[int] = iter(())
        self.draw: Callable[[], int] = chain.from_iterable(self._parts(bits, limit)).__next__

    def _parts(self, bits: Iterator[Sequence[int]], limit: int) -> Iterator[Iterator[int]]:
        while (left := limit - self._drawn) > 0:
            part = next(bits)
            self._drawn += min(left, AT_ONCE)
            self._rest = iter(part if left >= AT_ONCE else part[:left])
            yield self._rest

    @property
    def made(self) -> int:
        """How many answers were given."""
        return self._drawn - length_hint(self._rest)
