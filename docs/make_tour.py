"""Draws docs/images/tour.svg, the moving picture of the README: a plan, a refusal with its rule, what comes of it. Needs ``tui``.

Each screen is shown for some seconds; who wants no motion sees the last one.
"""

from __future__ import annotations

import os
import re
import tempfile

from make_table import CLOSE, HERE, screens
from shared_rows import SharedRows

SIZE = (120, 36)
SHOWN = (
    *((None, 2), ("1 chest card 1", 0), ("2 Omi", 2), ("rest random", 3), ("done", 0), ("1", 4)),
    *(("why Harima", 4), (CLOSE, 0), ("why Harima more", 6), (CLOSE, 0)),
    *(("1", 0), ("1", 0), ("1", 0), ("1", 0), ("1", 0), ("3", 8)),
)
"""What is typed, and for how many seconds the screen after it is seen"""
_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def animated(shots: list[tuple[str, float]]) -> str:
    """One SVG that shows one after the other, each for so many seconds, and begins anew."""
    [(width, height)] = {_BOX.search(shot).groups() for shot, _ in shots}  # type: ignore[union-attr]
    total, at, rules, drawings = sum(seconds for _, seconds in shots), 0.0, [], []
    rows = SharedRows([shot for shot, _ in shots])
    for k, ((_, seconds), screen) in enumerate(zip(shots, rows.screens, strict=True)):
        first, last = 100 * at / total, 100 * (at + seconds) / total
        before = f"0%, {first - 0.01:.2f}% {{ opacity: 0 }} " if k else ""
        after = f" {last + 0.01:.2f}%, 100% {{ opacity: 0 }}" if k < len(shots) - 1 else ""
        rules.append(
            f"@keyframes shot-{k} {{ {before}{first:.2f}%, {last:.2f}% {{ opacity: 1 }}{after} }}"
            f" .shot-{k} {{ opacity: {int(k == len(shots) - 1)}; animation: shot-{k} {total:g}s infinite }}"
        )
        drawings.append(f'<g class="shot-{k}">{screen}</g>')
        at += seconds
    still = "@media (prefers-reduced-motion: reduce) { g { animation: none !important } }"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    style = f"<style>{chr(10).join([rows.style, *rules, still])}</style>"
    inside = '<g class="screen" transform="translate(9 42.5)">'
    return "\n".join([head, style, f"<defs>{rows.shared}</defs>", rows.frame, inside, *drawings, "</g></svg>", ""])


def main() -> None:
    typed = [line for line, _ in SHOWN if line is not None]
    shots = screens("shogun", SIZE, "en", {"setup": "Predetermined"}, typed)
    frames = [(shot, seconds) for shot, (_, seconds) in zip(shots, SHOWN, strict=True) if seconds]
    (HERE / "images" / "tour.svg").write_text(animated(frames), encoding="utf-8")
    print("docs/images/tour.svg")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as state:
        os.environ["XDG_STATE_HOME"] = state
        main()
