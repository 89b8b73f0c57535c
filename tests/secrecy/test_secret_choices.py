"""What a seat chooses secretly and at once tells the others nothing as long as one of them still has to choose."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import rulekit
from tests.playing import ROOT, SHOGUN
from tests.secrecy.harness import DARING
from tests.secrecy.observing import LANGS, first_difference, observed

pytestmark = pytest.mark.games
TABLES: tuple[tuple[str, Path, int, dict[str, str], int], ...] = (
    ("most dangerous time, bidding", DARING, 2, {"bidding": "yes"}, 4),
    ("shogun", SHOGUN, 3, {"setup": "Predetermined"}, 60),
    ("diplomacy", ROOT / "games" / "diplomacy", 7, {}, 40),
    ("hearts", ROOT / "games" / "hearts", 4, {}, 20),
)
"""Name, folder, players, options, after how many choices a game is left"""
COMPARED = 20
"""Comparisons that are made of each game"""


def compared(game: rulekit.Game, players: int, options: dict[str, str], most: int, seed: int) -> tuple[int, list[str]]:
    """How often two choices of one seat were compared in the eyes of another one, and where these saw a difference."""
    random, match = Random(seed), game.start(players, seed, options, journal=True)
    count, leaks = 0, []
    for _ in range(most):
        if not match.asks:
            break
        k = random.randrange(len(match.asks))
        chooser, _, values, _ = match.asks[k]
        others = [seat for seat, *_ in match.asks if seat != chooser]
        if match.forks and others and len(values) > 1:
            other, lang = random.choice(others), random.choice(LANGS)
            worlds = [match.copy(), match.copy()]
            for world, value in zip(worlds, random.sample(list(values), 2), strict=True):
                world.decide(k, value)
            if all(world.forks and other in _asked(world) for world in worlds) and _asked(worlds[0]) == _asked(
                worlds[1]
            ):
                count += 1
                one, two = (observed(world, other, 0, lang, 0) for world in worlds)
                if found := first_difference(one, two):
                    viewer, seen = match.players[other], match.players[chooser]
                    leaks.append(f"after {match.decided} choices {viewer} sees of {seen}: {found}")
        match.decide(k, random.choice(values))
    return count, leaks


def _asked(match: rulekit.Match) -> list[int]:
    return [seat for seat, *_ in match.asks]


@pytest.mark.parametrize("name, folder, players, options, most", TABLES, ids=[table[0] for table in TABLES])
def test_a_secret_choice_tells_the_others_nothing(
    name: str, folder: Path, players: int, options: dict[str, str], most: int
) -> None:
    game, done = rulekit.load(folder), 0
    for seed in range(1, 200):
        count, leaks = compared(game, players, options, most, seed)
        assert not leaks, f"{name}, seed {seed}: {leaks[0]}"
        done += count
        if done >= COMPARED:
            return
    raise AssertionError(f"{name}: only {done} were compared")
