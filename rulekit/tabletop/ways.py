"""The neighbours of places on the board of a game, as rows for a table: who asks for a place is told where one can go from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from rulekit.board import find_board
from rulekit.board.place_list import listed

Rows = Sequence[tuple[str, str]]


@cache
def ways(folder: Path, lang: str, comma: str) -> Mapping[str, Rows]:
    """The name in rules of a place -> (sort of way, the neighbours by it in a row); nothing for a game without a board."""
    board = find_board(folder)
    if board is None:
        return {}
    called = {key: place.name(lang) for key, place in board.places.items()}
    return {
        row.place.thing: [(way.name, comma.join(called[key] for key in way.to)) for way in row.ways]
        for row in listed(board, lang, None)
    }
