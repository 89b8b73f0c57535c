"""`given chance will bring ...`: what is said and cannot come fails the test, with its names."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rulekit
from rulekit.rule_tests.runner import run_tests
from tests.playing import ROOT

ERRANDS = ROOT / "tests" / "games" / "errands"


def judged(folder: Path, *lines: str) -> str:
    """What is told of a test with these lines; empty when it passes."""
    game = folder / "errands"
    shutil.copytree(ERRANDS, game)
    shutil.rmtree(game / "tests")
    (game / "tests").mkdir()
    (game / "tests" / "chance.rules").write_text("\n  ".join(['test "chance":', *lines]) + "\n")
    (result,) = run_tests(game)
    return result.message


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            ("given chance will bring Rain", "when shuffle queue", "then day is 0"),
            "at the end: what chance will bring never came: Rain",
        ),
        (
            ("given Tramp is in left", "given chance will bring Miller, Tramp", "when shuffle queue", "then day is 0"),
            "at the end: what chance will bring never came: Tramp",
        ),
        (
            ("given chance will bring Miller", "when shuffle queue", "then the top card of queue is Tramp"),
            "then top card of queue is Tramp: it is Miller",
        ),
        (("given chance will bring 3", "then day is 0"), "RK314: chance brings things, by their names"),
    ],
)
def test_told(lines: tuple[str, ...], message: str, tmp_path: Path) -> None:
    assert message in judged(tmp_path, *lines)


def test_the_game_itself_knows_no_script() -> None:
    match = rulekit.load(ERRANDS).start(2, 1)
    assert match.compiled.image.drawn is None and match.compiled.image.script is None
