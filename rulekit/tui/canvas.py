"""Draws in character cells: colours below, fine lines of braille dots on them, texts on top.

Coordinates are columns and rows; dots have twice as many across and four times as many down.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from attrs import define, field
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

DOTS_ACROSS, DOTS_DOWN = 2, 4
_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot of a braille character, by row and column."""
_BRAILLE = 0x2800
_BLOCKS = " ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█"
"""Block characters by which quarters are filled: 8 upper left, 4 upper right, 2 lower left, 1 lower right."""


@define
class Canvas:
    """``width`` x ``height`` cells. Anything drawn outside is clipped."""

    width: int
    height: int
    _ground: list[list[str]] = field(init=False)
    """the colour of each cell"""
    _split: list[list[tuple[str, str] | None]] = field(init=False)
    """the block character of a cell in which two colours meet, and the colour that it is drawn in"""
    _dots: list[list[int]] = field(init=False)
    _ink: list[list[str]] = field(init=False)
    """the colour of the dots"""
    _text: list[list[tuple[str, Style] | None]] = field(init=False)
    """characters with their styles; the right half of a wide one is an empty text"""

    def __attrs_post_init__(self) -> None:
        self._ground = [[""] * self.width for _ in range(self.height)]
        self._split = [[None] * self.width for _ in range(self.height)]
        self._dots = [[0] * self.width for _ in range(self.height)]
        self._ink = [[""] * self.width for _ in range(self.height)]
        self._text = [[None] * self.width for _ in range(self.height)]

    def paint(self, x: int, y: int, colour: str) -> None:
        """Gives a cell a background."""
        if 0 <= x < self.width and 0 <= y < self.height:
            self._ground[y][x] = colour

    def quarter(self, x: int, y: int, colours: tuple[str, str, str, str]) -> None:
        """Gives the quarters of a cell backgrounds, row by row. A cell shows two colours: the two that it has most of."""
        order = sorted(set(colours), key=lambda colour: -colours.count(colour))
        self.paint(x, y, order[0])
        if len(order) > 1 and 0 <= x < self.width and 0 <= y < self.height:
            bits = sum(8 >> k for k, colour in enumerate(colours) if colour == order[1])
            self._split[y][x] = _BLOCKS[bits], order[1]

    def line(
        self, a: tuple[float, float], b: tuple[float, float], colour: str, dash: tuple[int, int] = (1, 0), without: str = ""
    ) -> None:  # fmt: skip
        """A line between two points, in cells; ``dash``: so many dots are drawn, and so many left out; ``without``: nothing is
        drawn on this background."""
        ax, ay, bx, by = a[0] * DOTS_ACROSS, a[1] * DOTS_DOWN, b[0] * DOTS_ACROSS, b[1] * DOTS_DOWN
        count = max(1, round(max(abs(bx - ax), abs(by - ay))))
        on, off = dash
        for k in range(count + 1):
            if k % (on + off) < on:
                self._dot(int(ax + (bx - ax) * k / count), int(ay + (by - ay) * k / count), colour, without)

    def _dot(self, x: int, y: int, colour: str, without: str) -> None:
        column, row = x // DOTS_ACROSS, y // DOTS_DOWN
        inside = 0 <= column < self.width and 0 <= row < self.height
        if inside and not (without and self._ground[row][column] == without):
            self._dots[row][column] |= _BITS[y % DOTS_DOWN][x % DOTS_ACROSS]
            self._ink[row][column] = colour

    def write(self, x: int, y: int, text: str, style: Style) -> None:
        """Writes a text that begins in a cell. Text beyond the edge is clipped; a wide letter is never cut in two."""
        if not 0 <= y < self.height:
            return
        for char in text:
            wide = cell_len(char)
            if x >= 0 and x + wide <= self.width:
                self._text[y][x] = char, style
                for k in range(1, wide):
                    self._text[y][x + k] = "", style
            x += wide

    def rows(self) -> list[list[Segment]]:
        """The drawing as rows of styled texts, each as wide as the canvas."""
        return [self._row(y) for y in range(self.height)]

    def _row(self, y: int) -> list[Segment]:
        cells = [self._cell(x, y) for x in range(self.width)]
        return [
            Segment("".join(char for char, _ in run), style) for style, run in groupby(cells, key=lambda cell: cell[1])
        ]

    def _cell(self, x: int, y: int) -> tuple[str, Style]:
        ground = self._ground[y][x]
        written = self._text[y][x]
        if written is not None:
            char, style = written
            return char, style if style.bgcolor is not None or not ground else style + _style("", ground)
        if (split := self._split[y][x]) is not None:
            return split[0], _style(split[1], ground)
        if dots := self._dots[y][x]:
            return chr(_BRAILLE + dots), _style(self._ink[y][x], ground)
        return " ", _style("", ground)


_STYLES: dict[tuple[str, str], Style] = {}


def _style(ink: str, ground: str) -> Style:
    key = ink, ground
    if key not in _STYLES:
        _STYLES[key] = Style(color=ink or None, bgcolor=ground or None)
    return _STYLES[key]


def blend(colour: str, other: str, part: float) -> str:
    """A colour mixed with ``part`` of another one: ``#rrggbb``."""
    mixed: Sequence[int] = [
        round(int(colour[k : k + 2], 16) * (1 - part) + int(other[k : k + 2], 16) * part) for k in (1, 3, 5)
    ]
    return "#" + "".join(f"{value:02x}" for value in mixed)
