"""Games at random beside OpenSpiel's own, in the same run: tic-tac-toe and chess here and there, and its backgammon.

``python -m benchmarks.openspiel_beside`` prints the choices of players a second and the ratios, which benchmarks/run.py records.
Both play whole games at random in C or C++, from a fast generator in which nothing is secret; Python gets their results.
"""

from __future__ import annotations

from collections.abc import Mapping
from time import process_time
from typing import Any

import rulekit
from benchmarks.pieces import ROOT
from rulekit.install_command import install_command
from rulekit.native import go_native

GAMES = {"tic-tac-toe": ("tic_tac_toe", {}, 20_000), "chess": ("chess", {"talk": "no"}, 200)}
"""name -> (folder here and name there, options, games of a round here)"""
THERE = {"tic_tac_toe": 4_000, "chess": 60, "backgammon": 60}
"""Games of a round there"""
ROUNDS = 3


def here(folder: str, options: Mapping[str, object], games: int) -> tuple[float, float]:
    """(choices a second, games a second) in the native library. In chess a move is two choices: the figure and the square."""
    rules = rulekit.load(ROOT / "games" / folder)
    library = go_native(rules.compiled(2, options))
    position = library.position(rules.start(2, 1, options, journal=False))
    fastest = (0.0, 0.0)
    for first in range(1, ROUNDS * games, games):
        before = process_time()
        made = sum(outcome.decided for outcome in position.playouts(first, games) if outcome is not None)
        took = process_time() - before
        fastest = max(fastest, (made / took, games / took))
    return fastest


def there(name: str) -> tuple[float, float]:
    """The same in OpenSpiel; the throws of dice are no choices."""
    import pyspiel

    rules = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, 1 + player) for player in range(rules.num_players())]
    fastest = (0.0, 0.0)
    for first in range(0, ROUNDS * THERE[name], THERE[name]):
        before = process_time()
        ends = [_at_random(pyspiel, rules, bots, seed) for seed in range(first, first + THERE[name])]
        took = process_time() - before
        made = sum(1 for end in ends for step in end.full_history() if step.player >= 0)
        fastest = max(fastest, (made / took, len(ends) / took))
    return fastest


def _at_random(pyspiel: Any, rules: Any, bots: list[Any], seed: int) -> Any:
    state = rules.new_initial_state()
    pyspiel.evaluate_bots(state, bots, seed)
    return state


def rows() -> tuple[list[tuple[str, str]], dict[str, float]]:
    """The rows of the table, and the ratios of games a second to those of OpenSpiel; no ratios where it is not installed."""
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        return [("OpenSpiel", "not installed: " + install_command("openspiel"))], {}
    told, ratios = [], {}
    for name, (folder, options, games) in GAMES.items():
        ours, theirs = here(folder, options, games), there(folder)
        text = "native {:,.0f} choices, {:,.0f} games; OpenSpiel {:,.0f} choices, {:,.0f} games a second"
        told.append((f"{name}, at random", text.format(*ours, *theirs)))
        ratios[f"{name}: games to those of OpenSpiel"] = ours[1] / theirs[1]
    told.append(
        ("backgammon, at random", "OpenSpiel {:,.0f} choices, {:,.0f} games a second".format(*there("backgammon")))
    )
    return told, ratios


if __name__ == "__main__":
    rows_, ratios_ = rows()
    for name_, text_ in rows_:
        print(f"{name_:<24} {text_}")
    for name_, ratio_ in ratios_.items():
        print(f"ratio: {name_:<40} {ratio_:.2f}")
