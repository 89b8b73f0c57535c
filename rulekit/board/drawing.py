"""A board as SVG: areas, routes, marks, names and a legend. Nothing but text: no script, no font, no file from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import cos, pi, sin

from rulekit.board.labels import labels
from rulekit.board.look import INK, PAPER, Mark, Stroke
from rulekit.board.places import Board, Place

STYLE = "font-family:serif;text-anchor:middle;fill:" + INK
ROW = 18
"""Least height of a line of the legend."""
HALO = f'paint-order="stroke" stroke="{PAPER}" stroke-width="3" stroke-linejoin="round"'
"""Names stay readable across lines."""


def svg(board: Board, language: str = "en") -> str:
    """The board as one SVG document, in units of its tables; names in ``language``, or in English where it has none."""
    look = board.look
    size = f'width="{_n(look.width)}" height="{_n(look.height)}" viewBox="0 0 {_n(look.width)} {_n(look.height)}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} style="font-size:{_n(look.letters)}px;{STYLE}">']
    lines += [f'<rect width="100%" height="100%" fill="{PAPER}"/>']
    lines += ['<g class="areas">', *_areas(board), "</g>"]
    lines += ['<g class="routes">', *_routes(board), "</g>"]
    lines += [
        '<g class="places">',
        *(line for p in board.places.values() for line in _place(board, p, language)),
        "</g>",
    ]
    lines += ['<g class="names">', *_names(board, language), "</g>"]
    lines += ['<g class="legend">', *_legend(board), "</g>", "</svg>"]
    return "\n".join(lines) + "\n"


def _areas(board: Board) -> Iterator[str]:
    for place in board.places.values():
        if place.outline:
            corners = " ".join(f"{_n(x)},{_n(y)}" for x, y in place.outline)
            yield f'<polygon points="{corners}" fill="{_tint(board, place, PAPER)}" stroke="{INK}" stroke-width="1"/>'


def _routes(board: Board) -> Iterator[str]:
    for sort, route in ((s, r) for s in board.look.routes for r in board.routes if r.sort == s):
        if not board.look.routes[sort].width:
            continue  # neighbours whose areas touch need no line
        (ax, ay), (bx, by) = board.places[route.a].at, board.places[route.b].at
        stroke = _stroke(board.look.routes[sort])
        yield f'<line x1="{_n(ax)}" y1="{_n(ay)}" x2="{_n(bx)}" y2="{_n(by)}" {stroke}/>'


def _mark(board: Board, place: Place) -> Mark:
    return board.look.marks.get(place.sort, Mark(place.sort, "none" if place.outline else "circle"))


def _place(board: Board, place: Place, language: str) -> Iterator[str]:
    (x, y), letters = place.at, board.look.letters
    mark = _mark(board, place)
    yield f'<g id="{escape(place.key)}">'
    yield _shape(mark, x, y, mark.colour if place.outline else _tint(board, place, mark.colour))
    if place.number:
        yield f'<text x="{_n(x)}" y="{_n(y + letters / 3)}" font-weight="bold">{escape(place.number)}</text>'
    if place.outline:
        below = y + (letters * (0.3 + bool(place.number)) if mark.shape == "none" else mark.size + letters)
        yield f'<text x="{_n(x)}" y="{_n(below)}">{escape(place.name(language))}</text>'
    yield "</g>"


def _names(board: Board, language: str) -> Iterator[str]:
    """The names of points, above all else that is drawn."""
    found = labels(board, {key: _mark(board, place) for key, place in board.places.items()}, language)
    for label in found.values():
        there = f'x="{_n(label.x)}" y="{_n(label.y)}" text-anchor="{label.anchor}"'
        yield f"<text {there} {HALO}>{escape(label.text)}</text>"


def _shape(mark: Mark, x: float, y: float, fill: str) -> str:
    s, paint = mark.size, f'fill="{fill}" stroke="{INK}"'
    match mark.shape:
        case "none":
            return ""
        case "circle":
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(s)}" {paint}/>'
        case "square":
            return f'<rect x="{_n(x - s)}" y="{_n(y - s)}" width="{_n(2 * s)}" height="{_n(2 * s)}" {paint}/>'
        case "wave":
            return f'<ellipse cx="{_n(x)}" cy="{_n(y)}" rx="{_n(2 * s)}" ry="{_n(s)}" {paint}/>'
        case _:
            corners = " ".join(f"{_n(x + s * dx)},{_n(y + s * dy)}" for dx, dy in _corners(mark.shape))
            return f'<polygon points="{corners}" {paint}/>'


def _corners(shape: str) -> Iterator[tuple[float, float]]:
    """The corners of a shape round the middle, for a size of 1."""
    if shape == "triangle":
        yield from ((0, -1.2), (1.15, 0.9), (-1.15, 0.9))
    elif shape == "diamond":
        yield from ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0))
    else:
        for k in range(10):
            reach = 1.5 if k % 2 == 0 else 0.75
            yield reach * sin(k * pi / 5), -reach * cos(k * pi / 5)


def _legend(board: Board) -> Iterator[str]:
    look = board.look
    if look.legend is None:
        return
    x, y = look.legend
    used = [mark for sort, mark in look.marks.items() if any(p.sort == sort for p in board.places.values())]
    widest = max([16.0, *(_reach(mark)[0] for mark in used)])
    for mark in used:
        if mark.shape != "none":
            high = max(ROW / 2, _reach(mark)[1] + 3)
            yield _shape(mark, x, y + high, mark.colour)
            yield _said(x + widest + 8, y + high + 4, mark.name)
            y += 2 * high
    for route in (r for r in look.routes.values() if r.width):
        y += ROW
        there = f'x1="{_n(x - 13)}" y1="{_n(y)}" x2="{_n(x + 13)}" y2="{_n(y)}"'
        yield f"<line {there} {_stroke(route)}/>"
        yield _said(x + widest + 8, y + 4, route.name)


def _reach(mark: Mark) -> tuple[float, float]:
    """How far a mark reaches to the right and downwards."""
    return {"wave": (2 * mark.size, mark.size), "star": (1.5 * mark.size, 1.5 * mark.size)}.get(
        mark.shape, (1.3 * mark.size, 1.3 * mark.size)
    )


def _said(x: float, y: float, text: str) -> str:
    return f'<text x="{_n(x)}" y="{_n(y)}" text-anchor="start">{escape(text)}</text>'


def _stroke(stroke: Stroke) -> str:
    dash = f' stroke-dasharray="{stroke.dash}"' if stroke.dash else ""
    return f'stroke="{stroke.colour}" stroke-width="{_n(stroke.width)}"{dash}'


def _tint(board: Board, place: Place, usual: str) -> str:
    return board.look.tint.colours.get(place.tint, usual)


def _n(number: float) -> str:
    """A number as short as it can be said, with one decimal at most."""
    return f"{number:.1f}".removesuffix(".0")
