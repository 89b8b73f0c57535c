"""A geography in character cells at one scale: which place each cell belongs to, and where everything stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import define, field

from rulekit.board.geometry import Point
from rulekit.tui.geography import Geography

ASPECT = 2
"""A cell is about twice as high as wide."""


@define
class Raster:
    """``columns`` cells are the width of the frame. ``owner[y][x]``: the key of the place there, None for what is nobody's."""

    geography: Geography
    columns: int
    rows: int = field(init=False)
    owner: list[list[str | None]] = field(init=False)
    at: Mapping[str, tuple[float, float]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        frame = self.geography.frame
        self.rows = max(1, round(self.columns * (frame.bottom - frame.top) / (frame.right - frame.left) / ASPECT))
        self.owner = [[None] * self.columns for _ in range(self.rows)]
        for area in self.geography.areas.values():
            self._fill(area.outline, area.key)
        if self.geography.points:
            self._cut_out_sea()
        self.at = {key: self.cell(area.at) for key, area in self.geography.areas.items()}

    def cell(self, point: Point) -> tuple[float, float]:
        """Where a point of the board is, in cells."""
        frame = self.geography.frame
        scale = self.columns / (frame.right - frame.left)
        return (point[0] - frame.left) * scale, (point[1] - frame.top) * scale / ASPECT

    def _fill(self, outline: Sequence[Point], key: str) -> None:
        for x, y in self._inside(outline):
            self.owner[y][x] = key

    def _inside(self, outline: Sequence[Point]) -> Iterator[tuple[int, int]]:
        """The cells whose middle lies in a polygon, by scan lines."""
        corners = [self.cell(point) for point in outline]
        top, bottom = min(y for _, y in corners), max(y for _, y in corners)
        for row in range(max(0, int(top)), min(self.rows, int(bottom) + 1)):
            y = row + 0.5
            crossed = sorted(
                ax + (y - ay) * (bx - ax) / (by - ay)
                for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True)
                if (ay > y) != (by > y)
            )
            for left, right in zip(crossed[::2], crossed[1::2], strict=True):
                for x in range(max(0, round(left)), min(self.columns, round(right))):
                    yield x, row

    def _cut_out_sea(self) -> None:
        """On a board of points only the land belongs to places, and what lies in the sea only itself."""
        if not self.geography.land:
            return
        dry = {cell for outline in self.geography.land for cell in self._inside(outline)}
        dry -= {cell for outline in self.geography.water for cell in self._inside(outline)}
        for y, row in enumerate(self.owner):
            for x in range(self.columns):
                if (x, y) not in dry:
                    row[x] = None
