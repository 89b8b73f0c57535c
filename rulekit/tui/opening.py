"""Opens the full screen for a game, and returns how it ended."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rulekit.board import read_board
from rulekit.board.places import FILE
from rulekit.cli.table.keeping import Keeper
from rulekit.cli.table.seating import Seating
from rulekit.cli.texts import Texts
from rulekit.tui.app import TableApp
from rulekit.tui.pace import Pace
from rulekit.tui.sitting import Sitting

if TYPE_CHECKING:
    from rulekit import Game, Match
    from rulekit.cli.table.watching import Watch


def run(
    rules: Game, match: Match, folder: Path, seating: Seating, keeper: Keeper, texts: Texts, pace: Pace = "fast",
    watch: Watch | None = None,
) -> tuple[Sitting, str, BaseException | None]:  # fmt: skip
    """Plays at the full screen; the board lies in ``folder``.

    Gives the sitting, ``over``, ``left`` or ``broken``, and what went wrong.
    """
    board = read_board(folder) if (folder / FILE).is_file() else None
    sitting = Sitting(match, seating, keeper)
    app = TableApp(rules, sitting, texts, board, pace, watch)
    how = app.run() or "left"
    if how == "left" and sitting.match.decided:
        sitting.keep()
    return sitting, how, app.error
