"""How many play when nobody says how many."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.cli.games import usual_players
from rulekit.diagnostics import UserError

GAME = """
game Lots "Lots":
  played by 2 players, called Day, Night
  played by 3 to 4 players, called North, South, East, West
{usual}
  begins with play the game

to play the game:
  end the game, won by players
"""


def game(folder: Path, usual: str = "") -> rulekit.Game:
    (folder / "lots.rules").write_text(GAME.format(usual=usual), "utf-8")
    return rulekit.load(folder)


def test_the_rules_say_how_many(tmp_path: Path) -> None:
    lots = game(tmp_path, "  normally for 3 players")
    assert list(lots.start().players) == ["North", "South", "East"]
    assert (usual_players(lots, None), usual_players(lots, 2)) == (3, 2)


def test_otherwise_the_fewest(tmp_path: Path) -> None:
    assert list(game(tmp_path).start().players) == ["Day", "Night"]


def test_who_says_how_many_is_answered(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="Lots is played by 2 to 4 players, not by 5"):
        game(tmp_path, "  normally for 3 players").start(5)
