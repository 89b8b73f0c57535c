"""The options of a decision are a sequence; each is found by its index, its id or its label."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.runtime.decisions import Decision, Options
from rulekit.runtime.failures import Refused
from tests.playing import ROOT


@pytest.fixture
def decision() -> Decision:
    match = rulekit.load(ROOT / "games" / "tic_tac_toe").start(2, 1)
    match.choose(match.decisions[0], "B2")
    return match.decisions[0]


def ids(options: Options) -> list[str]:
    return [option.id for option in options]


def test_the_options_are_a_sequence(decision: Decision) -> None:
    options = decision.options
    assert ids(options) == ["A3", "B3", "C3", "A2", "C2", "A1", "B1", "C1"] and len(options) == 8
    assert [(option.index, option.value) for option in options] == [*enumerate(decision.values)]
    for k, option in enumerate(options):
        for found in (options[k], options[k - len(options)]):
            assert (found.index, found.value, found.id) == (k, option.value, option.id)
    assert [(option.index, option.id) for option in options[5:]] == [(5, "A1"), (6, "B1"), (7, "C1")]
    assert [option.id for option in options[::-3]] == ["C1", "C2", "B3"]
    for k in (8, -9):
        with pytest.raises(IndexError):
            options[k]


def test_an_option_is_found_by_index_id_or_label(decision: Decision) -> None:
    said = (0, 7, "C2", "c2", decision.options[3])
    assert [decision.find(each).id for each in said] == ["A3", "C1", "C2", "C2", "A2"]
    for index in (8, -1):
        with pytest.raises(Refused, match="there are 8 options, counted from 0"):
            decision.find(index)
    with pytest.raises(Refused, match="D9 is not among the options"):
        decision.find("D9")
    assert decision.why_not("D9") == "D9 is not among the options" and decision.why_not("A1") is None


def test_an_option_of_an_earlier_decision_is_found_by_its_name(decision: Decision) -> None:
    """Its index has become that of another one, or there are no longer so many."""
    a2, c1 = decision.options[3], decision.options[7]
    match = decision.match
    assert isinstance(match, rulekit.Match)
    match.choose(decision, "A3")
    found = match.decisions[0].find(c1)
    assert (found.index, found.id) == (6, "C1")
    found = match.decisions[0].find(a2)
    assert (found.index, found.id) == (2, "A2")


INN = """game Inn "Inn":
  played by 2 players, called Ash, Birch
  begins with play it
kind town from "towns.yaml":
  column income is a number
kind guest, as many for each town as income of it:
  at first in hall
places seen by all:
  hall: guests
marks seen by all:
  points of each player: from 0 up
permission waking {g: guest}:
  refuse if town of g is Elm: "{g} sleeps"
to play it:
  for seat 1:
    choose g among guests where waking it is allowed: "who gets up?"
  end the game, ranking players by points of it
"""


def test_of_things_that_are_alike_one_is_offered_and_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(INN, "utf-8")
    (tmp_path / "towns.yaml").write_text("towns:\n  Cedar: {income: 2}\n  Elm: {income: 3}\n", "utf-8")
    (decision,) = rulekit.load(tmp_path).start(2, 1).decisions
    assert [option.label() for option in decision.options] == ["guest of Cedar"]
    assert [refusal.label() for refusal in decision.refused] == ["guest of Elm"]
