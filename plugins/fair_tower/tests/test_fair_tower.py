"""The fair tower on a table of its own: three sorts of pieces, a funnel, a tray, a supply, and one store."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rulekit_fair_tower import FairTower

from rulekit.plugins.devices import DeviceError
from rulekit.rule_tests.pytest_plugin import DeviceTable

Lay = Callable[..., DeviceTable]


def test_no_piece_is_lost_or_made(table: Lay) -> None:
    tower = table(FairTower(), seed=4)
    for count in range(30):
        tower.lay("funnel", count, 7, 0)
        before = tower.everything()
        tower.say("throw", "funnel", "tray")
        assert tower.everything() == before and tower.at("funnel") == [0, 0, 0]


def test_a_seed_repeats_itself_and_a_copy_of_the_state_goes_on_like_the_original(table: Lay) -> None:
    def course(tower: DeviceTable) -> list[list[int]]:
        out = []
        for _ in range(20):
            tower.say("throw", "tray", "tray")
            out.append(tower.at("tray"))
        return out

    one, same, other = (table(FairTower(), seed=seed) for seed in (7, 7, 8))
    for tower in (one, same, other):
        tower.lay("tray", 20, 9, 3)
    first = course(one)
    assert first == course(same) != course(other)
    other.s[:] = one.s
    assert course(one) == course(other)


def test_what_lay_inside_falls_as_often_as_what_is_thrown_in(table: Lay) -> None:
    thrown = inside = 0
    for seed in range(400):
        tower = table(FairTower(), seed=seed, falling=30)
        tower.lay("funnel", 20, 0, 0)
        tower.lay("store inside", 0, 20, 0)
        tower.say("throw", "funnel", "tray")
        thrown += tower.at("tray")[0]
        inside += tower.at("tray")[1]
    assert thrown / 8000 == pytest.approx(0.30, abs=0.02)  # nearly four standard deviations
    assert inside / 8000 == pytest.approx(0.30, abs=0.02)


@pytest.mark.parametrize("falling,comes_out", [(0, [0, 0, 0]), (100, [6, 2, 5])])
def test_the_setting_at_its_limits(table: Lay, falling: int, comes_out: list[int]) -> None:
    tower = table(FairTower(), falling=falling)
    tower.lay("funnel", 6, 0, 5)
    tower.lay("store inside", 0, 2, 0)
    tower.say("throw", "funnel", "tray")
    assert tower.at("tray") == comes_out


def test_rule_tests_put_pieces_in_and_say_what_falls(table: Lay) -> None:
    tower = table(FairTower())
    tower.lay("supply", 4, 0, 2)
    tower.say("put", [3, 0, 1], "supply")
    assert (tower.at("supply"), tower.inside(), tower.say("inside", (0, 2))) == ([1, 0, 1], [3, 0, 1], 4)
    tower.say("script", [2, 0, 1])
    tower.say("throw", "funnel", "tray")
    assert (tower.at("tray"), tower.inside(), tower.written()) == ([2, 0, 1], [1, 0, 0], [])


def test_what_cannot_be_is_refused_and_moves_nothing(table: Lay) -> None:
    tower = table(FairTower())
    tower.lay("supply", 1, 0, 0)
    before = list(tower.s)
    with pytest.raises(DeviceError, match="cube of Blue: 2 should be moved, but the place holds only 1"):
        tower.say("put", [2, 0, 0], "supply")
    with pytest.raises(DeviceError, match="disc: -1 is less than nothing"):
        tower.say("script", [0, 0, -1])
    tower.say("script", [0, 5, 0])
    with pytest.raises(DeviceError, match="cube of Red: 5 should come out, but there are only 0"):
        tower.say("throw", "funnel", "tray")
    assert tower.s == before
