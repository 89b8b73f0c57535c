"""Captures what the commands print at the prompts, as text with colours for a panel."""

from __future__ import annotations

import re
from io import StringIO

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from rulekit.characters import cleaned
from rulekit.cli.screen import Screen

_PIECE = re.compile(r"\s+|[\u2e80-\uffef][，。、；：！？）”』」]*|[^\s\u2e80-\uffef]+[，。、；：！？）”』」]*")
"""What is not broken: a word, or a wide character with the punctuation behind it"""


def broken(line: str, width: int) -> list[str]:
    """A line in lines that are no wider than that: between words, and between characters where these are words. What goes on
    stands in by as much as the line did, and as its mark of a list."""
    margin = " " * (len(line) - len(line.lstrip(" ")) + 2 * line.lstrip(" ").startswith("- "))
    margin = margin if 2 * len(margin) < width else ""
    out, now = [], ""
    for piece in _PIECE.findall(line):
        if now.strip() and cell_len(now) + cell_len(piece.rstrip()) > width:
            out.append(now.rstrip())
            now = margin
        now += "" if now == margin and out and piece.isspace() else piece
        while cell_len(now.rstrip()) > width:  # a word that is wider than a line
            head = set_cell_size(now, width).rstrip()
            out, now = [*out, head], now[len(head) :]
    return [*out, now]


class Paper(Screen):
    """A screen in memory: its output is taken as a text. It never prompts."""

    def __init__(self, width: int, height: int = 40) -> None:
        self.terminal, self.plain = False, False
        self._high = height
        self.console = Console(
            file=StringIO(), force_terminal=True, color_system="truecolor", width=width, height=height, markup=False,
            highlight=False, emoji=False, legacy_windows=False,
        )  # fmt: skip

    def line(self, text: str = "", style: str = "") -> None:
        """One line, or several; long ones are broken, since a panel is no terminal that would do it."""
        for row in cleaned(text).split("\n"):
            self.console.print(Text("\n".join(broken(row, self.width)), style=style), soft_wrap=True)

    @property
    def height(self) -> int:
        return self._high

    def take(self) -> Text:
        """What was written since the last time."""
        file = self.console.file
        assert isinstance(file, StringIO)
        text = file.getvalue()
        file.seek(0)
        file.truncate()
        return Text.from_ansi(text.strip("\n"))
