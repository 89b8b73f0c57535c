"""Which games are told: every number of players with every choice of the options that have names, wherever the rules allow it.

The games of the plugins and Diplomacy are long: to look which set-ups they refuse would compile each of them whenever tests are
collected. Theirs stand here one by one, and are told shortened (``short.py``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import rulekit
from rulekit.diagnostics import UserError
from tests.playing import ROOT, SetUp, game, said

HERE = Path(__file__).parent
SEED = 1
PLUGINS = {
    name: ROOT / "plugins" / name / f"rulekit_{name}" / "game"
    for name in ("most_dangerous_time", "nobunaga_successors")
}
SETUPS: dict[str, Sequence[SetUp]] = {
    "most_dangerous_time": (
        *((2, {"scenario": scenario}) for scenario in ("Short", "Standard", "Campaign")),
        *((players, {}) for players in (3, 4)),
    ),
    "backgammon": ((2, {}),),
    "hearts": ((4, {"limit": "30"}),),
    "diplomacy": ((7, {"years": "3"}),),
    "nobunaga_successors": ((3, {}), *((4, {"scenario": scenario}) for scenario in ("Historical", "Hypothetical"))),
}


def told() -> Iterator[tuple[str, Path, SetUp, Path]]:
    """(name of the game, its folder, players and options, file)"""
    for folder in sorted({path.parent for path in (ROOT / "games").glob("*/*.rules")}):
        for setup in SETUPS.get(folder.name) or _setups(game(folder)):
            yield folder.name, folder, setup, _file(folder.name, setup)
    for name, folder in PLUGINS.items():
        for setup in SETUPS[name]:
            yield name, folder, setup, _file(name, setup)


def _file(name: str, setup: SetUp) -> Path:
    return HERE / f"{name}-{said(setup).lower()}.txt"


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
