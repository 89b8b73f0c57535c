"""The layout of a board: the position of every mark, name, number, route and pile, and which of these collide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot

from attrs import frozen

from rulekit.board.cells import Cell
from rulekit.board.geometry import Box, Point
from rulekit.board.look import Look, PlaceSymbol
from rulekit.board.paths import Path
from rulekit.board.places import Board, BoardPlace
from rulekit.board.text_width import width

LEGEND_ROW = 1.75
"""Height of a row of the legend, in letters."""


@frozen
class PlaceLayout:
    """Where a place and what belongs to it is drawn. ``mark`` and ``number`` are those of a point, ``facts`` those of an area."""

    place: BoardPlace
    at: Point
    lines: Sequence[str]
    label: Box
    stack: Box
    mark: Box | None = None
    number: Box | None = None
    facts: Box | None = None

    def texts(self) -> list[Box]:
        """The boxes that no route should touch, not even a route of the place itself."""
        return [box for box in (self.label, self.number, self.facts) if box is not None]


@frozen
class BoardLayout:
    """``frame`` is the board, without a legend that stands below it. ``land`` and ``water`` have moved along with the places."""

    board: Board
    language: str
    frame: Box
    spots: Mapping[str, PlaceLayout]
    paths: Sequence[Path]
    land: Sequence[Sequence[Point]]
    water: Sequence[Sequence[Point]]
    cells: Mapping[str, Cell]

    @property
    def look(self) -> Look:
        return self.board.look


@frozen
class Fault:
    """Two things that touch, in words, and the places that they belong to."""

    text: str
    places: Sequence[str]

    def __str__(self) -> str:
        return self.text


def mark_of(look: Look, place: BoardPlace) -> PlaceSymbol:
    """How a place is drawn; of a sort that the look does not know, as a circle."""
    return look.marks.get(place.sort) or PlaceSymbol({"en": place.sort}, "none" if place.outline else "circle")


def legend_box(board: Board, language: str) -> Box | None:
    """The part of the board that the legend takes, with a row for everything that any position may bring."""
    look = board.look
    if look.legend is None:
        return None
    x, y = look.legend
    texts = [
        board.said(sign.name, language)
        for signs in (look.marks, look.routes, look.pieces, look.markers)
        for sign in signs.values()
    ]
    titles = bool(look.marks or look.number) + bool(look.routes) + bool(look.pieces or look.markers)
    rows = len(texts) + bool(look.number) + bool(look.pieces) + titles
    names = [board.said({"en": key, **board.owners.get(key, {})}, language) for key in look.owners.sides]
    wide = max((width(text, look.letters) for text in texts), default=0) + 5 * look.letters
    if names:
        wide += max(width(name, look.letters) for name in names) + 4 * look.letters
    high = max(rows, len(names) + 1) * LEGEND_ROW * look.letters
    return Box(x - look.letters, y - 1.2 * look.letters, x + wide, y + high)


def between(box: Box, mark: Box | None) -> float:
    """How far a box is from a mark."""
    if mark is None:
        return 0.0
    across = max(box.left - mark.right, mark.left - box.right, 0)
    down = max(box.top - mark.bottom, mark.top - box.bottom, 0)
    return hypot(across, down)


def faults(layout: BoardLayout) -> Iterator[Fault]:
    """Names, numbers, marks, room for pieces and routes that touch each other: none on a board that is well laid out."""
    things: list[tuple[str, str, Box]] = []
    for key, spot in layout.spots.items():
        things.append(("name", key, spot.label))
        things.append(("pieces", key, spot.stack))
        things += [(what, key, box) for what, box in (("mark", spot.mark), ("number", spot.number)) if box is not None]
        if spot.facts is not None:
            things.append(("number", key, spot.facts))
    for k, (what, key, box) in enumerate(things):
        for other, name, there in things[k + 1 :]:
            if box.meets(there) and not (key == name and {what, other} == {"mark", "number"}):
                yield Fault(f"{what} of {key} and {other} of {name}", (key, name))
        if not box.within(layout.frame):
            yield Fault(f"{what} of {key} and the edge", (key,))
        for way in layout.paths:
            own = key in (way.a, way.b)
            if way.crosses(box) and not (own and what in ("mark", "pieces")):
                yield Fault(f"{what} of {key} and the way from {way.a} to {way.b}", (key,))
