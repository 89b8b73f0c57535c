"""Rule tests that look at whole games, at all dice, and at what somebody sees."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulekit.rule_tests.runner import run_tests
from tests.playing import TOY

HELPER = """
to gamble for {me: player}:
  let n be roll of 2 dice
  raise my points by n
"""


def failures(folder: Path, lines: str) -> list[str]:
    """What the only test of this kind says."""
    game = folder / "toy"
    shutil.copytree(TOY, game, ignore=shutil.ignore_patterns("tests"))
    (game / "gamble.rules").write_text(HELPER + TELLING, "utf-8")
    heading = game / "game.rules"
    shown = '  shown above "Round {round}"\n  layers'
    heading.write_text(heading.read_text("utf-8").replace("  layers", shown, 1), "utf-8")
    (game / "tests").mkdir()
    (game / "tests" / "one.rules").write_text('test "one":\n' + lines, "utf-8")
    return [r.message for r in run_tests(game) if not r.ok]


TELLING = """
to boast for {me: player}:
  told as "{me} boasts"
  raise my points by 3
"""
RIGHT = {
    "what is told": """  when boast for Ash
  then "Ash boasts" is told
  then "Birch boasts" is not told
  when boast for Birch
  then "Birch boasts" is told
  then "Ash boasts" is not told
""",
    "what is shown above": """  given the game is set up
  then "Round 0" is shown above
  then "Round 9" is not shown above
""",
    "always": "  given the game is set up\n  then always points of Ash is at least 0, in 20 games at random\n",
    "always, and the position stays": """  given the game is set up
  then always round is at most 9, in 3 games at random
  then the game is not over
  then round is 0 or round is 1
""",
    "all dice are said": """  given the dice will show 3, 4
  given no other dice are thrown
  when gamble for Ash
  then points of Ash is 7
""",
    "dice said behind": """  given no other dice are thrown
  given the dice will show 3, 4
  when gamble for Ash
  then points of Ash is 7
""",
    "no dice": "  given no other dice are thrown\n  then points of Ash is 0\n",
    "an own mark": "  then Ash sees hope of Ash\n  then Birch does not see hope of Ash\n",
    "an open mark": "  then Birch sees points of Ash\n  then Birch sees round\n",
}
WRONG = {
    "something else is told": (
        '  when boast for Ash\n  then "Birch boasts" is told\n',
        "told is:  Ash boasts",
    ),
    "nothing is told": ('  then "Ash boasts" is told\n', "nothing is told"),
    "it is told": ('  when boast for Ash\n  then "boasts" is not told\n', "told is:  Ash boasts"),
    "something else is shown": ('  then "Round 9" is shown above\n', "shown above"),
    "it does not always hold": (
        "  given the game is set up\n  then always round is less than 2, in 5 games at random\n",
        "game 1, after",
    ),
    "not at the beginning": (
        "  given the game is set up\n  then always round is 7, in 5 games at random\n",
        "after 0 choices",
    ),
    "no game has begun": (
        "  then always round is 0, in 5 games at random\n",
        "begin it with  given the game is set up",
    ),
    "too many games": (
        "  given the game is set up\n  then always round is 7, in 5000 games at random\n",
        "from 1 to 1000",
    ),
    "a die more": (
        "  given the dice will show 3\n  given no other dice are thrown\n  when gamble for Ash\n  then round is 0\n",
        "2 dice are thrown where the test says 1, and that there are no others",
    ),
    "a die left": (
        "  given the dice will show 3, 4, 5\n  given no other dice are thrown\n  when gamble for Ash\n  then round is 0\n",
        "dice that were said were never thrown: 5",
    ),
    "what another hides": ("  then Birch sees hope of Ash\n", "it is seen by their owner"),
    "what all see": ("  then Birch does not see points of Ash\n", "it is seen by all"),
}


@pytest.mark.parametrize("name", RIGHT)
def test_it_holds(name: str, tmp_path: Path) -> None:
    assert failures(tmp_path, RIGHT[name]) == []


@pytest.mark.parametrize("name", WRONG)
def test_it_is_told_what_does_not_hold(name: str, tmp_path: Path) -> None:
    lines, said = WRONG[name]
    (message,) = failures(tmp_path, lines)
    assert said in message
