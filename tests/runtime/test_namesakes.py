"""Things that rest on two things are called by both, so that options, saves and stories tell them apart."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

import rulekit
from tests.playing import play

HEAD = """game Deck "Deck":
  played by 2 players, called North, South
  begins with play the game

kind suit is Clubs, Hearts
"""
REST = """
places seen by all:
  deck: cards
  hand of each player: cards
marks seen by all:
  score of each player: from 0 up

to play the game:
  repeat until deck is empty, at most 9 times:
    each player in players:
      choose card among deck: "which card?"
      move card to my hand
  end the game, ranking players by score of it
"""
DECKS: Mapping[str, tuple[str, list[str], list[str]]] = {
    "suit and number": (
        "kind card, one for each suit and each rank from 1 to 3:\n  at first in deck\n",
        [f"card {suit} {n}" for suit in ("Clubs", "Hearts") for n in (1, 2, 3)],
        [f"牌{suit}{n}" for suit in ("梅花", "红心") for n in (1, 2, 3)],
    ),
    "player and number, in one deck": (
        "kind card, one for each player and each rank from 1 to 2:\n  at first in deck\n",
        [f"card {n} of {player}" for player in ("North", "South") for n in (1, 2)],
        [f"牌{n}（{player}）" for player in ("North", "South") for n in (1, 2)],
    ),
    "suit and number, as people say it": (
        'kind card, one for each suit and each rank from 1 to 3:\n  called "{rank} of {suit}"\n  at first in deck\n',
        [f"card {suit} {n}" for suit in ("Clubs", "Hearts") for n in (1, 2, 3)],
        [f"{suit}{n}" for suit in ("梅花", "红心") for n in (1, 2, 3)],
    ),
    "player and number, as people say it": (
        'kind card, one for each player and each rank from 1 to 2:\n  called "{player}, {rank}"\n  at first in deck\n',
        [f"card {n} of {player}" for player in ("North", "South") for n in (1, 2)],
        [f"{player}, {n}" for player in ("North", "South") for n in (1, 2)],
    ),
    "two sorts for each suit, one as people say it": (
        'kind deed, one for each suit:\n  called "the deed for {suit}"\n  at first in deck\n'
        "kind right, one for each suit:\n  at first in deck\nkind card is a deed or a right\n",
        ["Clubs", "Hearts", "right Clubs", "right Hearts"],
        ["the deed for 梅花", "the deed for 红心", "梅花的权", "红心的权"],
    ),
    "two sorts for each suit": (
        "kind deed, one for each suit:\n  at first in deck\nkind right, one for each suit:\n  at first in deck\n"
        "kind card is a deed or a right\n",
        ["Clubs", "Hearts", "right Clubs", "right Hearts"],
        ["梅花", "红心", "梅花的权", "红心的权"],
    ),
}


@pytest.fixture(params=DECKS)
def deck(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, rulekit.Game]:
    (tmp_path / "game.rules").write_text(HEAD + DECKS[request.param][0] + REST, "utf-8")
    words = "zh-Hans:\n  '{} of {}': '{2}{1}'\n  card: 牌\n  right: 权\n  Clubs: 梅花\n  Hearts: 红心\n"
    (tmp_path / "words.yaml").write_text(words, "utf-8")
    return request.param, rulekit.load(tmp_path)


def test_every_option_has_a_name_of_its_own(deck: tuple[str, rulekit.Game]) -> None:
    name, game = deck
    _, ids, labels = DECKS[name]
    options = game.start(2, seed=1).decisions[0].options
    assert [o.id for o in options] == ids
    assert [o.label("zh-Hans") for o in options] == labels
    assert len({o.label() for o in options}) == len(ids)


def test_every_save_leads_to_the_same_position(deck: tuple[str, rulekit.Game]) -> None:
    _, game = deck
    for seed in range(20):
        match = game.start(2, seed=seed)
        for _ in play(match, Random(seed)):
            pass
        assert game.resume(match.save()) == match
