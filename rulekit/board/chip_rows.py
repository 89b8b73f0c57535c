"""Lays chips out in the box that the layout reserves for a place.

Numbers of pieces have the same size on the whole board, and nothing covers them. Where a row is too wide, its other chips are
drawn smaller, overlapping, or as a count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from attrs import evolve

from rulekit.board import chips
from rulekit.board.chips import Chip
from rulekit.board.geometry import Box
from rulekit.board.look import Sign

GAP = 1.5
LEAST = 0.42
"""The least visible width of an overlapped chip, in heights of the chip."""
SMALLEST = 0.72
"""The smallest scale of chips without a number in a crowded row."""
OVER = 1.3
"""A row may be this many times as wide as its box before chips are left out."""


def draw(found: Sequence[Chip], box: Box) -> Iterator[str]:
    """The chips in a centred row."""
    high, room = box.bottom - box.top, box.right - box.left
    row, heights = _fitted(found, high, room)
    widths = [chip.wide(size) for chip, size in zip(row, heights, strict=True)]
    numbers = sum(chip.strength for chip in row)
    lefts = _lefts(widths, heights, room, numbers)
    middle = box.middle[1]
    drawn = [
        chips.draw(chip, Box(box.left + left, middle - size / 2, box.left + left + wide, middle + size / 2))
        for chip, left, wide, size in zip(row, lefts, widths, heights, strict=True)
    ]
    overlap = any(left + wide > after for left, wide, after in zip(lefts, widths, lefts[1:], strict=False))
    yield from reversed(drawn) if overlap else drawn  # the first one says whose the place is, and how strong


def _fitted(found: Sequence[Chip], high: float, room: float) -> tuple[Sequence[Chip], Sequence[float]]:
    """The chips to show and their heights: full size, else smaller, else overlapping with a count of the rest."""
    heights = [high] * len(found)
    if _whole([chip.wide(high) for chip in found]) <= room:
        return found, heights
    row = _crests_once(found)
    numbers = sum(chip.wide(high) + GAP for chip in row if chip.strength)
    others = [chip.wide(high) for chip in row if not chip.strength]
    if others:
        gaps = GAP * (len(others) - 1)
        scale = min(1.0, max(SMALLEST, (room - numbers - gaps) / sum(others)))
        heights = [high if chip.strength else high * scale for chip in row]
    if _whole([chip.wide(size) for chip, size in zip(row, heights, strict=True)]) <= room + 0.1:
        return row, heights
    row = sorted(row, key=lambda chip: not chip.strength)
    shown, small = row, high * SMALLEST
    for kept in range(len(row), 1, -1):
        shown = row if kept == len(row) else [*row[: kept - 1], _more(row[kept - 1 :])]
        tail = [chip.wide(small) for chip in shown if not chip.strength]
        least = sum(chip.wide(high) + GAP for chip in shown if chip.strength)
        least += tail[-1] + LEAST * small * (len(tail) - 1) if tail else -GAP
        if least <= room * OVER:
            break
    return shown, [high if chip.strength else small for chip in shown]


def _crests_once(found: Sequence[Chip]) -> list[Chip]:
    """The chips, without the crest of one that follows another chip of the same owner."""
    out = list(found[:1])
    for before, chip in pairwise(found):
        known = chip.label and before.owner is chip.owner is not None
        out.append(evolve(chip, crest="") if known else chip)
    return out


def _more(rest: Sequence[Chip]) -> Chip:
    """A chip with the number of chips that are left out."""
    said = "; ".join(chip.said for chip in rest if chip.said)
    return Chip(f"+{len(rest)}", None, Sign({"en": ""}), 1, said, {"more": str(len(rest))})


def _lefts(widths: Sequence[float], heights: Sequence[float], room: float, numbers: int) -> list[float]:
    """The left edges of chips of these widths: side by side and centred, or else the numbers uncovered and the others overlapping
    in the remaining room."""
    whole = _whole(widths)
    if whole <= room + 0.1 or numbers == len(widths):
        return [(room - whole) / 2 + sum(widths[:k]) + GAP * k for k in range(len(widths))]
    behind = sum(widths[:numbers]) + GAP * numbers
    others = len(widths) - numbers
    step = max((OVER * room - behind - widths[-1]) / max(1, others - 1), LEAST * heights[-1])
    first = min(0.0, (room - behind - step * (others - 1) - widths[-1]) / 2)
    lefts = [sum(widths[:k]) + GAP * k for k in range(numbers)] + [behind + step * k for k in range(others)]
    return [first + left for left in lefts]


def _whole(widths: Sequence[float]) -> float:
    """The width of a row of chips without overlap."""
    return sum(widths) + GAP * (len(widths) - 1)
