"""Hearts by the rule files beside OpenSpiel: the same legal cards at every choice, the same points of each deal."""

from __future__ import annotations

import random

import pytest

import rulekit

pytest.importorskip("pyspiel", reason="OpenSpiel, with which hearts is compared, is not installed (package open_spiel)")

from tests.proofs import hearts_beside

PASSING, PLAYING = 12, 52
"""Choices of a deal"""


def test_deals_beside_another_program() -> None:
    """As the options normally are; the fourth deal is the one in which nobody passes."""
    held = hearts_beside.play(rulekit.load(hearts_beside.FOLDER), 0, 5, hearts_beside.options(0))
    assert held.choices == 5 * PLAYING + 4 * PASSING


def test_a_difference_is_noticed() -> None:
    """Where OpenSpiel lets any club lead, and the rules do not."""
    rules = rulekit.load(hearts_beside.FOLDER)
    match = hearts_beside.begin(rules, 1, {"passing": "no"})
    state = hearts_beside.dealt(match, {"passing": "no", "any-club": "yes"}, 0)
    with pytest.raises(AssertionError):
        hearts_beside.choose(match, state, random.Random(1))


@pytest.mark.slow
def test_many_deals_beside_another_program() -> None:
    """With every option one way or the other, and with deals in which one takes all points."""
    held = hearts_beside.many(rulekit.load(hearts_beside.FOLDER), 100)
    assert held.choices > 100 * PLAYING and held.moons > 0
