"""What a set-up needs is worked out like every other condition, whatever it asks of the first state."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit

GAME = """game Needs "Needs":
  played by 2 to 3 players, called Ash, Birch, Cedar
  begins with play it
  layers printed
  option size is Small or Large, normally Small, "Size"
  option rounds is 1 to 9, normally 3, "Rounds"
  option ferries is yes or no, normally yes, "Ferries"
  NEED

kind town from "towns.yaml":
  column income is a number
  column coast is yes or no
  column near is a list of towns
  holds coins
kind card, one for each town:
  at first in deck
graph of towns from "towns.yaml", with roads
piece coin, coins: 7, at first in bank
piece guard, guards: 4 of each player, at first in camp of that player

places seen by all:
  bank: coins
  deck: a pile of cards
  row, one spot for each number from 1 to 3: 1 card
  camp of each player: guards of that player
marks seen by all:
  owner of each town: a player or none, at first none
  season: a town, at first Beech
  level of each town: from 0 to 9, at first income of it
  each town may be walled

number wealth: the sum of level of it over towns
number rank of {t: town}:
  1 if coast of t
  2 otherwise
set rich, of towns: towns where level of it is at least 2
whether {t: town} is fair:
  yes if level of t is 2
  no otherwise
value best, a town or none:
  Beech if level of Beech is 2
  none otherwise
table taxes for {n: number} gives tax:
  0 to 4 | 3
  5 or more | 9

to play it:
  each t among towns where it is fair:
    if best is t and there are no near of t and t is among rich: set season to t
  if rank of Alder + tax of taxes for 2 is 0:
    set season to Alder
    Elm becomes walled
    set owner of Elm to seat 1
    if size is Large and ferries: stop
  each player in players: move up to 1 of my guards from my camp to my camp  # no RK368: it is only to be read
  if the route from Alder to Elm is a road and rounds is 9: move the top card of deck to spot 1 of row
  move up to 1 coin from bank to Elm
  end the game, ranking players by wealth
"""
TOWNS = """towns:
  Alder: {income: 1, coast: yes, near: [Beech]}
  Beech: {income: 2, coast: no, near: []}
  Elm: {income: 3, coast: no, near: [Alder, Beech]}
roads: [[Alder, Beech], [Beech, Elm]]
"""

HOLDING = [
    "wealth is 6",
    "rank of Alder is 1",
    "tax of taxes for (wealth) is 9",
    "the number of rich is 2",
    "Beech is fair",
    "best is Beech",
    "season is Beech",
    "owner of Elm is none",
    "Elm is not walled",
    "coins in bank is 7",
    "guards of seat 1 in camp of seat 1 is 4",
    "the top card of deck is card of Elm",
    "spot 1 of row is empty",
    "there are cards in deck",
    "the sum of (the sum of (the number of near of it) over towns) over towns is 9",
    "the sum of (the sum of (the sum of level of it over towns) over towns) over (towns where it is fair) is 18",
    "a path leads from Alder to rich",
    "rounds is 3 and ferries and size is Small",
    "the number of players is at least 2",
    "Cedar plays or owner of Beech is none",
]
"""What holds in the first state"""
SAID = {
    "{rounds} rounds": "3 rounds",
    "{size}, {ferries}": "Small, yes",
    "{wealth} of {the number of towns}": "6 of 3",
    "{season} for {best}": "Beech for Beech",
    "{owner of Elm}": "none",
    "{Elm is walled}": "no",
    "{rich}": "Beech, Elm",
    "{seat 1}": "Ash",
    "{players}": "Ash, Birch",
    "{the top card of deck}": "Elm",
    "{spot 1 of row}": "row 1",
    "{3 coins}": "3 coins",
    "{1 coins}": "1 coin",
    "{coins in bank}": "7",
    "{the sum of level of it over rich}": "5",
}
"""A text with values of every form, and how it is told"""


def written(folder: Path, need: str) -> Path:
    (folder / "game.rules").write_text(GAME.replace("NEED", need), encoding="utf-8")
    (folder / "towns.yaml").write_text(TOWNS, encoding="utf-8")
    return folder


@pytest.mark.parametrize("condition", HOLDING)
def test_what_holds_in_the_first_state_refuses_nothing(condition: str, tmp_path: Path) -> None:
    game = rulekit.load(written(tmp_path, f'needs {condition}: "no"'))
    assert game.start(2, 1).over


@pytest.mark.parametrize("condition", HOLDING)
def test_what_does_not_hold_refuses(condition: str, tmp_path: Path) -> None:
    game = rulekit.load(written(tmp_path, f'needs not ({condition}): "so it is not: {{rounds}}"'))
    with pytest.raises(rulekit.UserError, match="so it is not: 3"):
        game.start(2, 1)


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("condition", ["rounds is 4", "wealth is 5"], ids=["fixed", "worked out"])
def test_a_reason_says_values_of_every_form(condition: str, said: str, tmp_path: Path) -> None:
    game = rulekit.load(written(tmp_path, f'needs {condition}: "it is {said}"'))
    with pytest.raises(rulekit.UserError) as refused:
        game.start(2, 1)
    assert str(refused.value) == f"it is {SAID[said]}"


def test_what_fails_when_it_is_worked_out_is_a_finding(tmp_path: Path) -> None:
    folder = written(tmp_path, 'needs the card in spot 1 of row is card of Elm: "no"')
    found, _ = rulekit.check(folder)
    assert [(d.code, d.span.line) for d in found] == [("RK502", 8)]
    with pytest.raises(rulekit.RulesError):
        rulekit.load(folder).start(2, 1)


def test_chance_decides_no_set_up(tmp_path: Path) -> None:
    found, _ = rulekit.check(written(tmp_path, 'needs roll of a die is 3: "no"'))
    assert [(d.code, d.span.line) for d in found] == [("RK343", 8)]


def test_numbers_of_players_that_are_refused_are_no_mistake(tmp_path: Path) -> None:
    folder = written(tmp_path, 'needs the number of players is 3: "three are needed"')
    assert rulekit.check(folder)[0] == []
    with pytest.raises(rulekit.UserError, match="three are needed"):
        rulekit.load(folder).start(2, 1)
    assert rulekit.load(folder).start(3, 1).over
