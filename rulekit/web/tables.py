"""Tables, the list of places and the colours of the players, as they are sent; made by what the terminal shows, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import evolve

from rulekit.board import Board, Position, listed, read_position
from rulekit.board.look import HELD
from rulekit.board.sides import COLOURS, Owner, ink_on, owners
from rulekit.runtime.view_json import EncodedView
from rulekit.runtime.view_types import PiecePlace, Row, Table, View
from rulekit.tabletop import board as tabletop
from rulekit.tabletop.texts import choose_language
from rulekit.web.state import BoardPlaceState, SheetState, SideState, TablesState, WayState


def tables(view: View, lang: str, board: Board | None = None) -> TablesState:
    """``players``: a row for each, with the columns that ``board.yaml`` names, if it does; ``common``: what belongs to the whole
    table."""
    seen = evolve(view, tables=[table for table in view.tables if _is_of_players(view, table)])
    table = tabletop.LocalizedView(seen, choose_language(lang if lang.startswith("zh") else "en"))
    declared = board is not None and board.look.columns
    players = [_declared(view, board, lang)] if board is not None and declared else _sheets(table.players())
    return TablesState(players, _sheets(table.marks()))


def _declared(view: View, board: Board, lang: str) -> SheetState:
    """The players' table with the columns of the look: what each has of a mark or at a place, and how many places are theirs."""
    rows = {row.key: row for table in view.tables if _is_of_players(view, table) for row in table.rows}
    position = read_position(view, board)
    standing = (position.at(place.thing) for place in board.places.values())
    held = Counter(contents.owner for contents in standing if contents is not None)
    heads, cells = [""], [[name] for name in view.players]
    for key, said in board.look.columns.items():
        found = [_cell(rows[seat], key) for seat in view.seats]
        heads.append((board.said(said, lang) if said else "") or next((name for name, _ in found if name), key))
        for row, seat, (_, text) in zip(cells, view.seats, found, strict=True):
            row.append(str(held[seat]) if key == HELD else text)
    return SheetState("", heads, cells)


def _cell(row: Row, key: str) -> tuple[str, str]:
    """What a mark or place of a player is called, and what it says: its value, or how much lies there."""
    for mark in row.marks:
        if mark.key == key:
            return mark.name, mark.value
    for place in row.places:
        if place.key == key:
            if isinstance(place, PiecePlace):
                return place.name, "?" if place.hidden else str(sum(pieces.count for pieces in place.pieces))
            return place.name, str(place.number)
    return "", ""


def _is_of_players(view: View, table: Table) -> bool:
    return any(row.key in view.seats for row in table.rows[:1])


def shown_in(view: EncodedView) -> bytes:
    """The digests of what :func:`tables` shows of a view."""
    things = b"".join([x.digest for x in (*view.marks, *view.places)])
    return things + b"".join([x.digests for x in view.tables if _is_of_players(view.shown, x.shown)])


def _sheets(found: Iterable[tabletop.Sheet]) -> list[SheetState]:
    return [SheetState(sheet.title, [column.name for column in sheet.columns], [*sheet.rows()]) for sheet in found]


def sides(view: View, board: Board | None, position: Position | None, lang: str) -> list[SideState]:
    """The players in their order: name, colour, the colour of letters on it, and the letter that stands for him."""
    known = owners(board, position, lang) if board is not None else {}
    return [
        _side(known.get(key) or Owner(key, name, COLOURS[k % len(COLOURS)], name[:1], ""))
        for k, (key, name) in enumerate(zip(view.seats, view.players, strict=True))
    ]


def _side(owner: Owner) -> SideState:
    return SideState(owner.key, owner.name, owner.letter, owner.colour, ink_on(owner.colour))


def places(board: Board, position: Position, lang: str) -> list[BoardPlaceState]:
    """Every place in words, with where one goes from it."""
    rows = list(listed(board, lang, position))
    things = {row.place.key: row.place.thing for row in rows}
    return [
        BoardPlaceState(
            key=row.place.thing,
            name=row.name,
            owner=row.owner.name if row.owner is not None else "",
            lying=row.lying,
            ways=[WayState(way.name, [things[key] for key in way.to]) for way in row.ways],
        )
        for row in rows
    ]
