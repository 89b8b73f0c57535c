"""Partners look into each other's hands, nobody else does."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.diagnostics import RulesError
from rulekit.runtime.view_types import CardPlace

BRIDGE = """game Partners "Partners":
  played by 2 to 3 players, called North, East, West
  played by 4 players, called North, East, South, West
  partners are North, South
  partners are East, West
  begins with play it
family card:
  at first in hand of seat 1
  played from hand of (partner of me)
places seen by their owner and partners:
  hand of each player: cards
  bag of each player: cards
places seen by all:
  discards: cards
marks seen by their owner and partners:
  hope of each player: from 0 to 9, at first 7
value partner of {me: player}, a player:
  seat 1 if me is South
  me otherwise
card Ace "An ace":
  one card
  played in turns
  move this card to discards
window turns:
  asks each of players clockwise from seat 2, once
to play it:
  open turns
  end the game, ranking players by number of cards in hand of it
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.rules").write_text(BRIDGE, encoding="utf-8")
    return tmp_path


def sees(match: rulekit.Match, who: str | None) -> tuple[bool, bool]:
    """Whether somebody reads the card in the hand of North, and his hope."""
    (players,) = [table for table in match.view(who).tables if table.name == "player"]
    north = players.rows[0]
    (hand,) = [place for place in north.places if place.key == "hand"]
    assert isinstance(hand, CardPlace) and hand.number == 1
    return [card.name for card in hand.cards if card] == ["An ace"], [mark.raw for mark in north.marks] == [7]


def test_a_hand_is_seen_by_its_owner_and_his_partner_alone(folder: Path) -> None:
    match = rulekit.load(folder).start(4, 1)
    assert {who: sees(match, who) for who in (*match.players, None)} == {
        "North": (True, True),
        "East": (False, False),
        "South": (True, True),
        "West": (False, False),
        None: (False, False),
    }


def test_without_partners_at_the_table_only_the_owner_looks(folder: Path) -> None:
    match = rulekit.load(folder).start(2, 1)
    assert (sees(match, "North"), sees(match, "East")) == ((True, True), (False, False))


def test_a_partner_is_asked_about_the_cards_that_he_sees(folder: Path) -> None:
    match = rulekit.load(folder).start(4, 1)
    (decision,) = match.decisions
    assert decision.player == "South" and len(decision.options) == 2


def test_partners_sit_at_one_table(folder: Path) -> None:
    (folder / "game.rules").write_text(BRIDGE.replace("called North, East, South", "called Nora, East, South"), "utf-8")
    with pytest.raises(RulesError) as found:
        rulekit.load(folder)
    (problem,) = (d for d in found.value.diagnostics if d.code == "RK313")
    assert problem.message == "these never sit at one table" and problem.span.line == 4
