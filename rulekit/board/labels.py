"""Where the names stand: beside their mark, where they cover least of other marks and names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from unicodedata import east_asian_width

from attrs import frozen

from rulekit.board.look import Mark
from rulekit.board.places import Board, Place

MARGIN = 2.0
"""How far a name keeps from what it must not touch."""


@frozen
class Box:
    left: float
    top: float
    right: float
    bottom: float

    def shared(self, other: Box) -> float:
        """The area that two boxes both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(width, 0) * max(height, 0)


@frozen
class Label:
    """``x`` and ``y``: where the baseline has its ``anchor`` (start, middle or end)."""

    text: str
    x: float
    y: float
    anchor: str
    box: Box


def labels(board: Board, marks: Mapping[str, Mark], language: str) -> dict[str, Label]:
    """The name of every place that is a point, by the key of the place. Names in the thick of it choose first."""
    points = {key: place for key, place in board.places.items() if not place.outline}
    covered = {key: _around(place, marks[key]) for key, place in points.items()}
    choices = {key: list(_choices(board, place, marks[key], language)) for key, place in points.items()}

    def crowd(key: str) -> float:
        mine = choices[key][0].box
        reach = Box(mine.left - 30, mine.top - 30, mine.right + 30, mine.bottom + 30)
        return -sum(reach.shared(box) for box in covered.values())

    out: dict[str, Label] = {}
    for key in sorted(points, key=crowd):
        others = [box for other, box in covered.items() if other != key] + [label.box for label in out.values()]
        costs = [sum(label.box.shared(box) for box in others) + 2 * rank for rank, label in enumerate(choices[key])]
        out[key] = choices[key][costs.index(min(costs))]
    return {key: out[key] for key in points}


def _around(place: Place, mark: Mark) -> Box:
    x, y = place.at
    wide, high = (2 * mark.size, mark.size) if mark.shape == "wave" else (mark.size * 1.2, mark.size * 1.2)
    return Box(x - wide, y - high, x + wide, y + high)


def _choices(board: Board, place: Place, mark: Mark, language: str) -> Iterator[Label]:
    """Below, above, to the right, to the left, and at the four corners: the first is liked best."""
    text, letters, around = place.name(language), board.look.letters, _around(place, mark)
    (x, y), wide = place.at, width(text, letters)
    below, above, level = around.bottom + letters * 0.9, around.top - letters * 0.3, y + letters * 0.35
    right, left = around.right + MARGIN, around.left - MARGIN
    for anchor, at, base in (
        ("middle", x, below),
        ("middle", x, above),
        ("start", right, level),
        ("end", left, level),
        ("start", right, below),
        ("start", right, above),
        ("end", left, below),
        ("end", left, above),
    ):
        start = at - {"start": 0, "middle": wide / 2, "end": wide}[anchor]
        yield Label(text, at, base, anchor, Box(start, base - letters * 0.8, start + wide, base + letters * 0.25))


def width(text: str, letters: float) -> float:
    """How wide a text is, about: letters of the Latin script are half as wide as high, those of Chinese as wide as high."""
    return sum(letters * (1.0 if east_asian_width(char) in "WF" else 0.54) for char in text)
