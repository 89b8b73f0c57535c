"""`stop` where `skip` was meant, and a number that is told before it counts: where the checker warns, and where it is silent."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rulekit
from tests.playing import TOY

HEAD = """weather Trial "A trial":
  one card with force 1
  after change weather: try it

"""
ROUND = "each player in players:\n"
LEFT = {
    "of the player": ROUND + "  if there are no my towns: stop\n  raise my points by 1",
    "by a name": ROUND + "  let n be my points\n  if n is 0: stop\n  raise my points by 1",
    "told before": ROUND + '  if my points is 0:\n    tell "{me} has none"\n    stop\n  raise my points by 1',
    "otherwise": ROUND + '  if my points is 0: tell "{me} has none"\n  otherwise: stop\n  raise my points by 1',
    "of what was chosen": ROUND
    + '  choose goal among towns, or none: "where?"\n  if goal is none: stop\n  set owner of goal to me',
    "of a town": "each goal among towns:\n  if owner of goal is none: stop\n  raise points of owner of goal by 1",
}
SILENT = {
    "a skip": ROUND + "  if there are no my towns: skip\n  raise my points by 1",
    "of nobody in the round": ROUND + "  if coins in bank is 0: stop\n  raise my points by 1",
    "the last line": ROUND + "  raise my points by 1\n  if my points is 3: stop",
    "after a change": ROUND
    + "  raise my points by 1\n  if my points is 3: stop\n  lower my points by 1, to no less than 0",
    "somebody is found": ROUND + "  if my points is 3:\n    raise my points by 1\n    stop\n  raise my points by 2",
    "repeated": "repeat 3 times:\n  if coins in bank is 0: stop\n  raise points of seat 1 by 1",
}
N = 'choose n from 1 to 4: "how many?"\n'
MOVED = "move up to n guards from my barracks to field"
TOLD = {
    "more than is there": f'{N}tell "{{me}} calls up {{n guards}}"\n{MOVED}',
    "told behind it": f'{N}{MOVED}\ntell "{{me}} has called up {{n guards}}"',
    "changed below": f'{N}tell "{{me}} calls up {{n guards}}"\nset n to 1\nmove n guards from my barracks to field',
}
TRUE = {
    "changed before": f'{N}set n to 1\ntell "{{me}} calls up {{n guards}}"\nmove n guards from my barracks to field',
    "asked whether it is there": (
        f'{N}if n is more than guards in my barracks: stop\ntell "{{me}} calls up {{n guards}}"\n{MOVED}'
    ),
    "chosen from what is there": (
        f'choose n from 0 to guards in my barracks: "how many?"\ntell "{{me}} calls up {{n guards}}"\n{MOVED}'
    ),
    "reckoned from what is there": (
        f'let n be the smaller of 3 and guards in my barracks\ntell "{{me}} calls up {{n guards}}"\n{MOVED}'
    ),
    "another number": f'{N}tell "{{me}} has {{points of me}} points"\n{MOVED}',
    "counted down": f'{N}tell "{{n}} are left"\nlower n by 1, to no less than 0\nif n is 0: stop\nshuffle draw-pile',
}


def found(lines: str, place: Path, of_each: bool = False) -> list[str]:
    """The codes of what is found beside the deed."""
    folder = place / "toy"
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("tests"))
    head = HEAD.replace(" try it", "\n    each player in players: try it") if of_each else HEAD
    text = f"{head}to try it:\n" + "".join(f"  {row}\n" for row in lines.splitlines())
    (folder / "mine.rules").write_text(text, encoding="utf-8")
    diagnostics, _ = rulekit.check(folder)
    assert not [d for d in diagnostics if d.severity == "error"], [d.message for d in diagnostics]
    return [d.code for d in diagnostics]


@pytest.mark.parametrize("lines", LEFT.values(), ids=LEFT)
def test_a_stop_that_was_to_leave_a_round_is_told(lines: str, tmp_path: Path) -> None:
    assert found(lines, tmp_path) == ["RK380"]


@pytest.mark.parametrize("lines", SILENT.values(), ids=SILENT)
def test_a_stop_that_may_be_meant_is_not(lines: str, tmp_path: Path) -> None:
    assert found(lines, tmp_path) == []


@pytest.mark.parametrize("lines", TOLD.values(), ids=TOLD)
def test_a_number_that_is_told_too_soon_or_in_full_is_told(lines: str, tmp_path: Path) -> None:
    assert found(lines, tmp_path, of_each=True) == ["RK381"]


@pytest.mark.parametrize("lines", TRUE.values(), ids=TRUE)
def test_a_number_that_counts_is_not(lines: str, tmp_path: Path) -> None:
    assert found(lines, tmp_path, of_each=True) == []
