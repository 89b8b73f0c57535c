"""A place in the turn order of SHOGUN that somebody has: refused in the author's words, not in those of a rule line."""

from __future__ import annotations

import pytest

import rulekit
from tests.playing import SHOGUN


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "somebody has this place already"),
        ("zh-Hans", "这个顺位已有人选"),
        ("zh-Hant", "這個順位已有人選"),
        ("ja", "この手番はもう取られています"),
    ],
)
def test_a_place_that_is_taken_says_so(lang: str, said: str) -> None:
    match = rulekit.load(SHOGUN).start(seed=5, options={"setup": "Predetermined"})
    while not match.decisions[0].prompt().startswith("Turn order"):
        match.choose(match.decisions[0], 0)
    assert not match.decisions[0].refused
    match.choose(match.decisions[0], 0)
    assert [refusal.reason(lang) for refusal in match.decisions[0].refused] == [said]
