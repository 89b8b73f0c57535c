"""A word that names a piece and its row of a group: where something is chosen or written down, it is the row."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rulekit
from rulekit.rule_tests.runner import run_tests
from tests.playing import TOY

RULES = """marks seen by all:
  best of each player: a building or none, at first mill

value dear of {me: player}, a building:
  mill if round is 0
  chapel otherwise

to build in {here: town} for {me: player}:
  choose b among buildings, or none: "which one?"
  if b is none: stop
  move 1 b from quarry to here
  set my best to my dear
  let other be chapel
  move 1 other from quarry to here
  if my best is mill: set my best to chapel

feast Fair "Fair":
  build in Alder for me
"""
BEGIN = 'test "a row":\n  when Ash: carry out Fair\n'


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    shutil.copytree(TOY, tmp_path / "toy", ignore=shutil.ignore_patterns("tests"))
    (tmp_path / "toy" / "building.rules").write_text(RULES, encoding="utf-8")
    (tmp_path / "toy" / "tests").mkdir()
    return tmp_path / "toy"


def test_it_is_written_down_as_a_row(toy: Path) -> None:
    assert rulekit.check(toy)[0] == []


@pytest.mark.parametrize(
    ("lines", "why_not"),
    [
        ("  then Ash may choose exactly mill, chapel, none\n", ""),
        ("  then Ash may choose exactly chapel, none\n", "the options are: mill, chapel, none"),
        ("  then Ash may choose mill\n", ""),
        ("  then Ash may not choose mill\n", "it is among the options"),
        ("  then best of Ash is mill\n  given best of Ash is chapel\n  then best of Ash is chapel\n", ""),
        ("  when Ash chooses mill\n  then Alder holds exactly 1 mill and 1 chapel\n  then best of Ash is chapel\n", ""),
        ("  when Ash chooses mill\n  then best of Ash is mill\n", "then best of Ash is mill"),
    ],
)
def test_it_is_chosen_as_a_row(lines: str, why_not: str, toy: Path) -> None:
    (toy / "tests" / "row.rules").write_text(BEGIN + lines, encoding="utf-8")
    [result] = run_tests(toy)
    assert (result.ok, result.message) == (True, "") if not why_not else not result.ok and why_not in result.message
