"""Finds the curve of each route: straight where possible, else bent round the places that it does not lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import hypot

from attrs import frozen

from rulekit.board.geometry import Box, Point, bounds, inside

BENDS = (0.0, 0.07, -0.07, 0.14, -0.14, 0.22, -0.22, 0.32, -0.32, 0.45, -0.45, 0.6, -0.6)
"""How far the middle of a route lies off the straight line, as a part of its length; the first is liked best."""
STEPS = 12
TOUCHED, THROUGH_LAND = 60.0, 4.0
"""What it costs to touch a box, and to go overland at one of the points of a sea route."""


@frozen
class Path:
    """A route between ``a`` and ``b``, for all sorts that join them; ``points`` go from the edge of one to that of the other."""

    sorts: Sequence[str]
    a: str
    b: str
    points: Sequence[Point]
    frame: Box

    def segments(self) -> Iterator[tuple[Point, Point]]:
        yield from zip(self.points, self.points[1:], strict=False)

    def crosses(self, box: Box) -> bool:
        return box.meets(self.frame) and any(box.crossed(p, q) for p, q in self.segments())


@frozen
class Ends:
    """What a route needs to know of the place at one of its ends: its middle, and whether a point still lies in it."""

    at: Point
    holds: Callable[[Point], bool]


def path(
    sorts: Sequence[str],
    pair: tuple[str, str],
    ends: tuple[Ends, Ends],
    boxes: Sequence[Box],
    sea: Callable[[Point], bool] | None,
) -> Path:
    """The path with the cheapest bend. ``boxes``: areas to avoid; ``sea``: whether a point lies in the sea."""
    (ax, ay), (bx, by) = ends[0].at, ends[1].at
    length = hypot(bx - ax, by - ay)
    best: tuple[float, list[Point]] | None = None
    reach = bounds([(ax, ay), (bx, by)]).grown(length * 0.45 + 20)
    near = [box for box in boxes if box.meets(reach)]
    for rank, bend in enumerate(BENDS):
        points = list(_trimmed(_curve((ax, ay), (bx, by), bend), ends))
        if len(points) < 2:
            points = [(ax, ay), (bx, by)]
        if not bend and sea is None:
            points = [points[0], points[-1]]
        cost = 1.2 * rank + abs(bend) * length * 0.1
        cost += TOUCHED * sum(any(box.crossed(p, q) for p, q in pairwise(points)) for box in near)
        if sea is not None:
            cost += THROUGH_LAND * sum(not sea(point) for point in points[1:-1])
        if best is None or cost < best[0]:
            best = cost, points if bend else [points[0], points[-1]]
        if cost <= 1.2 * rank:
            break
    assert best is not None
    return Path(tuple(sorts), *pair, best[1], bounds(best[1]))


def _curve(a: Point, b: Point, bend: float) -> list[Point]:
    """Points of a quadratic curve; its middle lies ``bend`` lengths off the straight line."""
    if not bend:
        steps = [k / STEPS for k in range(STEPS + 1)]
        return [(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for t in steps]
    cx = (a[0] + b[0]) / 2 - 2 * bend * (b[1] - a[1])
    cy = (a[1] + b[1]) / 2 + 2 * bend * (b[0] - a[0])
    out = []
    for k in range(STEPS + 1):
        t = k / STEPS
        u = 1 - t
        out.append((u * u * a[0] + 2 * u * t * cx + t * t * b[0], u * u * a[1] + 2 * u * t * cy + t * t * b[1]))
    return out


def _trimmed(points: Sequence[Point], ends: tuple[Ends, Ends]) -> Iterator[Point]:
    """Clips the points that lie inside the places at both ends."""
    first = max((k for k, point in enumerate(points) if ends[0].holds(point)), default=-1)
    last = min((k for k, point in enumerate(points) if k > first and ends[1].holds(point)), default=len(points))
    if first >= 0:
        yield _edge(points[first], points[min(first + 1, len(points) - 1)], ends[0].holds)
    yield from points[first + 1 : last]
    if last < len(points):
        yield _edge(points[last], points[max(last - 1, 0)], ends[1].holds)


def _edge(within: Point, without: Point, holds: Callable[[Point], bool]) -> Point:
    """The point where a segment from inside a place to outside crosses its border."""
    for _ in range(7):
        middle = (within[0] + without[0]) / 2, (within[1] + without[1]) / 2
        if holds(middle):
            within = middle
        else:
            without = middle
    return without


def in_any(point: Point, areas: Sequence[tuple[Box, Sequence[Point]]]) -> bool:
    """Whether a point lies in one of several polygons, each given with the box round it."""
    x, y = point
    return any(
        box.left <= x <= box.right and box.top <= y <= box.bottom and inside(point, corners) for box, corners in areas
    )
