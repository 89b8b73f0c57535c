"""A player's own places on the board: what is printed on each, what the game shows with it, and how much lies there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rulekit.board import Board
from rulekit.runtime.view_types import CardPlace, PiecePlace, Row, View
from rulekit.tabletop.board import Sheet
from rulekit.tabletop.cells import full
from rulekit.tabletop.columns import TextColumn
from rulekit.tabletop.texts import Texts

NO_SIGNS: Mapping[str, str] = {}


def own_places(
    view: View,
    board: Board,
    texts: Texts,
    shown_with: Callable[[str], Sequence[str]],
    signs: Mapping[str, str] = NO_SIGNS,
) -> Sheet | None:
    """A row for each of them; None where there is none. ``shown_with``: the name in rules of a thing -> what the game shows
    with it; ``signs``: shape of pieces -> how it is drawn, which is the heading then."""
    mark = board.look.owners.mark
    rows = {row.key: row for table in view.tables for row in table.rows if _owner(row, mark) == view.you}
    own = [place for place in board.places.values() if place.thing in rows]
    if not own or not view.you:
        return None
    cells: dict[str, dict[str, str]] = {}
    for place in own:
        said = {board.said(fact.name, texts.lang): place.facts.get(key, "") for key, fact in board.look.facts.items()}
        for text in shown_with(place.thing):
            heading, _, value = text.partition(texts.colon)
            said |= {heading: value.strip()} if value else {}
        cells[place.thing] = {**said, **dict(_lying(rows[place.thing], board, texts, signs))}
    headings = dict.fromkeys(heading for said in cells.values() for heading in said)
    # what is printed on a place is left out where what is left of it is shown
    folded = [heading.casefold() for heading in headings]
    headings = {x: None for x in headings if not any(x.casefold() in y for y in folded if y != x.casefold())}
    columns = [
        TextColumn(heading, [cells[place.thing].get(heading, "") for place in own], 0, texts.comma)
        for heading in headings
    ]
    return Sheet([TextColumn("", [place.name(texts.lang) for place in own]), *columns])


def _owner(row: Row, mark: str) -> str:
    return next((x.id for x in row.marks if x.key == mark), "")


def _lying(row: Row, board: Board, texts: Texts, signs: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """(what pieces of a sort are called on the board, how many lie there), and what else lies there by name"""
    for place in row.places:
        if isinstance(place, CardPlace) and place.number:
            yield place.name if place.name != row.name else "", full(texts, place)
        for pieces in place.pieces if isinstance(place, PiecePlace) else ():
            sign = board.look.pieces.get(pieces.piece)
            if sign is not None:
                yield signs.get(sign.shape) or board.said(sign.name, texts.lang), str(pieces.count)
