"""The tables beside the map, in the little room that is there."""

from __future__ import annotations

import io

from rich.console import Console

from rulekit.tabletop.board import Sheet
from rulekit.tabletop.columns import TextColumn
from rulekit.tabletop.texts import Texts
from rulekit.tui.panes import sheets

COLUMNS = {"": "Awa-Shikoku", "Tax": "4", "Rice": "2", "Building spaces free": "2", "♜": "1", "⌂": "1", "Army": "10"}


def drawn(width: int) -> str:
    sheet = Sheet([TextColumn(name, [cell, cell]) for name, cell in COLUMNS.items()])
    console = Console(width=width, file=io.StringIO())
    console.print(sheets([sheet], Texts("en"), width, {}))
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def test_a_table_that_is_a_little_too_wide_stays_a_table() -> None:
    """With its columns closer together, and a heading in several lines."""
    wide, narrow, narrowest = map(drawn, (60, 42, 30))
    assert "·" not in wide and "·" not in narrow and "Tax 4" not in narrow
    assert [line.split() for line in narrow.splitlines()][-1] == list(COLUMNS.values())
    assert all(word in narrow for word in ("Building", "spaces", "free"))
    assert "Tax 4 · Rice 2" in narrowest
