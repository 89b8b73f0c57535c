"""The rule tests, written in the rule language beside the rules, run by pytest as well: one case for each.

Their titles are taken from the text, so that nothing is compiled before a case is wanted; the first of a game runs them all.
Those of SHOGUN are run together with random games, so that what they come to is known as well.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rulekit.rule_tests.coverage import Coverage, measure
from rulekit.rule_tests.results import TestResult
from rulekit.rule_tests.runner import run_tests
from tests.playing import ROOT, SHOGUN

FOLDERS = ("games/*/tests", "tests/games/*/tests", "plugins/*/rulekit_*/game/tests")
GAMES = sorted(p.parent for folder in FOLDERS for p in ROOT.glob(folder))
TITLE = re.compile(r'^test "([^"\n]*)"', re.MULTILINE)


def named(game: Path) -> str:
    return game.parent.name.removeprefix("rulekit_") if game.name == "game" else game.name


def titles(game: Path) -> list[str]:
    """What stands behind the word `test` at the beginning of a line."""
    files = sorted((game / "tests").rglob("*.rules"))
    return [title for file in files for title in TITLE.findall(file.read_text(encoding="utf-8"))]


@cache
def covered() -> Coverage:
    return measure(SHOGUN, games=3)


@cache
def results(game: Path) -> list[TestResult]:
    return covered().results if game == SHOGUN else run_tests(game)


def one_process(game: Path) -> pytest.MarkDecorator:
    """A game is compiled once for all of its tests."""
    return pytest.mark.xdist_group(f"rules of {named(game)}")


EACH_GAME = [pytest.param(game, id=named(game), marks=one_process(game)) for game in GAMES]
EACH_TEST = [
    pytest.param(game, title, id=f"{named(game)}-{title}", marks=one_process(game))
    for game in GAMES
    for title in dict.fromkeys(titles(game))
]


@pytest.mark.parametrize(("game", "title"), EACH_TEST)
def test_rule(game: Path, title: str) -> None:
    found = [r for r in results(game) if r.title == title]  # two files may have a test of one name
    assert found
    for result in found:
        assert result.ok, f"{result.place}: {result.message}"


@pytest.mark.parametrize("game", EACH_GAME)
def test_each_is_a_case(game: Path) -> None:
    """Rulekit finds the same tests as this module does in the text."""
    assert titles(game) == [result.title for result in results(game)]


@one_process(SHOGUN)
def test_every_clause_and_every_line_of_shogun_is_come_to() -> None:
    """The same as `rulekit coverage games/shogun --games 3 --fail-under 100`."""
    assert covered().least == 100 and not covered().failed


def test_a_wrong_test_fails(tmp_path: Path) -> None:
    """A test that cannot fail would prove nothing."""
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
