"""Snapshots by name: which difference between two positions is reported."""

from __future__ import annotations

import pytest

from rulekit.runtime.persistence.snapshot import difference


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        ({"round": [2]}, {"round": [2]}, ""),
        ({"round": [2]}, {"round": [3]}, "round was 2, and is 3"),
        ({"purse: coin": [7, 3, 9]}, {"purse: coin": [7, 4, 8]}, "purse: coin was 3, and is 4"),
        ({"hand": [["Levy"], []]}, {"hand": [["Levy"], ["Fair"]]}, "hand was [], and is ['Fair']"),
        ({"hand": ["Levy", "Fair"]}, {"hand": ["Levy"]}, "hand was Fair, and is nothing"),
        ({"ending": None}, {"ending": [[1, 20]]}, "ending was None, and is [[1, 20]]"),
        ({"tray": [1]}, {}, "there is no tray any more"),
        ({}, {"tray": [1]}, "tray is new"),
        ({"tray": ["x" * 99]}, {"tray": ["y"]}, f"tray was {'x' * 80}, and is y"),
    ],
)
def test_the_first_thing_that_stands_otherwise_is_told(
    before: dict[str, object], now: dict[str, object], said: str
) -> None:
    assert difference(before, now) == said
