"""Several things chosen out of a set as one form: in any order, with what goes together, and sent as choices like any others."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.runtime.failures import Refused
from rulekit.runtime.selections import SubsetSelection, selection_of
from tests.playing import ROOT, game

FERRY = """game Ferry "Ferry":
  played by 2 players, called Ash, Birch
  begins with cross

kind pilot from "pilots.yaml":
  column strength is a number
  at first in shore
kind make from "makes.yaml":
  column count is a number
kind sack, as many for each make as count of it:
  at first in shore
kind load is a pilot or a sack

places seen by all:
  shore: loads
  boat: loads

to cross:
  for seat 1:
    choose from 1 to 3 of (loads in shore) where it has a hand among cargo, as cargo: "what crosses?"
    each load among cargo: move load to boat
    choose 1 of (loads in shore), as rest: "what stays?"
    repeat 2 times:
      choose up to 2 of (loads in boat), as wet: "what is wet?"
      each load among wet: move load to shore
  end the game, won by seat 1

whether {x: load} has a hand among {cargo: loads}:
  yes if x is a pilot
  there are cargo that are pilots otherwise
"""


def ferry_in(folder: Path) -> Path:
    """A small game in which a pilot has to go with what crosses, and sacks are alike."""
    (folder / "ferry").mkdir()
    (folder / "ferry" / "game.rules").write_text(FERRY, encoding="utf-8")
    (folder / "ferry" / "pilots.yaml").write_text("pilots:\n  Ann: {strength: 2}\n  Bob: {strength: 1}\n", "utf-8")
    (folder / "ferry" / "makes.yaml").write_text("makes:\n  Rice: {count: 4}\n", encoding="utf-8")
    return folder / "ferry"


@pytest.fixture
def ferry(tmp_path: Path) -> rulekit.Match:
    return rulekit.load(ferry_in(tmp_path)).start(seed=1)


def selection(match: rulekit.Match) -> SubsetSelection:
    found = selection_of(match, match.decisions[0])
    assert found is not None
    return found


def more(found: SubsetSelection, picked: dict[str, int]) -> dict[str, int]:
    return {found.decision.id(x.value): x.more for x in found.candidates(found.named(picked))}


def choose(match: rulekit.Match, picked: dict[str, int]) -> None:
    found = selection(match)
    for value in found.choices(found.named(picked)):
        match.choose(match.decisions[0], next(o for o in match.decisions[0].options if o.value == value))


def test_what_can_be_added_follows_from_what_is_chosen(ferry: rulekit.Match) -> None:
    found, before = selection(ferry), ferry.hash()
    assert more(found, {}) == {"Ann": 1, "Bob": 1, "sack 1 of Rice": 0}
    assert more(found, {"Bob": 1}) == {"Ann": 1, "Bob": 0, "sack 1 of Rice": 2}
    assert more(found, {"Bob": 1, "sack 1 of Rice": 2}) == {"Ann": 0, "Bob": 0, "sack 1 of Rice": 0}
    assert ferry.hash() == before


def test_what_cannot_be_added_has_its_reason(ferry: rulekit.Match) -> None:
    sack = selection(ferry).candidates({})[2]
    assert sack.refusal is not None and sack.refusal.unmet() == ["it has a hand among cargo"]


def test_what_is_named_in_any_order_is_chosen_in_one_that_the_rules_take(ferry: rulekit.Match) -> None:
    choose(ferry, {"sack 1 of Rice": 2, "Bob": 1})
    view = ferry.view("Ash")
    boat = next(place for place in view.places if place.key == "boat")
    assert [card.key for card in boat.cards] == ["Bob", "sack 1 of Rice", "sack 2 of Rice"]  # type: ignore[union-attr]


def test_what_does_not_go_together_is_left(ferry: rulekit.Match) -> None:
    found = selection(ferry)
    alone = found.named({"sack 1 of Rice": 2})
    assert not found.selected(alone).complete and sum(found.selected(alone).left.values()) == 2
    for picked in ({"sack 1 of Rice": 1}, {}, {"Ann": 1, "sack 1 of Rice": 3}, {"Ann": 2**30}):
        with pytest.raises(Refused):
            found.choices(found.named(picked))
    with pytest.raises(Refused):
        found.named({"Carl": 1})


def test_as_many_as_possible(ferry: rulekit.Match) -> None:
    found = selection(ferry)
    assert found.filled(found.named({"Bob": 1, "sack 1 of Rice": 1})) == found.named(
        {"Bob": 1, "sack 1 of Rice": 1, "Ann": 1}
    )


def test_a_choice_of_one_thing_is_none(ferry: rulekit.Match) -> None:
    choose(ferry, {"Ann": 1})
    assert ferry.decisions[0].prompt() == "what stays?" and selection_of(ferry, ferry.decisions[0]) is None


def test_the_same_line_that_asks_again_is_another_selection(ferry: rulekit.Match) -> None:
    choose(ferry, {"Ann": 1, "Bob": 1, "sack 1 of Rice": 1})
    found = selection(ferry)
    assert found.decision.prompt() == "what is wet?"
    assert found.choices(found.named({"Ann": 1, "Bob": 1})) == [0, 1]
    with pytest.raises(Refused):
        found.choices(found.named({"Ann": 1, "Bob": 1, "sack 1 of Rice": 1}))


def test_cards_of_a_hand_that_are_passed_on() -> None:
    match = game(ROOT / "games" / "hearts").start(4, 1)
    found = selection(match)
    three = [found.decision.id(value) for value in found.members[-3:]]
    assert not found.selected(found.named(dict.fromkeys(three[:2], 1))).complete
    assert len(found.choices(found.named(dict.fromkeys(three, 1)))) == 3
