"""The tables of a view as a reader wants them: one row for one thing, and where it lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulekit.tabletop.cells import Thing
from rulekit.tabletop.texts import Texts

WHERE = "where"
"""The key of the column that tells where something lies."""


def gathered(view: Mapping[str, Any], texts: Texts) -> list[dict[str, Any]]:
    """The tables of a view. A kind all of whose members are in a wider one has no table of its own: its marks and places
    stand in the rows of the wider one. Things that lie somewhere have a first column that tells where."""
    keys = {table["of"]: {row["key"] for row in table["rows"]} for table in view["tables"]}
    out = []
    for table in view["tables"]:
        own = keys[table["of"]]
        if any(own < others for others in keys.values()):
            continue
        parts = [t for t in view["tables"] if t is not table and keys[t["of"]] < own]
        out.append({**table, "rows": [_row(row, parts) for row in table["rows"]]})
    lying = dict(_lying(view, texts)) if any(table.get("lies") for table in out) else {}
    for table in out:
        if table.get("lies"):
            table["rows"] = [_placed(row, lying.get(row["key"]), texts) for row in table["rows"]]
    return out


def _row(row: Thing, parts: Sequence[Thing]) -> dict[str, Any]:
    out = {**row, "facts": list(row.get("facts", ())), "marks": list(row["marks"]), "places": list(row["places"])}
    known = {x["key"] for x in out["facts"]}
    for part in parts:
        for other in part["rows"]:
            if other["key"] == row["key"]:
                out["facts"] += [fact for fact in other.get("facts", ()) if fact["key"] not in known]
                known |= {fact["key"] for fact in other.get("facts", ())}
                out["marks"] += other["marks"]
                out["places"] += other["places"]
    # What is printed on a thing only to say which one it is says nothing more beside its name.
    out["facts"] = [fact for fact in out["facts"] if str(fact["value"]) != row["name"]]
    return out


def _placed(row: Thing, place: str | None, texts: Texts) -> dict[str, Any]:
    if place is None:
        return dict(row)
    where = {"name": texts("where"), "key": WHERE, "value": place, "raw": 0, "sort": "text"}
    return {**row, "facts": [where, *row["facts"]]}


def _lying(view: Mapping[str, Any], texts: Texts) -> Iterator[tuple[str, str]]:
    """(key of something that lies openly, what the place is called)"""
    for place in view["places"]:
        yield from ((key, place["name"]) for key in _cards(place))
    for table in view["tables"]:
        for row in table["rows"]:
            for place in row["places"]:
                name = row["name"] if place["key"] == table["of"] else f"{row['name']}{texts.colon}{place['name']}"
                yield from ((key, name) for key in _cards(place))


def _cards(place: Thing) -> Iterator[str]:
    for part in (place, *place.get("spots", ())):
        yield from (card["key"] for card in part.get("cards", ()) if card is not None and card["key"])
