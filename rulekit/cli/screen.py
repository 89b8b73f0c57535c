"""The terminal: lines, tables and questions, with or without colours. The only module that talks to rich."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from rulekit.characters import cleaned, one_line

Shown = Table | Group
"""A table as :meth:`Screen.table` makes it."""
WIDE = 120
"""The width for output that no terminal shows."""
BETWEEN = 6
"""Blanks between two tables beside each other: more than between the columns of one."""


class Screen:
    """Where a command writes. ``plain`` leaves colours and boxes out; so does output that goes to a file."""

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
            width=None if self.terminal else WIDE,
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

    def tables(self, tables: Iterable[Shown]) -> None:
        """Tables below each other, and beside each other where the screen is wide enough."""
        waiting: list[Shown] = []
        used = 0
        for table in tables:
            width = self.console.measure(table).maximum + BETWEEN
            if waiting and used + width > self.width:
                self._beside(waiting)
                waiting, used = [], 0
            waiting.append(table)
            used += width
        self._beside(waiting)

    def _beside(self, tables: Sequence[Shown]) -> None:
        if len(tables) == 1:
            self.console.print("", tables[0], sep="\n")
        elif tables:
            grid = Table.grid(padding=(0, BETWEEN, 0, 0))
            grid.add_row(*tables)
            self.console.print("", grid, sep="\n")

    def table(self, title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], note: str = "") -> Shown:
        """A table in the manner of this screen; columns of numbers go to the right. ``note`` stands below it."""
        rows = [[_text(cell) for cell in row] for row in rows]
        made = Table(
            show_header=any(columns), box=None if self.plain else box.SIMPLE_HEAD, padding=(0, 2, 0, 0) if self.plain else (0, 1),
            pad_edge=not self.plain, show_edge=False,
        )  # fmt: skip
        for k, name in enumerate(columns):
            numbers = all(_is_number(row[k]) for row in rows) and any(row[k] for row in rows)
            heading = "\n".join(map(one_line, name.split("\n")))
            made.add_column(Text(heading), justify="right" if numbers else "left", overflow="fold")
        for row in rows:
            made.add_row(*[Text(cell) for cell in row])
        # A title of the table itself would be broken where the table is narrower.
        above = [Text(one_line(title), style="bold")] if title else []
        below = [Text(cleaned(note), style="dim")] if note else []
        return Group(*above, made, *below) if above or below else made

    def choices(self, labels: Sequence[tuple[int, str]], style: str = "") -> None:
        """Numbered lines, in columns when there are many."""
        if not labels:
            return
        digits = max(len(str(number)) for number, _ in labels)
        # An amount is its own number and needs no second one.
        amounts = all(label == str(number) for number, label in labels)
        cells = [f"{number:>{digits}}" + ("" if amounts else f"  {one_line(label)}") for number, label in labels]
        wide = max(map(cell_len, cells)) + 3
        count = max(1, min(self.width // wide, -(-len(cells) // 6)))  # few lines stay below each other
        count = min(self.width // wide, len(cells)) or 1 if amounts else count
        high = -(-len(cells) // count)
        for k in range(high):
            parts = cells[k::high]
            padded = [part + " " * (wide - cell_len(part)) for part in parts[:-1]] + parts[-1:]
            self.line("  " + "".join(padded), style)

    def ask(self, question: str) -> str:
        """What the player types. Raises EOFError when there is nothing more to read."""
        with suppress(ImportError):
            import_module("readline")  # from here on, the arrow keys work
        self.console.file.flush()
        return input(one_line(question) if not question.isprintable() else question)

    def drop_typed(self) -> None:
        """What is half typed does not count, and the next question begins on a line of its own."""
        with suppress(ImportError):
            import termios

            with suppress(termios.error, ValueError):  # a stream that is no terminal holds nothing back
                termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
        self.line()

    def clear(self) -> None:
        """What was on the screen is for one pair of eyes only."""
        if self.terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")  # and nobody scrolls back to it
        else:
            self.line("\n" * 3)


def _text(cell: Any) -> str:
    return "" if cell is None else cleaned(str(cell))


def _is_number(text: str) -> bool:
    return not text or text.lstrip("-").isdigit()
