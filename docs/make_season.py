"""Records a season of SHOGUN in a real terminal (tmux), by keys alone: ``python docs/make_season.py``.

It writes the screen after the season at 120 by 40 and at 80 by 24 as pictures, ``docs/images/season-WIDTHxHEIGHT.svg``.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.tui.terminal import season, terminal  # noqa: E402

SIZES = ((120, 40), (80, 24))


def main() -> None:
    for size in SIZES:
        with tempfile.TemporaryDirectory() as home:
            environment = {"HOME": home, "TERM": "screen-256color", "COLORTERM": "truecolor"}
            with terminal(size, "play games/shogun --set setup=predetermined --seed 7 --lang en", environment) as table:
                season(table, "Spring of year 1")
                shown = table.screen(colours=True)
        console = Console(width=size[0], height=size[1], record=True, file=io.StringIO(), force_terminal=True)
        console.print(Text.from_ansi(shown), end="", soft_wrap=False)
        target = ROOT / f"docs/images/season-{size[0]}x{size[1]}.svg"
        target.write_text(console.export_svg(title="rulekit play shogun", unique_id=f"season-{size[0]}"), "utf-8")
        print(f"wrote {target.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
