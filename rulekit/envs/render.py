"""A match as text or as a picture, for the ``render`` of environments."""

from __future__ import annotations

from pathlib import Path

from rulekit.runtime.game import Game
from rulekit.runtime.match import Match


def rendered(game: Game, match: Match, mode: str | None, viewer: str | None = None) -> str | None:
    """The board with the position as ``viewer`` sees it (None is an onlooker): text for ``ansi``, an SVG for ``svg``."""
    from rulekit.board import chart, read_board, read_position, svg

    if mode is None:
        return None
    board = read_board(Path(game.path))
    position = read_position(match.view(viewer), board)
    return chart(board, position=position) if mode == "ansi" else svg(board, position=position)
