"""Intervals and comparisons. Numbers in, numbers out: nothing here knows a game.

Sources: Wilson 1927 (score interval), Holm 1979 and Benjamini, Hochberg 1995 (several tests at once), Elo's logistic curve as
chess uses it; effective number of games from the spread between blocks as in the pentanomial model of chess engine testing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, inf, log10, sqrt
from statistics import NormalDist, fmean, stdev

from attrs import frozen

NORMAL = NormalDist()


@frozen
class Interval:
    """An estimate with its 95 % interval (or what was asked for)."""

    value: float
    low: float
    high: float

    @property
    def known(self) -> bool:
        """Whether the interval is finite: a single number has no spread, and so no known mean."""
        return inf not in (-self.low, self.high)


def z_of(level: float) -> float:
    """How many standard errors make a two-sided interval of this level: 1.96 for 0.95."""
    return NORMAL.inv_cdf(0.5 + level / 2)


def wilson(share: float, n: float, level: float = 0.95) -> Interval:
    """The score interval of a share among ``n`` independent games; open ends are 0 and 1. ``n`` need not be whole."""
    if n <= 0:
        return Interval(share, 0.0, 1.0)
    z = z_of(level)
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return Interval(share, max(0.0, centre - half), min(1.0, centre + half))


def of_blocks(blocks: Sequence[float], level: float = 0.95) -> Interval:
    """A share from blocks of games that belong together (one seed, all seatings). ``blocks``: the share in each. Blocks, not
    games, are independent: the spread between them says how many games they are worth."""
    count = len(blocks)
    if not count:
        return Interval(0.0, 0.0, 1.0)
    share = fmean(blocks)
    spread = stdev(blocks) if count > 1 else 0.0
    if spread == 0.0:
        return wilson(share, count, level)
    return wilson(share, share * (1 - share) / (spread * spread / count), level)


def t_of(level: float, freedom: int) -> float:
    """The quantile of Student's distribution, two-sided, by the expansion of Hill 1970; good to 1 % from 3 degrees on."""
    if freedom < 1:
        return inf
    z, v = z_of(level), freedom
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )


def mean(numbers: Sequence[float], level: float = 0.95) -> Interval:
    """The mean of independent numbers."""
    if not numbers:
        return Interval(0.0, -inf, inf)
    value = fmean(numbers)
    if len(numbers) < 2:
        return Interval(value, -inf, inf)
    half = t_of(level, len(numbers) - 1) * stdev(numbers) / sqrt(len(numbers))
    return Interval(value, value - half, value + half)


def elo(share: float, even: float) -> float:
    """How much stronger, in Elo, somebody is who wins this share where ``even`` would be expected of equals."""
    if share <= 0 or share >= 1:
        return inf if share >= 1 else -inf
    return 400 * log10(share * (1 - even) / (even * (1 - share)))


def p_value(interval: Interval, level: float = 0.95) -> float:
    """The two-sided probability of a difference this far from 0 if there were none, by the normal curve."""
    half = (interval.high - interval.low) / 2
    if half in (0, inf):
        return 1.0 if half == inf or interval.value == 0 else 0.0
    return 2 * (1 - NORMAL.cdf(abs(interval.value) / (half / z_of(level))))


def holm(probabilities: Sequence[float]) -> list[float]:
    """Several tests at once: each probability made larger, so that one false finding among all is as rare as one alone."""
    order = sorted(range(len(probabilities)), key=probabilities.__getitem__)
    out, worst = [1.0] * len(probabilities), 0.0
    for rank, k in enumerate(order):
        worst = max(worst, min(1.0, (len(order) - rank) * probabilities[k]))
        out[k] = worst
    return out


def benjamini_hochberg(probabilities: Sequence[float]) -> list[float]:
    """Many tests at once: each probability made larger, so that of what is left below a level at most this share is false."""
    order = sorted(range(len(probabilities)), key=probabilities.__getitem__, reverse=True)
    out, least = [1.0] * len(probabilities), 1.0
    for rank, k in enumerate(order):
        least = min(least, probabilities[k] * len(order) / (len(order) - rank))
        out[k] = least
    return out


def seen_with(spread: float, n: int) -> float:
    """The least difference that ``n`` pairs show in 80 of 100 runs, at 5 %. ``spread``: standard deviation of a pair."""
    return sqrt(7.85 * spread * spread / n) if n else inf


def needed_for(difference: float, spread: float) -> int:
    """How many pairs show a difference in 80 of 100 runs, at 5 %."""
    return ceil(7.85 * spread * spread / (difference * difference)) if difference else 0
