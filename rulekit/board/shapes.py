"""Writes elements of SVG: shapes, texts, numbers. Every text from a game is escaped here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape as escape
from itertools import pairwise
from math import cos, pi, sin

from rulekit.board.geometry import Box, Point
from rulekit.board.text_width import LINE, width

BASE = 0.355
"""How far the baseline of a line lies below its middle, in letters."""


def n(number: float) -> str:
    """A number as short as it can be said, with one decimal at most."""
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def slug(key: str) -> str:
    """A name of the rules as a part of an id or of a class."""
    return re.sub(r"[\W_]+", "-", key).strip("-").lower()


def tag(name: str, attributes: Mapping[str, str | float], inner: str | None = None) -> str:
    said = "".join(f' {key}="{escape(v) if isinstance(v, str) else n(v)}"' for key, v in attributes.items() if v != "")
    return f"<{name}{said}/>" if inner is None else f"<{name}{said}>{inner}</{name}>"


def title(text: str) -> str:
    """The tooltip of an element, also read by screen readers."""
    return f"<title>{escape(text)}</title>"


def coarse(points: Sequence[Point]) -> list[Point]:
    """Points in whole units. What has one only beside its like, as areas and coasts, can be half a unit off, and takes a third
    less to send."""
    return [(round(x), round(y)) for x, y in points]


def path_of(points: Sequence[Point], closed: bool = True) -> str:
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points) + ("Z" if closed else "")


def text(
    lines: Sequence[str], middle: Point, letters: float, kind: str, more: Mapping[str, str | float] | None = None
) -> str:
    """Lines in the middle of a box, exactly as wide as the layout took them to be, whatever font there is."""
    x, y = middle
    top = y - (len(lines) - 1) * LINE * letters / 2 + BASE * letters
    spans = []
    for k, line in enumerate(lines):
        wide: dict[str, str | float] = {"textLength": width(line, letters)} if len(line) > 1 else {}
        if wide:
            wide["lengthAdjust"] = "spacingAndGlyphs"
        spans.append((top + k * LINE * letters, wide, escape(line)))
    if len(spans) == 1:
        base, wide, said = spans[0]
        return tag("text", {"class": kind, "x": x, "y": base, "font-size": letters, **(more or {}), **wide}, said)
    inner = "".join(tag("tspan", {"x": x, "y": base, **wide}, said) for base, wide, said in spans)
    return tag("text", {"class": kind, "font-size": letters, **(more or {})}, inner)


def shape(kind: str, middle: Point, size: float, attributes: Mapping[str, str | float]) -> str:
    """A shape round a point; ``size`` is half its width."""
    (x, y), s = middle, size
    match kind:
        case "none":
            return ""
        case "circle":
            return tag("circle", {**attributes, "cx": x, "cy": y, "r": s})
        case "square":
            return tag("rect", {**attributes, "x": x - s, "y": y - s, "width": 2 * s, "height": 2 * s, "rx": s / 5})
        case "wave":
            return tag("ellipse", {**attributes, "cx": x, "cy": y, "rx": 2 * s, "ry": s})
        case _:
            return tag("path", {**attributes, "d": _outline(kind, middle, size)})


def _outline(kind: str, middle: Point, size: float) -> str:
    """A shape by its first corner and the steps from there: the same letters wherever it stands, so that a board with many
    of them compresses well."""
    corners = [(round(size * dx, 1), round(size * dy, 1)) for dx, dy in _corners(kind)]
    steps = "".join(f"l{n(x - a)} {n(y - b)}" for (a, b), (x, y) in pairwise(corners))
    return f"M{n(middle[0] + corners[0][0])} {n(middle[1] + corners[0][1])}{steps}z"


def _corners(kind: str) -> Iterator[Point]:
    """The corners of a shape round the middle, for a size of 1."""
    match kind:
        case "triangle":
            yield from ((0, -1.2), (1.15, 0.9), (-1.15, 0.9))
        case "diamond":
            yield from ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0))
        case "keep":  # a wall with three merlons
            yield from ((-1, 1), (-1, -1), (-0.5, -1), (-0.5, -0.5), (-0.2, -0.5), (-0.2, -1), (0.2, -1), (0.2, -0.5))
            yield from ((0.5, -0.5), (0.5, -1), (1, -1), (1, 1))
        case "gate":  # two posts and two beams
            yield from ((-1.2, -1), (1.2, -1), (1.05, -0.6), (0.75, -0.6), (0.75, -0.25), (1, -0.25), (1, 0.1))
            yield from ((0.75, 0.1), (0.75, 1), (0.4, 1), (0.4, 0.1), (-0.4, 0.1), (-0.4, 1), (-0.75, 1))
            yield from ((-0.75, 0.1), (-1, 0.1), (-1, -0.25), (-0.75, -0.25), (-0.75, -0.6), (-1.05, -0.6))
        case "fan":
            yield (0, 1)
            for k in range(9):
                turn = pi * (1.18 + 0.64 * k / 8)
                yield 1.3 * cos(turn), 1 + 2 * sin(turn)
        case "flame":
            yield from (
                (0, -1.3),
                (0.35, -0.5),
                (0.7, -0.8),
                (0.9, 0.3),
                (0.5, 1),
                (-0.5, 1),
                (-0.9, 0.3),
                (-0.6, -0.4),
            )
            yield from ((-0.25, -0.1),)
        case "flag":
            yield from ((-0.8, 1.1), (-0.8, -1.1), (1, -0.55), (-0.55, 0), (-0.55, 1.1))
        case _:  # a star
            for k in range(10):
                reach = 1.5 if k % 2 == 0 else 0.75
                yield reach * sin(k * pi / 5), -reach * cos(k * pi / 5)


def rect(box: Box, attributes: Mapping[str, str | float]) -> str:
    sizes = {"x": box.left, "y": box.top, "width": box.right - box.left, "height": box.bottom - box.top}
    return tag("rect", {**attributes, **sizes})


PATTERN_LINES = {
    "rising": "M0 7L7 0M-1 1L1 -1M6 8L8 6",
    "falling": "M0 0L7 7M-1 6L1 8M6 -1L8 1",
    "upright": "M3.5 0V7",
    "level": "M0 3.5H7",
    "grid": "M3.5 0V7M0 3.5H7",
    "crosses": "M2 3.5H5M3.5 2V5",
}


def pattern(name: str, key: str, kind: str) -> str:
    """The definition of a pattern of 7 units; dots are the only one that is not made of lines."""
    if name == "dots":
        inner = tag("circle", {"class": kind, "cx": 3.5, "cy": 3.5, "r": 1.3})
    else:
        inner = tag("path", {"class": kind, "d": PATTERN_LINES[name]})
    return tag("pattern", {"id": key, "width": 7, "height": 7, "patternUnits": "userSpaceOnUse"}, inner)
