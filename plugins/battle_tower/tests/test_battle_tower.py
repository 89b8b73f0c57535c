"""The tower on a small table of its own: three tokens, a funnel, a tray, a supply, and the floors."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib.metadata import entry_points
from itertools import accumulate
from typing import Any

import pluggy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulekit_battle_tower
from rulekit.plugins.devices import Device, DeviceError, Setting, Slots
from rulekit_battle_tower.tower import BattleTower, Floor

TOKENS = ("army of Blue", "army of Red", "farmer")
WIDTH = len(TOKENS)
TAPE = 1


class TowerTable:
    """A match that has nothing but a tower in it. The last number of the state is the stream of chance."""

    def __init__(self, seed: int = 1, **parameters: int) -> None:
        tower = BattleTower()
        self.parameters = {parameter.name: parameter.default for parameter in tower.parameters} | parameters
        self.funnel, self.tray, self.supply, *self.floors = (
            tuple(range(first, first + WIDTH))
            for first in range(0, WIDTH * (3 + len(tower.stores(self.parameters))), WIDTH)
        )
        self.s = [0] * (WIDTH * (3 + len(self.floors))) + [seed]
        self.z: list[list[int]] = [[], []]
        self.draws = 0
        self.words = tower.bind(Setting(TOKENS, self.parameters, tuple(self.floors), self.draw, TAPE))

    def draw(self, s: list[int]) -> int:
        """The high half of a step of splitmix64."""
        self.draws += 1
        s[-1] = (s[-1] + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        mixed = ((s[-1] ^ (s[-1] >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        return (mixed ^ (mixed >> 31)) >> 32

    def lay(self, place: Slots, *counts: int) -> None:
        for slot, amount in zip(place, counts, strict=True):
            self.s[slot] = amount

    def at(self, place: Slots) -> tuple[int, ...]:
        return tuple(self.s[slot] for slot in place)

    @property
    def inside(self) -> tuple[int, ...]:
        return tuple(map(sum, zip(*map(self.at, self.floors), strict=True)))

    @property
    def everything(self) -> tuple[int, ...]:
        places = (self.funnel, self.tray, self.supply, *self.floors)
        return tuple(map(sum, zip(*map(self.at, places), strict=True)))

    def throw(self) -> tuple[int, ...]:
        self.words["throw"](self.s, self.z, self.funnel, self.tray)
        return self.at(self.tray)

    def script(self, *counts: int) -> None:
        self.words["script"](self.s, self.z, counts)

    def put(self, *counts: int, source: Slots | None = None) -> None:
        self.words["put"](self.s, self.z, counts, self.supply if source is None else source)


amounts = st.tuples(*[st.integers(0, 80)] * WIDTH)
per_cent = st.integers(0, 100)


# What the engine is told


def test_is_found_by_its_entry_point() -> None:
    (found,) = {point.load() for point in entry_points(group="rulekit", name="battle_tower")}
    assert found is rulekit_battle_tower


def test_the_hook_gives_one_tower() -> None:
    manager = pluggy.PluginManager("rulekit")
    manager.register(rulekit_battle_tower)
    (device,) = rulekit_battle_tower.rulekit_devices()
    assert isinstance(device, Device)
    assert device.name == "battle-tower"


def test_each_word_has_a_function_and_an_example_that_fits() -> None:
    words = BattleTower().words
    assert {word.function for word in words} == set(TowerTable().words)
    for word in words:
        fixed = [part.split("}")[-1].strip() for part in word.phrase.split("{")]
        assert all(part in word.example for part in fixed), word.phrase


def test_parameters_hold_their_own_defaults() -> None:
    assert all(parameter.low <= parameter.default <= parameter.high for parameter in BattleTower().parameters)


@pytest.mark.parametrize("floors", [1, 2, 3, 4])
def test_a_store_for_each_floor(floors: int) -> None:
    names = BattleTower().stores({"floors": floors})
    assert len(set(names)) == len(names) == floors


# A throw


@settings(deadline=None, derandomize=True)
@given(amounts, amounts, st.lists(amounts, min_size=1, max_size=4), per_cent, per_cent, st.integers(0, 2**64 - 1))
def test_no_piece_is_lost_or_made(funnel, tray, floors, sticking, loosening, seed) -> None:
    """SHG-TOWER-08: for each token, what was inside and what was thrown is what is inside and what came out."""
    table = TowerTable(seed, floors=len(floors), sticking=sticking, loosening=loosening)
    table.lay(table.funnel, *funnel)
    table.lay(table.tray, *tray)
    for place, counts in zip(table.floors, floors, strict=True):
        table.lay(place, *counts)
    before = table.everything
    for _ in range(3):
        table.throw()
        assert table.everything == before
        assert table.at(table.funnel) == (0,) * WIDTH
        assert min(table.s) >= 0


def test_same_seed_same_result() -> None:
    """SHG-TOWER-10."""

    def game(seed: int) -> list[tuple[int, ...]]:
        table = TowerTable(seed)
        results = []
        for number in range(40):
            table.lay(table.funnel, 5, number % 4, 2)
            results.append(table.throw())
        return results

    assert game(7) == game(7)
    assert game(7) != game(8)


def test_state_and_stream_are_all_there_is() -> None:
    """A copy of the state goes on like the original, also on another tower."""
    one, other = TowerTable(3), TowerTable(99)
    for table in (one, other):
        table.lay(table.funnel, 9, 9, 9)
    one.throw()
    other.throw()
    other.s[:] = one.s
    assert [one.throw() for _ in range(5)] == [other.throw() for _ in range(5)]


def test_two_fifths_of_the_first_filling_stay_inside() -> None:
    """SHG-RUL-36: two floors, 23 per cent each, so 1 - 0.77 * 0.77 = 0.4071 stay."""
    thrown = stayed = 0
    for seed in range(4000):
        table = TowerTable(seed)
        table.lay(table.funnel, 7, 7, 7)
        table.throw()
        thrown += 21
        stayed += sum(table.inside)
    assert stayed / thrown == pytest.approx(0.4071, abs=0.006)  # more than three standard deviations


def test_what_lies_inside_comes_loose() -> None:
    """15 per cent come loose; of those from the top floor 77 per cent pass the lower one."""
    came = [0] * WIDTH
    for seed in range(4000):
        table = TowerTable(seed)
        table.lay(table.floors[0], 10, 0, 10)
        table.lay(table.floors[1], 0, 10, 10)
        for token, number in enumerate(table.throw()):
            came[token] += number
    upper, lower, both = (number / 40000 for number in came)
    assert upper == pytest.approx(0.15 * 0.77, abs=0.006)
    assert lower == pytest.approx(0.15, abs=0.006)
    assert both == pytest.approx(0.15 * 1.77, abs=0.009)


def test_results_differ() -> None:
    """SHG-TOWER-02."""
    stayed = set()
    for seed in range(100):
        table = TowerTable(seed)
        table.lay(table.funnel, 5, 0, 0)
        table.throw()
        stayed.add(table.inside[0])
    assert len(stayed) > 1
    assert max(stayed) <= 5


def test_very_many_pieces() -> None:
    table = TowerTable(floors=1)
    table.lay(table.funnel, 100_000, 0, 0)
    table.lay(table.floors[0], 0, 100_000, 0)
    passed, loosened, _ = table.throw()
    assert passed == pytest.approx(77_000, abs=600)
    assert loosened == pytest.approx(15_000, abs=600)
    assert table.everything == (100_000, 100_000, 0)


def test_funnel_and_tray_may_be_one_place() -> None:
    table = TowerTable()
    table.lay(table.tray, 8, 8, 8)
    table.words["throw"](table.s, table.z, table.tray, table.tray)
    assert table.everything == (8, 8, 8)


# Parameters at their limits


@pytest.mark.parametrize("floors", [1, 2, 3, 4])
def test_nothing_sticks_and_nothing_comes_loose(floors: int) -> None:
    table = TowerTable(floors=floors, sticking=0, loosening=0)
    table.lay(table.funnel, 4, 0, 9)
    table.lay(table.tray, 1, 0, 0)
    table.lay(table.floors[-1], 3, 3, 3)
    assert table.throw() == (5, 0, 9)
    assert table.inside == (3, 3, 3)


@pytest.mark.parametrize("floors", [1, 2, 3, 4])
def test_everything_sticks_to_the_top_floor(floors: int) -> None:
    table = TowerTable(floors=floors, sticking=100, loosening=0)
    table.lay(table.funnel, 4, 0, 9)
    assert table.throw() == (0, 0, 0)
    assert table.at(table.floors[0]) == (4, 0, 9)


def test_everything_sticks_and_everything_comes_loose() -> None:
    """Each throw shifts what is inside by one floor."""
    table = TowerTable(floors=3, sticking=100, loosening=100)
    table.lay(table.funnel, 6, 0, 0)
    results = [table.throw()[0]]
    table.lay(table.tray, 0, 0, 0)
    results += [table.throw()[0] for _ in range(3)]
    assert results == [0, 0, 0, 6]


def test_no_chance_is_drawn_for_nothing() -> None:
    table = TowerTable()
    assert table.throw() == (0, 0, 0)
    assert table.draws == 0


# Places that cannot hold every token


def test_tokens_without_a_slot_are_left_alone() -> None:
    table = TowerTable()
    table.s[table.funnel[0]] = 6
    table.words["throw"](table.s, table.z, (table.funnel[0], -1, -1), (table.tray[0], -1, table.tray[2]))
    assert table.everything == (6, 0, 0)
    assert table.s[table.funnel[0]] == 0


@pytest.mark.parametrize("where", ["funnel", "floor"])
def test_a_throw_into_a_place_that_cannot_hold_it_is_refused(where: str) -> None:
    table = TowerTable()
    table.lay(table.funnel if where == "funnel" else table.floors[1], 1, 1, 0)
    before = table.s[:]
    with pytest.raises(DeviceError, match="army of Red"):
        table.words["throw"](table.s, table.z, table.funnel, (table.tray[0], -1, table.tray[2]))
    assert table.s == before


# Rule tests: pieces put inside, results written down


def test_put_moves_to_the_top_floor() -> None:
    table = TowerTable()
    table.lay(table.supply, 5, 5, 5)
    table.put(2, 0, 5)
    assert table.at(table.floors[0]) == (2, 0, 5)
    assert table.at(table.supply) == (3, 5, 0)


def test_put_never_makes_pieces() -> None:
    table = TowerTable()
    table.lay(table.supply, 5, 1, 5)
    before = table.s[:]
    with pytest.raises(DeviceError, match="army of Red: 2 should go into the tower, but the place holds only 1"):
        table.put(1, 2, 0)
    with pytest.raises(DeviceError, match="farmer: 1 should go"):
        table.put(0, 0, 1, source=(table.supply[0], table.supply[1], -1))
    with pytest.raises(DeviceError, match="army of Blue: -1"):
        table.put(-1, 0, 0)
    assert table.s == before


@settings(deadline=None, derandomize=True)
@given(amounts, amounts, st.lists(amounts, min_size=1, max_size=4), st.data())
def test_a_script_is_what_comes_out(funnel, tray, floors, data) -> None:
    table = TowerTable(floors=len(floors))
    table.lay(table.funnel, *funnel)
    table.lay(table.tray, *tray)
    for place, counts in zip(table.floors, floors, strict=True):
        table.lay(place, *counts)
    before = table.everything
    script = tuple(data.draw(st.integers(0, there)) for there in before)
    table.script(*script)
    assert table.throw() == script
    assert table.everything == before
    assert table.at(table.funnel) == (0,) * WIDTH
    assert table.z[TAPE] == []
    assert table.draws == 0
    assert min(table.s) >= 0


def test_scripts_are_used_up_in_order_and_then_chance_is_back() -> None:
    table = TowerTable()
    table.lay(table.funnel, 6, 0, 2)
    table.script(4, 0, 0)
    table.script(5, 0, 2)
    assert table.throw() == (4, 0, 0)
    assert table.throw() == (5, 0, 2)
    assert table.draws == 0
    table.throw()
    assert table.draws > 0


def test_a_script_may_let_nothing_fall() -> None:
    table = TowerTable()
    table.lay(table.funnel, 6, 1, 2)
    table.script(0, 0, 0)
    assert table.throw() == (0, 0, 0)
    assert table.at(table.floors[0]) == (6, 1, 2)


def test_a_script_empties_the_lowest_floor_first() -> None:
    table = TowerTable(floors=3)
    for place in table.floors:
        table.lay(place, 2, 0, 0)
    table.lay(table.funnel, 1, 0, 0)
    table.script(4, 0, 0)
    table.throw()
    assert [table.at(place)[0] for place in table.floors] == [2, 1, 0]


def test_an_impossible_script_is_refused_and_moves_nothing() -> None:
    """SHG-TOWER-11: 1 inside and 3 thrown are 4, so 5 cannot come out."""
    table = TowerTable()
    table.lay(table.floors[0], 1, 0, 0)
    table.lay(table.funnel, 3, 1, 0)
    table.script(5, 0, 0)
    before = table.s[:]
    with pytest.raises(DeviceError, match=r"army of Blue: 5 should come out, .* hold only 4"):
        table.throw()
    assert table.s == before
    with pytest.raises(DeviceError, match="farmer: -2"):
        table.script(0, 0, -2)


def test_a_script_cannot_drop_into_a_place_that_cannot_hold_it() -> None:
    table = TowerTable()
    table.lay(table.funnel, 3, 1, 0)
    table.script(0, 1, 0)
    throw: Callable[..., Any] = table.words["throw"]
    with pytest.raises(DeviceError, match="army of Red"):
        throw(table.s, table.z, table.funnel, (table.tray[0], -1, table.tray[2]))


# The table of chances


def piece_by_piece(arriving: int, lying: int, sticking: int, loosening: int) -> list[Fraction]:
    """The chance that 0, 1, 2 ... pieces lie on the floor afterwards, found by looking at one piece after the other."""
    chances = [Fraction(1)]
    for stays in [Fraction(sticking, 100)] * arriving + [1 - Fraction(loosening, 100)] * lying:
        without, with_it = [*chances, Fraction(0)], [Fraction(0), *chances]
        chances = [(1 - stays) * no + stays * yes for no, yes in zip(without, with_it, strict=True)]
    return chances


@settings(deadline=None, derandomize=True)
@given(st.integers(0, 20), st.integers(0, 20), per_cent, per_cent)
def test_borders_are_the_exact_distribution(arriving: int, lying: int, sticking: int, loosening: int) -> None:
    exact = accumulate(piece_by_piece(arriving, lying, sticking, loosening))
    assert Floor(sticking, loosening).row(arriving, lying) == tuple(int(so_far * 2**32) for so_far in exact)[:-1]
