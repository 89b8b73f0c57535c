"""Records a season of SHOGUN and a turn of each wargame in a real terminal (tmux), by keys alone: ``python docs/make_season.py``.

It writes the screens after them at 120 by 40 and at 80 by 24 as pictures, ``docs/images/NAME-WIDTHxHEIGHT.svg``.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from operator import ne
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.tui.terminal import Terminal, season, terminal  # noqa: E402
from tests.tui.test_turns import typed_in  # noqa: E402

SIZES = ((120, 40), (80, 24))
WARGAMES = {"most_dangerous_time": "Turn 2", "nobunaga_successors": "Round 2"}


def main() -> None:
    record("season", "games/shogun --set setup=predetermined", lambda table: season(table, "Spring of year 1"))
    for name, end in WARGAMES.items():
        lines = typed_in(name, SIZES[0])
        record(f"turn-{name.replace('_', '-')}", name, partial(turn, lines=lines, end=end))


def turn(table: Terminal, lines: list[str], end: str) -> str:
    """Types what was typed in a game of the same seed; the screen on which the next turn begins."""
    for line in lines:
        now = table.until(lambda screen: "?" in screen)
        while "Enter: go on" in now:  # the telling has stopped
            table.type("")
            now = table.until(partial(ne, now))
        table.type(line)
        table.until(partial(ne, now))
    return table.until(lambda screen: end in screen)


def record(name: str, game: str, played: Callable[[Terminal], object]) -> None:
    """The last screen of what is ``played`` at the table of a game, at both sizes."""
    for size in SIZES:
        with tempfile.TemporaryDirectory() as home:
            environment = {"HOME": home, "TERM": "screen-256color", "COLORTERM": "truecolor"}
            with terminal(size, f"play {game} --seed 7 --lang en", environment) as table:
                played(table)
                shown = table.screen(colours=True)
        console = Console(width=size[0], height=size[1], record=True, file=io.StringIO(), force_terminal=True)
        console.print(Text.from_ansi(shown), end="", soft_wrap=False)
        title, target = f"rulekit play {game.split()[0]}", ROOT / f"docs/images/{name}-{size[0]}x{size[1]}.svg"
        target.write_text(console.export_svg(title=title, unique_id=f"{name}-{size[0]}"), "utf-8")
        print(f"wrote {target.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
