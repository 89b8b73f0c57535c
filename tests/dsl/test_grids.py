"""Grids in data tables: a row for each square, routes by steps; a mistake is told where it is, and a variant changes squares."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.rule_tests.runner import run_tests

RULES = """
game Pond "Pond":
  played by 2 players, called Heron, Frog
  begins with play
  layers printed

kind ground is Mud, Reed

kind square from "squares.yaml":
  column ground is a ground
  column file is a number from 1 to 3
  column rank is a number from 1 to 2
  column light is yes or no

graph of squares from "squares.yaml", with lines and leaps

marks seen by all:
  here-now of each player: a square, at first A1

to play:
  each player in players:
    choose goal among neighbours of my here-now: "where to?"
    set my here-now to goal
  end the game, ranking players by file of (here-now of it)
"""
TABLE = """
squares:
  grid: {files: 3, ranks: 2}
  others: {ground: Mud}
  B2: {ground: Reed, names: {en: the reed}}
lines: {grid: squares, steps: [[0, 1], [1, 0]]}
leaps: {grid: squares, steps: [[-2, 1]]}
"""


def laid(folder: Path, table: str = TABLE, tests: str = "") -> Path:
    game = folder / "pond"
    game.mkdir()
    (game / "game.rules").write_text(RULES + tests, "utf-8")
    (game / "squares.yaml").write_text(table, "utf-8")
    return game


def told(game: Path, *variants: Path) -> list[str]:
    return [f"{p.code} {p.span.line}:{p.span.column} {p.message}" for p in rulekit.check(game, variants)[0]]


def test_a_grid_is_its_squares_and_routes(tmp_path: Path) -> None:
    game = laid(tmp_path)
    assert told(game) == []
    match = rulekit.load(game).start(2, 1)
    assert [option.id for option in match.decisions[0].options] == ["A2", "B1"]


TESTS = """
test "what a grid knows of its squares":
  then rank of A2 is 2
  then file of C1 is 3
  then light of A1 is no
  then light of B1 is yes
  then ground of B2 is Reed
  then ground of C2 is Mud
  then the number of squares is 6

test "routes by steps":
  then the number of neighbours of A1 is 2
  then the route from A1 to B1 is a line
  then the route from C1 to A2 is a leap
  then the route from A2 to C1 is a leap
"""
WRONG = {
    "no number of ranks": ("{files: 3, ranks: 2}", "{files: 3}", "RK204 3:9 `ranks` is missing here"),
    "a word for a number": (
        "{files: 3, ranks: 2}",
        "{files: three, ranks: 2}",
        "RK205 3:17 a number is needed here, but this is `three`",
    ),
    "no files": (
        "{files: 3, ranks: 2}",
        "{files: 0, ranks: 2}",
        "RK208 3:17 this number is from 1 to 26, but here stands 0",
    ),
    "more than letters": (
        "{files: 3, ranks: 2}",
        "{files: 27, ranks: 2}",
        "RK208 3:17 this number is from 1 to 26, but here stands 27",
    ),
    "something else": ("{files: 3, ranks: 2}", "{files: 3, ranks: 2, hexes: yes}", "RK206 3:30 nothing reads `hexes`"),
    "a square outside": ("B2:", "D2:", "RK206 5:3 the grid has no square `D2`"),
    "others as a text": ("{ground: Mud}", "Mud", "RK205 4:11 `others` holds columns"),
    "an unknown column": ("B2: {", "B2: {depth: 3, ", "RK206 5:8 nothing reads `depth`"),
    "another grid": ("lines: {grid: squares", "lines: {grid: pond", "RK203 6:15 this file has no grid `pond`"),
    "no steps": (", steps: [[-2, 1]]", "", "RK204 7:8 `steps` is missing here"),
    "a step nowhere": (
        "[[-2, 1]]",
        "[[0, 0]]",
        "RK205 7:32 a step is two numbers: so many files to the right, so many ranks up",
    ),
    "a step of three": (
        "[[-2, 1]]",
        "[[1, 2, 3]]",
        "RK205 7:32 a step is two numbers: so many files to the right, so many ranks up",
    ),
    "a step back": (
        "[[-2, 1]]",
        "[[-2, 1], [2, -1]]",
        "RK205 7:41 this step is here already: routes lead both ways",
    ),
}


def test_what_a_grid_knows(tmp_path: Path) -> None:
    results = run_tests(laid(tmp_path, tests=TESTS))
    assert len(results) == 2 and not [r.message for r in results if not r.ok]


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_in_a_grid(name: str, tmp_path: Path) -> None:
    old, new, message = WRONG[name]
    assert TABLE.count(old) == 1
    assert message in told(laid(tmp_path, TABLE.replace(old, new)))


def test_a_variant_changes_a_square(tmp_path: Path) -> None:
    game = laid(tmp_path)
    more = tmp_path / "reeds"
    more.mkdir()
    (more / "squares.yaml").write_text("squares:\n  A1: {ground: Reed}\n", "utf-8")
    (more / "reeds.rules").write_text(
        'variant Reeds of Pond "Reeds"\n\ntest "reeds":\n  then ground of A1 is Reed\n  then ground of A2 is Mud\n',
        "utf-8",
    )
    assert told(game, more) == []
    assert [r.message for r in run_tests(game, [more]) if not r.ok] == []
