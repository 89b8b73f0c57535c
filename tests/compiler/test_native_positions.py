"""Positions in a native library: asked and answered one by one, copied, and whole games by one call, as Python plays them."""

from __future__ import annotations

import threading
from random import Random

import pytest

import rulekit
from rulekit.native import go_native
from rulekit.runtime.native_library import LeftToPython, NativePosition
from rulekit.runtime.outcome import Outcome
from rulekit.runtime.playout import play_as_bots, play_by_steps
from rulekit.runtime.random_answers import Choice, RandomAnswers, keyed_bits
from tests.compiler.native_rules import NEEDS_COMPILER, chance
from tests.compiler.test_native_playouts import LIKE, Begun, begun, named
from tests.playing import ROOT

__all__ = ["begun"]
pytestmark = NEEDS_COMPILER
MANY = 1_000_000


def open_questions(match: rulekit.Match | NativePosition) -> list[tuple[int, int, tuple[int, ...]]]:
    return [(ask[0], ask[1], tuple(ask[2])) for ask in match.asks]


@pytest.mark.parametrize("begun", LIKE, ids=named, indirect=True)
def test_a_position_asks_what_python_asks(begun: Begun) -> None:
    """Whoever is asked at the same time is answered in any order; what was copied stays where it was."""
    start, library = begun
    for seed in range(2):
        random, match = Random(seed), start(seed)
        position = library.position(match)
        kept = []
        while match.asks:
            assert open_questions(position) == open_questions(match)
            if random.random() < 0.05:
                kept.append((position.copy(), match.copy()))
            k = random.randrange(len(match.asks))
            value = random.choice(match.asks[k][2])
            match.answer(k, value)
            position.answer(k, value)
        assert (position.asks, position.ending) == ([], match.ending)
        assert position.state(len(match.s), len(match.z)) == (match.s, match.z)
        for other, then in kept:
            assert open_questions(other) == open_questions(then)
            assert other.state(len(then.s), len(then.z)) == (then.s, then.z)
            assert other.play(chance(seed), MANY) == then.play_random(seed)
            assert other.ending == then.ending


@pytest.mark.parametrize("begun", LIKE, ids=named, indirect=True)
def test_games_by_one_call_are_those_of_their_seeds(begun: Begun) -> None:
    start, library = begun
    first = 2**64 - 2  # the seeds go round
    outcomes = list(library.games(start(0).compiled.image, first, 4, MANY, recorded=True))
    for k, outcome in enumerate(outcomes):
        seed = (first + k) % 2**64
        match, other, choices = start(seed), start(seed), list[Choice]()
        play_as_bots(match, MANY)
        play_by_steps(other, RandomAnswers(keyed_bits(seed), MANY), MANY, choices)
        assert outcome is not None
        assert outcome == Outcome(match.decided, match.ending, tuple(choices))
        assert (other.decided, other.ending) == (match.decided, match.ending)


@pytest.mark.parametrize("begun", LIKE, ids=named, indirect=True)
def test_playouts_by_one_call_are_those_of_their_seeds(begun: Begun) -> None:
    start, library = begun
    match = start(1)
    position, random = library.position(match), Random(1)
    for _ in range(50):
        if match.asks:
            assert position.count == len(match.asks[0][2])
            k = random.randrange(position.count)
            match.answer(0, match.asks[0][2][k])
            position.apply(k)
    before = position.state(len(match.s), len(match.z))
    for seed, outcome in enumerate(position.playouts(7, 4), 7):
        other = match.copy()
        made = other.play_random(seed)
        assert outcome is not None
        assert (outcome.decided, outcome.ending) == (made, other.ending)
    assert position.state(len(match.s), len(match.z)) == before


@pytest.fixture(scope="module")
def duel() -> rulekit.Game:
    rules = rulekit.load(ROOT / "tests" / "games" / "duel")
    go_native(rules.compiled())
    return rules


def test_a_game_that_takes_too_long_is_left_to_python(duel: rulekit.Game) -> None:
    compiled = duel.compiled()
    assert compiled.machine.native is not None
    outcomes = list(compiled.machine.native.games(compiled.image, 3, 70, 3))
    assert len(outcomes) == 70 and None in outcomes


def test_a_choice_that_is_none_of_the_options_is_refused(duel: rulekit.Game) -> None:
    match = duel.start(seed=1, journal=False)
    assert match.compiled.machine.native is not None
    for k in (-1, len(match.asks[0][2]), 1 << 40):
        with pytest.raises(LeftToPython):
            match.compiled.machine.native.position(match).apply(k)


def test_an_answer_that_is_no_option_is_refused(duel: rulekit.Game) -> None:
    match = duel.start(seed=1, journal=False)
    assert match.compiled.machine.native is not None
    for k, value in ((0, 1 << 30), (99, 0), (-1, 0)):
        with pytest.raises(LeftToPython):
            match.compiled.machine.native.position(match).answer(k, value)


def test_threads_play_in_one_library(duel: rulekit.Game) -> None:
    compiled = duel.compiled()
    library = compiled.machine.native
    assert library is not None
    alone = [list(library.games(compiled.image, 1000 * k, 300, MANY)) for k in range(4)]
    found: dict[int, list[object]] = {}

    def play(k: int) -> None:
        found[k] = list(library.games(compiled.image, 1000 * k, 300, MANY))

    threads = [threading.Thread(target=play, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[k] for k in range(4)] == alone
