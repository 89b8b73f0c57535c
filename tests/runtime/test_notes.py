"""What options cost and bring: shown with a question and in the lines of a form, and never a refusal."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.diagnostics import RulesError
from rulekit.runtime.forms import Form, form_of
from rulekit.runtime.notes import OptionCost, OptionNotes, about_question, notes_of, total
from tests.playing import STALL, game


def ordering(seed: int = 1) -> rulekit.Match:
    return game(STALL).start(2, seed, None, True)


def form(match: rulekit.Match) -> Form:
    found = form_of(match, match.decisions[0])
    assert found is not None
    return found


def notes(match: rulekit.Match, name: str, lang: str = "en") -> OptionNotes:
    decision = match.decisions[0]
    return notes_of(decision, next(o.value for o in decision.options if o.label().endswith(name)), lang)


def changed(folder: Path, *changes: tuple[str, str]) -> Path:
    """The game with other words in it."""
    text = (STALL / "game.rules").read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / "wares.yaml").write_bytes((STALL / "wares.yaml").read_bytes())
    (folder / "game.rules").write_text(text, "utf-8")
    return folder


def costing(amount: int, have: int = 4) -> OptionCost:
    return OptionCost(amount, have, "coins")


def test_an_option_says_what_it_costs_and_what_it_brings() -> None:
    match = ordering()
    assert notes(match, "Silk") == OptionNotes((costing(3),))
    assert notes(match, "Salt") == OptionNotes((costing(2),), ("weighs 2",))
    assert notes(match, "Tea") == OptionNotes((costing(2),), ("your fancy",))
    assert notes(match, "none") == OptionNotes(), "to choose nothing costs and brings nothing"
    assert about_question(match.decisions[0]) == ["4 coins to spend"]


def test_notes_are_translated() -> None:
    match = ordering()
    assert notes(match, "Salt", "zh-Hans") == OptionNotes((OptionCost(2, 4, "枚钱币"),), ("重2",))
    assert about_question(match.decisions[0], "zh-Hans") == ["可用4枚钱币"]


def test_a_form_adds_up_its_lines_and_says_what_is_missing() -> None:
    found = form(ordering())
    silk, salt, tea, _ = (value for value, _ in found.options(0)[:4])
    assert total(found) == [costing(0)], "before anything stands there one sees what there is"
    found.set(0, silk)
    assert total(found) == [costing(3)] and total(found)[0].short == 0
    found.set(2, salt)
    assert total(found) == [costing(5)] and total(found)[0].short == 1
    found.set(0, tea)
    assert total(found) == [costing(4)] and total(found)[0].short == 0
    found.set(0, None)
    assert total(found) == [costing(2)]


def test_more_than_one_has_may_be_ordered() -> None:
    match = ordering()
    found = form(match)
    for k in range(3):
        found.set(k, found.options(0)[k][0])
    assert total(found)[0].short == 3
    assert found.send(match) == 3


def test_a_number_is_an_option_like_others() -> None:
    match = ordering()
    while match.decisions[0].sort != ["number"]:
        match.choose(match.decisions[0], "none")
    assert notes(match, "6") == OptionNotes((costing(6),)) and notes(match, "6").costs[0].short == 2
    assert about_question(match.decisions[0]) == ["you have 4"]


def test_what_cannot_be_worked_out_is_left_out(tmp_path: Path) -> None:
    """Here `lot` is empty."""
    lines = '    shown with it "like {the card in lot}"\n    shown with it "your fancy"'
    match = rulekit.load(changed(tmp_path, ('    shown with it "your fancy"', lines))).start(2, 1, None, True)
    assert notes(match, "Tea") == OptionNotes((costing(2),), ("your fancy",))


def test_the_unit_of_a_cost_may_speak_of_the_option(tmp_path: Path) -> None:
    change = (
        '(ware of card)) of (coins in my purse) "coins"',
        '(ware of card)) of (coins in my purse) "coins for {ware of card}"',
    )
    match = rulekit.load(changed(tmp_path, change)).start(2, 1, None, True)
    assert notes(match, "Silk").costs[0].unit == "coins for Silk"


OF_ANOTHER = """    choose card among hand of South: "which ware of theirs?"
      costs (price of (ware of card)) of (coins in my purse) "coins"
      shown with it "weighs {weight of (ware of card)}"
"""


def test_nothing_is_said_of_a_card_that_is_hidden_from_who_is_asked(tmp_path: Path) -> None:
    line = "    set my fancy to Tea\n"
    match = rulekit.load(changed(tmp_path, (line, line + OF_ANOTHER))).start(2, 1, None, True)
    north, south = (next(d for d in match.decisions if d.player == player) for player in ("North", "South"))
    assert len(north.values) == 4 and all(notes_of(north, v) == OptionNotes() for v in north.values)
    assert all(notes_of(south, v).costs for v in south.values), "one's own cards are no secret"


LET = "  choose card among my hand, or none"
THEIRS = "if there are (orders of South where (the card in it) lies {} and ware of (the card in it) is Tea)"
SECRET = {
    "the text": ('shown with it "your fancy"', 'shown with it "they want {fancy of South}"'),
    "the condition": ("if ware of card is my fancy", "if ware of card is fancy of South"),
    "the cost": ("costs (price of (ware of card))", "costs (price of (ware of (the card in order of South for Left)))"),
    "a name": ("if ware of card is my fancy\n", "if ware of card is wanted\n"),
    "a name of a name": ("if ware of card is my fancy\n", "if ware of card is longed\n"),
    "how a card lies": ("if ware of card is my fancy", "if ware of card is fancy of South and not (card lies face up)"),
    "a card beside one that lies face up": (
        "if ware of card is my fancy",
        THEIRS.replace("(the card in it) lies", "(the card in order of South for Left) lies").format("face up"),
    ),
    "a card face down": ("if ware of card is my fancy", THEIRS.format("face down")),
}
BEFORE = "  let wanted be fancy of South\n  let longed be wanted\n"


@pytest.mark.parametrize("what", SECRET)
def test_a_note_rests_on_nothing_that_is_hidden(what: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="RK355"):
        rulekit.load(changed(tmp_path, SECRET[what], (LET, BEFORE + LET)))


NAMED = "if ware of card is my fancy\n"
OPEN = {
    "one's own, by a name": ((NAMED, "if ware of card is wanted\n"), (LET, "  let wanted be my fancy\n" + LET)),
    "a card that lies face up": (("if ware of card is my fancy", THEIRS.format("face up")),),
}


@pytest.mark.parametrize("what", OPEN)
def test_a_note_may_rest_on_what_who_is_asked_sees(what: str, tmp_path: Path) -> None:
    assert rulekit.load(changed(tmp_path, *OPEN[what]))


def test_what_another_sees_stays_his_by_a_name(tmp_path: Path) -> None:
    inside = """    let wanted be my fancy
    South may "ask":
      choose n from 0 to 2: "how many?"
        shown with it "it is {wanted}"
"""
    change = ("    set my fancy to Tea\n", "    set my fancy to Tea\n" + inside)
    with pytest.raises(RulesError, match="RK355"):
        rulekit.load(changed(tmp_path, change))


def test_a_form_in_which_nothing_can_be_chosen_costs_nothing(tmp_path: Path) -> None:
    change = "  at first in hand of that player", "  at first in hand of South"
    found = form(rulekit.load(changed(tmp_path, change)).start(2, 1, None, True))
    assert [len(found.options(k)) for k in range(len(found.values))] == [1, 1, 1], "only none"
    assert total(found) == []
