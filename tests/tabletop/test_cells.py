"""How what lies at a place reads in the cell of a table."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulekit.runtime.view_types import Card, CardPlace
from rulekit.tabletop.cells import full
from rulekit.tabletop.texts import choose_language


def place(names: Sequence[str]) -> CardPlace:
    cards = [Card(name, name) for name in names]
    return CardPlace("hand", "hand", None, cards, "card", "card", len(cards), 0, holder=False)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Kaga", "chest 0", "chest 1", "chest 2"], "Kaga, chest 0–2"),
        (["chest 0", "chest 1", "chest 3", "chest 4"], "chest 0, chest 1, chest 3, chest 4"),
        (["chest 9", "chest 10", "chest 11", "sack 12"], "chest 9–11, sack 12"),
        (["chest 1", "chest 1", "chest 2", "chest 3"], "chest 1 ×2, chest 2, chest 3"),
        (["1", "2", "3"], "1–3"),
        (["Kii", "Kii"], "Kii ×2"),
    ],
)
def test_names_that_count_up_are_a_range(names: Sequence[str], said: str) -> None:
    assert full(choose_language("en"), place(names)) == said
