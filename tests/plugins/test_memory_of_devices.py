"""A device that keeps something in Python, which no save holds: it is found, and not the save is blamed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulekit
from rulekit.diagnostics import UserError
from rulekit.plugins.devices import Word
from rulekit.plugins.hookspecs import hookimpl
from rulekit.plugins.manager import find_plugins
from tests.playing import play

GAME = """game Fair Day "Fair day":
  played by 2 players, called Ann, Ben
  begins with play a day
  uses plugin market
marks seen by all:
  points of each player: from 0 up
to play a day:
  repeat 3 times:
    each player in players:
      choose n from 1 to 3: "how many?"
      buy n at the market
      choose m from 1 to the market price: "and?"
      raise my points by m
  end the game, ranking players by points of it
"""


class Market:
    """Its price is a number in Python."""

    name = "market"
    doc = "A market with a price."
    parameters: Sequence[Any] = ()
    words = (
        Word("buy {n:number} at the market", "buy", "buy 2 at the market"),
        Word("the market price", "price", "the market price", gives="number"),
    )

    def __init__(self) -> None:
        self.amount = 3

    def stores(self, parameters: Any) -> Sequence[str]:
        return ()

    def bind(self, setting: Any) -> Mapping[str, Callable[..., Any]]:
        def buy(s: Any, z: Any, n: int) -> None:
            self.amount += n

        return {"buy": buy, "price": lambda s, z: self.amount}


class MarketPlugin:
    @hookimpl
    def rulekit_devices(self) -> list[Market]:
        return [Market()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    return tmp_path


def test_a_save_that_is_resumed_blames_the_device(folder: Path) -> None:
    game = rulekit.load(folder, (), find_plugins((MarketPlugin(),)))
    match = game.start(seed=1)
    for _ in play(match, Random(3)):
        pass
    with pytest.raises(UserError, match="keeps something outside the match") as refused:
        game.resume(match.save())
    assert "market" in (refused.value.hint or "")


def test_the_fixture_of_plugins_finds_it(folder: Path, random_games: Callable[..., None]) -> None:
    with pytest.raises(AssertionError, match="does a device keep something outside the match"):
        random_games(folder, plugins=(MarketPlugin(),), games=1)
