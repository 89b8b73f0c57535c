"""Chance: named streams of a small generator whose states are part of the match.

Each stream is a 64-bit linear congruential generator (Knuth's MMIX constants); the upper bits are folded onto the lower and
32 bits are given out. Streams are seeded apart, so that one more die rolled here does not change the cards drawn there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    """The first state of a stream: from the seed and, byte by byte, its name."""
    state = mix(seed & MASK)
    for byte in name.encode():
        state = mix(state ^ byte)
    return state


class Stretch:
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
        self._whole = Struct("<" + "Q8x" * n).unpack

    def random(self, x: int) -> tuple[tuple[int, ...], int]:
        """What a stream in state x gives n times, and its state afterwards."""
        states = x * self._multipliers + self._increments & self._masks
        return self._upper((states ^ states >> 25).to_bytes(self._size, "little")), states >> self._last

    def steps(self, x: int) -> Iterator[tuple[int, int]]:
        """What a stream in state x gives n times, each with its state then."""
        states = x * self._multipliers + self._increments & self._masks
        size = self._size
        return zip(
            self._upper((states ^ states >> 25).to_bytes(size, "little")),
            self._whole(states.to_bytes(size, "little")),
            strict=True,
        )

    def upper(self, x: int) -> tuple[tuple[int, ...], int]:
        """The upper 31 bits of the next n states, and the last of them."""
        states = x * self._multipliers + self._increments & self._masks
        return self._upper((states >> 1).to_bytes(self._size, "little")), states >> self._last


@cache
def stretch(n: int) -> Stretch:
    return Stretch(n)


AHEAD = 16
"""So many numbers of a stream are worked out at a time: more is no faster."""


def drawer(stream: int) -> Callable[[list[int]], int]:
    """A function that gives the next 32 random bits of the stream whose state is ``s[stream]``.

    It works out some numbers ahead, and gives them as long as it finds the stream as it left it.
    """
    steps, here = stretch(AHEAD).steps, -1
    ahead: Iterator[tuple[int, int]] = iter(())

    def draw(s: list[int]) -> int:
        nonlocal ahead, here
        if s[stream] is not here:  # the very number: equal ones will do, but are not needed
            ahead = steps(s[stream])
        for number, here in ahead:
            s[stream] = here
            return number
        ahead = steps(s[stream])
        number, here = next(ahead)
        s[stream] = here
        return number

    return draw


def below(s: list[int], stream: int, n: int) -> int:
    """A number from 0 to n - 1."""
    x = s[stream] = s[stream] * MULTIPLIER + INCREMENT & MASK
    return (x >> 32 ^ x >> 57) * n >> 32


def shuffle(s: list[int], stream: int, items: list[int]) -> None:
    """Fisher-Yates in place: item by item what ``below`` would give."""
    x, left = s[stream], len(items)
    while left > 1:
        numbers, x = stretch(min(left - 1, AHEAD)).random(x)
        for number in numbers:
            j = number * left >> 32
            left -= 1
            items[left], items[j] = items[j], items[left]
    s[stream] = x
