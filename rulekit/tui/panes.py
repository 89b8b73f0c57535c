"""What stands beside the map: the marks of the table, the players, one's own things, the story."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rulekit.board.sides import Owner
from rulekit.characters import cleaned, one_line
from rulekit.cli.table.board import Board, Sheet
from rulekit.cli.table.columns import fit
from rulekit.cli.texts import Texts
from rulekit.tui.story import Line


def header(board: Board, texts: Texts, title: str) -> Text:
    """One line: the game, and the marks of the table."""
    sheets = list(board.marks())
    text = Text(title, style="bold", no_wrap=True, overflow="ellipsis")
    for sheet in sheets:
        for name, value in sheet.rows():
            text.append(f"  {name} ", "dim")
            text.append(value, "bold")
    return text


def sheets(found: Iterable[Sheet], texts: Texts, width: int, sides: Mapping[str, Owner]) -> RenderableType:
    """Tables below each other, with the names of players in their colours."""
    parts: list[RenderableType] = []
    for sheet in found:
        if parts:
            parts.append(Text(""))
        parts.append(_table(sheet, texts, width, sides))
    return Group(*parts)


def _table(sheet: Sheet, texts: Texts, width: int, sides: Mapping[str, Owner]) -> RenderableType:
    columns, out = fit(sheet.columns, width)
    called = {owner.name: owner for owner in sides.values()}
    headed = any(column.name for column in columns)
    table = Table(
        title=Text(one_line(sheet.title)) if sheet.title else None, title_justify="left", title_style="bold",
        show_header=headed, box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim",
    )  # fmt: skip
    for column in columns:
        numbers = all(_is_number(cell) for cell in column.cells) and any(column.cells)
        table.add_column(Text(one_line(column.name)), justify="right" if numbers else "left", overflow="fold")
    for row in zip(*(column.cells for column in columns), strict=True):
        first = row[0].partition(" ×")[0]
        cells = [Text(cleaned(cell)) for cell in row]
        if first in called:
            side = called[first]
            cells[0] = Text.assemble((f" {side.letter} ", f"{side.ink} on {side.colour} bold"), " ", cleaned(row[0]))
        table.add_row(*cells)
    notes = [texts("rest", n=sheet.left)] if sheet.left else []
    notes += [texts("too_wide", names=texts.list(out))] if out else []
    return Group(table, Text("\n".join(notes), style="dim")) if notes else table


def _is_number(text: str) -> bool:
    return not text or text.lstrip("-").isdigit()


def story(before: Sequence[Line], new: Sequence[Line], sides: Mapping[str, Owner]) -> Text:
    """What was told before, dimmed, and what is new; what concerns the reader is marked."""
    text = Text()
    for line in before:
        text.append(_said(line, sides, dim=True))
        text.append("\n")
    for line in new:
        text.append(_said(line, sides, dim=False))
        text.append("\n")
    text.rstrip()
    return text


def _said(line: Line, sides: Mapping[str, Owner], dim: bool) -> Text:
    mark = "▌" if line.concerns else " "
    said = Text(mark + "  " * line.depth + cleaned(line.text), style="dim" if dim else "")
    if not dim:
        for owner in sides.values():
            said.highlight_words([owner.name], f"bold {_readable(owner)}")
    return said


def _readable(owner: Owner) -> str:
    """Its colour, light enough for letters on a dark ground."""
    from rulekit.tui.canvas import blend

    return blend(owner.colour, "#ffffff", 0.35)
