"""Draws charts as SVG for a page: no script, no font, and no meaning by colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import isfinite

from rulekit.lab.statistics import Interval

WIDTH, ROW, LEFT, RIGHT = 640, 26, 190, 90
INK, SOFT, BAR = "#222", "#bbb", "#4a7a9c"


def intervals(
    rows: Sequence[tuple[str, Interval, str]], low: float, high: float, mark: float | None, title: str
) -> str:
    """One row for each number: its name, a dot with its interval as a line, and what is said of it. ``mark``: a line down the
    picture, where equals would be, say."""
    height = ROW * len(rows) + 20
    out = [_open(height, title)]
    if mark is not None:
        x = _x(mark, low, high)
        out.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{height - 14}" stroke="{INK}" stroke-dasharray="3 3"/>')
    for k, (name, interval, said) in enumerate(rows):
        y = ROW * k + 18
        a, b, c = (_x(max(low, min(high, v)), low, high) for v in (interval.low, interval.value, interval.high))
        out += [
            _text(LEFT - 10, y + 4, name, "end"),
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" stroke="{SOFT}" stroke-width="0.5"/>',
            f'<line x1="{a:.1f}" x2="{c:.1f}" y1="{y}" y2="{y}" stroke="{BAR}" stroke-width="6" stroke-opacity="0.45"/>',
            f'<circle cx="{b:.1f}" cy="{y}" r="4" fill="{BAR}"/>',
            _text(WIDTH - RIGHT + 8, y + 4, said),
        ]
    return "".join([*out, "</svg>"])


def bars(columns: Sequence[tuple[int, int, int]], title: str) -> str:
    """A histogram: (from, to, how many) for each column."""
    height, most = 170, max((n for _, _, n in columns), default=1) or 1
    wide = (WIDTH - 60) / max(len(columns), 1)
    out = [_open(height, title)]
    for k, (low, high, n) in enumerate(columns):
        tall = 120 * n / most
        x, y = 40 + k * wide, 140 - tall
        said = f"{low}" if low == high else f"{low}-{high}"
        out.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(wide - 2, 1):.1f}" height="{tall:.1f}" fill="{BAR}">'
            f"<title>{said}: {n}</title></rect>"
        )
        if k % max(1, len(columns) // 8) == 0:
            out.append(_text(x + wide / 2, 156, str(low), "middle"))
    out.append(_text(36, 26, str(most), "end"))
    return "".join([*out, "</svg>"])


COLOURS = ("#1f6f9f", "#b5541c", "#3d7d35", "#7a4a9e", "#8a6d00", "#a03060", "#3c3c3c", "#008080")
DASHES = ("", "6 3", "2 3", "8 3 2 3", "1 2", "10 4", "4 2 1 2", "12 3")


def curves(
    series: Sequence[tuple[str, Sequence[Interval]]], ticks: Sequence[str], mark: float | None, title: str
) -> str:
    """Numbers over the values of something: for each series a line with its intervals as bars. ``ticks``: the values, from left
    to right; ``mark``: a level line. Lines differ in their dashes as well as in their colours."""
    shown = [x for _, row in series for i in row for x in (i.low, i.high) if isfinite(x)]
    shown += [x for _, row in series for x in (i.value for i in row)] + ([mark] if mark is not None else [])
    low, high = min(shown), max(shown)
    low, high = low - 0.05 * (high - low or 1), high + 0.05 * (high - low or 1)
    tall, height = 240, 290 + 18 * ((len(series) + 2) // 3)

    def x(k: float) -> float:
        return 60 + (WIDTH - 90) * (k + 0.5) / len(ticks)

    def y(value: float) -> float:
        return 20 + tall * (high - max(low, min(high, value))) / (high - low)

    out = [_open(height, title)]
    for k in range(5):
        level = low + (high - low) * k / 4
        line = f'<line x1="55" x2="{WIDTH - 20}" y1="{y(level):.1f}" y2="{y(level):.1f}" stroke="{SOFT}" stroke-width="0.5"/>'
        out += [line, _text(50, y(level) + 4, f"{level:.4g}", "end")]
    if mark is not None:
        out.append(
            f'<line x1="55" x2="{WIDTH - 20}" y1="{y(mark):.1f}" y2="{y(mark):.1f}" stroke="{INK}" stroke-dasharray="3 3"/>'
        )
    out += [_text(x(k), tall + 38, tick, "middle") for k, tick in enumerate(ticks)]
    for j, (name, row) in enumerate(series):
        colour, dash = COLOURS[j % len(COLOURS)], DASHES[j % len(DASHES)]
        aside = (j - (len(series) - 1) / 2) * 0.08
        points = " ".join(f"{x(k + aside):.1f},{y(i.value):.1f}" for k, i in enumerate(row))
        out.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5" stroke-dasharray="{dash}"/>'
        )
        for k, i in enumerate(row):
            at = f"{x(k + aside):.1f}"
            out.append(
                f'<line x1="{at}" x2="{at}" y1="{y(i.low):.1f}" y2="{y(i.high):.1f}" stroke="{colour}" stroke-width="2"/>'
            )
            out.append(f'<circle cx="{at}" cy="{y(i.value):.1f}" r="3" fill="{colour}"/>')
        left, top = 60 + 190 * (j % 3), tall + 60 + 18 * (j // 3)
        out.append(
            f'<line x1="{left}" x2="{left + 28}" y1="{top}" y2="{top}" stroke="{colour}" stroke-width="2" '
            f'stroke-dasharray="{dash}"/>'
        )
        out.append(_text(left + 34, top + 4, name))
    return "".join([*out, "</svg>"])


def _x(value: float, low: float, high: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * (value - low) / ((high - low) or 1)


def _open(height: int, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" font-family="sans-serif" font-size="12" fill="{INK}"><title>{escape(title)}</title>'
    )


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
