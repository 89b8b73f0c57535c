"""``rulekit perft``: from the start, from a save, from a rule test."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rulekit
from tests.cli.conftest import Run


@pytest.fixture
def position(orchard: Path) -> str:
    (orchard / "tests").mkdir()
    (orchard / "tests" / "some.rules").write_text(
        'test "Anna has bid":\n  given 2 players\n  when play the game\n  when Anna chooses "token 2"\n'
        '  then Anna is asked\n  when Anna chooses "wave"\n'
        'test "nobody can do that":\n  given 2 players\n  when play the game\n  when Anna chooses "wave"\n  then Anna is asked\n',
        "utf-8",
    )
    return "Anna has bid"


@pytest.mark.parametrize("depth, leaves", list(enumerate([1, 3, 6, 18, 36, 180])))
def test_from_the_start(run: Run, orchard: Path, depth: int, leaves: int) -> None:
    result = run("perft", orchard, "--depth", depth, "--players", 2)
    *parts, last = result.output.splitlines()
    assert result.exit_code == 0 and last == f"perft {depth}: {leaves}"
    assert sum(int(part.rpartition(": ")[2]) for part in parts) == (leaves if depth else 0)


def test_an_end_is_a_leaf(run: Run, orchard: Path) -> None:
    """One round of two players has eight decisions, less where nobody picks anything."""
    deep = [run("perft", orchard, "--depth", n, "--players", 2, "--set", "rounds=1").output for n in (8, 9)]
    assert deep[0].splitlines()[-1].partition(": ")[2] == deep[1].splitlines()[-1].partition(": ")[2]


def test_from_a_save(run: Run, orchard: Path) -> None:
    run("play", orchard, "--seed", 3, "--auto", "--players", 2, "--save", "s.json")
    assert run("perft", orchard, "--from", "s.json", "--depth", 3).output == "perft 3: 1\n"  # the game is over
    assert run("perft", orchard, "--from", "s.json", "--depth", 3, "--seed", 1).exit_code == 2
    match = rulekit.load(orchard).start(2, 3)
    match.choose(match.decisions[0], "token 2")
    Path("s.json").write_text(json.dumps(match.save()), "utf-8")
    assert run("perft", orchard, "--from", "s.json", "--depth", 2).output == "wave: 3\nrest: 3\nperft 2: 6\n"
    missing = run("perft", orchard, "--from", "t.json", "--depth", 3)
    assert missing.exit_code == 1 and "there is no saved game t.json" in missing.stderr


def test_from_a_rule_test(run: Run, orchard: Path, position: str) -> None:
    """Its lines before the first `then` count, the others do not."""
    result = run("perft", orchard, "--from", position, "--depth", 2)
    assert result.output == "wave: 3\nrest: 3\nperft 2: 6\n"
    assert run("perft", orchard, "--from", position, "--depth", 2, "--players", 3).exit_code == 2


def test_titles_that_are_wrong(run: Run, orchard: Path, position: str) -> None:
    result = run("perft", orchard, "--from", "Anna has bit", "--depth", 2)
    assert result.exit_code == 1 and "did you mean “Anna has bid”?" in result.stderr
    result = run("perft", orchard, "--from", "nobody can do that", "--depth", 2)
    assert result.exit_code == 1 and "some.rules:10" in result.stderr
