"""The terminal: lines, pages and questions, with or without colours."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper

from rich.console import Console
from rich.text import Text

from rulekit.characters import cleaned, one_line
from rulekit.tabletop.page import Choices, Page, Paragraph, TableGroup
from rulekit.tabletop.texts import Texts
from rulekit.terminal.pages import choice_lines, tables
from rulekit.terminal.wrapping import wrapped

WIDE, LEAST = 120, 40
"""The width of output that no terminal shows where ``COLUMNS`` says none, and the least that it can say"""


class Screen:
    """Where a command writes. ``plain`` leaves colours and boxes out, and tables stand below each other; so they do in output
    that goes to a file, whose pages are wrapped as well."""

    def __init__(self, plain: bool = False) -> None:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            # A terminal that does not know a character, or sends one that is none, must not end the game.
            if isinstance(stream, TextIOWrapper):
                with suppress(ValueError):  # one that is closed
                    stream.reconfigure(errors="replace")
        self.terminal = sys.stdout.isatty()
        self.plain = plain or not self.terminal
        self.console = Console(
            file=sys.stdout,
            color_system=None if self.plain else "auto",
            no_color=self.plain or None,
            width=None if self.terminal else _width_of_files(),
            markup=False,
            highlight=False,
            emoji=False,
        )

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def height(self) -> int:
        return self.console.height if self.terminal else 1000

    def line(self, text: str = "", style: str = "") -> None:
        """One line, or several; long ones are wrapped by the terminal itself."""
        self.console.print(Text(cleaned(text), style=style), soft_wrap=True)

    def draw(self, page: Page, texts: Texts) -> None:
        """Writes a page."""
        for block in page.blocks:
            match block:
                case Paragraph(text, style) if self.terminal:
                    self.line(text, style)
                case Paragraph(text, style):
                    rows = cleaned(text).split("\n")
                    self.line("\n".join(part for row in rows for part in wrapped(row, self.width, torn=False)), style)
                case Choices(items, style):
                    for line in choice_lines(items, self.width):
                        self.line(line, style)
                case TableGroup(sheets):
                    for drawn in tables(sheets, texts, self.console, self.width, self.plain, beside=not self.plain):
                        self.console.print(drawn)

    def ask(self, question: str) -> str:
        """Reads a line that the player types. Raises EOFError at the end of the input."""
        with suppress(ImportError):
            import_module("readline")  # from here on, the arrow keys work
        self.console.file.flush()
        return input(one_line(question) if not question.isprintable() else question)

    def drop_typed(self) -> None:
        """Discards a half-typed line, so that the next question begins on a line of its own."""
        with suppress(ImportError):
            import termios

            with suppress(termios.error, ValueError):  # a stream that is no terminal holds nothing back
                termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
        self.line()

    def clear(self) -> None:
        """Clears the screen, whose content is for one player only."""
        if self.terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")  # and nobody scrolls back to it
        else:
            self.line("\n" * 3)


def _width_of_files() -> int:
    """The width of output that goes to no terminal, from the environment."""
    said = os.environ.get("COLUMNS", "")
    return max(LEAST, int(said)) if said.isdecimal() and len(said) < 5 and int(said) else WIDE
