"""Dice: what the journal tells of them, and the script of a rule test, which is part of the match."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulekit.rule_tests import runner
from rulekit.rule_tests.results import TestResult
from tests.playing import SUPPLY, game, play


def told(test: str, folder: Path) -> list[TestResult]:
    """The results of a test file beside a copy of the rules."""
    for name in ("supply.rules", "map.yaml"):
        (folder / name).write_text((SUPPLY / name).read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "tests").mkdir()
    (folder / "tests" / "tried.rules").write_text(test, encoding="utf-8")
    return runner.run_tests(folder)


FIGHT = """test "fight":
  given Dale holds 3 men of Red
  given Dale holds 1 man of Blue
  given the dice will show 3, 5, 6, 2
  when fight in Dale between Red and Blue with edge {edge}
test "lots":
  given the dice will show 4, 2, 3
  given the dice will show 6, 1
  when draw lots for Red
"""


@pytest.mark.parametrize(
    ("edge", "line"), [("1", "dice 3 5 6 +1: 2 hits"), ("0 - 1", "dice 3 5 6 -1: 1 hit"), ("0", "dice 3 5 6: 2 hits")]
)
def test_the_journal_shows_every_die(edge: str, line: str, tmp_path: Path) -> None:
    assert all(r.ok for r in told(FIGHT.format(edge=edge), tmp_path))
    match = runner.position(tmp_path, "fight")
    texts = [e.text() for e in match.journal if e.sort == "dice"]
    assert texts == [line, "dice 2: 0 hits"]
    assert match.journal[0].text("zh-Hans", None).startswith("掷骰3 5 6")
    assert (
        "let hurt be hits"
        in (tmp_path / "supply.rules").read_text().splitlines()[int(match.journal[0].rule.rpartition(":")[2]) - 1]
    )


def test_sums_are_told_without_hits(tmp_path: Path) -> None:
    told(FIGHT.format(edge="0"), tmp_path)
    match = runner.position(tmp_path, "lots")
    assert [e.text() for e in match.journal if e.sort == "dice"] == [
        "Red: dice 4",
        "Red: dice 2 3",
        "Red: dice 6 1 -1: 1 hit",
    ]


def test_dice_that_were_never_thrown_fail_the_test(tmp_path: Path) -> None:
    (result,) = told(
        'test "left":\n  given the dice will show 1, 2, 3, 4, 5\n  when bombard Dale for Red\n  then turns is 0\n',
        tmp_path,
    )
    assert not result.ok
    assert "never thrown: 4, 5" in result.message


def test_the_script_is_part_of_the_match(tmp_path: Path) -> None:
    told('test "said":\n  given the dice will show 6, 6, 6\n  then turns is 0\n', tmp_path)
    match = runner.position(tmp_path, "said")
    other = match.copy()
    assert other == match
    other.z[other.compiled.image.script or 0].pop()
    assert other != match
    assert other.hash() != match.hash()


def test_play_knows_no_script() -> None:
    image = game(SUPPLY).start(2, 1, {}).compiled.image
    assert image.script is None
    assert "script" not in image.plain + image.journaled


def test_told_and_quiet_throw_the_same() -> None:
    for seed in range(10):
        a, b = (game(SUPPLY).start(2, seed, {}, journal=journal) for journal in (True, False))
        for _ in play(a, Random(seed)):
            pass
        for _ in play(b, Random(seed)):
            pass
        assert a == b
        assert a.over


@pytest.mark.parametrize(
    ("number", "fine"), [("turns * 100", True), ("turns * 101", False), ("turns - 3", False), ("turns - 2", True)]
)
def test_no_more_dice_than_two_hundred_and_none_below_zero(number: str, fine: bool, tmp_path: Path) -> None:
    deed = (
        f"to throw many for {{me: player}}:\n  let n be hits of ({number}) dice on 7 or more\n  raise my losses by n\n"
    )
    (result,) = told(
        deed + 'test "many":\n  given turns is 2\n  when throw many for Red\n  then losses of Red is 0\n', tmp_path
    )
    assert result.ok is fine, result.message
    assert fine or "let n be hits of" in result.message
