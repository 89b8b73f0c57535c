"""Lists the places of a board in words: the owner, contents and neighbours of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from rulekit.board.places import Board, BoardPlace
from rulekit.board.position import Position
from rulekit.board.sides import Owner, owners


@frozen
class RouteNeighbours:
    """The neighbours by routes of one sort: the ``name`` of the sort, and the keys of the places."""

    name: str
    to: Sequence[str]


@frozen
class ListedPlace:
    """A place with its ``number`` in the list (from 1), its ``owner`` (None: no owner), contents and neighbours."""

    number: int
    place: BoardPlace
    name: str
    owner: Owner | None
    lying: Sequence[str]
    ways: Sequence[RouteNeighbours]


def listed(board: Board, language: str, position: Position | None) -> Iterator[ListedPlace]:
    """Every place of a board, in its order, named in ``language``."""
    sides = owners(board, position, language)
    for number, (key, place) in enumerate(board.places.items(), 1):
        standing = position.at(place.thing) if position is not None else None
        owner = sides[standing.owner] if standing is not None and standing.owner else None
        ways = tuple(_ways(board, key, language))
        yield ListedPlace(number, place, place.name(language), owner, tuple(_lying(place, position)), ways)


def _ways(board: Board, key: str, language: str) -> Iterator[RouteNeighbours]:
    for sort, stroke in board.look.routes.items():
        if ends := board.neighbours.get((key, sort)):
            yield RouteNeighbours(board.said(stroke.name, language), ends)


def _lying(place: BoardPlace, position: Position | None) -> Iterator[str]:
    standing = position.at(place.thing) if position is not None else None
    if position is None or standing is None:
        return
    truths: Mapping[str, str] = position.truths
    for stack in standing.stacks:
        yield f"{stack.text} [{next(iter(truths.values()))}]" if stack.apart and truths else stack.text
    yield from (truths.get(marker, marker) for marker in standing.markers)
