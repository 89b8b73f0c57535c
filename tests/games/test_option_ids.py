"""No two options of a question have one id: saves, servers and bots know them by it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import rulekit
from tests.playing import ROOT, SHOGUN, play

SMALL = [p for p in sorted((ROOT / "tests" / "games").iterdir()) if any(p.glob("*.rules"))]
GAMES = {**{p.name: (p, 150) for p in [*SMALL, ROOT / "games" / "tic_tac_toe"]}, "shogun": (SHOGUN, 20)}
"""Name -> (folder, how many games by chance): 2,000 together"""


def test_so_many() -> None:
    assert sum(n for _, n in GAMES.values()) >= 1900


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_id_is_given_once(name: str) -> None:
    folder, games = GAMES[name]
    game = rulekit.load(Path(folder))
    for seed in range(games):
        for match in play(game.start(seed=seed, journal=False), Random(seed)):
            for asked in match.decisions:
                ids = [option.id for option in asked.options]
                assert len({*ids}) == len(ids), (seed, asked.prompt())
