"""Rows of tables in the story: sentences whose cells are parted by bars, ``{me} | houses: {...} | areas: {...}``."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulekit.runtime.labels import Part

BAR = " | "
COLONS = ": ", "："


@frozen
class RowCell:
    """``heading``: what stands before the colon; the first cell, which says of what the row is, has none."""

    heading: str
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        return "".join(map(str, self.parts))


def is_row(parts: Sequence[Part]) -> bool:
    """Whether a sentence is the row of a table."""
    return any(isinstance(part, str) and BAR in part for part in parts)


def cells(parts: Sequence[Part]) -> list[RowCell]:
    """The cells of a row."""
    found: list[list[Part]] = [[]]
    for part in parts:
        first, *more = part.split(BAR) if isinstance(part, str) else [part]
        found[-1] += [first] if first else []
        found += [[text] if text else [] for text in more]
    return [RowCell("", tuple(found[0])), *map(_headed, found[1:])]


def _headed(parts: Sequence[Part]) -> RowCell:
    first = parts[0] if parts else ""
    for colon in COLONS:
        if isinstance(first, str) and colon in first:
            heading, _, rest = first.partition(colon)
            return RowCell(heading.strip(), (*([rest] if rest else []), *parts[1:]))
    return RowCell("", tuple(parts))
