"""A season of SHOGUN by keyboard alone, on the two sizes that the table is made for."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from rulekit.tui.app import TableApp
from tests.playing import SHOGUN
from tests.tui.sitting_down import play, question, table, type_line, until


def season(app: TableApp) -> str:
    return next(line.text for line in app.driver.match.header("Red", "en").lines)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=str)
def test_a_season_is_played_by_keyboard_alone(size: tuple[int, int]) -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        assert season(app) == "Spring of year 1 of 2"
        assert "Build a castle" in question(app) and "your bid" in question(app)
        await type_line(app, pilot, "rest random")
        await type_line(app, pilot, "done")
        assert "Turn order: which special card do you take" in question(app)
        for _ in range(30):
            if season(app) != "Spring of year 1 of 2":
                break
            assert "?" in question(app)
            await type_line(app, pilot, "1")
        assert season(app) == "Summer of year 1 of 2"
        text = "\n".join(line.text for told in app.driver.match.story("Red") for _, line in told.lines())
        assert "Spring of year 1 ends" in text and "Bids: Red" in text
        assert "Build a castle" in question(app), "the next planning is one form again"
        await pilot.press("tab")
        await pilot.press("f5")
        await until(pilot, lambda: app.driver.match.players[0] == app.viewer, "the first player at the table")

    play(table(SHOGUN, options={"setup": "Predetermined"}), what, size)
