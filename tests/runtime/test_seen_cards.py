"""What a viewer sees where cards lie, of which some are turned up."""

from __future__ import annotations

import pytest

from rulekit.runtime.view_makers import HIDDEN, CardLocation
from rulekit.runtime.visibility import READ, TURNED

CARDS = [[4, 2, 3]]
FACES = [0, 0, 0, 1, 0]
"""Of the cards 0 to 4 the card 3 is turned up."""


@pytest.mark.parametrize(
    ("reading", "seen"),
    [(READ, (4, 2, 3)), (TURNED, (HIDDEN, HIDDEN, 3)), (0, 3)],
    ids=["all of them", "those that are turned up", "how many there are"],
)
def test_cards_of_a_list(reading: int, seen: object) -> None:
    assert CardLocation(0, True, reading, 0).key(FACES, CARDS) == seen
