"""Rules that would do something else than they say are refused: each text below with the code of its finding."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rulekit

GAME = Path(__file__).parents[1] / "games" / "corners"
REFUSED = {
    "a set without something of another kind": (
        "RK304",
        "to count for {me: player}:\n  raise my points by the number of (towns except me)",
    ),
    "a set without a set of another kind": (
        "RK304",
        "to count for {me: player}:\n  raise my points by the number of (towns except players)",
    ),
    "chance read twice": ("RK343", "to luck out: raise points of (random one of players) by 1"),
    "chance in a place": ("RK343", "to scatter: move the top card of draw-pile to (random one of market-row)"),
    "chance within a set": (
        "RK343",
        "to rank them:\n  let best be (players ranked by points of it, highest first, ties shuffled) with the most index of it\n"
        "  each player in best: raise my points by 1",
    ),
    "a let that hides another": (
        "RK312",
        "to branch for {me: player}:\n  let n be 1\n  if round is 0:\n    let n be 5\n  raise my points by n",
    ),
    "a choice that hides another": (
        "RK312",
        "to wall for {me: player}:\n  choose x among towns, or none\n  if x is none: stop\n  repeat 2 times:\n"
        "    x becomes walled\n    choose x among towns, or none",
    ),
    "a word from outside, all at once": (
        "RK344",
        "to sum up for {me: player}:\n  let total be 0\n  each player, secretly and at once:\n"
        "    choose n from 1 to 2\n    raise total by n\n  raise my points by total",
    ),
    "a scene within itself": (
        "RK340",
        "to nest:\n  begin bout between seat 1 and seat 2:\n    nest inside\n"
        "to nest inside:\n  begin bout between seat 2 and seat 1:\n    raise parried by 5",
    ),
    "none for somebody": ("RK304", "to lose {me: player}:\n  let x be me\n  set x to owner of Alder"),
    "more cards than spots": ("RK501", "after play it: lay all charms on market-row, shuffled, face up"),
    "a seat that is not there": ("RK501", "after play it: raise points of (seat 3) by 1"),
    "succeed without a window": ("RK337", "to win: succeed"),
}


@pytest.mark.parametrize("title", REFUSED)
def test_is_refused(title: str, tmp_path: Path) -> None:
    code, text = REFUSED[title]
    folder = tmp_path / "corners"
    shutil.copytree(GAME, folder, ignore=shutil.ignore_patterns("tests"))
    if text.startswith("after "):
        head, _, tail = text.partition(": ")
        text = f'variant Odd of Corners "Odd":\n  {head}: {tail}'
        (tmp_path / "odd.rules").write_text(text + "\n")
        found, _ = rulekit.check(folder, [tmp_path / "odd.rules"])
    else:
        (folder / "more.rules").write_text(text + "\n")
        found, _ = rulekit.check(folder)
    assert code in [d.code for d in found], [f"{d.code} {d.message}" for d in found]
