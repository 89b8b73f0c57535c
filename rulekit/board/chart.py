"""Draws a board as text: a map of letters and numbers, and below it every place with its neighbours and contents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulekit.board.grid import grid
from rulekit.board.place_list import listed
from rulekit.board.places import Board, BoardPlace
from rulekit.board.position import Position
from rulekit.board.sides import Owner, owners
from rulekit.diagnostics import width as columns
from rulekit.languages import punctuation

ASPECT = 2
"""A letter is about twice as high as wide."""

CROWD = 30
"""With fewer places than this the map is smaller, so that they stand together."""
FEWEST = 24
"""No map has fewer columns."""


def chart(board: Board, language: str = "en", width: int = 100, position: Position | None = None) -> str:
    """Returns the board in ``width`` columns. Each place is the letter of its sort and its number in the list below.

    With a position, each place is followed by the letters of its owner and of the owners of pieces there, with their strength.
    """
    sides = owners(board, position, language)
    parts = [
        list(grid(board, language, position, sides) if board.look.grid else _map(board, width, position, sides)),
        list(_key(board, language)),
        list(_sides(board, position, sides)),
        list(_list(board, language, position)),
    ]
    return "\n\n".join("\n".join(rows) for rows in parts if rows) + "\n"


def _map(board: Board, width: int, position: Position | None, sides: Mapping[str, Owner]) -> Iterator[str]:
    look = board.look
    width = min(width, max(FEWEST, width * len(board.places) // CROWD))
    height = max(1, round(width * look.height / look.width / ASPECT))
    rows = [[" "] * width for _ in range(height)]
    for number, place in enumerate(board.places.values(), 1):
        held = _held(place, position, sides)
        tag = f"{_letter(board, place)}{number}" + (f"={held}" if held else "")
        wide = columns(tag)
        x = min(int(place.at[0] / look.width * width), width - wide)
        y = min(int(place.at[1] / look.height * height), height - 1)
        y, x = _free(rows, max(x, 0), y, wide)
        cells = [
            cell for char in tag for cell in [char, *[""] * (columns(char) - 1)]
        ]  # a wide letter takes two columns
        rows[y][x : x + wide] = cells
    lines = ["".join(row).rstrip() for row in rows]
    drawn = [k for k, line in enumerate(lines) if line]
    yield from lines[drawn[0] : drawn[-1] + 1] if drawn else ()


def _held(place: BoardPlace, position: Position | None, sides: Mapping[str, Owner]) -> str:
    """The owner of a place with the strength of its pieces, then the other players: ``R3 B2``. Neutral pieces are left out."""
    standing = position.at(place.thing) if position is not None else None
    if standing is None:
        return ""
    strength: dict[str, int] = {standing.owner: 0} if standing.owner else {}
    for stack in standing.stacks:
        if stack.owner:
            strength[stack.owner] = strength.get(stack.owner, 0) + stack.strength
    return "/".join(f"{sides[owner].letter}{n or ''}" for owner, n in strength.items())


def _free(rows: list[list[str]], x: int, y: int, length: int) -> tuple[int, int]:
    """The nearest column where a tag fits with a blank on both sides; its own column if there is none."""
    spots = (
        (dy, dx) for reach in range(8) for dy in range(-reach, reach + 1) for dx in range(-2 * reach, 2 * reach + 1)
    )
    for dy, dx in sorted(spots, key=lambda s: ASPECT * ASPECT * s[0] ** 2 + s[1] ** 2):
        row, left = y + dy, x + dx
        fits = 0 <= row < len(rows) and 0 <= left <= len(rows[row]) - length
        if fits and all(cell == " " for cell in rows[row][max(left - 1, 0) : left + length + 1]):
            return row, left
    return y, x


def _key(board: Board, language: str) -> Iterator[str]:
    for sort, mark in board.look.marks.items():
        if any(place.sort == sort for place in board.places.values()):
            yield f"{mark.letter}  {board.said(mark.name, language)}"


def _sides(board: Board, position: Position | None, sides: Mapping[str, Owner]) -> Iterator[str]:
    """The letters of all owners of places or pieces on the board."""
    if position is None:
        return
    seen = {standing.owner for standing in position.places.values()}
    seen |= {stack.owner for standing in position.places.values() for stack in standing.stacks}
    used = [owner for key, owner in sides.items() if key in seen]
    most = max((columns(owner.letter) for owner in used), default=0)
    for owner in used:
        yield f"{owner.letter}{' ' * (most - columns(owner.letter))}  {owner.name}"


def _list(board: Board, language: str, position: Position | None) -> Iterator[str]:
    rows = list(listed(board, language, position))
    called = {key: f"{row.name} {row.number}" for key, row in zip(board.places, rows, strict=True)}
    most = max((columns(row.name) for row in rows), default=0)
    numbered = any(row.place.number for row in rows)
    colon, comma, semicolon = punctuation(language)
    for row in rows:
        parts = [row.owner.name] if row.owner is not None else []
        parts += row.lying
        parts += [ways.name + colon + comma.join(called[key] for key in ways.to) for ways in row.ways]
        name = row.name + " " * (most - columns(row.name))
        value = f"{row.place.number or '-':<3} " if numbered else ""
        yield f"{_letter(board, row.place)}{row.number:<4}{name}  {value}{semicolon.join(parts)}".rstrip()


def _letter(board: Board, place: BoardPlace) -> str:
    mark = board.look.marks.get(place.sort)
    return mark.letter if mark is not None else "o"
