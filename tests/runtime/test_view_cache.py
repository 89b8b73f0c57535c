"""Views whose rows are kept: equal to those that are made anew, for every viewer, in every state."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from attrs import evolve

import rulekit
from rulekit.runtime.view_json import EncodedView, Json, as_json, encoded, listed
from rulekit.runtime.view_types import CardPlace, View
from tests.playing import ROOT
from tests.tiers import LONG

GAMES = 10 if LONG else 1
"""Played of each"""
FOLDERS = [
    ROOT / "games" / "shogun",
    ROOT / "games" / "tic_tac_toe",
    ROOT / "plugins" / "most_dangerous_time" / "rulekit_most_dangerous_time" / "game",
    ROOT / "plugins" / "nobunaga_successors" / "rulekit_nobunaga_successors" / "game",
]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parts[-2])
def test_kept_rows_are_those_of_the_view(folder: Path) -> None:
    game = rulekit.load(folder)
    for seed in range(GAMES):
        match, chance = game.start(None, seed), random.Random(seed)
        last: dict[str | None, tuple[bytes, View]] = {}
        for k in range(220):
            if match.over:
                break
            decision = chance.choice(match.decisions)
            match.choose(decision, chance.choice(list(decision.options)))
            if k % 3 == 0:
                for viewer in (*match.players, None):
                    kept, view = match.compiled.views(viewer, "en").of(match), match.view(viewer, "en")
                    assert kept.shown == view
                    looks = evolve(view, waiting=(), over=False)
                    if viewer in last:
                        assert (last[viewer][0] == kept.digests) == (last[viewer][1] == looks)
                    last[viewer] = kept.digests, looks
                    if k % 30 == 0:
                        assert_encoded(kept, as_json(view))


def assert_encoded(kept: EncodedView, data: Json) -> None:
    """The parts of a view, as they are sent, are the view as plain data."""
    assert {name: listed(found) for name, found in kept.lists.items()} == {
        name: encoded(data[name]) for name in ("marks", "places", "devices")
    }
    rows = [encoded(row) for table in data["tables"] for row in table["rows"]]
    assert [encoded(json.loads(row.text)) for table in kept.tables for row in table.rows] == rows


def test_what_has_not_changed_is_the_same_object() -> None:
    match = rulekit.load(ROOT / "games" / "tic_tac_toe").start(None, 1)
    views = match.compiled.views(match.players[0], "en")
    before = [row for table in views.of(match).tables for row in table.rows]
    match.choose(match.decisions[0], match.decisions[0].options[4])
    after = [row for table in views.of(match).tables for row in table.rows]
    other = [k for k, (a, b) in enumerate(zip(before, after, strict=True)) if a is not b]
    assert other and len(other) < len(before)
    for k, (a, b) in enumerate(zip(before, after, strict=True)):
        assert (a.digests != b.digests) == (a.shown != b.shown) == (a.text != b.text) == (k in other)


def test_a_table_in_which_nothing_changes_is_the_same_object() -> None:
    match = rulekit.load(ROOT / "games" / "tic_tac_toe").start(None, 1)
    views = match.compiled.views(match.players[0], "en")
    before = views.of(match)
    match.choose(match.decisions[0], match.decisions[0].options[4])
    after = views.of(match)
    same = [a is b for a, b in zip(before.tables, after.tables, strict=True)]
    assert same == [a.digests == b.digests for a, b in zip(before.tables, after.tables, strict=True)]
    assert any(same) and not all(same)


HANDS = """game Hands "Hands":
  played by 2 players, called North, South
  begins with play it
family card:
  at first in hand of seat 1
places seen by their owner:
  hand of each player: cards
card Ace "An ace":
  one card
to play it:
  each player in players:
    choose n from 0 to 1: "how many?"
  end the game, ranking players by number of cards in hand of it
"""


def test_a_kept_view_shows_each_viewer_what_they_may_see_and_no_more(tmp_path: Path) -> None:
    """Also where a row holds cards alone, and no number."""
    (tmp_path / "game.rules").write_text(HANDS, encoding="utf-8")
    match = rulekit.load(tmp_path).start(2, 1)
    for viewer in (*match.players, None):
        (table,) = match.compiled.views(viewer, "en").of(match).shown.tables
        (hand,) = table.rows[0].places
        assert isinstance(hand, CardPlace) and hand.number == 1
        assert [card.name for card in hand.cards if card] == (["An ace"] if viewer == "North" else [])
