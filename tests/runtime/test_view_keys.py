"""The keys of things in a view: each names one thing of its table."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.runtime.view_types import CardPlace
from tests.playing import ROOT, SHOGUN, start

LEAGUES = ROOT / "tests" / "games" / "leagues"


@pytest.mark.parametrize(("folder", "players"), [(SHOGUN, 4), (ROOT / "games" / "diplomacy", 7), (LEAGUES, 2)])
def test_no_two_things_of_a_table_have_one_key(folder: Path, players: int) -> None:
    for table in start((players, {}), 1, folder=folder).view(None).tables:
        keys = [row.key for row in table.rows]
        assert len(set(keys)) == len(keys), table.of


def test_what_each_player_has_says_whose_it_is() -> None:
    view = start((2, {}), 1, folder=LEAGUES).view(None)
    (oxen,) = [table for table in view.tables if table.of == "ox"]
    assert [(row.name, row.key) for row in oxen.rows[2:4]] == [("ox 3", "ox 3"), ("ox 1", "ox 1 (2)")]
    assert [fact.id for row in oxen.rows[2:4] for fact in row.facts] == ["North", "South"]
    lying = {
        card.key for place in view.places if isinstance(place, CardPlace) for card in place.cards if card is not None
    }
    assert lying == {row.key for row in oxen.rows}
