"""Computes the geometry of a board for a drawing of any size: areas, land and routes, in the units of the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import Factory, frozen

from rulekit.board.cells import cells
from rulekit.board.geometry import Box, Point, bounds, edges
from rulekit.board.places import Board
from rulekit.board.spread import Spread, spread

MARGIN = 0.02
"""What is left free round the places, as a part of the board's width."""
AROUND = 0.07
"""The same round points, which have names beside them."""
WIDEST = 2
"""So many times as wide as high areas are drawn together at most: a name needs a whole row of cells, so height is scarce."""


@frozen
class Area:
    """The drawn area of a place; its label is ``at`` a point inside the ``outline``."""

    key: str
    at: Point
    outline: Sequence[Point]


@frozen
class Way:
    """A route as a line; ``sort`` is a key of the routes of the look."""

    sort: str
    a: str
    b: str


@frozen
class Geography:
    """``points``: places are points, and their areas no more than the land that is nearest to them. ``frame``: what is drawn."""

    board: Board
    frame: Box
    areas: Mapping[str, Area]
    ways: Sequence[Way]
    points: bool
    land: Sequence[Sequence[Point]] = ()
    water: Sequence[Sequence[Point]] = ()
    borders: Sequence[tuple[Point, Point]] = ()
    """Edges between regions of a board of points."""
    neighbours: Mapping[str, Sequence[str]] = Factory(dict)


def geography(board: Board) -> Geography:
    """The shape of a board. Of a board of points, crowded places are moved apart as in the picture, which takes a moment."""
    ways = [Way(r.sort, r.a, r.b) for r in board.routes if board.look.routes[r.sort].width or not _has_areas(board)]
    near = {key: tuple(_beside(board, key)) for key in board.places}
    if _has_areas(board):
        outlines = {key: p.outline or _speck(p.at, board) for key, p in board.places.items()}
        box = bounds([point for outline in outlines.values() for point in outline])
        taller = max(1, (box.right - box.left) / (box.bottom - box.top) / WIDEST)
        areas = {
            key: Area(key, (p.at[0], p.at[1] * taller), [(x, y * taller) for x, y in outlines[key]])
            for key, p in board.places.items()
        }
        box = bounds([point for area in areas.values() for point in area.outline])
        frame = box.grown(MARGIN * (box.right - box.left))
        return Geography(board, frame, areas, ways, False, neighbours=near)
    return _of_points(board, ways, near)


def _has_areas(board: Board) -> bool:
    return any(place.outline for place in board.places.values())


def _speck(at: Point, board: Board) -> list[Point]:
    """The area of a place without an outline on a board of areas."""
    half = board.look.width / 60
    return list(Box.around(*at, 2 * half, 2 * half).corners())


def _beside(board: Board, key: str) -> Iterator[str]:
    yield from dict.fromkeys(r.b if r.a == key else r.a for r in board.routes if key in (r.a, r.b))


def _of_points(board: Board, ways: Sequence[Way], near: Mapping[str, Sequence[str]]) -> Geography:
    look = board.look
    whole = Box(0, 0, look.width, look.height)
    before = {key: place.at for key, place in board.places.items()}
    after = before
    if look.room is not None:
        after = spread(before, [(way.a, way.b) for way in ways], look.room, whole.grown(-look.letters * 2))
    moves = Spread(list(before.values()), [after[key] for key in before])
    box = bounds(list(after.values()))
    frame = box.grown(AROUND * (box.right - box.left))
    around = cells(after, whole)
    areas = {key: Area(key, after[key], around[key].corners) for key in board.places}
    across, down = look.stretch

    def moved(outlines: Sequence[Sequence[Point]]) -> list[list[Point]]:
        return [[moves.moved((x * across, y * down)) for x, y in corners] for corners in outlines]

    borders = [
        edge
        for key, cell in around.items()
        for edge, beyond in zip(edges(cell.corners), cell.beyond, strict=True)
        if beyond is not None and key < beyond and board.places[key].region != board.places[beyond].region
    ]
    return Geography(board, frame, areas, ways, True, moved(look.land), moved(look.water), borders, near)
