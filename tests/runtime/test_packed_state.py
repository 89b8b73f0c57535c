"""A packed state is the state: the game goes on from it in the same way."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import rulekit
from rulekit.runtime.packed_state import pack, unpack
from tests.runtime.test_view_cache import FOLDERS


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parts[-2])
def test_a_game_goes_on_from_it_in_the_same_way(folder: Path) -> None:
    match, chance = rulekit.load(folder).start(None, 3), random.Random(3)
    other = None
    for _ in range(200):
        if match.over:
            break
        state = unpack(pack(match), match)
        assert state == match and state.decided == match.decided and state.log is None
        decision = chance.choice(match.decisions)
        option = chance.choice(list(decision.options))
        other = state
        other.play_quickly()
        asked = other.decision_of(decision.player)
        assert asked is not None
        other.choose(asked, option)
        match.choose(decision, option)
        assert other == match
        assert unpack(pack(match), match).view(decision.player) == match.view(decision.player)
    assert other is not None
