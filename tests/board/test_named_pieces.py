"""Pieces of which some are drawn with the first letters of their names, as a mark of theirs says."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rulekit
from rulekit.board import read_board, read_position
from rulekit.board.drawing import svg
from tests.playing import ROOT

SUCCESSORS = ROOT / "plugins/nobunaga_successors/rulekit_nobunaga_successors/game"


@pytest.fixture(scope="module")
def drawn() -> str:
    match = rulekit.load(SUCCESSORS).start(3, seed=4)
    board = read_board(SUCCESSORS)
    return svg(board, "en", read_position(match.view(None), board))


def test_commanders_are_named_and_armies_counted(drawn: str) -> None:
    assert 'data-key="Akechi Mitsuhide"' in drawn and ">AM<" in drawn
    assert 'data-key="Haigo Ieyoshi"' not in drawn, "no commander"


def test_the_legend_has_both(drawn: str) -> None:
    legend = drawn[drawn.index('class="rk-legend"') :]
    assert ">Sotaisho, Taisho<" in legend and ">AB<" in legend and ">Counter<" in legend and ">3<" in legend


def test_a_mark_that_no_counter_has_is_found(tmp_path: Path) -> None:
    shutil.copytree(SUCCESSORS, tmp_path / "game")
    board = tmp_path / "game" / "board.yaml"
    board.write_text(board.read_text(encoding="utf-8").replace("mark: rank,", "mark: rnak,"), encoding="utf-8")
    found, _ = rulekit.check(tmp_path / "game")
    assert ["rnak" in finding.message for finding in found] == [True]


BEADS = """
game Beads "Beads":
  played by 2 players, called North, South
  begins with play
kind bowl from "bowls.yaml":
  holds 1 bead
graph of bowls from "bowls.yaml", with ways
kind bead from "beads.yaml":
  column form is a form
  column start is a bowl
  at first in start of it
kind form is Round, Square
to play:
  each player in players:
    choose one: "on?"
      to "go on": stop
      to "stop": stop
  end the game, won by players
"""
BOWLS = "bowls:\n  Left: {label: [50, 50]}\n  Right: {label: [150, 50]}\nways:\n  - [Left, Right]\n"
LOOK = (
    "table: bowls.yaml\nplaces: bowls\nsize: [200, 100]\npieces:\n  bead: {signs: {mark: form, Round: O, Square: H}}\n"
)


def test_signs_by_a_column_of_a_kind_without_marks(tmp_path: Path) -> None:
    """The views have no table for such a kind, since nothing in it changes: its pieces are drawn all the same."""
    files = {
        "game.rules": BEADS, "bowls.yaml": BOWLS, "board.yaml": LOOK,
        "beads.yaml": "beads:\n  First: {form: Round, start: Left}\n  Second: {form: Square, start: Right}\n",
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    match = rulekit.load(tmp_path).start(2, seed=1)
    board = read_board(tmp_path)
    drawn = svg(board, "en", read_position(match.view(None), board))
    assert 'data-key="First"' in drawn
