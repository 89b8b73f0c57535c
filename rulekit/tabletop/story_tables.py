"""The sentences of a story that are told as tables: a scoring, and rows that follow each other under the same headings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rulekit.runtime.narrative.table_rows import cells
from rulekit.tabletop.board import Sheet
from rulekit.tabletop.columns import TextColumn
from rulekit.tabletop.points import scoring_sheet
from rulekit.tabletop.texts import Texts

if TYPE_CHECKING:
    from rulekit.runtime.narrative.sentence import Sentence


def in_tables(
    told: Iterable[Sentence], names: Mapping[str, str], texts: Texts
) -> Iterator[tuple[Sequence[Sentence], Sheet | None]]:
    """Sentences of one depth in their order, each by itself without a sheet; those that make a table together, with it.

    ``names``: player -> as they are called. One score by itself stays a sentence, one row does not.
    """
    for mark, run in groupby(told, _table_of):
        found = list(run)
        if mark is None or (mark[0] == "score" and len(found) == 1):
            yield from (([x], None) for x in found)
        else:
            yield found, scoring_sheet(found, names, texts) if mark[0] == "score" else row_sheet(found, texts)


def row_sheet(rows: Sequence[Sentence], texts: Texts) -> Sheet:
    """The table of rows with the same headings."""
    columns = zip(*(cells(row.parts) for row in rows), strict=True)
    return Sheet([TextColumn(c[0].heading, [cell.text for cell in c], items=texts.list(("", ""))) for c in columns])


def _table_of(told: Sentence) -> tuple[str, ...] | None:
    """What neighbours in one table have in common; nothing for a sentence that is in none."""
    if told.sort == "score":
        return told.sort, told.rows[0].mark
    return (told.sort, *(cell.heading for cell in cells(told.parts))) if told.sort == "row" else None
