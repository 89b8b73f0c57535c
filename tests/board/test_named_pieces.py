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
