"""Views as JSON, in the shape that the browser and the API rely on: as plain data, or part by part with digests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from attrs import evolve, frozen

from rulekit.runtime.view_types import Device, Fact, Mark, Member, PiecePlace, Place, PlaceGroup, Row, Table, View

Json = dict[str, Any]
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


def as_json(view: View) -> Json:
    """A view as plain data."""
    return {
        "game": view.game,
        "you": view.you,
        "players": view.players,
        "seats": view.seats,
        "over": view.over,
        "waiting": view.waiting,
        "marks": [mark_json(x) for x in view.marks],
        "places": [place_json(x) for x in view.places],
        "tables": [
            {"of": x.of, "name": x.name, "lies": x.lies, "rows": [_row(row) for row in x.rows]} for x in view.tables
        ],
        "devices": [device_json(x) for x in view.devices],
    }


def _row(row: Row) -> Json:
    return {
        **member_json(row),
        "marks": [mark_json(x) for x in row.marks],
        "places": [place_json(x) for x in row.places],
    }


def member_json(member: Member) -> Json:
    """What is printed on a member as plain data."""
    return {"name": member.name, "key": member.key, "facts": [_fact(x) for x in member.facts]}


def _fact(x: Fact) -> Json:
    return {"name": x.name, "key": x.key, "value": x.value, "raw": x.raw, "id": x.id, "sort": x.sort}


def mark_json(mark: Mark) -> Json:
    """A mark as plain data."""
    return {**_fact(mark), "told": mark.told}


def place_json(place: Place) -> Json:
    """A place as plain data. A spot is a place that says with ``for`` for which member it is; a place without spaces says
    nothing of a ``row``."""
    if isinstance(place, PiecePlace):
        pieces = [{"text": x.text, "piece": x.piece, "owner": x.owner, "count": x.count} for x in place.pieces]
        return {"name": place.name, "key": place.key, "pieces": pieces, "hidden": place.hidden}
    if isinstance(place, PlaceGroup):
        spots = [{"for": x.member, **place_json(x.place)} for x in place.spots]
        return {"name": place.name, "key": place.key, "spots": spots, "number": place.number}
    return {
        "name": place.name,
        "key": place.key,
        **({} if place.row is None else {"row": place.row}),
        "cards": [None if x is None else {"name": x.name, "key": x.key} for x in place.cards],
        "of": place.of,
        "kind": place.kind,
        "number": place.number,
        "hidden": place.hidden,
        "holder": place.holder,
    }


def device_json(device: Device) -> Json:
    """A device as plain data."""
    return {"name": device.name, "key": device.key, "pieces": device.pieces}


encoded: Callable[[object], str] = json.JSONEncoder(separators=(",", ":"), sort_keys=True).encode
"""Data as JSON, always the same text for the same data"""


def digest(data: bytes) -> bytes:
    """A digest of data, 8 bytes."""
    return hashlib.sha256(data).digest()[:8]


@frozen
class Encoded(Generic[T_co]):
    """A part of a view, as JSON as well. ``digest``: of that."""

    shown: T_co
    text: str
    digest: bytes


def encode(shown: T, to_json: Callable[[T], Json]) -> Encoded[T]:
    """A part of a view with its JSON, made of plain data."""
    text = encoded(to_json(shown))
    return Encoded(shown, text, digest(text.encode()))


@frozen
class EncodedRow:
    """A row of a view, as JSON as well. ``digests``: those of the member, of its marks and its places, one after another."""

    shown: Row
    member: Encoded[Member]
    marks: Sequence[Encoded[Mark]]
    places: Sequence[Encoded[Place]]
    digests: bytes

    @classmethod
    def of(
        cls, member: Encoded[Member], marks: Sequence[Encoded[Mark]], places: Sequence[Encoded[Place]]
    ) -> EncodedRow:
        """The row of a member with what is on it."""
        about = member.shown
        row = Row(about.name, about.key, about.facts, [x.shown for x in marks], [x.shown for x in places])
        return cls(row, member, marks, places, b"".join([x.digest for x in (member, *marks, *places)]))

    @property
    def text(self) -> str:
        """The row as JSON."""
        return f'{self.member.text[:-1]},"marks":{listed(self.marks)},"places":{listed(self.places)}}}'


@frozen
class EncodedTable:
    """A table of a view, with its rows as JSON as well. ``digests``: those of its rows, one after another."""

    shown: Table
    rows: Sequence[EncodedRow]
    digests: bytes

    @classmethod
    def of(cls, empty: Table, rows: Sequence[EncodedRow]) -> EncodedTable:
        """A table with these rows. ``empty``: the same without any."""
        shown = evolve(empty, rows=[row.shown for row in rows])
        return cls(shown, rows, b"".join([row.digests for row in rows]))


@frozen
class EncodedView:
    """A view, whose parts are encoded as well."""

    shown: View
    marks: Sequence[Encoded[Mark]]
    places: Sequence[Encoded[Place]]
    devices: Sequence[Encoded[Device]]
    tables: Sequence[EncodedTable]

    @property
    def lists(self) -> Mapping[str, Sequence[Encoded[object]]]:
        """The field of the view -> what is in it, for those that are sent thing by thing, as marks and places in rows are."""
        return {"marks": self.marks, "places": self.places, "devices": self.devices}

    @property
    def digests(self) -> bytes:
        """Those of all its parts, one after another: the same for two views of one viewer in which the table looks the same."""
        parts = [x.digest for found in self.lists.values() for x in found]
        return b"".join([*parts, *(table.digests for table in self.tables)])


def listed(found: Sequence[Encoded[object] | EncodedRow]) -> str:
    """A list as JSON."""
    return f"[{','.join([x.text for x in found])}]"
