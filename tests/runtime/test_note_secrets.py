"""What a note may not tell, whatever way the secret takes to it."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.diagnostics import RulesError
from tests.runtime.test_notes import LET, changed

FANCY = '    shown with it "your fancy" if ware of card is my fancy\n'
ORDER = "order for my order for counter"
TO_ORDER = "to order for {here: spot for order-cards}:"
WITH_N = "to order for {here: spot for order-cards} with {n: number}:"
WITH_CARD = "to order for {here: spot for order-cards} with {theirs: order-card}:"
WITH_SPOT = "to order for {here: spot for order-cards} and {there: spot for order-cards}:"
TEA = "set my fancy to Tea\n"
EACH = " each counter among counters, in printed order: order for my order for counter"
Change = tuple[str, str]


def note(line: str) -> Change:
    """One line more below the choice of an order."""
    return FANCY, f"{FANCY}    {line}\n"


def before(lines: str) -> Change:
    """Lines before the choice of an order."""
    return LET, lines + LET


TOLD = note('shown with it "{n}"')
WANTED = note('shown with it "{wanted}"')
TEA_OF = "number tea of {p: player}:\n  1 if fancy of p is Tea\n  0 otherwise\n\nto add some:"
ASKING = """    choose s among orders of South where it is not empty: "which?"
      {}
"""
HINT_AWAY = """to hint away:
  choose k from 0 to 3: "which?"
  for South:
    choose m from 0 to 3: "and?"
      shown above "It was {k}"
  raise my points by 1

to add some:"""
SECRET: dict[str, tuple[Change, ...]] = {
    "a name that is set": (before("  let n be 0\n  set n to tea of South\n"), ("to add some:", TEA_OF), TOLD),
    "a name that is set if": (before("  let wanted be Silk\n  if fancy of South is Tea: set wanted to Tea\n"), WANTED),
    "a name that is raised if": (before("  let n be 0\n  if fancy of South is Tea: raise n by 1\n"), TOLD),
    "a name that is set unless skipped": (
        before(
            "  let wanted be Silk\n  each t among wares:\n    if t is not fancy of South: skip\n    set wanted to t\n"
        ),
        WANTED,
    ),
    "what a deed is called with": (
        (ORDER, ORDER + " with tea of South"),
        (TO_ORDER, WITH_N),
        ("to add some:", TEA_OF),
        TOLD,
    ),
    "with which of several it is called": (
        (ORDER, ORDER.replace("order", "ask", 1)),
        (
            TO_ORDER,
            "to ask for {here: spot for order-cards}:\n"
            "  if fancy of South is Tea: order twice for here\n"
            "  otherwise: order once for here\n\n"
            "to order twice for {here: spot for order-cards}: order for here with 2\n\n"
            f"to order once for {{here: spot for order-cards}}: order for here with 1\n\n{WITH_N}",
        ),
        TOLD,
    ),
    "the price of a card that it is called with": (
        (EACH, " each theirs among hand of South:\n      order for my order for Left with theirs"),
        (TO_ORDER, WITH_CARD),
        note('costs (price of (ware of theirs)) of 3 "coins"'),
    ),
    "the card in a spot that it is called with": (
        (ORDER, ORDER + " and order of South for counter"),
        (TO_ORDER, WITH_SPOT),
        note('shown with it "{ware of (the card in there)}" if there is not empty'),
    ),
    "which of one's own cards": (note('shown with it "{my hand where ware of it is fancy of South}"'),),
    "an item of a list": (
        note(
            'shown with it "so" if price of (ware of card) is among 9, (price of (ware of (the card in order of South for Left)))'
        ),
    ),
    "which place is counted": (
        ("marks seen by their owner:", "marks seen by their owner:\n  goal of each player: a counter, at first Left"),
        note('shown with it "free" if my order for (goal of South) is empty'),
    ),
    "the card in an option": ((TEA, TEA + ASKING.format('shown with it "{ware of (the card in s)}"')),),
    "the card in it": ((TEA, TEA + ASKING.format('costs (price of (ware of (the card in it))) of 3 "coins"')),),
    "how a card lies in a hand": (
        (TEA, TEA + "    move the only member of (my hand where ware of it is Tea) to my hand, face up\n"),
        note('shown with it "tea" if there are order-cards where (it lies face up and ware of it is Tea)'),
    ),
    "where a card lies": (
        note('shown with it "tea" if there are order-cards where (ware of it is Tea and it is in hand of South)'),
    ),
    "what another chooses at the same time": (
        (
            "  each player in players: add some\n",
            "  each player, secretly and at once: hint away\n  each player in players: add some\n",
        ),
        ("to add some:", HINT_AWAY),
    ),
}


@pytest.mark.parametrize("way", SECRET)
def test_no_way_leads_a_secret_into_a_note(way: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="RK355") as refused:
        rulekit.load(changed(tmp_path, *SECRET[way]))
    assert {d.code for d in refused.value.diagnostics} == {"RK355"}


def test_the_number_in_an_amount_that_is_hidden_is_named(tmp_path: Path) -> None:
    amount = note('shown with it "{(tea of South) coins}"')
    with pytest.raises(RulesError, match="RK355") as refused:
        rulekit.load(changed(tmp_path, ("to add some:", TEA_OF), amount))
    assert [d.message.split(" rests on")[0] for d in refused.value.diagnostics] == ["`tea of South`"]


KNOWN: dict[str, tuple[Change, ...]] = {
    "one's own secret, with which a deed is called": (
        (ORDER, ORDER + " with tea of me"),
        (TO_ORDER, WITH_N),
        ("to add some:", TEA_OF),
        TOLD,
    ),
    "what the question itself names": (
        (ORDER, ORDER + " with tea of South"),
        (TO_ORDER, WITH_N),
        ("to add some:", TEA_OF),
        ("Your order, {here}: which ware?", "Your order, {here}, {n}: which ware?"),
        TOLD,
    ),
    "how many cards lie somewhere": (
        note('shown above "{the number of hand of South}, {the number of orders of South}"'),
    ),
    "a name that is set to what all see": (
        before("  let n be 0\n  if coins in purse of South is 4: raise n by 1\n"),
        TOLD,
    ),
    "which cards lie face up": (
        note('shown with it "open" if there are order-cards where (it lies face up and ware of it is Tea)'),
    ),
}


@pytest.mark.parametrize("what", KNOWN)
def test_a_note_may_tell_what_who_is_asked_knows(what: str, tmp_path: Path) -> None:
    assert rulekit.load(changed(tmp_path, *KNOWN[what]))
