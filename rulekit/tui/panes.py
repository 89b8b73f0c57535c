"""What stands beside the map: the marks of the table, the players, one's own things, the story."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rulekit.board.sides import Owner
from rulekit.characters import cleaned, one_line
from rulekit.cli.table.board import Board, Sheet
from rulekit.cli.table.columns import GAP, Column, fit
from rulekit.cli.texts import Texts
from rulekit.tui.story import Line

if TYPE_CHECKING:
    from rulekit.runtime.header import Header


def header(board: Board, said: Sequence[str], title: str) -> Text:
    """One line: the game, and what it shows above the table; the marks of the table where it says nothing."""
    text = Text(title, style="bold", no_wrap=True, overflow="ellipsis")
    for line in said:
        text.append("  │  ", "dim").append(cleaned(one_line(line)))
    if said:
        return text
    for sheet in board.marks():
        for name, value in sheet.rows():
            text.append(f"  {name} ", "dim")
            text.append(value, "bold")
    return text


def order_of(header: Header, players: Sequence[str]) -> list[str]:
    """The names of the players as the first line above the table that names them all does: the order of their turns."""
    for line in header.lines:
        named = [part for part in line.parts if not isinstance(part, str) and part.id in players]
        if len({part.id for part in named}) == len(players):
            return list(dict.fromkeys(part.name for part in named))
    return []


def in_order(found: Iterable[Sheet], order: Sequence[str]) -> Iterator[Sheet]:
    """Tables with their rows in an order of names, where they have a row for each."""
    for sheet in found:
        rows = list(sheet.columns[0].cells)
        if not order or set(rows) != set(order):
            yield sheet
            continue
        turn = [rows.index(name) for name in order]
        yield evolve(sheet, columns=[evolve(c, cells=[c.cells[k] for k in turn]) for c in sheet.columns])


def sheets(found: Iterable[Sheet], texts: Texts, width: int, sides: Mapping[str, Owner]) -> RenderableType:
    """Tables below each other, with the names of players in their colours."""
    parts: list[RenderableType] = []
    for sheet in found:
        if parts:
            parts.append(Text(""))
        parts.append(_table(sheet, texts, width, sides))
    return Group(*parts)


def _table(sheet: Sheet, texts: Texts, width: int, sides: Mapping[str, Owner]) -> RenderableType:
    called = {owner.name: owner for owner in sides.values()}
    first = [_chip(cell, called) for cell in sheet.columns[0].cells]
    wider = evolve(sheet.columns[0], cells=[chip.plain for chip in first])
    columns, out = fit([wider, *sheet.columns[1:]], width - GAP)
    if _width(columns) > width - GAP:
        return _in_lines(sheet, first)
    headed = any(column.name for column in columns)
    table = Table(
        title=Text(one_line(sheet.title)) if sheet.title else None, title_justify="left", title_style="bold",
        show_header=headed, box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim",
    )  # fmt: skip
    for column in columns:
        numbers = all(_is_number(cell) for cell in column.cells) and any(column.cells)
        table.add_column(Text(one_line(column.name)), justify="right" if numbers else "left", overflow="fold")
    for name, row in zip(first, zip(*(column.cells for column in columns), strict=True), strict=True):
        table.add_row(name, *[Text(cleaned(cell)) for cell in row[1:]])
    notes = [texts("rest", n=sheet.left)] if sheet.left else []
    notes += [texts("too_wide", names=texts.list(out))] if out else []
    return Group(table, Text("\n".join(notes), style="dim")) if notes else table


def _chip(name: str, called: Mapping[str, Owner]) -> Text:
    """A name with the letter of the player in his colour before it, if it is that of one."""
    side = called.get(name.partition(" ×")[0])
    if side is None:
        return Text(cleaned(name))
    style = f"{side.ink} on {side.colour} bold"
    return Text.assemble((name, style)) if side.letter == name else Text.assemble((side.letter, style), " ", name)


def _width(columns: Sequence[Column]) -> int:
    """How wide a table of these columns is, with the gaps between them."""
    lines = [[line for cell in (column.name, *column.cells) for line in cell.split("\n")] for column in columns]
    return sum(max(map(cell_len, found)) for found in lines) + GAP * (len(columns) - 1)


def _in_lines(sheet: Sheet, names: Sequence[Text]) -> RenderableType:
    """A table that is too wide, as a line for each row: its words are broken between lines only."""
    out = []
    for name, row in zip(names, sheet.rows(), strict=True):
        cells = zip(sheet.columns[1:], row[1:], strict=True)
        said = " · ".join(f"{column.name} {cell}".strip() for column, cell in cells if cell)
        out.append(Text.assemble(name, "  ", cleaned(said)))
    return Group(*out)


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
    mark = "▌" if line.yours else " "
    said = Text(mark + "  " * line.depth + cleaned(line.text), style="dim" if dim else "")
    if not dim:
        for owner in sides.values():
            said.highlight_words([owner.name], f"bold {_readable(owner)}")
    return said


def _readable(owner: Owner) -> str:
    """Its colour, light enough for letters on a dark ground."""
    from rulekit.tui.canvas import blend

    return blend(owner.colour, "#ffffff", 0.35)
