"""Dice in place of a tower, on a table of their own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rulekit_dice_battle import DiceBattle

from rulekit.plugins.devices import DeviceError
from rulekit.rule_tests.pytest_plugin import DeviceTable

Lay = Callable[..., DeviceTable]


def test_no_piece_is_lost_or_made(table: Lay) -> None:
    dice = table(DiceBattle(), seed=4)
    for count in range(30):
        dice.lay("funnel", count, 7, 0)
        before = dice.everything()
        dice.say("roll", "funnel", "tray")
        assert dice.everything() == before and dice.at("funnel") == [0, 0, 0]


def test_a_seed_repeats_itself(table: Lay) -> None:
    def course(seed: int) -> list[list[int]]:
        dice, out = table(DiceBattle(), seed=seed), []
        dice.lay("tray", 20, 9, 3)
        for _ in range(20):
            dice.say("roll", "tray", "tray")
            out.append(dice.at("tray"))
        return out

    assert course(7) == course(7) != course(8)


def test_who_fights_stands_from_3_up_and_who_was_beaten_returns_with_a_6(table: Lay) -> None:
    stood = returned = 0
    for seed in range(400):
        dice = table(DiceBattle(), seed=seed)
        dice.lay("funnel", 20, 0, 0)
        dice.lay("store beaten back", 0, 20, 0)
        dice.say("roll", "funnel", "tray")
        stood += dice.at("tray")[0]
        returned += dice.at("tray")[1]
    assert stood / 8000 == pytest.approx(4 / 6, abs=0.02)  # nearly four standard deviations
    assert returned / 8000 == pytest.approx(1 / 6, abs=0.016)


@pytest.mark.parametrize(
    "settings,in_the_tray",
    [
        ({"stands": 1, "returns": 101}, [6, 0, 5]),  # everybody stands, nobody returns
        ({"stands": 101, "returns": 1}, [0, 2, 0]),  # the other way round
        ({"sides": 2, "stands": 1, "returns": 1}, [6, 2, 5]),
    ],
)
def test_the_settings_at_their_limits(table: Lay, settings: dict[str, int], in_the_tray: list[int]) -> None:
    dice = table(DiceBattle(), **settings)
    dice.lay("funnel", 6, 0, 5)
    dice.lay("store beaten back", 0, 2, 0)
    dice.say("roll", "funnel", "tray")
    assert dice.at("tray") == in_the_tray


def test_rule_tests_beat_pieces_back_and_say_who_stands(table: Lay) -> None:
    dice = table(DiceBattle())
    dice.lay("supply", 4, 0, 2)
    dice.say("put", [3, 0, 1], "supply")
    assert (dice.at("supply"), dice.inside(), dice.say("beaten", (0, 2))) == ([1, 0, 1], [3, 0, 1], 4)
    dice.say("script", [2, 0, 1])
    dice.say("roll", "funnel", "tray")
    assert (dice.at("tray"), dice.inside(), dice.written()) == ([2, 0, 1], [1, 0, 0], [])


def test_what_cannot_be_is_refused_and_moves_nothing(table: Lay) -> None:
    dice = table(DiceBattle())
    before = list(dice.s)
    with pytest.raises(DeviceError, match="disc: 1 should be moved, but the place holds only 0"):
        dice.say("put", [0, 0, 1], "supply")
    dice.say("script", [0, 5, 0])
    with pytest.raises(DeviceError, match="cube of Red: 5 should come out, but there are only 0"):
        dice.say("roll", "funnel", "tray")
    assert dice.s == before
