"""A year of SHOGUN and the first turn of each wargame, typed in few lines, on the two sizes that the table is made for."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from rulekit.tui.app import TableApp
from tests.playing import SHOGUN
from tests.told.reading import DANGEROUS, SUCCESSORS
from tests.tui.keyboard import Typist
from tests.tui.sitting_down import paste_line, play, seen, table

TURNS = {
    "shogun": (SHOGUN, 4, {"setup": "Predetermined"}, "year 2", 40),
    "most_dangerous_time": (DANGEROUS, 2, {}, "Turn 2", 30),
    "nobunaga_successors": (SUCCESSORS, 3, {}, "Round 2", 30),
}
"""For each game a year or a turn of it: players, options, what stands in its heading when it is over, and in how many lines"""
SIZES = [(120, 40), (80, 24)]


def when(app: TableApp) -> str:
    lines = app.driver.match.header(app.viewer, "en").lines
    return lines[0].text if lines else ""


def typed_in(name: str, size: tuple[int, int]) -> list[str]:
    """The lines with which somebody plays a year or a turn against bots. Each of them is used whole."""
    folder, players, options, end, _ = TURNS[name]
    typist, typed = Typist(Random(5)), list[str]()

    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        while end not in when(app):
            assert app.asked is not None and len(app.screen_stack) == 1
            before = app.driver.match.decided
            typed.append(typist.line(app.driver.match, app.asked.decision))
            await paste_line(app, pilot, typed[-1])
            assert app.driver.match.decided > before, (typed[-1], seen(app, "#message"))
            assert not seen(app, "#message").strip(), typed[-1]

    play(table(folder, players=players, seed=7, seats={1: "human"}, options=options), what, size)
    return typed


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", TURNS)
def test_a_turn_is_played_by_keyboard_in_few_lines(name: str, size: tuple[int, int]) -> None:
    typed = typed_in(name, size)
    assert len(typed) <= TURNS[name][-1], typed
