"""The tables of a view as a reader wants them: one row for one thing, and where it lies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from rulekit.runtime.view_types import Fact, Place, Row, Table, View
from rulekit.tabletop.cells import card_places
from rulekit.tabletop.texts import Texts

WHERE = "where"
"""The key of the column that tells where something lies."""


def gathered(view: View, texts: Texts) -> list[Table]:
    """The tables of a view. A kind all of whose members are in a wider one has no table of its own: its marks and places
    stand in the rows of the wider one. Things that lie somewhere have a first column that tells where."""
    keys = {table.of: {row.key for row in table.rows} for table in view.tables}
    out = []
    for table in view.tables:
        own = keys[table.of]
        if any(own < others for others in keys.values()):
            continue
        parts = [t for t in view.tables if t is not table and keys[t.of] < own]
        out.append(evolve(table, rows=[_row(row, parts) for row in table.rows]))
    if not any(table.lies for table in out):
        return out
    lying = dict(_lying(view, texts))
    return [
        evolve(table, rows=[_placed(row, lying.get(row.key), texts) for row in table.rows]) if table.lies else table
        for table in out
    ]


def _row(row: Row, parts: Sequence[Table]) -> Row:
    facts, marks, places = list(row.facts), list(row.marks), list(row.places)
    known = {fact.key for fact in facts}
    for part in parts:
        for other in part.rows:
            if other.key == row.key:
                facts += [fact for fact in other.facts if fact.key not in known]
                known |= {fact.key for fact in other.facts}
                marks += other.marks
                places += other.places
    # What is printed on a thing only to say which one it is says nothing more beside its name.
    return Row(row.name, row.key, [fact for fact in facts if fact.value != row.name], marks, places)


def _placed(row: Row, place: str | None, texts: Texts) -> Row:
    if place is None:
        return row
    where = Fact(name=texts("where"), key=WHERE, value=place, raw=place, id=place, sort="text")
    return evolve(row, facts=[where, *row.facts])


def _lying(view: View, texts: Texts) -> Iterator[tuple[str, str]]:
    """(key of something that lies openly, what the place is called)"""
    for place in view.places:
        yield from ((key, place.name) for key in _cards(place))
    for table in view.tables:
        for row in table.rows:
            for place in row.places:
                name = row.name if place.key == table.of else f"{row.name}{texts.colon}{place.name}"
                yield from ((key, name) for key in _cards(place))


def _cards(place: Place) -> Iterator[str]:
    yield from (card.key for _, part in card_places(place) for card in part.cards if card is not None and card.key)
