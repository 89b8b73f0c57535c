"""Small drawings of our own: crests of players, and icons for what a game has. Each is one path on a square of 16 units, filled
by the rule ``evenodd`` in a colour of the page or of the board."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.board.geometry import Point
from rulekit.board.shapes import n, tag

GRID = 16

CRESTS: Mapping[str, str] = {
    "disc": "M8 3a5 5 0 1 0 0 10a5 5 0 1 0 0-10z",
    "diamond": "M8 1.8l6.2 6.2-6.2 6.2-6.2-6.2z",
    "waves": "M1.5 5.6c1.8-2.6 4-2.6 6.5-.9 2 1.4 3.2 1.3 4.7-.8l1.8 1.5c-2.3 3-4.7 3.1-7.6 1.2-1.7-1.1-2.6-1-3.7.6z"
    "M1.5 11.2c1.8-2.6 4-2.6 6.5-.9 2 1.4 3.2 1.3 4.7-.8l1.8 1.5c-2.3 3-4.7 3.1-7.6 1.2-1.7-1.1-2.6-1-3.7.6z",
    "triangle": "M8 2.2l6.3 11H1.7z",
    "cross": "M6 2h4v4h4v4h-4v4H6v-4H2V6h4z",
    "square": "M3 3h10v10H3z",
    "star": "M8 1.3l1.9 4.6 5 .4-3.8 3.2 1.2 4.9L8 11.8l-4.3 2.6 1.2-4.9L1.1 6.3l5-.4z",
    "ring": "M8 1.8a6.2 6.2 0 1 0 0 12.4a6.2 6.2 0 1 0 0-12.4zM8 5a3 3 0 1 1 0 6a3 3 0 1 1 0-6z",
    "bars": "M2.5 2.5h2.8v11H2.5zM6.6 2.5h2.8v11H6.6zM10.7 2.5h2.8v11h-2.8z",
    "chevron": "M8 2.8l6.2 6.2v4.2L8 7.2l-6.2 6V9z",
    "crescent": "M10.8 2a6.3 6.3 0 1 0 3.4 9.5A5.3 5.3 0 0 1 10.8 2z",
    "saltire": "M4.1 2L8 5.9 11.9 2 14 4.1 10.1 8 14 11.9 11.9 14 8 10.1 4.1 14 2 11.9 5.9 8 2 4.1z",
    "drop": "M8 1.2c2.6 3.4 4.7 5.5 4.7 8.4a4.7 4.7 0 0 1-9.4 0c0-2.9 2.1-5 4.7-8.4z",
    "hourglass": "M3 2h10L9.3 8l3.7 6H3l3.7-6z",
}
"""In the order in which players without one of their own get them"""


def crest(name: str, middle: Point, size: float, kind: str, fill: str) -> str:
    """A crest of the width ``size`` round a point."""
    (x, y), scale = middle, size / GRID
    place = f"translate({n(x - size / 2)} {n(y - size / 2)}) scale({scale:.3f})"
    return tag("path", {"class": kind, "transform": place, "fill": fill, "fill-rule": "evenodd", "d": CRESTS[name]})


def sprite() -> str:
    """All drawings as the symbols of one file, by which pages show them."""
    rows = [(f"crest-{name}", path) for name, path in CRESTS.items()]
    symbols = (
        f'<symbol id="{key}" viewBox="0 0 {GRID} {GRID}"><path fill-rule="evenodd" d="{path}"/></symbol>'
        for key, path in rows
    )
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>"]) + "\n"
