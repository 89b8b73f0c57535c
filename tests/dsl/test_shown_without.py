"""``shown without``: columns that the rules read and the table does not tell."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rulekit
from rulekit.rule_tests.runner import run_tests
from tests.playing import TOY, start

HOLDS = "  holds guards, buildings\n"
TEST = 'test "the rules read it":\n  then income of Cedar is more than 0\n'


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    shutil.copytree(TOY, tmp_path / "toy", ignore=shutil.ignore_patterns("tests"))
    return tmp_path / "toy"


def say(toy: Path, line: str) -> None:
    rules = (toy / "game.rules").read_text(encoding="utf-8")
    (toy / "game.rules").write_text(rules.replace(HOLDS, HOLDS + line, 1), encoding="utf-8")


def told(toy: Path) -> set[str]:
    """The columns that a view names of a town."""
    (towns,) = [table for table in start((2, {}), 1, folder=toy).view(None).tables if table.of == "town"]
    return {fact.key for row in towns.rows for fact in row.facts}


def test_all_columns_are_told_where_nothing_is_said(toy: Path) -> None:
    assert told(toy) == {"income", "wall-price", "coast", "size"}


def test_such_columns_are_not_told_but_read(toy: Path) -> None:
    say(toy, "  shown without income, coast\n")
    assert told(toy) == {"wall-price", "size"}
    (toy / "tests").mkdir()
    (toy / "tests" / "income.rules").write_text(TEST, encoding="utf-8")
    assert [result.ok for result in run_tests(toy)] == [True]


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("  shown without incom\n", "RK301", "`town` has no column `incom`"),
        ("  shown without guards\n", "RK301", "`town` has no column `guards`"),
        ("  shown without income, income\n", "RK312", "income"),
    ],
)
def test_what_is_no_column_is_told(line: str, code: str, said: str, toy: Path) -> None:
    say(toy, line)
    found = rulekit.check(toy)[0]
    assert [(d.code, said in d.message) for d in found] == [(code, True)], found
