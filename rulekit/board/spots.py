"""Candidate positions for the name and the pieces of a place: round the mark of a point, inside the outline of an area."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from rulekit.board.geometry import Box, Point, bounds, depth, inside
from rulekit.board.look import PlaceSymbol
from rulekit.board.text_width import LINE, width

GAPS = (1.5, 5.0, 10.0, 16.0, 24.0)
"""How far from a mark its name may stand; the first is liked best."""
NUMBER = 0.6
"""Half the width of the disc that holds a number, in letters."""
TOKEN = 1.25
"""The width of a printed number on an area, in letters."""
DENSE = 5.0
"""Areas are searched for room in steps of this length."""


@frozen
class Block:
    """The blocks of an area, one above the other: pieces, name, printed numbers."""

    stack: Box
    label: Box
    facts: Box | None

    def boxes(self) -> list[Box]:
        return [box for box in (self.stack, self.label, self.facts) if box is not None and box.right > box.left]


def mark_box(mark: PlaceSymbol, at: Point, outline: Sequence[Point] = ()) -> Box | None:
    """What the mark of a place covers; None where it has none."""
    if mark.shape == "none" or outline:
        return None
    reach = {"wave": (2.0, 1.0), "star": (1.5, 1.5), "triangle": (1.15, 1.2), "diamond": (1.3, 1.3)}
    wide, high = reach.get(mark.shape, (1.0, 1.0))
    return Box.around(*at, 2 * wide * mark.size, 2 * high * mark.size)


def number_boxes(mark: Box, letters: float) -> list[Box]:
    """Where the disc with a number may stand: at a corner of the mark, or in the middle of a side."""
    r = 2 * NUMBER * letters
    (x, y), dx, dy = mark.middle, (mark.right - mark.left) / 2, (mark.bottom - mark.top) / 2
    ways = ((1, -1), (-1, -1), (1, 1), (-1, 1), (1.25, 0), (-1.25, 0), (0, -1.25), (0, 1.25))
    return [Box.around(x + a * dx, y + b * dy, r, r) for a, b in ways]


def text_size(lines: Sequence[str], letters: float) -> tuple[float, float]:
    """The width and height of a name in one line or more."""
    return max(width(line, letters) for line in lines), letters * (1 + LINE * (len(lines) - 1))


def around(mark: Box, wide: float, high: float, rank: int) -> Iterator[tuple[Box, float]]:
    """Boxes beside a mark at the distance ``GAPS[rank]``, with what they cost: below, above, right and left are liked best."""
    (x, y), gap = mark.middle, GAPS[rank]
    below, above = mark.bottom + gap + high / 2, mark.top - gap - high / 2
    right, left = mark.right + gap + wide / 2, mark.left - gap - wide / 2
    steps = [(x, below, 0.0), (x, above, 0.6), (right, y, 0.8), (left, y, 1.2)]
    for shift in (0.13, 0.25, 0.38, 0.5):
        steps += [(x + s * shift * wide, level, 1.5 + shift) for level in (below, above) for s in (1, -1)]
    for shift in (0.35, 0.6, 0.85):
        steps += [(side, y + s * shift * high, 1.6 + shift) for side in (right, left) for s in (1, -1)]
    steps += [(side, level, 3.0) for side in (right, left) for level in (below, above)]
    for cx, cy, cost in steps:
        yield Box.around(cx, cy, wide, high), cost + 3.5 * rank


def within(
    outline: Sequence[Point],
    liked: Point,
    stack: tuple[float, float],
    label: tuple[float, float],
    facts: int,
    letters: float,
) -> list[tuple[Block, float]]:
    """The blocks that lie best inside an outline, with what they cost: what sticks out, how far off it is."""
    frame = bounds(outline)
    found: list[tuple[float, Block]] = []
    for narrow in (1.0, 0.85, 0.7):
        sizes = stack[0] * narrow, stack[1]
        for x, y in [liked, *_grid(frame)]:
            if inside((x, y), outline):
                for block in _blocks(x, y, sizes, label, facts, letters):
                    out = sum(not inside(corner, outline) for box in block.boxes() for corner in box.grown(1).corners())
                    cost = 9.0 * out + 25 * (1 - narrow) + 0.02 * (abs(x - liked[0]) + abs(y - liked[1]))
                    found.append((cost, block))
    if not found:  # nothing lies inside: too small, or its label stands elsewhere
        return [(block, 0.0) for block in _blocks(*liked, stack, label, facts, letters)]
    found.sort(key=lambda pair: pair[0])
    best = []
    for cost, block in found[:40]:
        edge = min(depth(corner, outline) for box in block.boxes() for corner in box.corners())
        best.append((block, cost - 0.5 * min(edge, 6)))
    return sorted(best, key=lambda pair: pair[1])


def beside(mark: Box, stack: tuple[float, float], label: tuple[float, float]) -> Iterator[tuple[Block, float]]:
    """A name and pieces beside the mark of a point, on different sides."""
    for name, price in around(mark, *label, 0):
        for pile, more in around(mark, *stack, 0):
            if not pile.meets(name, 1):
                yield Block(pile, name, None), price + more


def _grid(frame: Box) -> Iterator[Point]:
    for k in range(1, int((frame.right - frame.left) / DENSE) + 1):
        for n in range(1, int((frame.bottom - frame.top) / DENSE) + 1):
            yield frame.left + k * DENSE, frame.top + n * DENSE


def _blocks(
    x: float, y: float, stack: tuple[float, float], label: tuple[float, float], facts: int, letters: float
) -> Iterator[Block]:
    """Pieces above the name and numbers below it, with the middle at a point; or numbers beside the pieces."""
    gap, token = 2.0, TOKEN * letters
    row = facts * (token + 1)
    rows = [stack[1], label[1]] + ([token] if facts else [])
    top = y - (sum(rows) + gap * (len(rows) - 1)) / 2
    middles = []
    for high in rows:
        middles.append(top + high / 2)
        top += high + gap
    yield Block(
        Box.around(x, middles[0], *stack),
        Box.around(x, middles[1], *label),
        Box.around(x, middles[2], row, token) if facts else None,
    )
    if facts:
        first = max(stack[1], token)
        top = y - (first + gap + label[1]) / 2
        left = x - (stack[0] + gap + row) / 2
        yield Block(
            Box.around(left + stack[0] / 2, top + first / 2, *stack),
            Box.around(x, top + first + gap + label[1] / 2, *label),
            Box.around(left + stack[0] + gap + row / 2, top + first / 2, row, token),
        )
