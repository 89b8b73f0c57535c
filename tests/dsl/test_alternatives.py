"""`form is Pawn, Rook or Queen`: one `is` with several things says the same as several of them joined by `or`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rulekit
from rulekit.loader import read_program
from tests.playing import TOY

SAME = [
    ("round is 1 or 3", "round is 1 or round is 3"),
    ("round is 1, 2 or 3", "round is 1 or round is 2 or round is 3"),
    ("here is Cedar, Elm or Fir", "here is Cedar or here is Elm or here is Fir"),
    ("owner of here is me or none", "owner of here is me or owner of here is none"),
    ("here is walled or here is Elm or Fir", "here is walled or here is Elm or here is Fir"),
    ("round is 2 or 3 or here is walled", "round is 2 or round is 3 or here is walled"),
    ("(round is 2 or 3) and here is walled", "(round is 2 or round is 3) and here is walled"),
    ("there are towns where it is Elm or Fir", "there are towns where it is Elm or it is Fir"),
]
RULE = "whether {{here: town}} is odd for {{me: player}}:\n  yes if {}\n  no otherwise\n"


def with_rule(place: Path, condition: str) -> Path:
    game = place / "game"
    if game.exists():
        shutil.rmtree(game)
    shutil.copytree(TOY, game)
    (game / "odd.rules").write_text(RULE.format(condition), encoding="utf-8")
    return game


@pytest.mark.parametrize(("short", "long"), SAME)
def test_it_says_the_same(short: str, long: str, tmp_path: Path) -> None:
    found = []
    for condition in (short, long):
        program = read_program(with_rule(tmp_path, condition), {})
        errors = [d for d in program.found if d.severity == "error" and Path(d.span.file).name == "odd.rules"]
        assert not errors, errors
        point = next(p for p in program.points.values() if Path(p.span.file).name == "odd.rules")
        found.append([clause.condition and clause.condition.key for clause in point.clauses])
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "condition", ["round is not 1 or 3", "here is Cedar or 3", "round is 1, 2", "round is more than 1 or 3"]
)
def test_it_is_not_guessed(condition: str, tmp_path: Path) -> None:
    found, _ = rulekit.check(with_rule(tmp_path, condition))
    assert [d for d in found if d.severity == "error" and Path(d.span.file).name == "odd.rules" and d.span.line == 2]


def test_what_it_may_not_be_is_put_into_brackets(tmp_path: Path) -> None:
    found, _ = rulekit.check(with_rule(tmp_path, "round is not 1 or 3"))
    assert "not (round is 1 or 3)" in next(d.hint or "" for d in found if d.severity == "error")
