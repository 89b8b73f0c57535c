"""A board as text: a map of letters and numbers, and below it every place with its neighbours."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.board.places import Board, Place
from rulekit.diagnostics import width as columns

ASPECT = 2
"""A letter is about twice as high as wide."""

CROWD = 30
"""With fewer places than this the map is smaller, so that they stand together."""
FEWEST = 24
"""No map has fewer columns."""


def chart(board: Board, language: str = "en", width: int = 100) -> str:
    """The board in ``width`` columns. Each place is the letter of its sort and its number in the list below."""
    return "\n".join([*_map(board, width), "", *_key(board), "", *_list(board, language)]) + "\n"


def _map(board: Board, width: int) -> Iterator[str]:
    look = board.look
    width = min(width, max(FEWEST, width * len(board.places) // CROWD))
    height = max(1, round(width * look.height / look.width / ASPECT))
    rows = [[" "] * width for _ in range(height)]
    for number, place in enumerate(board.places.values(), 1):
        tag = f"{_letter(board, place)}{number}"
        x = min(int(place.at[0] / look.width * width), width - len(tag))
        y = min(int(place.at[1] / look.height * height), height - 1)
        y, x = _free(rows, max(x, 0), y, len(tag))
        rows[y][x : x + len(tag)] = tag
    lines = ["".join(row).rstrip() for row in rows]
    drawn = [k for k, line in enumerate(lines) if line]
    yield from lines[drawn[0] : drawn[-1] + 1] if drawn else ()


def _free(rows: list[list[str]], x: int, y: int, length: int) -> tuple[int, int]:
    """The nearest place where a tag can be written with a blank on both sides; where it belongs if there is none."""
    spots = (
        (dy, dx) for reach in range(8) for dy in range(-reach, reach + 1) for dx in range(-2 * reach, 2 * reach + 1)
    )
    for dy, dx in sorted(spots, key=lambda s: ASPECT * ASPECT * s[0] ** 2 + s[1] ** 2):
        row, left = y + dy, x + dx
        fits = 0 <= row < len(rows) and 0 <= left <= len(rows[row]) - length
        if fits and not "".join(rows[row][max(left - 1, 0) : left + length + 1]).strip():
            return row, left
    return y, x


def _key(board: Board) -> Iterator[str]:
    for sort, mark in board.look.marks.items():
        if any(place.sort == sort for place in board.places.values()):
            yield f"{mark.letter}  {mark.name}"


def _list(board: Board, language: str) -> Iterator[str]:
    number = {key: k for k, key in enumerate(board.places, 1)}
    names = {key: place.name(language) for key, place in board.places.items()}
    most = max((columns(name) for name in names.values()), default=0)
    numbered = any(place.number for place in board.places.values())
    for key, place in board.places.items():
        parts = []
        for sort, stroke in board.look.routes.items():
            ends = [r.b if r.a == key else r.a for r in board.routes if r.sort == sort and key in (r.a, r.b)]
            if ends:
                parts.append(f"{stroke.name}: " + ", ".join(f"{names[end]} {number[end]}" for end in ends))
        name = names[key] + " " * (most - columns(names[key]))
        value = f"{place.number or '-':<3} " if numbered else ""
        yield f"{_letter(board, place)}{number[key]:<4}{name}  {value}{'; '.join(parts)}".rstrip()


def _letter(board: Board, place: Place) -> str:
    mark = board.look.marks.get(place.sort)
    return mark.letter if mark is not None else "o"
