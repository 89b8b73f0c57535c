"""Computes the cell of each place on a board of points (a Voronoi diagram): the land nearer to it than to any other place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from rulekit.board.geometry import Box, Point


@frozen
class Cell:
    """``corners`` of a convex area; ``beyond``: which place lies beyond the edge that begins at each of them."""

    corners: Sequence[Point]
    beyond: Sequence[str | None]


def cells(places: Mapping[str, Point], frame: Box) -> dict[str, Cell]:
    """Returns one cell for each place; together they fill ``frame``."""
    out = {}
    for key, at in places.items():
        edges: list[tuple[Point, str | None]] = [(corner, None) for corner in frame.corners()]
        others = sorted((_square(at, other), name) for name, other in places.items() if name != key)
        for far, name in others:
            if far > 4 * max((_square(at, corner) for corner, _ in edges), default=0):
                break  # whatever lies further away cuts off nothing
            edges = _cut(edges, at, places[name], name)
        out[key] = Cell([corner for corner, _ in edges], [name for _, name in edges])
    return out


def _square(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _cut(
    edges: Sequence[tuple[Point, str | None]], at: Point, other: Point, name: str
) -> list[tuple[Point, str | None]]:
    """Clips a convex area to the points that are nearer to ``at`` than to ``other``."""
    dx, dy = other[0] - at[0], other[1] - at[1]
    limit = (other[0] ** 2 + other[1] ** 2 - at[0] ** 2 - at[1] ** 2) / 2
    sides = [corner[0] * dx + corner[1] * dy - limit for corner, _ in edges]
    out: list[tuple[Point, str | None]] = []
    for k, (corner, beyond) in enumerate(edges):
        n = (k + 1) % len(edges)
        here, there, following = sides[k], sides[n], edges[n][0]
        if here <= 0:
            out.append((corner, beyond))
        if (here <= 0) != (there <= 0):
            part = here / (here - there)
            point = corner[0] + part * (following[0] - corner[0]), corner[1] + part * (following[1] - corner[1])
            out.append((point, name if here <= 0 else beyond))
    return out
