"""Screens of textual's export as one small SVG: a row that is the same on several screens is drawn once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import unescape
from xml.sax.saxutils import escape

HIGH, WIDE, FIRST_RECT, FIRST_TEXT = 24.4, 12.2, 1.5, 20.0
"""The height and width of a cell in textual's drawing, and where the backgrounds and the letters of the first row stand"""
_STYLE = re.compile(r"\.(terminal-[\w-]+-r\d+) \{ ([^}]*?) ?\}")
_RECT = re.compile(r'<rect fill="([^"]+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="[\d.]+"[^>]*/>')
_TEXT = re.compile(r'<text class="([\w-]+)" x="([\d.]+)" y="([\d.]+)" textLength="([\d.]+)"[^>]*>([^<]*)</text>')
_FRAME = re.compile(r'<rect fill="[^"]+" stroke=.*?</g>', re.DOTALL)
_FONT = re.compile(r"font-family: ([^;]*monospace);")

Row = tuple[tuple[tuple[str, int, int], ...], tuple[tuple[str, str, str, str], ...]]
"""(fill, from, cells) of each background, and (style, x, length, letters) of each text"""


class SharedRows:
    """``style``: the rules of all screens; ``shared``: what stands on more than one; ``screens``: a group for each."""

    def __init__(self, shots: Sequence[str]) -> None:
        screens = [_rows(shot) for shot in shots]
        fills = Counter(fill for rows in screens for row_fills, _ in rows for fill, _, _ in row_fills)
        self.ground = max(fills, key=fills.__getitem__)
        self.styles = list(dict.fromkeys(style for rows in screens for _, texts in rows for style, *_ in texts))
        seen = Counter(row for rows in screens for row in rows)
        self.names = {row: f"r{k}" for k, row in enumerate(row for row, n in seen.items() if n > 1)}
        font = _FONT.search(shots[0])
        assert font is not None
        self.frame = _frame(shots[0])
        self.style = "\n".join(
            [
                f".screen {{ font: 20px {font[1]} }} path {{ shape-rendering: crispEdges }}",
                ".title { font: bold 18px arial }",
                *(f".c{k} {{ {style} }}" for k, style in enumerate(self.styles)),
            ]
        )
        self.shared = "".join(f'<g id="{name}">{self._drawn(row)}</g>\n' for row, name in self.names.items())
        self.screens = ["\n".join(self._placed(rows)) for rows in screens]

    def _placed(self, rows: Sequence[Row]) -> Iterator[str]:
        yield f'<path fill="{self.ground}" d="M0 0h{WIDE * max(_cells(row) for row in rows):g}v{HIGH * len(rows):g}H0z"/>'
        for k, row in enumerate(rows):
            y = f"{k * HIGH:g}"
            if row in self.names:
                yield f'<use href="#{self.names[row]}" y="{y}"/>'
            else:
                yield f'<g transform="translate(0 {y})">{self._drawn(row)}</g>'

    def _drawn(self, row: Row) -> str:
        fills, texts = row
        paths: dict[str, str] = {}
        for fill, first, cells in fills:
            if fill != self.ground:
                paths[fill] = paths.get(fill, "") + f"M{first} 0h{cells}v1h-{cells}z"
        out = [f'<path fill="{fill}" d="{d}" transform="scale({WIDE} {HIGH})"/>' for fill, d in paths.items()]
        out += [
            f'<text class="c{self.styles.index(style)}" x="{x}" y="18.5" textLength="{length}">{letters}</text>'
            for style, x, length, letters in texts
        ]
        return "".join(out)


def _rows(shot: str) -> list[Row]:
    styles = dict(_STYLE.findall(shot))
    drawing = shot[shot.index("-clip-terminal)") :]
    fills: dict[int, list[tuple[str, int, int]]] = {}
    for fill, x, y, width in _RECT.findall(drawing):
        row = fills.setdefault(round((float(y) - FIRST_RECT) / HIGH), [])
        first, cells = round(float(x) / WIDE), round(float(width) / WIDE)
        if row and row[-1][0] == fill and row[-1][1] + row[-1][2] == first:
            row[-1] = fill, row[-1][1], row[-1][2] + cells
        elif cells:
            row.append((fill, first, cells))
    texts: dict[int, list[tuple[str, str, str, str]]] = {}
    for style, x, y, length, letters in _TEXT.findall(drawing):
        if unescape(letters).strip("\xa0 \n"):
            row_of = texts.setdefault(round((float(y) - FIRST_TEXT) / HIGH), [])
            row_of.append((styles[style], x, length, escape(unescape(letters))))
    count = 1 + max(*fills, *texts)
    return [(tuple(fills.get(k, ())), tuple(texts.get(k, ()))) for k in range(count)]


def _cells(row: Row) -> int:
    return max((first + cells for _, first, cells in row[0]), default=0)


def _frame(shot: str) -> str:
    """The window round a screen."""
    found = _FRAME.search(shot)
    assert found is not None
    return re.sub(r'class="[\w-]+-title"', 'class="title"', found[0])
