"""A scene has adjectives as marks of its own: they are in sight in it alone, and begin anew each time."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rulekit
from rulekit.rule_tests.runner import run_tests
from tests.playing import TOY

VOTE = """
scene vote about {place: town}:
  each player may be out
  mood of each player: calm, uneasy or angry

  to leave for {who: player}:
    who becomes out
    who becomes angry

to vote on {here: town} for {me: player}:
  begin vote about here:
    if me is not out: raise my points by 1
    leave for me
    if me is out and me is angry: raise my points by 10
    raise my points by 100 * the number of players that are out
"""
TESTS = """
test "it begins anew each time":
  when vote on Alder for Ash
  then points of Ash is 111
  when vote on Alder for Ash
  then points of Ash is 222
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    shutil.copytree(TOY, tmp_path / "toy", ignore=shutil.ignore_patterns("tests"))
    (tmp_path / "toy" / "tests").mkdir()
    (tmp_path / "toy" / "vote.rules").write_text(VOTE, "utf-8")
    return tmp_path / "toy"


def test_they_begin_anew(toy: Path) -> None:
    (toy / "tests" / "vote.rules").write_text(TESTS, "utf-8")
    assert rulekit.check(toy)[0] == []
    assert [r.message for r in run_tests(toy) if not r.ok] == []


@pytest.mark.parametrize(
    "line",
    ["if Ash is out: stop", "Ash becomes out", "if there are players that are out: stop", "if Ash is angry: stop"],
)
def test_they_are_not_in_sight_outside(line: str, toy: Path) -> None:
    (toy / "more.rules").write_text(f"to look around:\n  {line}\n", "utf-8")
    found = [d for d in rulekit.check(toy)[0] if d.severity == "error"]
    assert [d.code for d in found] == ["RK306"], found
