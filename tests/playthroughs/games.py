"""Which games are told: every number of players with every choice of the options that have names, wherever the rules allow it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import rulekit
from rulekit.diagnostics import UserError
from tests.playing import ROOT, SetUp, game, said

HERE = Path(__file__).parent
SEED = 1


def told() -> Iterator[tuple[Path, SetUp, Path]]:
    """(folder of the game, players and options, file)"""
    for folder in sorted({path.parent for path in (ROOT / "games").glob("*/*.rules")}):
        for setup in _setups(game(folder)):
            yield folder, setup, HERE / f"{folder.name}-{said(setup).lower()}.txt"


def _setups(rules: rulekit.Game) -> Iterator[SetUp]:
    named = {option.name: option.values for option in rules.options.values() if option.sort == "names"}
    for players in range(rules.fewest, rules.most + 1):
        for values in product(*named.values()):
            options = dict(zip(named, values, strict=True))
            try:
                rules.compiled(players, options)
            except UserError:
                continue  # the rules refuse it
            yield players, options


def start(folder: Path, setup: SetUp) -> rulekit.Match:
    """The first question of such a game."""
    players, options = setup
    return game(folder).start(players, SEED, options)
