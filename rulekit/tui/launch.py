"""Opens the full screen for a game, and returns how it ended."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rulekit.board import find_board
from rulekit.tabletop.autosave import Autosave
from rulekit.tabletop.driver import Driver
from rulekit.tabletop.seating import Seating
from rulekit.tabletop.texts import Texts
from rulekit.tui.app import TableApp
from rulekit.tui.pace import Pace

if TYPE_CHECKING:
    from rulekit import Game, Match
    from rulekit.tabletop.reload import RulesWatcher


def run(
    rules: Game, match: Match, folder: Path, seating: Seating, autosave: Autosave, texts: Texts, pace: Pace = "fast",
    watch: RulesWatcher | None = None,
) -> tuple[Match, str, BaseException | None]:  # fmt: skip
    """Plays at the full screen; the board lies in ``folder``.

    Gives the match as it stands, ``over``, ``left`` or ``broken``, and what went wrong.
    """
    driver = Driver(match, seating, autosave)
    app = TableApp(rules, driver, texts, find_board(folder), pace, watch)
    how = app.run() or "left"
    if how == "left" and driver.match.decided:
        driver.save()
    return driver.match, how, app.error
