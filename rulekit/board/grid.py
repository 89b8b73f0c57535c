"""Draws a board of squares as text: a row of signs for each row of squares, with what the names of a row and a column share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from rulekit.board.places import Board, BoardPlace
from rulekit.board.position import Position
from rulekit.board.sides import Owner
from rulekit.diagnostics import width

FREE = "·"


def grid(board: Board, language: str, position: Position | None, sides: Mapping[str, Owner]) -> Iterator[str]:
    """The rows from above; beside each row what the names of its places end with, below each column what they begin with."""
    rows: dict[float, list[BoardPlace]] = {}
    for place in board.places.values():
        rows.setdefault(place.at[1], []).append(place)
    held = [sorted(rows[y], key=lambda place: place.at[0]) for y in sorted(rows)]
    signs = [[_sign(place, position, sides) for place in row] for row in held]
    names = [[place.name(language) for place in row] for row in held]
    beside = [_shared([name[::-1] for name in row])[::-1] for row in names]
    below = [_shared([row[k] for row in names if k < len(row)]) for k in range(max(map(len, names), default=0))]
    wide = max(width(cell) for row in [*signs, below] for cell in row)
    margin = max(map(width, beside), default=0)
    for said, row in zip(beside, signs, strict=True):
        yield f"{said:>{margin}} {' '.join(_padded(cell, wide) for cell in row)}".rstrip()
    if any(below):
        yield f"{' ' * margin} {' '.join(_padded(cell, wide) for cell in below)}".rstrip()


def _sign(place: BoardPlace, position: Position | None, sides: Mapping[str, Owner]) -> str:
    """The signs of the pieces at a place, or else of its owner."""
    standing = position.at(place.thing) if position is not None else None
    if standing is None:
        return FREE
    out = "".join("".join(stack.signs) or f"{sides[stack.owner].letter if stack.owner else ''}{stack.strength}"
                  for stack in standing.stacks)  # fmt: skip
    return out or (sides[standing.owner].letter if standing.owner else FREE)


def _shared(names: Sequence[str]) -> str:
    """The common beginning of all names."""
    same = takewhile(lambda signs: len(set(signs)) == 1, zip(*names, strict=False))
    return "".join(signs[0] for signs in same) if len(names) > 1 else ""


def _padded(cell: str, wide: int) -> str:
    return cell + " " * (wide - width(cell))
