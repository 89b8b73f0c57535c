"""The small game that the language's tests are written against is a good game: clean, and played to an end."""

from __future__ import annotations

from random import Random

import pytest

import rulekit
from tests.playing import TOY, game, play


def test_checks_clean() -> None:
    found, _ = rulekit.check(TOY)
    assert found == []


@pytest.mark.parametrize("options", [{}, {"map": "Large", "rounds": 5, "ferrymen": False}], ids=["small", "large"])
def test_comes_to_an_end(options: dict[str, object]) -> None:
    for seed in range(20):
        match = game(TOY).start(2, seed, options, journal=False)
        for _ in play(match, Random(seed)):
            assert min(match.s[: match.compiled.image.streams["cards"]]) >= -1
        assert len(match.standings) == 2
