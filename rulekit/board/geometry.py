"""Boxes, segments and polygons for layouts. Lengths are in the units of the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from attrs import frozen

Point = tuple[float, float]


@frozen
class Box:
    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, x: float, y: float, wide: float, high: float) -> Box:
        """A box of that width and height with its middle at a point."""
        return cls(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def shared(self, other: Box) -> float:
        """The area that two boxes both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(width, 0) * max(height, 0)

    def meets(self, other: Box, gap: float = 0) -> bool:
        """Whether two boxes overlap, or are nearer to each other than ``gap``."""
        return (
            self.left < other.right + gap
            and other.left < self.right + gap
            and self.top < other.bottom + gap
            and other.top < self.bottom + gap
        )

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def within(self, other: Box) -> bool:
        return (
            self.left >= other.left
            and self.right <= other.right
            and self.top >= other.top
            and self.bottom <= other.bottom
        )

    def joined(self, other: Box) -> Box:
        """The smallest box that holds both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def corners(self) -> Iterator[Point]:
        yield from ((self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom))

    def crossed(self, a: Point, b: Point) -> bool:
        """Whether the segment from ``a`` to ``b`` touches the inside of the box (clipped as by Liang and Barsky)."""
        (ax, ay), (bx, by) = a, b
        if (
            (ax <= self.left and bx <= self.left)
            or (ax >= self.right and bx >= self.right)
            or (ay <= self.top and by <= self.top)
            or (ay >= self.bottom and by >= self.bottom)
        ):
            return False  # nearly always so
        enters, leaves = 0.0, 1.0
        for start, way, low, high in (
            (ax, bx - ax, self.left, self.right),
            (ay, by - ay, self.top, self.bottom),
        ):
            if abs(way) < 1e-9:
                if not low < start < high:
                    return False
                continue
            first, last = (low - start) / way, (high - start) / way
            enters, leaves = max(enters, min(first, last)), min(leaves, max(first, last))
        return enters < leaves


def bounds(points: Sequence[Point]) -> Box:
    """The box round points, of which there is at least one."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def inside(point: Point, corners: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon: a ray to the right crosses its edges an odd number of times."""
    x, y = point
    odd = False
    (ax, ay) = corners[-1]
    for bx, by in corners:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
        ax, ay = bx, by
    return odd


def distance(point: Point, a: Point, b: Point) -> float:
    """From a point to a segment."""
    x, y = nearest(point, a, b)
    return hypot(point[0] - x, point[1] - y)


def nearest(point: Point, a: Point, b: Point) -> Point:
    """The point of a segment that is nearest to another point."""
    (px, py), (ax, ay), (bx, by) = point, a, b
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    part = 0.0 if length == 0 else max(0.0, min(1.0, ((px - ax) * dx + (py - ay) * dy) / length))
    return ax + part * dx, ay + part * dy


def edges(corners: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The edges of a polygon."""
    yield from zip(corners, [*corners[1:], corners[0]], strict=True)


def depth(point: Point, corners: Sequence[Point]) -> float:
    """How far a point lies inside a polygon; less than 0 outside."""
    away = min(distance(point, a, b) for a, b in edges(corners))
    return away if inside(point, corners) else -away
