"""Skeletons work as they are written: they check, lint and format clean, their tests pass, and they can be played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.cli.naming import naming
from rulekit.diagnostics import UserError
from tests.cli.conftest import Run


# ---------------------------------------------------------------- a game
def test_a_new_game_is_whole(run: Run) -> None:
    result = run("new", "game", "games/sheep-fold")
    assert result.exit_code == 0, result.stderr
    assert "wrote games/sheep-fold/game.rules" in result.output
    assert 'game Sheep Fold "Sheep fold":' in Path("games/sheep-fold/game.rules").read_text("utf-8")
    assert run("check", "games/sheep-fold").output == "no problems\n"
    assert run("lint", "games/sheep-fold").output == "no findings\n"
    assert run("fmt", "--check", "games/sheep-fold").exit_code == 0
    tests = run("test", "games/sheep-fold").output
    assert tests.endswith(" passed, 0 failed\n") and not tests.startswith("0 passed")


def test_a_new_game_can_be_played(run: Run) -> None:
    run("new", "game", "fold")
    result = json.loads(run("play", "fold", "--auto", "--seed", 3, "--json").output)
    assert result["decisions"] > 10


def test_the_tests_of_a_new_game_come_to_every_line(run: Run) -> None:
    run("new", "game", "fold")
    assert "100.0 %" in next(x for x in run("coverage", "fold").output.splitlines() if x.startswith("lines:"))


def test_nothing_is_overwritten(run: Run) -> None:
    Path("fold").mkdir()
    Path("fold/play.rules").write_text("mine", "utf-8")
    result = run("new", "game", "fold")
    assert result.exit_code == 1 and "fold is there already" in result.stderr
    assert [p.name for p in Path("fold").iterdir()] == ["play.rules"]


# ---------------------------------------------------------------- names
@pytest.mark.parametrize("text", ["late-frost", "late_frost", "Late Frost", "late frost"])
def test_a_name_however_it_is_written(text: str) -> None:
    found = naming(text)
    assert (found.name, found.title, found.stem) == ("Late Frost", "Late frost", "late_frost")


@pytest.mark.parametrize("text", ["", "7-wonders", "a--", "x$y", "!"])
def test_what_can_not_be_a_name(text: str) -> None:
    with pytest.raises(UserError, match="can not be a name"):
        naming(text)
