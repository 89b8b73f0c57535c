"""No two options of a question have one id: saves, servers and bots know them by it."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

import rulekit
from tests.playing import ROOT, play
from tests.tiers import LONG, seeds

SMALL = [p for p in sorted((ROOT / "tests" / "games").iterdir()) if any(p.glob("*.rules"))]
WARGAMES = [
    ROOT / "plugins" / name / f"rulekit_{name}" / "game" for name in ("most_dangerous_time", "nobunaga_successors")
]
GAMES: dict[str, tuple[Path, int]] = {
    **{p.name: (p, 150) for p in SMALL},
    **{p.name: (p, 3) for p in sorted((ROOT / "games").iterdir())},
    "tic_tac_toe": (ROOT / "games" / "tic_tac_toe", 150),
    "hearts": (ROOT / "games" / "hearts", 20),
    "shogun": (ROOT / "games" / "shogun", 20),
    **{p.parents[1].name: (p, 2) for p in WARGAMES},
}
"""Name -> (folder, how many games by chance): 2,000 together"""
CHOICES = None if LONG else 250
"""Of a game; in the long tier it is played to its end"""


def test_so_many() -> None:
    assert sum(n for _, n in GAMES.values()) >= 1900


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_id_is_given_once(name: str) -> None:
    folder, games = GAMES[name]
    game = rulekit.load(folder)
    for seed in seeds(games, games):
        for match in islice(play(game.start(seed=seed, journal=False), Random(seed)), CHOICES):
            for asked in match.decisions:
                ids = [option.id for option in asked.options]
                assert len({*ids}) == len(ids), (seed, asked.prompt())
