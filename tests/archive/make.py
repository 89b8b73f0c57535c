"""Makes the saves of one released version, with how the games then go on: ``python -m tests.archive.make VERSION``.

To be run once for a release, by that release; what was made before stays as it is. The choices hang on names alone, so that a
later version makes the same ones.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import rulekit
from tests.playing import ROOT, SHOGUN

HERE = Path(__file__).parent
PLUGINS = ROOT / "plugins"
GAMES: Mapping[str, tuple[Path, int, Mapping[str, str], int]] = {
    "shogun-3": (SHOGUN, 3, {"setup": "Predetermined"}, 150),
    "shogun-5-moon": (SHOGUN, 5, {"side": "Moon", "asking": "yes"}, 260),
    "most-dangerous-time-2": (PLUGINS / "most_dangerous_time" / "rulekit_most_dangerous_time" / "game", 2, {}, 120),
    "nobunaga-successors-4": (PLUGINS / "nobunaga_successors" / "rulekit_nobunaga_successors" / "game", 4, {}, 250),
    "tic-tac-toe": (ROOT / "games" / "tic_tac_toe", 2, {}, 3),
    "toy": (ROOT / "tests" / "games" / "toy", 2, {"map": "Small"}, 25),
    "skirmish": (ROOT / "tests" / "games" / "skirmish", 2, {}, 10),
}
"""name -> (folder, players, options, after how many choices it is saved)"""


def go_on(match: rulekit.Match, seed: int, choices: int = -1) -> None:
    """Plays on with choices at random, up to a number of them; they depend on nothing but names and the seed."""
    random = Random(seed)
    while match.asks and choices != 0:
        _, k = min((match.players[ask[0]], k) for k, ask in enumerate(match.asks))
        asked, options = match.compiled.image.asks[match.asks[k][1]], match.asks[k][2]
        named = sorted((match.compiled.labels("en").id(asked.sort, value), value) for value in options)
        match.decide(k, random.choice(named)[1])
        choices -= 1


def end(match: rulekit.Match) -> list[Any]:
    """How a game ended: after how many choices, and the standings."""
    return [match.decided, [[x.rank, x.name, x.score] for x in match.standings]]


def made(name: str) -> dict[str, Any]:
    """A save in the middle of a game, with the end to which the game then comes."""
    folder, players, options, choices = GAMES[name]
    match = rulekit.load(folder).start(players, len(name), options, journal=False)
    go_on(match, 1, choices)
    assert match.asks, f"{name} is over before it is saved"
    saved = match.save()
    go_on(match, 2)
    return {"end": end(match), "save": saved}


if __name__ == "__main__":
    target = HERE / sys.argv[1]
    target.mkdir()
    for name in GAMES:
        text = json.dumps(made(name), ensure_ascii=False, separators=(",", ":"))
        (target / f"{name}.json").write_text(text + "\n", encoding="utf-8")
