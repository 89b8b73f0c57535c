"""Moves places apart that lie too close together to be told apart, and the land with them.

Real geography crowds: forty towns round a capital, and an empty coast beside them. Places push each other away until each has
the room that the look asks for; what moves takes its neighbours along, so that directions stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, hypot

from attrs import frozen

from rulekit.board.geometry import Box, Point, nearest

ROUNDS = 220
SMOOTH = 0.6
"""The part of the rounds in which neighbours move along."""
REACH = 0.09
"""How far a move takes neighbours along, as a part of the board's width."""
CLEAR = 27.0
"""How far a route keeps from places that it does not lead to."""
MORE, MOST = 0.12, 1.5
"""How much more room a place gets each time, and at most."""
EVERY = 4
"""Routes are looked at in every so many rounds: they are many."""


@frozen
class Spread:
    """Where places were and where they are now; anything else moves as the places round it do."""

    before: Sequence[Point]
    after: Sequence[Point]

    def moved(self, point: Point) -> Point:
        x, y = point
        across, down, total = 0.0, 0.0, 1e-9
        for (bx, by), (ax, ay) in zip(self.before, self.after, strict=True):
            weight = 1 / ((x - bx) ** 2 + (y - by) ** 2 + 30) ** 2
            across, down, total = across + weight * (ax - bx), down + weight * (ay - by), total + weight
        return x + across / total, y + down / total


def spread(
    places: Mapping[str, Point],
    routes: Sequence[tuple[str, str]],
    room: tuple[float, float],
    frame: Box,
    crowded: Sequence[str] = (),
) -> dict[str, Point]:
    """The places, moved apart within ``frame``: an ellipse of the width and height of ``room`` holds no two of them.

    Places in ``crowded`` get more room, the more often they are named."""
    keys = list(places)
    at = [places[key] for key in keys]
    first = list(at)
    index = {key: k for k, key in enumerate(keys)}
    ways = [(index[a], index[b]) for a, b in dict.fromkeys(routes)]
    shares = [min(MOST, 1 + MORE * crowded.count(key)) for key in keys]
    near = _neighbours(first, REACH * (frame.right - frame.left))
    for turn in range(ROUNDS):
        at = _pushed(at, room, shares)
        if turn % EVERY == 0:
            at = _cleared(at, ways)
        if turn < ROUNDS * SMOOTH:
            at = _taken_along(first, at, near, 0.35)
        at = [(_within(x, frame.left, frame.right), _within(y, frame.top, frame.bottom)) for x, y in at]
    return dict(zip(keys, at, strict=True))


def _neighbours(at: Sequence[Point], reach: float) -> list[list[tuple[int, float]]]:
    """For each place those round it, with their weights, which add up to 1."""
    out = []
    for x, y in at:
        weights = [(k, exp(-((x - ox) ** 2 + (y - oy) ** 2) / (2 * reach * reach))) for k, (ox, oy) in enumerate(at)]
        kept = [(k, w) for k, w in weights if w > 0.02]
        total = sum(w for _, w in kept)
        out.append([(k, w / total) for k, w in kept])
    return out


def _pushed(at: Sequence[Point], room: tuple[float, float], shares: Sequence[float]) -> list[Point]:
    """Two places that are too near to each other go apart, each by a part of what is missing."""
    wide, high = room
    out = [list(point) for point in at]
    order = sorted(range(len(at)), key=lambda k: at[k])
    for n, i in enumerate(order):
        x, y = at[i]
        for j in order[n + 1 :]:
            dx, dy = at[j][0] - x, at[j][1] - y
            if dx >= wide * MOST:
                break
            far = hypot(dx / wide, dy / high) / max(shares[i], shares[j])
            if far < 1:
                if far < 1e-6:
                    dx, dy, far = wide * 1e-3, high * 1e-3, 1.4e-3  # one upon the other
                push = 0.3 * (1 - far) / far
                out[i][0] -= push * dx
                out[i][1] -= push * dy
                out[j][0] += push * dx
                out[j][1] += push * dy
    return [(x, y) for x, y in out]


def _cleared(at: Sequence[Point], ways: Sequence[tuple[int, int]]) -> list[Point]:
    """A place that lies on a route between two others goes aside, and the route a little to the other side."""
    out = [list(point) for point in at]
    for a, b in ways:
        (ax, ay), (bx, by) = at[a], at[b]
        left, right, top, bottom = min(ax, bx) - CLEAR, max(ax, bx) + CLEAR, min(ay, by) - CLEAR, max(ay, by) + CLEAR
        for k, (x, y) in enumerate(at):
            if k in (a, b) or not (left < x < right and top < y < bottom):
                continue
            fx, fy = nearest((x, y), at[a], at[b])
            far = hypot(x - fx, y - fy)
            if far < CLEAR:
                dx, dy = (x - fx, y - fy) if far > 1e-6 else (by - ay, ax - bx)
                length = hypot(dx, dy) or 1
                push = 0.5 * (CLEAR - far) / length
                out[k][0] += push * dx
                out[k][1] += push * dy
                for end in (a, b):
                    out[end][0] -= push * dx / 3
                    out[end][1] -= push * dy / 3
    return [(x, y) for x, y in out]


def _taken_along(
    first: Sequence[Point], at: Sequence[Point], near: Sequence[Sequence[tuple[int, float]]], part: float
) -> list[Point]:
    moves = [(x - fx, y - fy) for (x, y), (fx, fy) in zip(at, first, strict=True)]
    out = []
    for k, (x, y) in enumerate(at):
        dx = sum(weight * moves[n][0] for n, weight in near[k]) - moves[k][0]
        dy = sum(weight * moves[n][1] for n, weight in near[k]) - moves[k][1]
        out.append((x + part * dx, y + part * dy))
    return out


def _within(value: float, low: float, high: float) -> float:
    return max(low, min(high, value))
