"""Reads ``board.yaml`` into a :class:`Look`; every finding carries its source location."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulekit.board.look import (
    INK,
    PAPER,
    PATTERNS,
    SHAPES,
    Look,
    Mark,
    Owners,
    PrintedNumber,
    Side,
    Sign,
    Stroke,
    Tint,
)
from rulekit.board.reader import LARGEST, Reader

if TYPE_CHECKING:
    from rulekit.dsl.datum import Datum

KEYS = (
    "table", "places", "size", "letters", "legend", "number", "sorts", "routes", "tint", "sea", "land", "water",
    "regions", "stretch", "room", "stack", "facts", "owners", "pieces", "markers", "grid",
)  # fmt: skip
BELOW = "below"


def read_look(data: Datum, reader: Reader) -> Look:
    """The look that ``board.yaml`` describes; findings are in ``reader.found``."""
    top = reader.fields(data, KEYS)
    for key in ("table", "places", "size"):
        if key not in top:
            reader.wrong("RK204", f"`{key}` is missing here", data.span, "a board needs a table, its places and a size")
    width, height = reader.pair(top.get("size")) or (1000, 1000)
    sorts = dict(reader.fields(top.get("sorts")))
    column = reader.text(sorts.pop("column", None))
    across, down = reader.pair(top.get("stretch")) or (1, 1)
    number = _number(top.get("number"), reader)
    letters = reader.number(top.get("letters"), 11)
    legend = top.get("legend")
    below = legend is not None and legend.text == BELOW
    return Look(
        table=reader.text(top.get("table")),
        places=reader.text(top.get("places")),
        width=max(width, 1) * across,
        height=max(height, 1) * down,
        letters=letters,
        legend=None if below else reader.pair(legend),
        below=below,
        number=reader.text(number.get("column")),
        number_name=reader.said(number.get("name")) if "name" in number else {},
        sort=column,
        marks={name: _mark(name, said, reader) for name, said in sorts.items()},
        routes={name: _stroke(name, said, reader) for name, said in reader.fields(top.get("routes")).items()},
        tint=_tint(top.get("tint"), reader),
        sea=reader.colour(top.get("sea"), ""),
        land=[corners for said in _outlines(top.get("land")) if (corners := reader.outline(said, -LARGEST))],
        water=[corners for said in _outlines(top.get("water")) if (corners := reader.outline(said, -LARGEST))],
        region=reader.text(top.get("regions")),
        stretch=(across, down),
        room=reader.pair(top.get("room")),
        stack=reader.pair(top.get("stack")) or (0, 0),
        facts={name: _fact(name, said, reader) for name, said in reader.fields(top.get("facts")).items()},
        owners=_owners(top.get("owners"), reader),
        pieces={name: _sign(name, said, reader) for name, said in reader.fields(top.get("pieces")).items()},
        markers={name: _sign(name, said, reader) for name, said in reader.fields(top.get("markers")).items()},
        grid=reader.truth(top.get("grid")),
    )


def _number(data: Datum | None, reader: Reader) -> Mapping[str, Datum]:
    """The column of the number that is written on each place, alone or with a name for the legend."""
    if data is None or data.text is not None:
        return {} if data is None else {"column": data}
    return reader.fields(data, ("column", "name"))


def _outlines(data: Datum | None) -> list[Datum]:
    return list(data) if data is not None else []


def _mark(name: str, data: Datum, reader: Reader) -> Mark:
    said = reader.fields(data, ("name", "shape", "size", "letter", "colour", "sea"))
    return Mark(
        reader.said(said.get("name"), name),
        reader.one_of(said.get("shape"), SHAPES, "shape", "circle"),
        reader.number(said.get("size"), 8),
        _letter(said.get("letter"), reader, "o", 1),
        reader.colour(said.get("colour"), PAPER),
        reader.truth(said.get("sea")),
    )


def _stroke(name: str, data: Datum, reader: Reader) -> Stroke:
    said = reader.fields(data, ("name", "colour", "width", "dash", "sea"))
    dash = reader.text(said.get("dash"))
    if not re.fullmatch(r"[0-9 ]*", dash):
        reader.wrong("RK205", f"`{dash}` is no row of lengths", said["dash"].span, 'it is written like "6 4"')
        dash = ""
    return Stroke(
        reader.said(said.get("name"), name),
        reader.colour(said.get("colour"), INK),
        reader.number(said.get("width"), 2),
        dash,
        reader.truth(said.get("sea")),
    )


def _tint(data: Datum | None, reader: Reader) -> Tint:
    said = dict(reader.fields(data))
    column, part = reader.text(said.pop("column", None)), reader.text(said.pop("part", None))
    return Tint(column, part, {name: reader.colour(colour, PAPER) for name, colour in said.items()})


def _fact(name: str, data: Datum, reader: Reader) -> PrintedNumber:
    said = reader.fields(data, ("name", "shape", "colour"))
    shape = reader.one_of(said.get("shape"), SHAPES, "shape", "circle")
    return PrintedNumber(reader.said(said.get("name"), name), shape, reader.colour(said.get("colour"), PAPER))


def _sign(name: str, data: Datum, reader: Reader) -> Sign:
    said = reader.fields(data, ("name", "shape", "colour", "letter", "owner", "apart", "counts", "short", "signs"))
    signs = dict(reader.fields(said.get("signs")))
    told_by = reader.text(signs.pop("mark", None))
    return Sign(
        reader.said(said.get("name"), name),
        reader.one_of(said.get("shape"), SHAPES, "shape", "none"),
        reader.colour(said.get("colour"), PAPER),
        _letter(said.get("letter"), reader, "", 2),
        reader.text(said.get("owner")),
        reader.text(said.get("apart")),
        {key: int(reader.number(number, 1)) for key, number in reader.fields(said.get("counts")).items()},
        reader.truth(said.get("short")),
        told_by,
        {value: _letter(sign, reader, "", 2) for value, sign in signs.items()},
    )


def _owners(data: Datum | None, reader: Reader) -> Owners:
    said = reader.fields(data, ("mark", "column", "table", "sides"))
    sides: Mapping[str, Datum] = reader.fields(said.get("sides"))
    return Owners(
        reader.text(said.get("mark")),
        reader.text(said.get("column")),
        reader.text(said.get("table")),
        {name: _side(side, reader) for name, side in sides.items()},
    )


def _side(data: Datum, reader: Reader) -> Side:
    said = reader.fields(data, ("colour", "letter", "pattern"))
    pattern = reader.one_of(said.get("pattern"), PATTERNS, "pattern", "")
    letter = said.get("letter")
    letters = {} if letter is None else {"en": _letter(letter, reader, "", 2)} if letter.text else reader.said(letter)
    return Side(reader.colour(said.get("colour"), ""), letters, pattern)


def _letter(data: Datum | None, reader: Reader, usual: str, most: int) -> str:
    letter = reader.text(data, usual)
    if data is not None and not 1 <= len(letter) <= most:
        what = "one letter" if most == 1 else "one letter or two"
        reader.wrong("RK205", f"here should stand {what}", data.span, 'for example:  "o"')
        return usual
    return letter
