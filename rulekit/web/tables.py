"""Tables, the list of places and the colours of the players, as they are sent; made by what the terminal shows, too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve

from rulekit.board import Board, Position, listed
from rulekit.board.look import HELD
from rulekit.board.sides import COLOURS, Owner, crests, ink_on, owners
from rulekit.runtime.view_json import EncodedView
from rulekit.runtime.view_types import View
from rulekit.tabletop import board as tabletop
from rulekit.tabletop.players_table import declared_players, is_of_players
from rulekit.tabletop.texts import choose_language
from rulekit.web.state import BoardPlaceState, SheetState, SideState, TablesState, WayState


def tables(view: View, lang: str, board: Board | None = None) -> TablesState:
    """``players``: a row for each, with the columns that ``board.yaml`` names, if it does; ``common``: what belongs to the whole
    table."""
    seen = evolve(view, tables=[table for table in view.tables if is_of_players(view, table)])
    table = tabletop.LocalizedView(seen, choose_language(lang if lang.startswith("zh") else "en"))
    declared = declared_players(view, board, lang) if board is not None else None
    if board is None or declared is None:
        return TablesState(_sheets(table.players()), _sheets(table.marks()))
    icons = ["", *(board.look.icons.get(key, "") for key in board.look.columns)]
    (players,) = _sheets([declared])
    players.icons = icons
    return TablesState([players], _sheets(table.marks()))


def counts_places(board: Board | None) -> bool:
    """Whether the players' table counts places of the board, so that it changes with the board."""
    return board is not None and HELD in board.look.columns


def shown_in(view: EncodedView) -> bytes:
    """The digests of the parts of a view that :func:`tables` shows."""
    things = b"".join([x.digest for x in (*view.marks, *view.places)])
    return things + b"".join([x.digests for x in view.tables if is_of_players(view.shown, x.shown)])


def _sheets(found: Iterable[tabletop.Sheet]) -> list[SheetState]:
    return [SheetState(sheet.title, [column.name for column in sheet.columns], [*sheet.rows()]) for sheet in found]


def sides(view: View, board: Board | None, position: Position | None, lang: str) -> list[SideState]:
    """The players in their order: name, colour, the colour of letters on it, and the letter that stands for them."""
    known = owners(board, position, lang) if board is not None else {}
    found = [
        known.get(key) or Owner(key, name, COLOURS[k % len(COLOURS)], name[:1], "")
        for k, (key, name) in enumerate(zip(view.seats, view.players, strict=True))
    ]
    drawn = crests({owner.key: owner.crest for owner in found})
    return [SideState(x.key, x.name, x.letter, x.colour, ink_on(x.colour), drawn[x.key]) for x in found]


def places(board: Board, position: Position, values: Mapping[str, Sequence[str]], lang: str) -> list[BoardPlaceState]:
    """Every place in words, with where one goes from it. ``values``: what holds of each."""
    rows = list(listed(board, lang, position))
    things = {row.place.key: row.place.thing for row in rows}
    return [
        BoardPlaceState(
            key=row.place.thing,
            name=row.name,
            owner=row.owner.name if row.owner is not None else "",
            lying=row.lying,
            ways=[WayState(way.name, [things[key] for key in way.to]) for way in row.ways],
            values=values.get(row.place.thing, ()),
        )
        for row in rows
    ]
