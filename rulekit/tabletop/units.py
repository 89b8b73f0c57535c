"""What a player reads of a thing that lies somewhere: where it is and beside whom, and what holds of it; of several that are
called alike, how many lie where."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.runtime.view_types import Fact, Mark, Row, Table
from rulekit.tabletop.cells import TRUTHS, counted, is_empty
from rulekit.tabletop.columns import TextColumn
from rulekit.tabletop.tables import WHERE
from rulekit.tabletop.texts import Texts

MOST_BESIDE = 8
"""So many of those that lie beside it are named."""


def merged(rows: Sequence[Row]) -> list[Row]:
    """One row for each thing, with its values from all tables."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row.key, []).append(row)
    return [_one(several) for several in found.values()]


def _one(rows: Sequence[Row]) -> Row:
    facts = {fact.key: fact for row in rows for fact in row.facts}
    marks = {mark.key: mark for row in rows for mark in row.marks}
    places = {place.key: place for row in rows for place in row.places}
    return Row(rows[0].name, rows[0].key, [*facts.values()], [*marks.values()], [*places.values()])


def values(row: Row) -> list[tuple[str, str]]:
    """Where a thing is, and what holds of it: nothing that is not so or that nobody has, and what is printed on it not where it
    is marked with the same. What is the same by two marks stands once, below both."""
    return [(" · ".join(fact.name for fact in same), same[0].value) for same in _told(row)]


def _told(row: Row) -> list[list[Fact]]:
    """The values of a thing; marks with the same value are named together."""
    said: list[list[Fact]] = []
    for fact in (*row.facts, *(mark for mark in row.marks if mark.told)):
        same = next((same for same in said if fact.sort == same[0].sort == "kind" and fact.id == same[0].id), None)
        if is_empty(fact):
            continue
        if same is None:
            said.append([fact])
        elif isinstance(fact, Mark):
            same[:] = [other for other in same if isinstance(other, Mark) and other.name != fact.name] + [fact]
    return sorted(said, key=lambda same: same[0].sort in TRUTHS)


def beside(row: Row, tables: Sequence[Table], texts: Texts) -> str:
    """What lies at the same place of the board; empty for a thing that is alone there, or beside the board."""
    where = place_of(row)
    if not any(x.name == where for table in tables if not table.lies for x in table.rows):
        return ""
    others = {x.key: x.name for t in tables if t.lies for x in t.rows if x.key != row.key and place_of(x) == where}
    names = counted(others.values())
    left = len(names) - MOST_BESIDE
    return texts.list([*names[:MOST_BESIDE], *([f"... +{left}"] if left > 0 else ())])


def spread(rows: Sequence[Row], texts: Texts) -> list[TextColumn]:
    """How many of the things that are called alike lie where, with what holds of these and not of all."""
    told = {row.key: [*map(_in_short, _told(row)[bool(place_of(row)) :])] for row in rows}
    common = set.intersection(*map(set, told.values()))
    found: dict[tuple[str, str], int] = {}
    for row in rows:
        cell = place_of(row), texts.list(said for said in told[row.key] if said not in common)
        found[cell] = found.get(cell, 0) + 1
    columns = [TextColumn("", [where for where, _ in found]), TextColumn("", [str(n) for n in found.values()])]
    return [*columns, *([TextColumn("", [own for _, own in found])] if any(own for _, own in found) else ())]


def _in_short(same: Sequence[Fact]) -> str:
    names = " · ".join(fact.name for fact in same)
    return names if same[0].sort in TRUTHS else f"{names} {same[0].value}"


def place_of(row: Row) -> str:
    """The name of the place where a thing lies openly."""
    return next((fact.value for fact in row.facts if fact.key == WHERE), "")
