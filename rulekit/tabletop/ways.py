"""The neighbours of places on the board of a game, as rows for a table: who asks for a place is told where one can go from it,
and whose it is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rulekit.board import Board, find_board, read_position
from rulekit.board.place_list import listed

if TYPE_CHECKING:
    from rulekit.runtime.view_types import View
    from rulekit.tabletop.texts import Texts

Rows = Sequence[tuple[str, str]]

board_of = cache(find_board)


def ways(folder: Path, view: View, texts: Texts) -> Mapping[str, Rows]:
    """The name in rules of a place -> (sort of way, the neighbours by it in a row), each with its owner where places have one;
    nothing for a game without a board."""
    board = board_of(folder)
    if board is None:
        return {}
    rows = list(listed(board, texts.lang, read_position(view, board)))
    owned = _owned(view, board)
    called = {}
    for row in rows:
        owner = [row.owner.name if row.owner is not None else texts("neutral")] if row.place.thing in owned else []
        called[row.place.key] = texts.bracketed(row.name, owner)
    return {
        row.place.thing: [(way.name, texts.list(called[key] for key in way.to)) for way in row.ways] for row in rows
    }


def _owned(view: View, board: Board) -> set[str]:
    """The places, by their names in rules, that can be somebody's."""
    mark = board.look.owners.mark
    return {row.key for table in view.tables for row in table.rows if any(x.key == mark for x in row.marks)}
