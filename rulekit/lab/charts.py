"""Pictures of numbers as SVG, which stand in a page by themselves: no script, no font, no colour that alone tells something."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

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


def _x(value: float, low: float, high: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * (value - low) / ((high - low) or 1)


def _open(height: int, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" font-family="sans-serif" font-size="12" fill="{INK}"><title>{escape(title)}</title>'
    )


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
