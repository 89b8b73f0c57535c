"""Each of the three models takes the place of the tower of a large game, by one line of a variant."""

from __future__ import annotations

from pathlib import Path

import pytest
import rulekit_dice_battle
import rulekit_fair_tower
import rulekit_table_tower

import rulekit
from rulekit.plugins.manager import find_plugins
from rulekit.rule_tests.pytest_plugin import counted
from tests.playing import SHOGUN

MODELS = {"fair-tower": rulekit_fair_tower, "dice-battle": rulekit_dice_battle, "table-tower": rulekit_table_tower}


@pytest.mark.parametrize("device", MODELS)
def test_a_whole_game_with_another_tower(device: str, tmp_path: Path) -> None:
    variant = tmp_path / "other.rules"
    variant.write_text(f'variant Other of Shogun "Other":\n  use plugin {device} instead of battle-tower\n', "utf-8")
    match = rulekit.load(SHOGUN, [variant], find_plugins((MODELS[device],))).start(3, seed=5, journal=False)
    pieces = counted(match)
    match.play_random(5)
    assert match.over and counted(match) == pieces
    assert device in match.compiled.image.devices and "battle-tower" not in match.compiled.image.devices
