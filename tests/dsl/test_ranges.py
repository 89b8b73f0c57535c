"""Comparisons that hold always or never by the limits of their numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit

GAME = """game Ranges "Ranges":
  played by 2 players, called Ash, Birch
  begins with play
  option rounds is 1 to 9, normally 3, "Rounds"
kind room is Attic, Hall
marks seen by all:
  light of each room: from 0 to 9, at first 3
  debt: from 0 up
to play:
  raise debt by rounds
  each r among rooms: raise light of r by 1, to no more than 9
  for seat 1:
    choose r among rooms where CONDITION, or none: "where?"
  end the game, won by seat 1
"""


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("light of it is more than 9", "`(light of it) is more than 9` never holds: `light of it` goes from 0 to 9"),
        ("light of it is at least 10", "`(light of it) is at least 10` never holds: `light of it` goes from 0 to 9"),
        ("light of it is less than 0", "`(light of it) is less than 0` never holds: `light of it` goes from 0 to 9"),
        ("light of it is 12", "`(light of it) is 12` never holds: `light of it` goes from 0 to 9"),
        ("light of it is at most 9", "`(light of it) is at most 9` always holds: `light of it` goes from 0 to 9"),
        ("light of it is not 12", "`(light of it) is not 12` always holds: `light of it` goes from 0 to 9"),
        ("debt is at least 0", "`debt is at least 0` always holds: `debt` goes from 0 up"),
        ("20 is less than light of it", "`20 is less than (light of it)` never holds: `light of it` goes from 0 to 9"),
        ("light of it is at least 9", ""),
        ("light of it is more than rounds", ""),
        ("debt is more than 1000", ""),
        ("light of it is debt", ""),
    ],
)
def test_a_comparison_outside_the_limits(condition: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(GAME.replace("CONDITION", condition), "utf-8")
    found = [d.message for d in rulekit.lint(tmp_path)[0] if d.code == "RK373"]
    assert found == ([told] if told else [])
