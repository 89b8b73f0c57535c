"""Rows in the story: who begins with what is told as a table, at every table and in each language."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.runtime.labels import Part, Thing
from rulekit.runtime.narrative.table_rows import cells
from rulekit.tabletop.story import told
from rulekit.tabletop.texts import Texts
from tests.told.reading import GAMES, LANGUAGES, read

FARMS = """
game Farms "Farms":
  played by 2 players, called Ash, Birch
  begins with play the game

kind field is North, South, East

marks seen by all:
  keeper of each field: a player or none
  coins of each player: from 0 up

to play the game:
  not told
  set keeper of North to Ash
  set keeper of East to Ash
  each player in players:
    set my coins to 3
    tell "{me} | coins: {my coins} | fields: {fields where keeper of it is me}"
  for seat 1:
    choose n from 0 to 2: "how many?"
  end the game, ranking players by coins of it
"""


def test_a_text_with_bars_is_a_row(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(FARMS, encoding="utf-8")
    match = rulekit.load(tmp_path).start(seed=1)
    first, second = (x for x in match.story("Ash") if x.sort == "row")
    assert [(cell.heading, cell.text) for cell in cells(first.parts)] == [
        ("", "Ash"), ("coins", "3"), ("fields", "North, East"),
    ]  # fmt: skip
    assert cells(second.parts)[2].text == "", "an empty list leaves its cell empty"
    [line] = [x for x in told(match, "Ash", 0, Texts("en"), "en", None) if x.table is not None]
    assert not line.scoring and line.table is not None
    assert list(line.table.rows()) == [("Ash", "3", "North, East"), ("Birch", "3", "")]


def test_only_the_first_colon_parts_a_heading_and_names_are_left_alone() -> None:
    player, place = Thing("player", "Red", "Red"), Thing("town", "Elm", "Elm: the old | town")
    parts: tuple[Part, ...] = (player, " | holds: ", place, ", or so: yes | 军队：2")
    assert [(cell.heading, cell.text) for cell in cells(parts)] == [
        ("", "Red"), ("holds", "Elm: the old | town, or so: yes"), ("军队", "2"),
    ]  # fmt: skip


HEADINGS = {
    ("shogun", "en"): ["", "chests", "5 armies", "4 armies", "3 armies", "2 armies"],
    ("shogun", "zh-Hans"): ["", "宝箱", "5支军队", "4支军队", "3支军队", "2支军队"],
    ("most_dangerous_time", "en"): ["", "side", "leaders", "soldiers", "stand in"],
    ("most_dangerous_time", "zh-Hans"): ["", "阵营", "武将", "士兵", "驻地"],
    ("nobunaga_successors", "en"): ["", "houses", "lords and armies", "areas"],
    ("nobunaga_successors", "zh-Hans"): ["", "家族", "武将与军势", "区域"],
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_each_game_tells_its_set_up_as_a_table(name: str, lang: str) -> None:
    match, reader, _ = read(name, lang)
    [table] = [
        x.table for x in told(match, reader, 0, Texts(lang), lang, None) if x.table is not None and not x.scoring
    ]
    assert [column.name for column in table.columns] == HEADINGS[name, lang]
    if name != "most_dangerous_time":
        sides = {"zh-Hans": "方"}.get(lang, "")
        assert list(table.columns[0].cells) == [f"{player}{sides}" for player in match.view(None, lang=lang).players]
    assert len({*table.columns[0].cells}) == len(table.columns[0].cells)


def test_the_printed_set_up_is_told_once(tmp_path: Path) -> None:
    """What comes to the reader stands in the table, and in no line beside it."""
    match = rulekit.load(GAMES["shogun"][0]).start(seed=3, options={"setup": "Predetermined"})
    found = next(line for line in match.story("Red") if line.text.startswith("The printed set-up"))
    assert [row.sort for row in found.children] == ["row"] * 4
