"""The players' table with the columns that ``board.yaml`` declares."""

from __future__ import annotations

from collections import Counter

from rulekit.board import Board, read_position
from rulekit.board.look import HELD
from rulekit.runtime.view_types import PiecePlace, Row, Table, View
from rulekit.tabletop.board import Sheet
from rulekit.tabletop.columns import TextColumn


def declared_players(view: View, board: Board, lang: str) -> Sheet | None:
    """A row for each player; None where the board declares no columns."""
    if not board.look.columns:
        return None
    rows = {row.key: row for table in view.tables if is_of_players(view, table) for row in table.rows}
    held = _places_held(view, board) if HELD in board.look.columns else Counter()
    columns = [TextColumn("", list(view.players))]
    for key, said in board.look.columns.items():
        found = [(key, str(held[seat])) if key == HELD else _cell(rows[seat], key) for seat in view.seats]
        heading = (board.said(said, lang) if said else "") or found[0][0]
        columns.append(TextColumn(heading, [text for _, text in found]))
    return Sheet(columns)


def is_of_players(view: View, table: Table) -> bool:
    """Whether a table of a view has the players for rows."""
    return any(row.key in view.seats for row in table.rows[:1])


def _places_held(view: View, board: Board) -> Counter[str]:
    """Player -> the number of places of the board that are theirs."""
    position = read_position(view, board)
    contents = (position.at(place.thing) for place in board.places.values())
    return Counter(found.owner for found in contents if found is not None)


def _cell(row: Row, key: str) -> tuple[str, str]:
    """The name of a mark or place of a player, and its value or the number of pieces or cards there."""
    mark = next((mark for mark in row.marks if mark.key == key), None)
    if mark is not None:
        return mark.name, mark.value
    place = next((place for place in row.places if place.key == key), None)
    if place is None:
        return key, ""
    if isinstance(place, PiecePlace):
        return place.name, "?" if place.hidden else str(sum(pieces.count for pieces in place.pieces))
    return place.name, str(place.number)
