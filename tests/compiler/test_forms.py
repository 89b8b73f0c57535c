"""The forms of a module play the same: with a journal, without one, and whole deeds that are answered by chance."""

from __future__ import annotations

from random import Random

import pytest

import rulekit
from rulekit.runtime import playout
from rulekit.runtime.linear_congruential import INCREMENT, MASK, MULTIPLIER
from rulekit.runtime.random_answers import RandomAnswers, fast_bits
from tests.playing import ROOT, SHOGUN, game

pytestmark = pytest.mark.slow

GAMES = ROOT / "tests" / "games"
MOST_DANGEROUS_TIME = ROOT / "plugins" / "most_dangerous_time" / "rulekit_most_dangerous_time" / "game"
PLAYED = [
    (SHOGUN, 4, {}),
    (SHOGUN, 3, {"declining": "yes", "asking": "yes", "years": "1"}),
    (SHOGUN, 5, {"setup": "Predetermined", "years": "1"}),
    (SHOGUN, 3, {"side": "Moon", "years": "1"}),
    (MOST_DANGEROUS_TIME, 2, {"scenario": "Short"}),
    *((GAMES / name, None, {}) for name in ("toy", "duel", "guilds", "corners", "council", "supply", "skirmish")),
]


@pytest.mark.parametrize(("folder", "players", "options"), PLAYED, ids=lambda x: getattr(x, "name", str(x)))
def test_both_forms_are_in_the_same_state_at_every_question(folder, players, options) -> None:
    for seed in range(3):
        journaled = game(folder).start(players, seed, options, journal=True)
        plain = game(folder).start(players, seed, options, journal=False)
        random, limit = Random(seed), 1500
        while journaled.asks and limit:
            assert plain.value() == journaled.value()
            k = random.randrange(len(journaled.asks))
            choice = random.choice(journaled.asks[k][2])
            journaled.decide(k, choice)
            if limit % 50 == 0:
                plain.copy().answer(k, plain.asks[k][2][-1])
                plain = plain.copy()
            plain.answer(k, choice)
            limit -= 1
        assert plain.value() == journaled.value()


# ---------------------------------------------------------------- playouts
def bits(seed: int):
    """The answers of a playout, one by one."""
    x = seed * 2862933555777941757 + 3037000493 & MASK
    while True:
        x = x * MULTIPLIER + INCREMENT & MASK
        yield x >> 33


@pytest.mark.parametrize(("folder", "players", "options"), PLAYED, ids=lambda x: getattr(x, "name", str(x)))
@pytest.mark.parametrize("begun", [0, 1, 23, 61])
def test_a_playout_is_a_chain_of_answers(folder, players, options, begun, monkeypatch) -> None:
    """From the beginning, and from the middle of whatever rule it is by then."""
    fast = game(folder).start(players, 5, options, journal=False)
    for n in range(begun):
        if len(fast.asks) and fast.decided < begun:
            k = n % len(fast.asks)
            fast.answer(k, fast.asks[k][2][n * 7 % len(fast.asks[k][2])])
    slow, answers = fast.copy(), bits(5)
    with monkeypatch.context() as patch:
        patch.setattr(playout, "play_stepwise", None)  # nothing goes wrong, so nothing is played again step by step
        made = fast.play_random(5, limit=20_000)
    for _ in range(made):
        values = slow.asks[0][2]
        slow.answer(0, values[next(answers) * len(values) >> 31])
    assert fast.value() == slow.value()
    assert fast.over


def test_a_playout_that_does_not_end_stands_where_it_was_stopped() -> None:
    match = game(SHOGUN).start(4, 1, journal=False)
    other, answers = match.copy(), bits(3)
    with pytest.raises(rulekit.RuleFailure, match="no end after 99 decisions"):
        match.play_random(3, limit=99)
    for _ in range(100):
        values = other.asks[0][2]
        other.answer(0, values[next(answers) * len(values) >> 31])
    assert match == other


def test_answers_are_those_of_the_generator_one_by_one() -> None:
    given, one_by_one = RandomAnswers(fast_bits(7), 50), bits(7)
    assert [given.draw() for _ in range(50)] == [next(one_by_one) for _ in range(50)]
    assert given.made == 50
    with pytest.raises(StopIteration):
        given.draw()
