"""One value of a data table, with its source position."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from rulekit.diagnostics import Span


@define(eq=False)
class Datum:
    """One value of a data file: a text, a list of data or a mapping from texts to data."""

    span: Span
    text: str | None = None
    items: list[Datum] | None = None
    fields: dict[str, Datum] | None = None
    keys: dict[str, Span] = field(factory=dict)
    used: set[str] = field(factory=set)
    """The fields that something asked for."""
    optional: bool = False
    """A column of a grid, which a game need not declare"""

    @property
    def sort(self) -> str:
        return "text" if self.text is not None else "list" if self.items is not None else "mapping"

    def __iter__(self) -> Iterator[Datum]:
        return iter(self.items or ())
