"""What a failed line of a rule test tells: what stands there instead, who is asked what, in which order things are."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rulekit
from rulekit.rule_tests.results import TestResult
from rulekit.rule_tests.runner import run_tests
from tests.playing import ROOT, TOY

DEEDS = """
to pick {n: number} for {me: player}:
  repeat n times:
    choose t among towns that are not walled: "which?"
    t becomes walled
"""
CASES = [
    ("given points of Ash is 12\n  then points of Ash is 11", "it is 12"),
    ("then points of Ash is at least 1 and income of Cedar is 9", "`points of Ash` is 0"),
    ("then income of Cedar is 3 and income of Alder is 9", "`income of Alder` is 2"),
    ("then owner of Alder is Birch", "it is none"),
    ("then income of Alder is income of Cedar", "`income of Alder` is 2; `income of Cedar` is 3"),
    ("then Alder is among towns that are walled", "there are none"),
    ("then points of Ash is not 0", "it is 0"),
    ("then points of Ash is more than 0", "it is 0"),
    ("then income of Alder is less than 2", "it is 2"),
    ("then income of Alder is at least 3", "it is 2"),
    ("then income of Alder is at most 1", "it is 2"),
    ("then income of Alder is among 1, 3", "it is 2"),
    ("then income of Alder is not among 1, 2", "it is 2"),
    ("then income of Alder is among 1, income of Cedar", "`income of Alder` is 2; `income of Cedar` is 3"),
    ("then number of towns that are walled is 1", "it is 0"),
    ("given owner of Alder is Ash\n  then owner of Alder is not Ash", "it is Ash"),
    ("given owner of Alder is Ash\n  then owner of Alder is none", "it is Ash"),
    ("then Alder is not among towns that are not walled", "there are Alder, Beech, Cedar, Dogwood, Elm, Fir"),
    ("then there are towns that are walled", "there are none"),
    ("given Elm becomes walled\n  then there are no towns that are walled", "there are Elm"),
    ("then points of Ash is 1 or income of Alder is 9", "`points of Ash` is 0; `income of Alder` is 2"),
    ("then points of Ash is 1 or points of Ash is 2", "`points of Ash` is 0"),
    ("then Alder is walled", "it does not hold"),
    ("then Alder is walled and round is 0", "this does not hold: `Alder is walled`"),
    ("given Elm becomes walled\n  then Alder is among towns that are walled", "there are Elm"),
    (
        "then players ranked by points of it, lowest first are exactly Birch, Ash, in this order",
        "the order is: Ash, Birch",
    ),
    ("then players with the least points of it are exactly Ash, in this order", "the order is: Ash, Birch"),
    ("when Ash chooses Alder", "Ash is not asked anything; nobody is asked"),
    (
        "when Ash: pick 1 for me\n  when Birch chooses Alder",
        "Birch is not asked anything; Ash is asked: which? (Alder, Beech, Cedar, Dogwood, Elm, Fir)",
    ),
    ('when Ash: pick 1 for me\n  then Ash is asked "where?"', "the question is:  which?"),
    ("when Ash: pick 1 for me\n  then points of Ash is 3", "it is 0; Ash is asked: which?"),
    ("when Ash: pick 1 for me\n  then Alder is walled", "it does not hold; Ash is asked: which?"),
    (
        "when Ash: pick 1 for me\n  when Birch: pick 1 for Birch",
        "Ash is still asked: which?; answer it first, with one of: Alder, Beech, Cedar, Dogwood, Elm, Fir",
    ),
    ('then Ash is asked "which?"', "Ash is not asked anything; nobody is asked"),
    ("then Ash is asked", "nobody is asked"),
    (
        "when Ash: pick 1 for me\n  then Ash is not asked",
        "Ash is asked: which? (Alder, Beech, Cedar, Dogwood, Elm, Fir)",
    ),
    ("when Ash: pick 2 for me\n  when Ash chooses Alder, 3 times", "choice 2 of 3 is refused: "),
    ("when Ash: pick 2 for me\n  when everybody chooses at random until round is 4", "nobody is asked any more"),
]


def failed(game: Path, text: str, tmp_path: Path) -> TestResult:
    """The result of the one test in ``text``, with a game that has no other."""
    folder = tmp_path / game.name
    shutil.copytree(game, folder, ignore=shutil.ignore_patterns("tests"))
    (folder / "tests").mkdir()
    (folder / "tests" / "one.rules").write_text(text, encoding="utf-8")
    [result] = run_tests(folder)
    assert not result.ok
    return result


@pytest.mark.parametrize(("lines", "told"), CASES)
def test_what_is_told(lines: str, told: str, tmp_path: Path) -> None:
    result = failed(TOY, f'{DEEDS}test "one":\n  {lines}\n', tmp_path)
    line, _, why = result.message.partition(": ")
    assert why.startswith(told), result.message
    failing = lines.rpartition("\n  ")[2]
    if failing.startswith("then"):
        assert line.endswith(failing.replace("the ", "")), result.message  # as it was written, no blank before a comma


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("then Alder is in hand of Ash", "no town can ever lie there"),
        ("then Alder is not in hand of Ash", "no town can ever lie there"),
        ("when Ash: move Alder to hand of Ash\n  then round is 0", "no town can lie there: it is a place for cards"),
        (
            "when Ash: raise my points by number of towns where it is in hand of Ash\n  then round is 0",
            "no town can ever lie there",
        ),
    ],
)
def test_a_line_about_what_cannot_be_is_a_mistake(lines: str, told: str, tmp_path: Path) -> None:
    """As in the rules themselves: it was an internal error when the test was compiled."""
    folder = tmp_path / "toy"
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("tests"))
    (folder / "tests").mkdir()
    (folder / "tests" / "one.rules").write_text(f'test "one":\n  {lines}\n', encoding="utf-8")
    assert [(d.code, d.message, d.span.line) for d in rulekit.check(folder)[0]] == [("RK304", told, 2)]


BOUT = """\
test "a bout":
  given 2 players
  given Breath is in hand of North
  given Feint is in hand of South
  when strike blows by North against South
  then {then}
"""


@pytest.mark.parametrize(
    ("then", "told"),
    [
        ("score of South is 3", "it is 0; South had nothing to play and passed; North is asked: "),
        (
            "South may choose Feint",
            "South is not asked anything; South had nothing to play and passed; North is asked: ",
        ),
    ],
)
def test_who_passed_in_a_window_is_told(then: str, told: str, tmp_path: Path) -> None:
    result = failed(ROOT / "tests" / "games" / "duel", BOUT.format(then=then), tmp_path)
    assert told in result.message, result.message
