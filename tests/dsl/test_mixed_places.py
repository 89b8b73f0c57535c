"""`is empty` behind a line about one of several sorts: what is found, what is offered, and where nothing is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rulekit
from rulekit.diagnostics import Diagnostic
from tests.playing import TOY

GUARDS = "move up to 2 of my guards from here to my barracks\n"
SILENT = {
    "nothing was said before": "if here is empty: stop",
    "another place": "move all guards from Elm to field\nif here is empty: stop",
    "all sorts were spoken of": GUARDS + "move all buildings from here to quarry\nif here is empty: stop",
    "the other one is asked for": GUARDS + "if here holds a mill: stop\nif here is empty: stop",
    "sorts are asked for one by one": "if here holds a guard: stop\nif here is empty: stop",
    "a place for one sort": "move 1 coin from bank to my purse\nif bank is empty: stop",
    "of another player": "each player in players: move all (deeds in my hand) to discards\nif my hand is empty: stop",
    "of another town": (
        "each goal among towns: move all guards from goal to field\neach goal among towns:\n  if goal is empty: skip"
    ),
    "all cards": "move all cards from my hand to discards\nif my hand is empty: stop",
    "said afterwards": "if here is empty: stop\n" + GUARDS.strip(),
    "in another branch": f"if round is 1: {GUARDS}otherwise:\n  if here is empty: stop",
}
FOUND = {
    "taken away": (GUARDS + "if here is empty: stop", "here holds no guard"),
    "asked the other way": (GUARDS + "if here is not empty: stop", "here holds a guard"),
    "counted": ("if guards in here is 1:\n  if here is empty: stop", "here holds no guard"),
    "of one owner": ("raise my points by guards of me in here\nif here is empty: stop", "here holds no guard"),
    "below a condition": (f"if round is 1: {GUARDS}if here is empty: stop", "here holds no guard"),
    "in one round, for the next": (
        "repeat while here is not empty, at most 9 times: move up to 1 of my guards from here to my barracks",
        "here holds a guard",
    ),
    "one of a group": ("move all mills from here to quarry\nif here is empty: stop", "buildings in here is 0"),
    "cards of one kind": (
        "move all (deeds in my hand) to discards\nif my hand is empty: stop",
        "there are no deeds in my hand",
    ),
}


def found(lines: str, place: Path) -> list[Diagnostic]:
    folder = place / "toy"
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("tests"))
    text = "to try {here: town} for {me: player}:\n" + "".join(f"  {row}\n" for row in lines.splitlines())
    (folder / "mine.rules").write_text(text, encoding="utf-8")
    diagnostics, _ = rulekit.check(folder)
    wrong = [d for d in diagnostics if d.code not in ("RK378", "RK346")]
    assert not wrong, [f"{d.code} {d.message}" for d in wrong]
    return [d for d in diagnostics if d.code == "RK378"]


@pytest.mark.parametrize("lines", SILENT.values(), ids=SILENT)
def test_nothing_is_found(lines: str, tmp_path: Path) -> None:
    assert found(lines, tmp_path) == []


@pytest.mark.parametrize(("lines", "alone"), FOUND.values(), ids=FOUND)
def test_a_sort_is_found_that_was_spoken_of_alone(lines: str, alone: str, tmp_path: Path) -> None:
    (finding,) = found(lines, tmp_path)
    assert f"alone:  {alone};  everything there:  " in (finding.hint or "")
    assert finding.also[0][1].line == 2


@pytest.mark.parametrize("line", ["here is empty", "here is not empty", "my hand is empty", "my hand is not empty"])
def test_what_is_offered_can_be_said(line: str, tmp_path: Path) -> None:
    before = f"{GUARDS}move all (deeds in my hand) to discards\n"
    (finding,) = found(f"{before}if {line}: stop", tmp_path / "asked")
    one, every = (offered.partition(":  ")[2] for offered in (finding.hint or "").split(";  "))
    assert found(f"{before}if {one}: stop", tmp_path / "one") == []
    assert found(f"{before}if {every}: stop", tmp_path / "every") == []
