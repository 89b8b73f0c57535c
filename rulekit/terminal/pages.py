"""The blocks of a page for rich: tables side by side where there is room, choices in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from rulekit.characters import cleaned, one_line
from rulekit.tabletop.board import Sheet
from rulekit.tabletop.columns import fit
from rulekit.tabletop.page import Choices, Page, Paragraph, TableGroup
from rulekit.tabletop.texts import Texts
from rulekit.terminal.wrapping import wrapped

GAP = 6
"""Blanks between two tables beside each other: more than between the columns of one."""


def in_panel(page: Page, texts: Texts, console: Console, width: int) -> Group:
    """A page for a panel of this width, whose lines are broken here."""
    parts: list[RenderableType] = []
    for block in page.blocks:
        match block:
            case Paragraph(text, style):
                lines = [line for row in cleaned(text).split("\n") for line in wrapped(row, width)]
                parts.append(Text("\n".join(lines), style, no_wrap=True))
            case Choices(items, style):
                parts += [Text(line, style) for line in choice_lines(items, width)]
            case TableGroup(sheets):
                parts += tables(sheets, texts, console, width)
    return Group(*parts)


def tables(
    sheets: Sequence[Sheet], texts: Texts, console: Console, width: int, plain: bool = False, beside: bool = True
) -> Iterator[RenderableType]:
    """Tables below each other, and with ``beside`` next to each other where they fit into the width. ``plain``: without lines."""
    row: list[RenderableType] = []
    used = 0
    for sheet in sheets:
        drawn = _table(sheet, texts, width, plain)
        wide = console.measure(drawn).maximum + GAP
        if row and (not beside or used + wide > width):
            yield from _beside(row)
            row, used = [], 0
        row.append(drawn)
        used += wide
    yield from _beside(row)


def _beside(row: Sequence[RenderableType]) -> Iterator[RenderableType]:
    yield Text("")
    if len(row) == 1:
        yield row[0]
        return
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_row(*row)
    yield grid


def _table(sheet: Sheet, texts: Texts, width: int, plain: bool) -> RenderableType:
    """A sheet cut to the width, with the names of omitted columns below it; columns of numbers go to the right."""
    columns, out = fit(sheet.columns, width)
    notes = [texts("rest", n=sheet.left)] if sheet.left else []
    notes += [texts("too_wide", names=texts.list(out))] if out else []
    table = Table(
        show_header=any(column.name for column in columns), box=None if plain else box.SIMPLE_HEAD,
        padding=(0, 2, 0, 0) if plain else (0, 1), pad_edge=not plain, show_edge=False,
    )  # fmt: skip
    for column in columns:
        numbers = all(map(_is_number, column.cells)) and any(column.cells)
        heading = "\n".join(map(one_line, column.name.split("\n")))
        table.add_column(Text(heading), justify="right" if numbers else "left", overflow="fold")
    for cells in zip(*(column.cells for column in columns), strict=True):
        table.add_row(*[Text(cleaned(cell)) for cell in cells])
    # A title of the table itself would be broken where the table is narrower.
    above = [Text(one_line(sheet.title), style="bold")] if sheet.title else []
    below = [Text(cleaned("\n".join(notes)), style="dim")] if notes else []
    return Group(*above, table, *below) if above or below else table


def choice_lines(items: Sequence[tuple[int, str]], width: int) -> Iterator[str]:
    """Numbered choices as lines, in columns when there are many."""
    digits = max(len(str(number)) for number, _ in items)
    # An amount is its own number and needs no second one.
    amounts = all(label == str(number) for number, label in items)
    cells = [f"{number:>{digits}}" + ("" if amounts else f"  {one_line(label)}") for number, label in items]
    wide = max(map(cell_len, cells)) + 3
    count = max(1, min(width // wide, -(-len(cells) // 6)))  # few lines stay below each other
    count = min(width // wide, len(cells)) or 1 if amounts else count
    high = -(-len(cells) // count)
    for k in range(high):
        parts = cells[k::high]
        padded = [part + " " * (wide - cell_len(part)) for part in parts[:-1]] + parts[-1:]
        line = "".join(padded)
        lead = len(line) - len(line.lstrip(" "))  # of a number with fewer digits
        yield from wrapped(f"  {line}", max(width, 2 * (digits + 4)), indent=digits + 2 - lead)


def _is_number(text: str) -> bool:
    return not text or text.lstrip("-").isdigit()
