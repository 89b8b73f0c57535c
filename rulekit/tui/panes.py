"""Formats the panes beside the map: the header, the players, one's own pieces and cards, the story."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from attrs import evolve
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from rulekit.board.place_list import ListedPlace
from rulekit.board.sides import Owner
from rulekit.characters import cleaned, one_line
from rulekit.tabletop.board import LocalizedView, Sheet
from rulekit.tabletop.columns import GAP, TextColumn, fit
from rulekit.tabletop.story import StoryLine
from rulekit.tabletop.texts import Texts
from rulekit.terminal.wrapping import wrapped

NOBODY: Mapping[str, Owner] = {}
NARROW_GAP = 1
"""Blanks between two columns where the usual ones are too many."""
NARROW = 12
"""Columns that a line of the story has at least, however far in it stands"""


def header(board: LocalizedView, said: Sequence[str], title: str, width: int, most: int) -> Text:
    """The game and its header, in at most so many lines; the marks of the table where it has no header. A part is broken only
    where it is wider than a line."""
    parts = [Text(title, "bold"), *(Text(cleaned(one_line(line))) for line in said)]
    if not said:
        rows = [row for sheet in board.marks() for row in sheet.rows()]
        parts += [Text.assemble((f"{name} ", "dim"), (value, "bold")) for name, value in rows]
    lines = _filled(parts, Text("  │  " if said else "  ", "dim"), max(width, 1))
    if len(lines) > most and lines[most - 1].cell_len + 2 <= width:
        lines[most - 1].append(" …", "dim")
    return Text("\n", no_wrap=True).join(lines[:most])


def _filled(parts: Iterable[Text], between: Text, width: int) -> list[Text]:
    """Parts one after another, in as few lines as possible."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + between.cell_len + part.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], between, part)
        else:
            lines += part.wrap(Console(), width)
    return lines


def glance(found: Iterable[Sheet], sides: Mapping[str, Owner], width: int, most: int = 2) -> Text:
    """The numbers of the players' tables in a line or two, in the order of their letters: ``R Y  Coins 3 12  Points 0 4``."""
    called = {owner.name: owner for owner in sides.values()}
    parts: list[Text] = []
    for sheet in found:
        names, *columns = sheet.columns
        owners = [called.get(name) for name in names.cells]
        numbers = [c for c in columns if all(map(_is_number, c.cells)) and any(c.cells)]
        if not all(owners) or not numbers:
            continue
        parts.append(Text(" ").join(_chip(owner.letter, {owner.letter: owner}) for owner in owners if owner))
        for column in numbers:
            part = Text(one_line(column.name), "dim")
            for cell, owner in zip(column.cells, owners, strict=True):
                part.append(f" {cell or 0}", f"not dim bold {_readable(owner)}" if owner is not None else "")
            parts.append(part)
    return Text("\n", no_wrap=True).join(_filled(parts, Text("  "), max(width, 1))[:most])


def rows(found: Iterable[tuple[str, Sequence[str]]], comma: str, width: int) -> Iterator[Text]:
    """Rows of cards below the header, each with its name in front; no card is broken across lines."""
    for name, cards in found:
        line = Text(f"{name}  ", "bold dim")
        indent = line.cell_len
        for k, card in enumerate(cards, 1):
            said = cleaned(one_line(card)) + (comma if k < len(cards) else "")
            if line.cell_len > indent and line.cell_len + cell_len(said.rstrip()) > width:
                yield line
                line = Text(" " * indent)
            line.append(said, Style.null())
        yield line


