"""The bot ``random``: one game for one seed, whether it is played choice by choice, resumed, or as a whole."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import rulekit
from rulekit.bots import ask, at_random
from rulekit.lab.plan import make_plan
from rulekit.lab.self_play import Player
from rulekit.native import go_native
from rulekit.runtime.playout import play_as_bots
from rulekit.runtime.random_answers import Choice, RandomAnswers, keyed_bits, random_index
from rulekit.runtime.random_games import random_games, recorded_game
from tests.compiler.native_rules import NEEDS_COMPILER
from tests.playing import ROOT, SHOGUN

GAMES = ROOT / "tests" / "games"
PLAYED = [GAMES / "toy", GAMES / "duel", GAMES / "council", SHOGUN]
SECRET = 3**161 % 2**256
"""A seed as a server has it"""


def chosen(match: rulekit.Match) -> Choice:
    """The choice that the bot makes first."""
    decision = match.decisions[0]
    value = decision.values[ask("random", at_random, match, decision)]
    match.decide(0, value)
    return decision.seat - 1, decision.question, value


@pytest.mark.parametrize("folder", PLAYED, ids=lambda folder: folder.name)
def test_a_seed_is_one_game(folder: Path) -> None:
    game = rulekit.load(folder)
    for seed in (5, SECRET):
        match, whole = game.start(seed=seed), game.start(seed=seed, journal=False)
        choices: list[Choice] = []
        while not match.over:
            if match.decided % 40 == 20:
                match = game.resume(match.save())
            choices.append(chosen(match))
        recorded: list[Choice] = []
        outcome = recorded_game(game, seed, recorded)
        assert recorded == choices
        assert play_as_bots(whole, len(choices)) == outcome.decided == len(choices)
        assert match.ending == outcome.ending == whole.ending and match.ending


@NEEDS_COMPILER
@pytest.mark.parametrize("folder", PLAYED, ids=lambda folder: folder.name)
def test_a_library_plays_and_records_it_too(folder: Path) -> None:
    game = rulekit.load(folder)
    slow: list[list[Choice]] = [[] for _ in range(3)]
    outcomes = [recorded_game(game, seed, choices) for seed, choices in enumerate(slow)]
    go_native(game.compiled())
    fast: list[list[Choice]] = [[] for _ in range(3)]
    assert [recorded_game(game, seed, choices) for seed, choices in enumerate(fast)] == outcomes
    assert fast == slow
    assert [(o.decided, o.ending) for o in random_games(game, 0, 3)] == [(o.decided, o.ending) for o in outcomes]


def test_a_choice_is_taken_back_and_made_again() -> None:
    match = rulekit.load(ROOT / "games" / "tic_tac_toe").start(seed=3)
    first = chosen(match)
    match.undo(match.players[first[0]])
    assert chosen(match) == first


def test_every_option_comes_equally_often() -> None:
    found = Counter(random_index(7, n, 10) for n in range(20_000))
    assert sum((n - 2000) ** 2 / 2000 for n in found.values()) < 27.9, "chi-squared, 9 degrees of freedom, 1 of 1000"
    answers = RandomAnswers(keyed_bits(7), 50)
    assert [answers.draw() * 10 >> 31 for _ in range(50)] == [random_index(7, n, 10) for n in range(50)]


STOPS = """variant Stops of Hill Towns "Stops":
  before score the round if round is 2: move 40 coins from purse of Ash to bank
"""


def test_a_game_that_stops_says_where(tmp_path: Path) -> None:
    path = tmp_path / "stops.rules"
    path.write_text(STOPS, encoding="utf-8")
    player = Player(make_plan(GAMES / "toy", games=12, variants=[path]))
    stopped = [record for number in range(12) if (record := player.play(number)).stopped]
    assert stopped
    for record in stopped:
        match = player.game.start(seed=record.seed)
        for _, value in record.choices[:-1]:
            match.decide(0, value)
        assert match.decided == record.decisions
        with pytest.raises(rulekit.RuleFailure, match=r"stops\.rules:2"):
            match.decide(0, record.choices[-1][1])
