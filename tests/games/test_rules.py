"""The rule tests, written in the rule language beside the rules, run by pytest as well: one case for each."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulekit.rule_tests.runner import TestResult, run_tests

ROOT = Path(__file__).parents[2]
FOLDERS = ("games/*/tests", "tests/games/*/tests", "plugins/*/rulekit_*/game/tests")
GAMES = sorted(p.parent for folder in FOLDERS for p in ROOT.glob(folder))


@cache
def results() -> list[tuple[str, TestResult]]:
    return [(named(game), result) for game in GAMES for result in run_tests(game)]


def named(game: Path) -> str:
    return game.parent.name.removeprefix("rulekit_") if game.name == "game" else game.name


@pytest.mark.parametrize("game, result", results(), ids=lambda x: x if isinstance(x, str) else x.title)
def test_rule(game: str, result: TestResult) -> None:
    assert result.ok, f"{result.place}: {result.message}"


def test_a_wrong_test_fails(tmp_path: Path) -> None:
    """A test that can not fail would prove nothing."""
    game = tmp_path / "duel"
    (game / "tests").mkdir(parents=True)
    (game / "duel.rules").write_text((ROOT / "tests/games/duel/duel.rules").read_text())
    (game / "tests" / "wrong.rules").write_text(
        'test "wrong":\n  given 2 players\n  then wounds of North holds exactly 1 hit\n'
        'test "refused":\n  given 2 players\n  given Breath is in hand of South\n'
        "  when strike blows by North against South\n  when South chooses Parry\n"
    )
    wrong, refused = run_tests(game)
    assert not wrong.ok and "there are 0, not 1" in wrong.message
    assert not refused.ok and "not among the options" in refused.message
