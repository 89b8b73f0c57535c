"""The tower that people throw: what it asks, and what becomes of the answers, on a table of its own and in a small game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import rulekit_table_tower
from rulekit_table_tower import TableTower

import rulekit
from rulekit.plugins.devices import DeviceError, Question
from rulekit.plugins.manager import find_plugins
from rulekit.rule_tests.pytest_plugin import DeviceTable

Lay = Callable[..., DeviceTable]

GAME = """
game Quarry "The quarry":
  played by 2 players, called Ann, Ben
  begins with play the game
  uses plugin table-tower

piece stone, stones: 5 of each player, at first in heap of that player
piece bird, birds: 2, at first in nest

places seen by all:
  heap of each player: stones of that player
  nest: birds
  tray: stones, birds

marks seen by all:
  points of each player: from 0 up

to play the game:
  each player in players:
    move 3 of my stones from my heap to tray
    move 1 bird from nest to tray
    throw tray and tray into the tower
    raise my points by stones of me in tray
  end the game, ranking players by points of it

test "what is said beforehand is not asked":
  given the tower will drop 2 stones of Ann, 1 bird
  given the tower will drop 4 stones of Ben
  when play the game
  then this is refused, because "stone of Ben: 4 should come out, but there are only 3"

test "what falls out counts, and what stays inside may fall later":
  given the tower will drop 1 stone of Ann
  given the tower will drop 3 stones of Ann, 2 stones of Ben, 2 birds
  when play the game
  then points of Ann is 1
  then points of Ben is 2

test "people are asked about one sort after the other":
  when play the game
  then Ann may choose exactly 0, 1, 2, 3
  when Ann chooses 2
  then Ann may choose exactly 0, 1
"""


@pytest.fixture
def quarry(tmp_path: Path) -> Path:
    (tmp_path / "quarry").mkdir()
    (tmp_path / "quarry" / "game.rules").write_text(GAME, encoding="utf-8")
    return tmp_path / "quarry"


def test_each_sort_that_can_fall_is_asked_for_and_no_other(table: Lay) -> None:
    tower = table(TableTower())
    tower.lay("funnel", 3, 0, 2)
    tower.lay("store inside", 0, 0, 4)
    assert tower.say("ask", "funnel", "tray") == Question(0, 3)
    tower.z[1].append(2)
    assert tower.say("ask", "funnel", "tray") == Question(2, 6), "there is no red army to ask about"
    tower.z[1].append(5)
    assert tower.say("ask", "funnel", "tray") is None
    tower.say("throw", "funnel", "tray")
    assert (tower.at("tray"), tower.inside(), tower.written()) == ([2, 0, 5], [1, 0, 1], [])


def test_an_empty_tower_asks_nothing(table: Lay) -> None:
    tower = table(TableTower())
    assert tower.say("ask", "funnel", "tray") is None
    tower.say("throw", "funnel", "tray")
    assert tower.everything() == [0, 0, 0]


def test_rule_tests_put_pieces_in_and_nothing_comes_of_nothing(table: Lay) -> None:
    tower = table(TableTower())
    tower.lay("supply", 4, 0, 2)
    tower.say("put", [3, 0, 1], "supply")
    assert (tower.at("supply"), tower.inside(), tower.say("inside", (0, 2))) == ([1, 0, 1], [3, 0, 1], 4)
    with pytest.raises(DeviceError, match="disc: 2 should be moved, but the place holds only 1"):
        tower.say("put", [0, 0, 2], "supply")


def test_the_rules_of_a_game_that_uses_it(quarry: Path, rule_tests: Callable[..., int]) -> None:
    assert rule_tests(quarry, plugins=(rulekit_table_tower,)) == 3


def test_answers_are_choices_kept_saved_and_taken_back(quarry: Path) -> None:
    game = rulekit.load(quarry, found=find_plugins((rulekit_table_tower,)))
    match = game.start()
    asked = match.decisions[0]
    assert asked.player == "Ann" and asked.of_the_table
    assert asked.prompt() == "throw the tower: how many stones of Ann fell out?"
    assert [o.label() for o in asked.options] == ["0", "1", "2", "3"]
    match.choose(asked, "2")
    assert match.decisions[0].prompt() == "throw the tower: how many birds fell out?"
    match.undo("Ann")
    match.choose(match.decisions[0], "3")
    match.choose(match.decisions[0], "0")
    saved = match.save()
    assert game.resume(saved) == match == game.replay(saved)
    other = match.copy()
    for count in ("2", "1", "1"):
        assert not match.over
        match.choose(match.decisions[0], count)
    assert match.winners == ["Ann"]
    assert other.decisions[0].prompt() == "throw the tower: how many stones of Ann fell out?", "a copy is left alone"
