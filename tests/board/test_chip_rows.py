"""Rows of chips at a place: numbers of pieces have one size everywhere, and the other chips take the room that is left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import pytest

import rulekit
from rulekit.board import chip_rows, read_board, read_position, svg
from rulekit.board.chips import Chip
from rulekit.board.geometry import Box
from rulekit.board.look import Sign
from rulekit.board.sides import Owner
from tests.told.reading import GAMES

RED = Owner("Red", "Red", "#aa2222", "R", "none", "disc")
PLAIN = Sign({"en": ""})
HIGH = 15.0


def army(count: int) -> Chip:
    return Chip(str(count), RED, PLAIN, 1, f"{count} armies", {"piece": "army", "owner": "Red"}, crest="disc")


def leader(letters: str) -> Chip:
    return Chip(letters, RED, PLAIN, 1, letters, {"piece": "leader"}, round=True)


def building(name: str) -> Chip:
    return Chip("", None, Sign({"en": name}, "keep"), 1, name, {"piece": name})


def row(chips: Sequence[Chip], room: float) -> list[str]:
    return list(chip_rows.draw(chips, Box(0, 0, room, HIGH)))


def height(chip: str) -> float:
    """The height of the letters on a chip."""
    found = re.search(r'class="rk-count"[^>]*font-size="([\d.]+)"', chip)
    assert found, chip
    return float(found[1])


@pytest.mark.parametrize("room", [80, 46, 32, 20])
def test_a_number_has_its_size_however_little_room_there_is(room: float) -> None:
    crowd = [army(12), building("castle"), building("temple"), building("theatre"), building("flame")]
    alone, first = row([army(12)], 80)[0], next(chip for chip in row(crowd, room) if ">12<" in chip)
    assert height(first) == height(alone)


def test_nothing_lies_on_a_number() -> None:
    drawn = row([army(2), building("castle"), building("temple"), building("theatre")], 36)
    assert len(drawn) == 4 and ">2<" in drawn[-1]  # drawn last


def test_what_has_no_room_at_all_is_counted() -> None:
    drawn = row([army(2), *(building(f"hut {k}") for k in range(6))], 36)
    assert re.search(r"\+\d<", "".join(drawn)) and "hut 5" in "".join(drawn)  # its title names them


def test_a_number_beside_its_leader_goes_without_the_crest_where_room_is_short() -> None:
    wide, narrow = (row([leader("UK"), army(1)], room) for room in (60, 34))
    assert "rk-crest" in "".join(wide) and "rk-crest" not in "".join(narrow)
    assert ">UK<" in "".join(narrow) and height(narrow[1]) == height(wide[1]) > height(narrow[0])


@pytest.mark.parametrize("name", GAMES)
def test_armies_are_written_in_one_size_on_a_full_board(name: str) -> None:
    folder, seed, options = GAMES[name]
    match, chance = rulekit.load(folder).start(seed=seed, options=options), Random(seed)
    for _ in range(250):
        decision = match.decisions[0]
        match.choose(decision, chance.choice(list(decision.options)))
    board = read_board(folder)
    drawn = svg(board, "en", read_position(match.view(None), board))
    numbers = re.findall(r'<g class="rk-chip(?: rk-apart)?(?: rk-owner-[\w-]+)?" data-piece="[^>]*>.*?</g>', drawn)
    sizes = {height(chip) for chip in numbers if "rk-sign" not in chip and "rk-count" in chip}
    assert len(numbers) > 15 and len(sizes) == 1
