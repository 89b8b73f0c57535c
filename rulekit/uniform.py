"""Whole numbers below a limit from 32 random bits, each as likely as the others (Lemire, "Fast random integer generation in an
interval", 2019): a draw is made again where 2**32 numbers cannot be shared out evenly.
"""

from __future__ import annotations

from collections.abc import Callable

LOW = (1 << 32) - 1
Draw = Callable[[list[int]], int]
"""Given the state of a match, the next 32 bits of a stream of chance"""


def uniform(draw: Draw, s: list[int], n: int) -> int:
    """A number from 0 to n - 1. n: from 1 to 2**32."""
    return accepted(draw, s, n, draw(s) * n) >> 32


def accepted(draw: Draw, s: list[int], n: int, drawn: int) -> int:
    """``drawn``, n times 32 bits, or another one in place of it; the number is in the bits above the lower 32."""
    while drawn & LOW < n and drawn & LOW < (LOW + 1) % n:
        drawn = draw(s) * n
    return drawn
