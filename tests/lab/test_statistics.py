"""The formulas, held against published values and against simulation."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from rulekit.lab import statistics
from rulekit.lab.statistics import Interval


@pytest.mark.parametrize(
    "won,n,low,high", [(53, 150, 0.2814, 0.4326), (0, 100, 0.0, 0.0370), (250, 1000, 0.2242, 0.2778)]
)
def test_wilson(won: int, n: int, low: float, high: float) -> None:
    found = statistics.wilson(won / n, n)
    assert found.low == pytest.approx(low, abs=5e-5) and found.high == pytest.approx(high, abs=5e-5)


def test_wilson_stays_between_0_and_1() -> None:
    assert statistics.wilson(0, 20).low == 0.0 and statistics.wilson(1, 20).high == 1.0
    assert statistics.wilson(0.5, 0) == Interval(0.5, 0.0, 1.0)


@pytest.mark.parametrize("freedom,t", [(3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)])
def test_student(freedom: int, t: float) -> None:
    assert statistics.t_of(0.95, freedom) == pytest.approx(t, rel=0.01)


def test_elo_of_equals_is_nothing() -> None:
    assert statistics.elo(0.25, 0.25) == 0 and statistics.elo(0.5, 0.5) == 0
    assert statistics.elo(0.75, 0.5) == pytest.approx(190.85, abs=0.01)
    assert statistics.elo(1, 0.5) == inf and statistics.elo(0, 0.5) == -inf


def test_holm() -> None:
    assert statistics.holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert statistics.holm([]) == [] and statistics.holm([0.9, 0.8]) == [1.0, 1.0]


def test_blocks_that_agree_are_worth_more_than_their_games() -> None:
    even = [0.5] * 20
    assert statistics.of_blocks(even) == statistics.wilson(0.5, 20)
    mixed = [0.4, 0.6] * 50
    found = statistics.of_blocks(mixed)
    assert found.high - found.low < statistics.wilson(0.5, 100).high - statistics.wilson(0.5, 100).low


def test_the_interval_of_a_mean_holds_the_truth_in_95_of_100() -> None:
    random = Random(5)
    held = 0
    for _ in range(600):
        found = statistics.mean([random.gauss(3, 2) for _ in range(12)])
        held += found.low <= 3 <= found.high
    assert 0.92 <= held / 600 <= 0.98


def test_power() -> None:
    assert statistics.needed_for(0.03, 0.4) == 1396
    assert statistics.seen_with(0.4, 1396) == pytest.approx(0.03, rel=0.001)
