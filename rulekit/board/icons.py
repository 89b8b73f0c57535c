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

ICONS: Mapping[str, str] = {
    "keep": "M2 2h3v2h1.5V2h3v2H11V2h3v12h-4v-3a2 2 0 0 0-4 0v3H2z",
    "gate": "M1 2c4 1.2 10 1.2 14 0v2.7H1zM3 6.2h10v1.9h-1V14H9.8V8.1H6.2V14H4V8.1H3z",
    "fan": "M8 14.5L.8 6.8C5 2.7 11 2.7 15.2 6.8zM7.5 11.5L4.7 5.8l1-.4L8 10.5l2.3-5.1 1 .4-2.8 5.7z",
    "stall": "M2.2 1.5h11.6L15 6.3a1.9 1.9 0 0 1-3.5.9 2.2 2.2 0 0 1-3.5 0 2.2 2.2 0 0 1-3.5 0A1.9 1.9 0 0 1 1 6.3z"
    "M2.5 9.5h2V12h7V9.5h2v5h-11z",
    "grain": "M7.3 15V6.5h1.4V15zM8 .8l1.6 2.6L8 6 6.4 3.4zM9.2 8.4c0-2.1 1.5-3.3 3.8-3.3 0 2.2-1.5 3.6-3.8 3.3z"
    "M6.8 8.4C6.8 6.3 5.3 5.1 3 5.1c0 2.2 1.5 3.6 3.8 3.3zM9.2 12.4c0-2.1 1.5-3.3 3.8-3.3 0 2.2-1.5 3.6-3.8 3.3z"
    "M6.8 12.4c0-2.1-1.5-3.3-3.8-3.3 0 2.2 1.5 3.6 3.8 3.3z",
    "coffer": "M1.5 6.8V5A2.5 2.5 0 0 1 4 2.5h8A2.5 2.5 0 0 1 14.5 5v1.8H9.7V6H6.3v.8zM1.5 8.2h4.8v1.7h3.4V8.2h4.8v5.3h-13z",
    "coin": "M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13zM6 6h4v4H6z",
    "block": "M8 1l6 3-6 3-6-3zM1.7 5.4l5.6 2.8v6.5L1.7 12zM14.3 5.4L8.7 8.2v6.5l5.6-2.7z",
    "blades": "M1.5 1.5H4l4 4 4-4h2.5V4l-4 4 2 2 1-.9 1 1-1.6 1.6 1.7 1.7-1.2 1.2-1.7-1.7-1.6 1.6-1-1 .9-1-2-2-2 2 .9 1-1"
    " 1-1.6-1.6-1.7 1.7-1.2-1.2 1.7-1.7L1.5 10.1l1-1 1 .9 2-2-4-4z",
    "shield": "M8 1l6 2v4.5c0 3.5-2.5 6-6 7.5-3.5-1.5-6-4-6-7.5V3zM8 3.1v9.7c2.4-1.2 4-3 4-5.3V4.4z",
    "flame": "M8.5 1c.5 3 4.5 4.5 4.5 8.5a5 5 0 0 1-10 0C3 7.5 4 6.5 4.8 5c.4 1 .8 1.5 1.5 2C6.5 4.5 7 2.5 8.5 1z"
    "M8 13.5a2.2 2.2 0 0 0 2.2-2.2C10.2 9.8 8.8 9.4 8.2 8c-1.5 1.2-2.4 2-2.4 3.3A2.2 2.2 0 0 0 8 13.5z",
    "steps": "M2 9h3v5H2zM6.5 5.5h3V14h-3zM11 2h3v12h-3z",
    "crown": "M1.5 4l3.5 3 3-5 3 5 3.5-3-1.3 7.5H2.8zM2.8 12.8h10.4v1.7H2.8z",
    "flag": "M3 1h1.6v14H3zM5.5 2l8.5 1-2.5 3 2.5 3.5-8.5.5z",
    "medal": "M4 1h3l1 2.5L9 1h3l-2.3 5.4a4.5 4.5 0 1 1-3.4 0zM8 8.3a2.2 2.2 0 1 0 0 4.4a2.2 2.2 0 1 0 0-4.4z",
    "ship": "M7.3 1h1.4v1c3 .8 4.3 3 4.3 6.5H8.7V10H15l-2 4.5H3L1 10h6.3zM6.3 3v5.5H3C3.5 6 4.5 4.2 6.3 3z",
    "arrow": "M9 2.5l6 5.5-6 5.5V10H1V6h8z",
    "exchange": "M10.5 1.5L15 5l-4.5 3.5V6H2V4h8.5zM5.5 7.5V10H14v2H5.5v2.5L1 11z",
    "turret": "M3 1h2.5v1.5h1.3V1h2.4v1.5h1.3V1H13v5l-1.5 1v8h-7V7L3 6zM7 9.5v3h2v-3z",
    "house": "M8 1.5l7 6h-2V14H9.5v-4h-3v4H3V7.5H1z",
    "mountain": "M.8 13.5L6 4l2.5 4 1.7-2.5 5 8z",
    "land": "M2 4l5-2.5 3 2 4-1-.5 7-3.5 4-4-1.5-4.5 1.5L1 8z",
    "card": "M3 1h10v14H3zM8 4.5L5.5 8 8 11.5 10.5 8z",
    "scroll": "M3 1.5h8.5l2 2v11H3zM5 5v1.3h6V5zM5 8v1.3h6V8zM5 11v1.3h4V11z",
    "sun": "M8 4.7a3.3 3.3 0 1 0 0 6.6a3.3 3.3 0 1 0 0-6.6zM7.3.8h1.4v2.4H7.3zM7.3 12.8h1.4v2.4H7.3zM.8 7.3h2.4v1.4H.8z"
    "M12.8 7.3h2.4v1.4h-2.4zM2.4 3.4l1-1 1.7 1.7-1 1zM10.9 11.9l1-1 1.7 1.7-1 1zM13.6 3.4l-1-1-1.7 1.7 1 1z"
    "M5.1 11.9l-1-1-1.7 1.7 1 1z",
    "leaf": "M2 14.5L1.2 13.7 3.5 11C2.5 5 6 1.5 14.5 1.5 14.5 10 11 13.5 5 12.5z",
    "dice": "M2 2h12v12H2zM4.5 4.5v2h2v-2zM9.5 4.5v2h2v-2zM7 7v2h2V7zM4.5 9.5v2h2v-2zM9.5 9.5v2h2v-2z",
    "clock": "M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1zM7.2 4h1.6v3.7l2.7 1.6-.8 1.4-3.5-2.1z",
    "person": "M8 1.5a3 3 0 1 0 0 6a3 3 0 1 0 0-6zM2 14.5c0-4 2.5-6 6-6s6 2 6 6z",
    "hat": "M8 2c1.5 0 2.5 2 3 4 2 .5 4 1.5 4 2.5H1C1 7.5 3 6.5 5 6c.5-2 1.5-4 3-4z"
    "M5 9.7h6c0 2.2-1.3 3.8-3 3.8s-3-1.6-3-3.8z",
    "hammer": "M2 2.5h7L12.5 5v2H9.8v-.5H8V15H5V6.5H2z",
    "mask": "M2 3c4 1.5 8 1.5 12 0 .5 6-1.5 10-6 11.5C3.5 13 1.5 9 2 3zM4.3 6.3c.3 1.7 2.4 1.9 3.2.9z"
    "M11.7 6.3c-.3 1.7-2.4 1.9-3.2.9z",
    "plus": "M6.8 2h2.4v4.8H14v2.4H9.2V14H6.8V9.2H2V6.8h4.8z",
    "lock": "M3 7h1.5V5a3.5 3.5 0 0 1 7 0v2H13v7.5H3zM6.3 7h3.4V5a1.7 1.7 0 0 0-3.4 0z",
}
"""For actions, cards, pieces and places"""


def crest(name: str, middle: Point, size: float, kind: str, fill: str) -> str:
    """A crest of the width ``size`` round a point."""
    (x, y), scale = middle, size / GRID
    place = f"translate({n(x - size / 2)} {n(y - size / 2)}) scale({scale:.3f})"
    return tag("path", {"class": kind, "transform": place, "fill": fill, "fill-rule": "evenodd", "d": CRESTS[name]})


def sprite() -> str:
    """An SVG sprite sheet with a symbol for each drawing."""
    rows = [(f"crest-{name}", path) for name, path in CRESTS.items()] + [
        (f"icon-{name}", path) for name, path in ICONS.items()
    ]
    symbols = (
        f'<symbol id="{key}" viewBox="0 0 {GRID} {GRID}"><path fill-rule="evenodd" d="{path}"/></symbol>'
        for key, path in rows
    )
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>"]) + "\n"
