"""A game that comes to its end without ranking anybody says so."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from rulekit.cli import main

GAME = """game Dig "Dig":
  played by 2 players, called First, Second
  begins with play the game

marks seen by all:
  finds of each player: from 0 up

to play the game:
  each player in players:
    choose n from 1 to 3: "how deep?"
    raise my finds by n
"""


def test_the_end_says_that_nobody_is_ranked(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    got = CliRunner().invoke(main, ["play", str(tmp_path), "--auto", "--seed", "1", "--plain"])
    assert got.exit_code == 0
    assert "nobody is ranked" in got.output
    assert "Rank" not in got.output
