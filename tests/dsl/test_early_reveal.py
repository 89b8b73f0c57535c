"""What is chosen secretly and at once: which marks and places tell it to others before all have chosen, and which do not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rulekit
from tests.playing import ROOT, TOY

BIDDING = ROOT / "plugins" / "most_dangerous_time" / "rulekit_most_dangerous_time" / "game"
HEAD = """marks seen by their owner:
  sealed of each player: from 0 to 9, at first 0
marks seen by all:
  open of each player: from 0 to 9, at first 0
  each player may be ready
to bid now:
  each player, secretly and at once:
"""
DEEDS = """to note {n: number} for {me: player}: set my open to n
to keep {n: number} for {p: player}: set sealed of p to n
to keep what is chosen for {me: player}:
  choose n from 1 to 3
  set my sealed to n
number twice for {me: player}: my sealed + my sealed
"""
CHOOSE = "choose n from 1 to 3\n"
SILENT = {
    "a mark that only its owner sees": CHOOSE + "set my sealed to n",
    "the same in a deed": CHOOSE + "keep n for me",
    "chosen and kept in a deed": "keep what is chosen for me\nset my open to 1",
    "the same whatever was chosen": CHOOSE + "set my sealed to n\nme becomes ready",
    "the same behind a loop that was left": (
        "repeat 2 times:\n  choose n from 1 to 3\n  if n is 1: skip\n  set my sealed to n\nme becomes ready"
    ),
    "before anything is chosen": "set my open to 0\n" + CHOOSE + "set my sealed to n",
    "of what was known before": CHOOSE + "set my sealed to n\nraise my open by round",
    "a card to a place that its owner sees": "choose card among my hand\nmove card to my bid",
}
FOUND = {
    "what was chosen": ("set my open to n", CHOOSE + "set my open to n"),
    "by way of a name": ("set my open to m", CHOOSE + "let m be 9 - n\nset my open to m"),
    "by way of a name that is set": ("set my open to m", CHOOSE + "let m be 1\nset m to n\nset my open to m"),
    "by way of a mark": ("set my open to my sealed", CHOOSE + "set my sealed to n\nset my open to my sealed"),
    "by way of a number": ("set my open to twice", CHOOSE + "set my sealed to n\nset my open to twice"),
    "by way of a deed": ("set my open to n", CHOOSE + "note n for me"),
    "chosen in a deed": ("set my open to my sealed", "keep what is chosen for me\nset my open to my sealed"),
    "in the next round": (
        "set my open to my sealed",
        "repeat 2 times:\n  set my open to my sealed\n  choose n from 1 to 3\n  set my sealed to n",
    ),
    "whether it is done": ("set my open to 1", CHOOSE + "if n is 2: set my open to 1"),
    "whether it is come to": ("set my open to 1", CHOOSE + "if n is 2: stop\nset my open to 1"),
    "otherwise": ("set my open to 1", 'me may "bid": set my sealed to 1\notherwise: set my open to 1'),
    "a course": ("set my open to 1", 'choose one:\n  to "bid": set my open to 1\n  to "pass": stop'),
    "a state": ("me becomes ready", 'me may "bid": me becomes ready'),
    "of which thing": ("set owner of goal to me", "choose goal among towns\nset owner of goal to me"),
    "to another player": ("set sealed of p to n", CHOOSE + "each p among players except me: keep n for p"),
    "pieces": ("move n coins from bank to my purse", CHOOSE + "move n coins from bank to my purse"),
    "a card that is laid openly": ("move card to discards", "choose card among my hand\nmove card to discards"),
}


def found(lines: str, place: Path) -> list[tuple[str, list[int]]]:
    """Of each finding the line itself, and the lines that it names besides."""
    folder = place / "toy"
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("tests"))
    text = HEAD + "".join(f"    {row}\n" for row in lines.splitlines()) + DEEDS
    (folder / "mine.rules").write_text(text, encoding="utf-8")
    diagnostics, _ = rulekit.check(folder)
    wrong = [d for d in diagnostics if d.code not in ("RK376", "RK346")]
    assert not wrong, [f"{d.code} {d.message}" for d in wrong]
    rows = text.splitlines()
    return [(rows[d.span.line - 1], [at.line for _, at in d.also]) for d in diagnostics if d.code == "RK376"]


@pytest.mark.parametrize("lines", SILENT.values(), ids=SILENT)
def test_nothing_is_found_where_others_see_nothing(lines: str, tmp_path: Path) -> None:
    assert found(lines, tmp_path) == []


@pytest.mark.parametrize(("line", "lines"), FOUND.values(), ids=FOUND)
def test_what_others_see_too_early_is_found(line: str, lines: str, tmp_path: Path) -> None:
    ((row, also),) = found(lines, tmp_path)
    assert line in row
    assert also[1] == HEAD.splitlines().index("  each player, secretly and at once:") + 1


def test_the_line_of_the_question_is_named(tmp_path: Path) -> None:
    ((_, also),) = found("choose m from 1 to 3\nset my sealed to m\nchoose n from 1 to 3\nset my open to n", tmp_path)
    assert also == [10, 7]


def test_an_open_bid_for_a_side_is_found(tmp_path: Path) -> None:
    """The bids of A Most Dangerous Time once went into a mark that all see."""
    folder = tmp_path / "game"
    shutil.copytree(BIDDING, folder, ignore=shutil.ignore_patterns("tests"))
    rules = folder / "scenarios.rules"
    rules.write_text(rules.read_text(encoding="utf-8").replace("set my sealed-bid to n", "set my bid to n"))
    assert ["others see `my bid`" in d.message for d in rulekit.check(folder)[0] if d.code == "RK376"] == [True]
