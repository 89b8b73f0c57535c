"""A page for a player to read: paragraphs, tables and numbered choices. Prompts and full screen draw it, each in its own way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from attrs import define, field, frozen

from rulekit.tabletop.board import Sheet

Style = Literal["", "bold", "dim"]


@frozen
class Paragraph:
    """A line of text, or several; an empty one keeps a distance."""

    text: str
    style: Style = ""


@frozen
class Choices:
    """(number, label) of each choice, to be shown in columns."""

    items: Sequence[tuple[int, str]]
    style: Style = ""


@frozen
class TableGroup:
    """Tables below each other, and beside each other where there is room."""

    sheets: Sequence[Sheet]


Block = Paragraph | Choices | TableGroup


@define
class Page:
    """Blocks below each other."""

    blocks: list[Block] = field(factory=list)

    def line(self, text: str = "", style: Style = "") -> None:
        """Adds a paragraph."""
        self.blocks.append(Paragraph(text, style))

    def choices(self, items: Sequence[tuple[int, str]], style: Style = "") -> None:
        """Adds numbered choices, if there are any."""
        if items:
            self.blocks.append(Choices(items, style))

    def tables(self, sheets: Iterable[Sheet]) -> None:
        """Adds tables, if there are any."""
        if found := list(sheets):
            self.blocks.append(TableGroup(found))

    def add(self, other: Page) -> None:
        """Adds the blocks of another page."""
        self.blocks += other.blocks

    def trimmed(self) -> Page:
        """The page without empty lines at its beginning and end."""
        filled = [k for k, block in enumerate(self.blocks) if block != Paragraph("")]
        return Page(self.blocks[filled[0] : filled[-1] + 1] if filled else [])

    @property
    def is_short(self) -> bool:
        """Whether it is text of no more than two lines."""
        texts = [block.text for block in self.blocks if isinstance(block, Paragraph)]
        return len(texts) == len(self.blocks) and len("\n".join(texts).splitlines()) <= 2


def page(*lines: str, style: Style = "") -> Page:
    """A page with these paragraphs."""
    return Page([Paragraph(line, style) for line in lines])
