"""A layout from the disk is the one that was written."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.board import kept, lay_out, layout_of, read_board, svg
from tests.playing import ROOT


@pytest.mark.parametrize("game", ["games/shogun", "games/tic_tac_toe"])
def test_what_is_read_is_what_was_written(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    board = read_board(ROOT / game)
    first = layout_of(board, "zh-Hans")
    monkeypatch.setattr(kept, "lay_out", lambda *_: pytest.fail("it was laid out again"))
    again = layout_of(board, "zh-Hans")
    assert svg(board, "zh-Hans", layout=again) == svg(board, "zh-Hans", layout=first)
    assert {key: spot.label for key, spot in again.spots.items()} == {
        key: spot.label for key, spot in first.spots.items()
    }


def test_another_language_is_another_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    board = read_board(ROOT / "games" / "shogun")
    assert layout_of(board, "en").spots != layout_of(board, "zh-Hans").spots
    assert layout_of(board, "en").spots.keys() == lay_out(board, "en").spots.keys()
