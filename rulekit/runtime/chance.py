"""Chance of a match: named streams of numbers, none of which can be predicted from the numbers that were seen.

A stream is BLAKE2b in counter mode. Its key is BLAKE2b-256 of the text ``SEED/NAME``; its numbers are those of 32 bits, sixteen
at a time, of BLAKE2b-512 of the key and the number of the block (8 bytes, the lowest first). Streams have keys of their own, so
that one more die rolled here does not change the cards drawn there, and no stream tells anything of another or of the seed. A
seed that nobody may guess has 256 bits (:mod:`rulekit.runtime.commitment`). See docs/decisions/0019-keyed-chance.md.

In ``s`` a stream takes :data:`rulekit.image.STREAM_WIDTH` numbers: its position, which is how many numbers were drawn, and its
key as four numbers of 64 bits. A key of zeros says that the match was begun before version 0.3.0: then the position is the state
of the old generator (:mod:`rulekit.runtime.linear_congruential`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from struct import Struct

from rulekit.image import STREAM_WIDTH
from rulekit.runtime import linear_congruential
from rulekit.uniform import LOW, Draw, accepted, uniform

KEYED, OLD = "blake2b", "lcg64"
GENERATORS = (KEYED, OLD)
"""As saves name them"""

_key = Struct("<4Q").unpack
_block = Struct("<5Q").pack
_numbers = Struct("<16I").unpack


def begin_streams(s: list[int], streams: Mapping[str, int], seed: int, generator: str = KEYED) -> None:
    """Puts the streams of a match at their beginning. ``streams``: name -> position in ``s``."""
    for name, at in streams.items():
        if generator == KEYED:
            s[at : at + STREAM_WIDTH] = first_state(seed, name)
        else:
            s[at : at + STREAM_WIDTH] = [linear_congruential.seed_stream(seed, name), 0, 0, 0, 0]


def first_state(seed: int, name: str) -> list[int]:
    """What a stream takes in ``s`` before its first number."""
    return keyed(blake2b(f"{seed}/{name}".encode(), digest_size=32).digest())


def keyed(key: bytes) -> list[int]:
    """What a stream with a key of 32 bytes takes in ``s`` before its first number."""
    return [0, *_key(key)]


def generator_of(s: list[int], streams: Mapping[str, int]) -> str:
    """Which generator a match draws from."""
    return KEYED if all(any(s[at + 1 : at + STREAM_WIDTH]) for at in streams.values()) else OLD


def block(key: Sequence[int], number: int) -> tuple[int, ...]:
    """Sixteen numbers of a stream: those from ``16 * number`` on. ``key``: four numbers of 64 bits."""
    return _numbers(blake2b(_block(*key, number)).digest())


@cache
def drawer(stream: int) -> Draw:
    """A function that gives the next 32 random bits of the stream at this position of ``s``.

    It keeps the last block that it worked out. Threads may share it: what belongs together changes at once.
    """
    at_key = stream + 1
    kept: tuple[int, int, tuple[int, ...]] = (-1, -1, ())

    def draw(s: list[int]) -> int:
        nonlocal kept
        key, number, numbers = kept
        at = s[stream]
        if at >> 4 != number or s[at_key] is not key:  # the very number: an equal one will do, but is not needed
            if not any(s[at_key : at_key + 4]):
                return linear_congruential.draw(s, stream)
            numbers = block(s[at_key : at_key + 4], at >> 4)
            kept = s[at_key], at >> 4, numbers
        s[stream] = at + 1
        return numbers[at & 15]

    return draw


def below(s: list[int], stream: int, n: int) -> int:
    """A number from 0 to n - 1, all equally likely. n: from 1 to 2**32."""
    return uniform(drawer(stream), s, n)


def shuffle(s: list[int], stream: int, items: list[int]) -> None:
    """Fisher-Yates in place."""
    draw = drawer(stream)
    for n in range(len(items), 1, -1):
        drawn = draw(s) * n
        if drawn & LOW < n:
            drawn = accepted(draw, s, n, drawn)
        j = drawn >> 32
        items[n - 1], items[j] = items[j], items[n - 1]
