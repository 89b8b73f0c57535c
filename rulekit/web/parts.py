"""A state in parts, each with a digest: who has an earlier state is sent what is different in it, and nothing else.

Everything comes from the view of one seat, the digests and the tag as well, so that they tell nothing that the view does not.
They are the same in every process. Every part is written as JSON once; an answer is put together of these texts.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec
from attrs import frozen

from rulekit.runtime.view_json import Encoded, EncodedRow, EncodedTable, EncodedView, digest, encoded, listed

FIXED = "game"
"""The part that is the same as long as a game lasts; equal states of two games have the same tag"""
IN_GAME = "game, with its other fields"
"""Parts that are sent with the fixed part, although they can change, and the tag with them"""
SIZE = 8
"""Bytes of a digest"""
_NOT_ASCII = re.compile("[^ -~]+")


@frozen
class Part:
    """Some fields of a state. ``inside`` is the field in which they are, or empty; ``make`` writes them as JSON, without the
    braces around them."""

    digest: bytes
    make: Callable[[], str]
    inside: str = ""

    @classmethod
    def of(cls, data: Mapping[str, object], inside: str = "") -> Part:
        """A part whose fields are already known."""
        text = fields(data)
        return cls(digest(text.encode()), lambda: text, inside)


def fields(data: Mapping[str, object]) -> str:
    """Fields as JSON, without the braces around them; their values may be classes of :mod:`rulekit.web.state`."""
    return written(data)[1:-1]


def written(data: object) -> str:
    """What :func:`rulekit.runtime.view_json.encoded` makes of plain data, of classes as well and in a fraction of the time."""
    text = msgspec.json.encode(data, order="sorted").decode()
    return text if text.isascii() else _NOT_ASCII.sub(lambda found: encoded(found[0])[1:-1], text)


@frozen
class KnownState:
    """What a page has: the digests of the parts; ``things``: of what a view lists, those of a list or of all rows of a table one
    after another. ``tag`` names it."""

    tag: str
    parts: Mapping[str, bytes]
    things: Mapping[str, bytes]


def shown(parts: Mapping[str, Part], view: EncodedView, tables: Iterable[EncodedTable]) -> KnownState:
    """The state of a page that was sent all of these parts, and these tables of the view."""
    digests = {name: part.digest for name, part in parts.items()}
    things = {name: b"".join([x.digest for x in found]) for name, found in view.lists.items()}
    things |= {_rows_of(table): table.digests for table in tables}
    told = hashlib.sha256()
    for name, known in sorted([*digests.items(), *things.items()]):
        if name != FIXED:
            told.update(name.encode() + b"\0" + known + b"\0")
    return KnownState(told.hexdigest()[:20], digests, things)


def whole(parts: Mapping[str, Part], view: EncodedView, tables: Iterable[EncodedTable], tag: str) -> str:
    """The state with all of its parts and these tables of its view, as JSON."""
    inside = [part.make() for part in parts.values() if part.inside == "view"]
    inside += [f'"{name}":{listed(found)}' for name, found in view.lists.items()]
    inside.append(f'"tables":{_tables(tables)}')
    outside = [part.make() for part in parts.values() if not part.inside]
    return f'{{"tag":"{tag}",{",".join(filter(None, outside))},"view":{{{",".join(filter(None, inside))}}}}}'


def _rows_of(table: EncodedTable) -> str:
    return f"rows of {table.shown.of}"


def _tables(tables: Iterable[EncodedTable]) -> str:
    return f"[{','.join(map(_table, tables))}]"


def _table(table: EncodedTable) -> str:
    about = fields({"of": table.shown.of, "name": table.shown.name, "lies": table.shown.lies})
    return f'{{{about},"rows":{listed(table.rows)}}}'


def difference(before: KnownState, now: KnownState, parts: Mapping[str, Part], view: EncodedView) -> str:
    """What makes of the state ``since`` the state ``tag``, as JSON: fields that are ``set``, those of the ``view``, and by their
    numbers what is new of its ``lists`` and of the marks and places in the ``rows`` of its tables; all ``tables`` for who has
    only some of them."""
    new = [part for name, part in parts.items() if before.parts.get(name) != part.digest]
    lists = [f'"{n}":{found}' for n, x in view.lists.items() if (found := _changed(x, before.things[n], 0))]
    rows, tables = [], ""
    if all(_rows_of(table) in before.things for table in view.tables):
        for table in view.tables:
            if (had := before.things[_rows_of(table)]) != now.things[_rows_of(table)]:
                rows.append(f"{encoded(table.shown.of)}:{{{','.join(_rows(table.rows, had))}}}")
    else:
        tables = f',"tables":{_tables(view.tables)}'
    return (
        f'{{"since":"{before.tag}","tag":"{now.tag}"'
        f',"set":{{{",".join([x.make() for x in new if not x.inside])}}}'
        f',"view":{{{",".join([x.make() for x in new if x.inside == "view"])}}}'
        f',"lists":{{{",".join(lists)}}},"rows":{{{",".join(rows)}}}{tables}}}'
    )


def _rows(rows: Iterable[EncodedRow], before: bytes) -> Iterator[str]:
    """The rows that have changed, each by its index with its changes."""
    at = 0
    for k, row in enumerate(rows):
        end = at + len(row.digests)
        if before[at:end] != row.digests:
            marks = _changed(row.marks, before, at + SIZE)
            places = _changed(row.places, before, at + SIZE + SIZE * len(row.marks))
            said = [f'"{name}":{x}' for name, x in (("marks", marks), ("places", places)) if x]
            yield f'"{k}":{{{",".join(said)}}}'
        at = end


def _changed(things: Iterable[Encoded[object]], before: bytes, at: int) -> str:
    """The items of a list that have changed, by index; empty if none has. ``at``: where their digests begin in ``before``."""
    found = []
    for k, thing in enumerate(things):
        if before[at : at + SIZE] != thing.digest:
            found.append(f'"{k}":{thing.text}')
        at += SIZE
    return f"{{{','.join(found)}}}" if found else ""