def lists(found: Mapping[str, Mapping[str, str]], done: Collection[str], colon: str, width: int) -> Text:
    """What lies in many places for one thing each, in two columns where they have room. What is ``done`` is struck through."""
    out = Text()
    for name, lying in found.items():
        out.append(f"{name}\n", "bold")
        said = [
            Text(cleaned(f"{place}{colon}{text}"), "dim strike" if place in done else "")
            for place, text in lying.items()
        ]
        longest = max((text.cell_len for text in said), default=0)
        columns = 2 if 2 * longest + GAP <= width else 1
        high = -(-len(said) // columns)
        for k in range(high):
            for text in said[k::high]:
                out.append_text(text).append(" " * (longest + GAP - text.cell_len) if columns > 1 else "")
            out.rstrip()
            out.append("\n")
    out.rstrip()
    return out


def in_order(found: Iterable[Sheet], order: Sequence[str]) -> Iterator[Sheet]:
    """Tables with their rows in a given order of names, if they have a row for each name."""
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


def _table(
    sheet: Sheet, texts: Texts, width: int, sides: Mapping[str, Owner], short: Mapping[str, Owner] = NOBODY
) -> RenderableType:
    """``short``: players whose letters are to be the headings of their columns, by their names."""
    heads = {owner.letter: Text(owner.letter, f"{owner.ink} on {owner.colour} bold") for owner in short.values()}
    if short:
        named = [evolve(c, name=short[c.name].letter if c.name in short else c.name) for c in sheet.columns]
        sheet = evolve(sheet, columns=named)
    called = {owner.name: owner for owner in sides.values()}
    first = [_chip(cell, called) for cell in sheet.columns[0].cells]
    wider = evolve(sheet.columns[0], cells=[chip.plain for chip in first])
    columns, out = fit([wider, *sheet.columns[1:]], width - GAP)
    gap = GAP if _width(columns) <= width - GAP else NARROW_GAP
    if _width(columns, gap) > width - GAP and not short:  # reasons are broken between words
        return _in_lines(sheet, first, width)
    headed = any(column.name for column in columns)
    title = (
        [Text(one_line(sheet.title), style="bold")] if sheet.title else []
    )  # one of the table would be as narrow as it
    table = Table(
        show_header=headed, box=None, padding=(0, gap, 0, 0), pad_edge=False, header_style="dim",
    )  # fmt: skip
    for column in columns:
        numbers = all(_is_number(cell) for cell in column.cells) and any(column.cells)
        table.add_column(
            heads.get(column.name) or Text("\n".join(map(one_line, column.name.split("\n")))),
            justify="right" if numbers else "left",
            overflow="fold",
        )
    for name, row in zip(first, zip(*(column.cells for column in columns), strict=True), strict=True):
        table.add_row(name, *[Text(cleaned(cell)) for cell in row[1:]])
    notes = [texts("rest", n=sheet.left)] if sheet.left else []
    notes += [texts("too_wide", names=texts.list(out))] if out else []
    below = [Text("\n".join(notes), style="dim")] if notes else []
    return Group(*title, table, *below) if title or below else table


def _chip(name: str, called: Mapping[str, Owner]) -> Text:
    """A name; that of a player with the letter in the player's colour in front."""
    side = called.get(name.partition(" ×")[0])
    if side is None:
        return Text(cleaned(name))
    style = f"{side.ink} on {side.colour} bold"
    return Text.assemble((name, style)) if side.letter == name else Text.assemble((side.letter, style), " ", name)


def _width(columns: Sequence[TextColumn], gap: int = GAP) -> int:
    """The width of a table of these columns, with the gaps between them."""
    lines = [[line for cell in (column.name, *column.cells) for line in cell.split("\n")] for column in columns]
    return sum(max(map(cell_len, found)) for found in lines) + gap * (len(columns) - 1)


def _in_lines(sheet: Sheet, names: Sequence[Text], width: int) -> RenderableType:
    """A table that is too wide, as a line for each row: its words are broken between lines only, and no line begins with the
    comma of a Chinese list."""
    out = []
    for name, row in zip(names, sheet.rows(), strict=True):
        cells = zip(sheet.columns[1:], row[1:], strict=True)
        said = " · ".join(f"{column.name} {cell}".strip() for column, cell in cells if cell)
        row_of = Text("\n".join(wrapped(f"{name.plain}  {cleaned(said)}", max(width, 1))))
        for span in name.spans:
            row_of.stylize(span.style, span.start, span.end)
        out.append(row_of)
    return Group(*out)


def _is_number(text: str) -> bool:
    return not text or text.lstrip("-").isdigit()


def places(rows: Iterable[ListedPlace], called: Mapping[str, str], numbered: Mapping[str, int], texts: Texts) -> Text:
    """The places of the board with owner, contents and neighbours, each from a line of its own; before it the number of its
    option. ``called``: the names of all places by their keys."""
    out = Text()
    for row in rows:
        number = numbered.get(row.place.thing)
        out.append(f"{number} " if number is not None else "", "bold #ffd75f").append(row.name, "bold").append("  ")
        if row.owner is not None:
            out.append(row.owner.letter, f"{row.owner.ink} on {row.owner.colour} bold").append(" ")
        said = [texts.list(row.lying)] if row.lying else []
        said += [f"{way.name}{texts.colon}{texts.list(called[key] for key in way.to)}" for way in row.ways]
        out.append(cleaned(" · ".join(said))).append("\n")
    out.rstrip()
    return out


def story(
    before: Sequence[StoryLine], new: Sequence[StoryLine], texts: Texts, width: int, sides: Mapping[str, Owner]
) -> RenderableType:
    """The earlier lines of the story, dimmed, and the new ones; lines that concern the reader are marked. What is told as a table
    is one; that of a scoring has the letters of the players for headings: the pane is narrow."""
    called = {owner.name: owner for owner in sides.values()}
    parts: list[RenderableType] = []
    lines = [*((line, True) for line in before), *((line, False) for line in new)]
    for table, group in groupby(lines, lambda x: x[0].table):
        run = list(group)
        if table is None:
            parts.append(Text("\n").join(_said(line, sides, dim, width) for line, dim in run))
        else:
            parts.append(_table(table, texts, width, sides, called if run[0][0].scoring else NOBODY))
    return parts[0] if len(parts) == 1 else Group(*parts)


def _said(line: StoryLine, sides: Mapping[str, Owner], dim: bool, width: int) -> Text:
    """A line of the story, broken between words, and in Chinese before no comma; what goes on stands below its beginning."""
    margin = ("▌" if line.yours else " ") + "  " * line.depth
    rows = wrapped(cleaned(line.text), max(NARROW, width - len(margin)))
    said = Text("\n".join(margin + row for row in rows), style="dim" if dim else "")
    if not dim:
        for owner in sides.values():
            said.highlight_words([owner.name], f"bold {_readable(owner)}")
    return said


def _readable(owner: Owner) -> str:
    """The colour of a player, lightened for text on a dark background."""
    from rulekit.tui.canvas import blend

    return blend(owner.colour, "#ffffff", 0.35)
