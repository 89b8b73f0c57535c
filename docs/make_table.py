"""Draws docs/images/table-*.svg: the full screen as it is played, by textual's own export. Needs the extra ``tui``.

The same seed and the same keys give the same picture, as long as the rules and the words of the game are the same.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from html import unescape
from pathlib import Path
from random import Random

import making  # noqa: F401  # the checkout comes first in the path of modules
from rich.cells import cell_len
from textual.widgets import Input

import rulekit
from rulekit.board import read_board
from rulekit.cli.table.seating import seat_all
from rulekit.tabletop import form_entry
from rulekit.tabletop.autosave import Autosave
from rulekit.tabletop.driver import Driver
from rulekit.tabletop.texts import choose_language
from rulekit.tui.app import TableApp

HERE = Path(__file__).parent
GAMES = HERE.parent / "games"
PLANNED = ["rest random", "done"]
CLOSE = "^["
"""In what is typed: the key that closes a panel"""
PICTURES: Mapping[str, tuple[str, tuple[int, int], str, Mapping[str, str], Sequence[str]]] = {
    "table-first-look": ("tic_tac_toe", (80, 24), "en", {}, ["5"]),
    "table-shogun": ("shogun", (120, 40), "en", {"setup": "Predetermined"}, [*PLANNED, "1"]),
    "table-shogun-form": ("shogun", (120, 40), "en", {"setup": "Predetermined"}, ["1 Tamba", "9 Kii", "10 Omi"]),
    "table-shogun-small": ("shogun", (80, 24), "en", {"setup": "Predetermined"}, [*PLANNED, "1"]),
    "table-shogun-zh": ("shogun", (120, 40), "zh-Hans", {"setup": "Predetermined"}, [*PLANNED, "1"]),
}
"""name -> (game, columns and rows, language, options, what is typed)"""
_TEXT = re.compile(r'textLength="[\d.]+"([^>]*)>([^<]*)<')
CELL = 12.2
"""The width of a cell in textual's drawing."""
FONTS = 'Fira Code, Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", "Noto Sans Mono CJK JP", monospace'
_FONT = re.compile(r"@font-face\s*\{[^}]*\}\s*")


def picture(game: str, size: tuple[int, int], lang: str, options: Mapping[str, str], typed: Sequence[str]) -> str:
    """The screen after what is typed."""
    return screens(game, size, lang, options, typed)[-1]


def screens(game: str, size: tuple[int, int], lang: str, options: Mapping[str, str], typed: Sequence[str]) -> list[str]:
    """The screen at first, and after each line that is typed. Fonts are those of whoever looks: nothing is loaded."""
    folder = GAMES / game
    rules = rulekit.load(folder)
    match = rules.start(seed=5, options=options)
    texts = choose_language(lang, rules.names).of(folder, ())
    seating = seat_all(len(match.players), {}, (), people=True)
    app = TableApp(rules, Driver(match, seating, Autosave()), texts, read_board(folder))
    app.title = rules.names.get(lang, rules.title)

    form_entry.SystemRandom = lambda: Random(5)  # type: ignore[assignment,misc]  # the same picture each time

    async def run() -> list[str]:
        shots = []
        async with app.run_test(size=size) as pilot:
            for line in [None, *typed]:
                if line == CLOSE:
                    await pilot.press("escape")
                elif line is not None:
                    app.query_one("#line", Input).value = line
                    await pilot.press("enter")
                await pilot.pause(0.2)
                while app.busy and not match.over:
                    await app.workers.wait_for_complete()
                    await pilot.pause(0.05)
                await pilot.pause(0.2)
                shots.append(_in_any_font(app.export_screenshot()))
        return shots

    return asyncio.run(run())


def _in_any_font(shot: str) -> str:
    drawn = _FONT.sub("", shot).replace("font-family: Fira Code, monospace", f"font-family: {FONTS}")
    return _TEXT.sub(_as_wide_as_it_is, drawn)


def _as_wide_as_it_is(found: re.Match[str]) -> str:
    """The export counts letters; those of Chinese are two cells wide."""
    length = round(cell_len(unescape(found[2])) * CELL, 1)
    return f'textLength="{length}"{found[1]}>{found[2]}<'


if __name__ == "__main__":
    (HERE / "images").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as state:
        os.environ["XDG_STATE_HOME"] = state
        for name, what in PICTURES.items():
            (HERE / "images" / f"{name}.svg").write_text(picture(*what), encoding="utf-8")
            print(f"docs/images/{name}.svg")
