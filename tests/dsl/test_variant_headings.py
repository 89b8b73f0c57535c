"""What a variant adds to the heading of its game: options, needs, partners, what is shown above the table, what bots judge by."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

import rulekit
from rulekit.diagnostics import UserError
from rulekit.dsl.program import Program
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from rulekit.rule_tests.runner import run_tests
from rulekit.variant_diff.compare import differences
from tests.playing import TOY

RAIN = """variant Rain of Hill Towns "Rain":
  option rain is 0 to 3, normally 1, "How much rain falls"
  option sky-colour is Blue or Grey, normally Blue, "The colour of the sky"
  needs rain is less than 3 or rounds is at least 2: "so much rain takes 2 rounds"
  partners are Ash, Birch
  shown above "Rain: {rain}"
  bots judge by coins in my purse
  before score the round:
    raise points of Ash by rain
    if sky-colour is Grey: raise points of Ash by 1

test "it rains":
  given option rain is 2
  given option sky-colour is Grey
  when score the round
  then points of Ash is 4
"""


@pytest.fixture
def rain(tmp_path: Path) -> Path:
    path = tmp_path / "rain.rules"
    path.write_text(RAIN, encoding="utf-8")
    return path


def program(*variants: Path) -> Program:
    return read_program(TOY, find_plugins().devices, variants)


def test_options_of_a_variant_are_set_as_those_of_the_game(rain: Path) -> None:
    assert rulekit.check(TOY, [rain])[0] == []
    assert [(r.title, r.message) for r in run_tests(TOY, [rain])] == [("it rains", "")]
    game = rulekit.load(TOY, [rain])
    assert [*game.options] == ["map", "rounds", "ferrymen", "rain", "sky-colour"]
    with pytest.raises(UserError, match="so much rain takes 2 rounds"):
        game.start(options={"rain": "3", "rounds": "1", "map": "Small"})
    with pytest.raises(UserError, match="rain"):
        rulekit.load(TOY).start(options={"rain": "3"})


def test_what_is_shown_above_the_table_stands_below_that_of_the_game(rain: Path) -> None:
    game = rulekit.load(TOY, [rain])
    match = game.start(seed=1, options={"rain": "2"})
    lines = [line.text for line in match.header("Ash").lines]
    assert lines[-1] == "Rain: 2"


def test_bots_judge_by_what_the_variant_says(rain: Path, tmp_path: Path) -> None:
    """In place of what the game says; two variants cannot both say it."""
    other = tmp_path / "sun.rules"
    other.write_text('variant Sun of Hill Towns "Sun":\n  bots judge by my points\n', encoding="utf-8")
    assert rulekit.check(TOY, [other])[0] == []
    for order in permutations((rain, other)):
        [found] = rulekit.check(TOY, order)[0]
        assert found.code == "RK313" and found.message == "what bots judge by is said twice"
        assert found.span.file == str(other), "the later one by name, whichever is named first"


def test_partners_of_a_variant(rain: Path) -> None:
    assert program(rain).partners == (("Ash", "Birch"),)


def test_diff_tells_all_of_it(rain: Path) -> None:
    told = [change.text for change in differences(program(), program(rain))]
    assert told == [
        "before `score round` something more is done",
        "a set-up needs something more",
        "something more is shown above the table",
        "these are partners: Ash, Birch",
        "bots judge positions by something else",
        "a new option: rain",
        "a new option: sky-colour",
    ]


def test_an_option_that_the_game_has(tmp_path: Path) -> None:
    path = tmp_path / "v.rules"
    path.write_text(
        'variant V of Hill Towns "V":\n  option rounds is 1 to 4, normally 2, "How many rounds"\n', encoding="utf-8"
    )
    [found] = rulekit.check(TOY, [path])[0]
    assert found.code == "RK312" and "`rounds`" in found.message and found.span.line == 2
