"""Chance: named streams of a small generator whose states are part of the match.

Each stream is a 64-bit linear congruential generator (Knuth's MMIX constants); the upper bits are folded onto the lower and
32 bits are given out. Streams are seeded apart, so that one more die rolled here does not change the cards drawn there.
"""

from __future__ import annotations

from collections.abc import Callable

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


def drawer(stream: int) -> Callable[[list[int]], int]:
    """A function that gives the next 32 random bits of the stream whose state is ``s[stream]``."""

    def draw(s: list[int]) -> int:
        x = s[stream] = s[stream] * MULTIPLIER + INCREMENT & MASK
        return x >> 32 ^ x >> 57  # the upper half of x ^ x >> 25

    return draw


def below(s: list[int], stream: int, n: int) -> int:
    """A number from 0 to n - 1."""
    x = s[stream] = s[stream] * MULTIPLIER + INCREMENT & MASK
    return (x >> 32 ^ x >> 57) * n >> 32


def shuffle(s: list[int], stream: int, items: list[int]) -> None:
    """Fisher-Yates in place: what ``below`` would give is drawn without calling it."""
    x = s[stream]
    for n in range(len(items), 1, -1):
        x = x * MULTIPLIER + INCREMENT & MASK
        j = (x >> 32 ^ x >> 57) * n >> 32
        items[n - 1], items[j] = items[j], items[n - 1]
    s[stream] = x
