"""Which columns of a table a screen has room for, and how long lists are broken in them.

A column that is squeezed until its words are torn tells nothing. So lists may take several lines, and what still does not
fit is left out whole, the least important columns first, and named below the table.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from attrs import evolve, frozen
from rich.cells import cell_len, chop_cells

GAP = 2
"""Blanks between two columns."""
NARROW, NARROWER = 28, (20, 12)
"""A list that is broken into lines keeps so many cells, if it is as wide; fewer where nothing can be left out."""
HEAD = 8
"""A heading is broken where it is wider than this and than all that stands below it,"""
TORN = 12
"""but a word of it only behind so many cells."""


@frozen
class TextColumn:
    """``rank``: 0 stays on every screen; of the others the highest goes first, and of equals the last one.

    ``items``: what separates the items of a list, and "" for a cell that is never broken.
    """

    name: str
    cells: Sequence[str]
    rank: int = 0
    items: str = ""


def fit(columns: Sequence[TextColumn], width: int) -> tuple[list[TextColumn], list[str]]:
    """The columns that a screen of so many cells has room for, broken into lines; and the names of those left out."""
    kept = {k: evolve(column, name=_head(column)) for k, column in enumerate(columns)}
    while _least(kept.values()) > width:
        rank, worst = max((column.rank, k) for k, column in kept.items())
        if not rank:
            break
        del kept[worst]
    # What must stay may be wider than the screen even so: the terminal breaks it.
    narrow = next((n for n in (NARROW, *NARROWER) if _least(kept.values(), n) <= width), NARROWER[-1])
    return _broken(list(kept.values()), width, narrow), [
        column.name for k, column in enumerate(columns) if k not in kept
    ]


def _head(column: TextColumn) -> str:
    """The heading, in several lines where it is wider than all that stands below it."""
    words = [min(cell_len(word), TORN) for word in column.name.split(" ")]
    room = max([cell_len(cell) for cell in column.cells] + words + [HEAD])
    if cell_len(column.name) <= room:
        return column.name
    return "\n".join(piece for line in _joined(column.name, " ", room) for piece in _halved(line, room))


def _halved(word: str, room: int) -> Iterator[str]:
    """A word without blanks in lines of about the same width, as few as there is room for."""
    wide = cell_len(word)
    lines = -(-wide // room) or 1
    yield from chop_cells(word, -(-wide // lines) + (1 if lines > 1 else 0))


def _natural(column: TextColumn) -> int:
    return max(map(cell_len, [*column.name.split("\n"), *column.cells]))


def _narrowest(column: TextColumn, narrow: int = NARROW) -> int:
    natural = _natural(column)
    if not column.items:
        return natural
    longest = max(
        (cell_len(item.removesuffix(column.items)) for cell in column.cells for item in _items(cell, column.items)),
        default=0,
    )
    return min(natural, max(narrow, longest + len(column.items)))


def _least(columns: Collection[TextColumn], narrow: int = NARROW) -> int:
    return sum(_narrowest(column, narrow) for column in columns) + GAP * (len(columns) - 1)


def _broken(columns: Sequence[TextColumn], width: int, narrow: int) -> list[TextColumn]:
    """Lists share the room that the other columns leave: each gets its part of what they would all like to have."""
    spare = max(0, width - _least(columns, narrow))
    wishes = [_natural(column) - _narrowest(column, narrow) for column in columns]
    wanted = sum(wishes) or 1
    return [
        evolve(column, cells=list(_lines(column, _narrowest(column, narrow) + min(wish, spare * wish // wanted))))
        for column, wish in zip(columns, wishes, strict=True)
    ]


def _lines(column: TextColumn, room: int) -> Iterator[str]:
    for cell in column.cells:
        yield "\n".join(_joined(cell, column.items, room)) if column.items and cell_len(cell) > room else cell


def _joined(text: str, separator: str, room: int) -> Iterator[str]:
    """Lines of whole items, as many in each as there is room for."""
    line = ""
    for piece in _items(text, separator):
        if line and cell_len((line + piece).rstrip()) > room:
            yield line.rstrip()
            line = ""
        line += piece
    yield line.rstrip()


def _items(text: str, separator: str) -> list[str]:
    """The items of a list, each with the separator that stands behind it: its own, or the blanks between numbered spaces."""
    return re.findall(rf".+?(?:{re.escape(separator)}|  |$)", text, re.DOTALL) or [""]
