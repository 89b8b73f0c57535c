"""Rasterises a geography into character cells at one scale: the place of each cell, and the cell of each point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import define, field

from rulekit.board.geometry import Point
from rulekit.tui.geography import Geography

ASPECT = 2
"""A cell is about twice as high as wide."""
PARTS = 2
"""A cell is divided into so many parts across and down, as finely as block characters can show."""


@define
class Raster:
    """``columns`` cells are the width of the frame. ``owner[y][x]``: the key of the place of a cell, None outside all places;
    ``parts`` likewise, with ``PARTS`` parts of each cell across and down."""

    geography: Geography
    columns: int
    rows: int = field(init=False)
    parts: list[list[str | None]] = field(init=False)
    owner: list[list[str | None]] = field(init=False)
    at: Mapping[str, tuple[float, float]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        frame = self.geography.frame
        self.rows = max(1, round(self.columns * (frame.bottom - frame.top) / (frame.right - frame.left) / ASPECT))
        self.parts = [[None] * (self.columns * PARTS) for _ in range(self.rows * PARTS)]
        for area in self.geography.areas.values():
            self._fill(area.outline, area.key)
        if self.geography.points:
            self._cut_out_sea()
        self.owner = [row[::PARTS] for row in self.parts[PARTS - 1 :: PARTS]]
        self.at = {key: self.cell(area.at) for key, area in self.geography.areas.items()}

    def cell(self, point: Point) -> tuple[float, float]:
        """The position of a point of the board, in cells."""
        frame = self.geography.frame
        scale = self.columns / (frame.right - frame.left)
        return (point[0] - frame.left) * scale, (point[1] - frame.top) * scale / ASPECT

    def _fill(self, outline: Sequence[Point], key: str) -> None:
        for x, y in self._inside(outline):
            self.parts[y][x] = key

    def _inside(self, outline: Sequence[Point]) -> Iterator[tuple[int, int]]:
        """The parts of cells whose middle lies in a polygon, by scan lines."""
        corners = [(x * PARTS, y * PARTS) for x, y in map(self.cell, outline)]
        top, bottom = min(y for _, y in corners), max(y for _, y in corners)
        for row in range(max(0, int(top)), min(self.rows * PARTS, int(bottom) + 1)):
            y = row + 0.5
            crossed = sorted(
                ax + (y - ay) * (bx - ax) / (by - ay)
                for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True)
                if (ay > y) != (by > y)
            )
            for left, right in zip(crossed[::2], crossed[1::2], strict=True):
                for x in range(max(0, round(left)), min(self.columns * PARTS, round(right))):
                    yield x, row

    def _cut_out_sea(self) -> None:
        """On a board of points only land cells belong to places; a place in the sea has its own cell alone."""
        if not self.geography.land:
            return
        dry = {cell for outline in self.geography.land for cell in self._inside(outline)}
        dry -= {cell for outline in self.geography.water for cell in self._inside(outline)}
        for y, row in enumerate(self.parts):
            for x in range(len(row)):
                if (x, y) not in dry:
                    row[x] = None
