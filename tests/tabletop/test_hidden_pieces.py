"""Pieces that somebody else may not see are no nought: nobody else knows how many lie there."""

from __future__ import annotations

from pathlib import Path

import rulekit
from rulekit.runtime.view_types import PiecePlace
from rulekit.tabletop.cells import count, full, is_empty, short
from rulekit.tabletop.texts import Texts

GAME = """game Cellars "Cellars":
  played by 2 players, called North, South
  begins with play it

piece coin, coins: 20, at first in bank

places seen by all:
  bank: coins
places seen by their owner:
  cellar of each player: coins

to play it:
  each player in players: move 5 coins from bank to my cellar
  for seat 1: choose n from 1 to 2
  end the game, ranking players by coins in cellar of it
"""


def test_others_read_a_question_mark(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(GAME, "utf-8")
    view, texts = rulekit.load(tmp_path).start(2, seed=1).view("North"), Texts("en")
    cellars = [place for row in view.tables[0].rows for place in row.places if isinstance(place, PiecePlace)]
    assert [count(place) for place in cellars] == ["5", "?"]
    assert [full(texts, place) for place in cellars] == ["5 coins", "?"] == [short(texts, place) for place in cellars]
    assert not any(is_empty(place) for place in cellars)
