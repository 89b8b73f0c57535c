"""A fast generator whose numbers can be predicted from each other, for what is not secret: random choices and searches.

It is a 64-bit linear congruential generator (Knuth's MMIX constants). Until version 0.2.0 it was the chance of a match, too
(its upper bits folded onto the lower, 32 of them given out), and saves of that time go on with it.
"""

from __future__ import annotations

from functools import cache
from struct import Struct

MASK = (1 << 64) - 1
MULTIPLIER, INCREMENT = 6364136223846793005, 1442695040888963407


def mix(x: int) -> int:
    """SplitMix64's finaliser: spreads near seeds far apart."""
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def seed_stream(seed: int, name: str) -> int:
    """The first state of a stream of an old match: from the seed and, byte by byte, its name."""
    state = mix(seed & MASK)
    for byte in name.encode():
        state = mix(state ^ byte)
    return state


def draw(s: list[int], stream: int) -> int:
    """The next 32 bits of the generator whose state is ``s[stream]``."""
    x = s[stream] = s[stream] * MULTIPLIER + INCREMENT & MASK
    return x >> 32 ^ x >> 57


class StateBatch:
    """The next n states of a generator, worked out at once: one product of numbers so long that they hold n states side by
    side, in 128 bits each, takes half the time of n products of their own."""

    def __init__(self, n: int) -> None:
        multiplier, increment = 1, 0
        self._multipliers = self._increments = self._masks = 0
        for k in range(n):
            multiplier, increment = multiplier * MULTIPLIER & MASK, increment * MULTIPLIER + INCREMENT & MASK
            self._multipliers |= multiplier << 128 * k
            self._increments |= increment << 128 * k
            self._masks |= MASK << 128 * k
        self._size, self._last = 16 * n, 128 * (n - 1)
        self._upper = Struct("<" + "4xI8x" * n).unpack  # bits 32 to 63 of each

    def upper(self, x: int) -> tuple[tuple[int, ...], int]:
        """The upper 31 bits of the next n states, and the last of them."""
        states = x * self._multipliers + self._increments & self._masks
        return self._upper((states >> 1).to_bytes(self._size, "little")), states >> self._last


@cache
def stretch(n: int) -> StateBatch:
    return StateBatch(n)
