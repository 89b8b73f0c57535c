"""Reads ``board.yaml`` into a :class:`Look`; every finding carries its source location."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rulekit.board.icons import CRESTS, ICONS
from rulekit.board.look import (
    HELD,
    INK,
    PAPER,
    PATTERNS,
    SHAPES,
    Look,
    Mention,
    Owners,
    PlaceSymbol,
    PrintedNumber,
    Side,
    Sign,
    Stroke,
    Tint,
)
from rulekit.board.reader import LARGEST, DatumReader, Fields

if TYPE_CHECKING:
    from rulekit.dsl.datum import Datum

KEYS = (
    "table", "places", "size", "letters", "legend", "number", "sorts", "routes", "tint", "sea", "land", "water",
    "regions", "stretch", "room", "stack", "facts", "owners", "pieces", "markers", "grid",
    "strip", "stops", "players", "icons",
)  # fmt: skip
BELOW = "below"


def read_look(data: Datum, reader: DatumReader) -> Look:
    """The look that ``board.yaml`` describes; findings are in ``reader.found``."""
    top = reader.fields(data, KEYS)
    for key in ("table", "places", "size"):
        if key not in top:
            reader.wrong("RK204", f"`{key}` is missing here", data.span, "a board needs a table, its places and a size")
    width, height = top.pair("size") or (1000, 1000)
    sorts = dict(top.fields("sorts"))
    strip, stops = _strip(top.get("strip"), reader), _stops(top.get("stops"), reader)
    columns, icons = top.fields("players"), top.fields("icons")
    heads = top["players"].keys if columns else {}
    drawn = top["icons"].keys if icons else {}
    column = reader.text(sorts.pop("column", None))
    across, down = top.pair("stretch") or (1, 1)
    number = _number(top.get("number"), reader)
    letters = top.number("letters", 11)
    legend = top.get("legend")
    below = legend is not None and legend.text == BELOW
    return Look(
        table=top.text("table"),
        places=top.text("places"),
        width=max(width, 1) * across,
        height=max(height, 1) * down,
        letters=letters,
        legend=None if below else reader.pair(legend),
        below=below,
        number=number.text("column"),
        number_name=number.said("name") if "name" in number else {},
        sort=column,
        marks={name: _mark(name, said, reader) for name, said in sorts.items()},
        routes={name: _stroke(name, said, reader) for name, said in top.fields("routes").items()},
        tint=_tint(top.get("tint"), reader),
        sea=top.colour("sea", ""),
        land=[corners for said in _outlines(top.get("land")) if (corners := reader.outline(said, -LARGEST))],
        water=[corners for said in _outlines(top.get("water")) if (corners := reader.outline(said, -LARGEST))],
        region=top.text("regions"),
        stretch=(across, down),
        room=top.pair("room"),
        stack=top.pair("stack") or (0, 0),
        facts={name: _fact(name, said, reader) for name, said in top.fields("facts").items()},
        owners=_owners(top.get("owners"), reader),
        pieces={name: _sign(name, said, reader) for name, said in top.fields("pieces").items()},
        markers={name: _sign(name, said, reader) for name, said in top.fields("markers").items()},
        grid=top.truth("grid"),
        strip=[mention.name for mention in strip],
        stops=[mention.name for mention in stops],
        columns={_name(key): reader.said(said) if said.text or said.fields else {} for key, said in columns.items()},
        icons={_name(key): reader.one_of(said, tuple(ICONS), "icon", "") for key, said in icons.items()},
        mentions=[
            *strip,
            *stops,
            *(Mention(_name(key), "own", span) for key, span in heads.items() if key != HELD),
            *(Mention(_name(key), "thing", span) for key, span in drawn.items()),
            *_lying(top),
        ],
    )


def _lying(top: Fields) -> Iterator[Mention]:
    """What the look says of the things on the board, and of whose the places and the things are."""
    owners, pieces, markers = (top.fields(key) for key in ("owners", "pieces", "markers"))
    if "mark" in owners:
        yield Mention(_name(owners.text("mark")), "mark", owners["mark"].span)
    for key, span in (top["pieces"].keys if pieces else {}).items():
        yield Mention(_name(key), "lying", span)
        said = pieces.fields(key)
        yield from (
            Mention(_name(said.text(name)), "mark", said[name].span) for name in ("owner", "apart") if name in said
        )
        if "short" in said and said["short"].fields is not None and "mark" in said["short"].fields:
            mark = said["short"].fields["mark"]
            yield Mention(_name(mark.text or ""), "mark", mark.span)
    for key, span in (top["markers"].keys if markers else {}).items():
        yield Mention(_name(key), "truth", span)


def _name(text: str) -> str:
    """The name of a mark, a place or a kind in the rules, whose words are written apart there; names with capitals stay apart."""
    return text.replace(" ", "-") if text == text.lower() else text


def _strip(data: Datum | None, reader: DatumReader) -> list[Mention]:
    """The places whose cards stand above the board."""
    if data is None:
        return []
    if data.items is None:
        reader.wrong("RK205", "here should stand a list of places", data.span, "for example:  [action row, event row]")
        return []
    return [Mention(_name(reader.text(item)), "shared", item.span) for item in data.items]


def _stops(data: Datum | None, reader: DatumReader) -> list[Mention]:
    """The deeds after which the telling waits, named as in their headings, without slots and without ``the``."""
    if data is None:
        return []
    if data.items is None:
        reader.wrong("RK205", "here should stand a list of deeds", data.span, "for example:  [end the turn]")
        return []
    words = ((reader.text(item).split(), item.span) for item in data.items)
    return [Mention(" ".join(word for word in said if word != "the"), "deed", span) for said, span in words]


def _number(data: Datum | None, reader: DatumReader) -> Fields:
    """The column of the number that is written on each place, alone or with a name for the legend."""
    if data is None or data.text is not None:
        return Fields(reader, {} if data is None else {"column": data})
    return reader.fields(data, ("column", "name"))


def _outlines(data: Datum | None) -> list[Datum]:
    return list(data) if data is not None else []


def _mark(name: str, data: Datum, reader: DatumReader) -> PlaceSymbol:
    said = reader.fields(data, ("name", "shape", "size", "letter", "colour", "sea"))
    return PlaceSymbol(
        said.said("name", name),
        said.one_of("shape", SHAPES, "shape", "circle"),
        said.number("size", 8),
        _letter(said.get("letter"), reader, "o", 1),
        said.colour("colour", PAPER),
        said.truth("sea"),
    )


def _stroke(name: str, data: Datum, reader: DatumReader) -> Stroke:
    said = reader.fields(data, ("name", "colour", "width", "dash", "sea"))
    dash = said.text("dash")
    if not re.fullmatch(r"[0-9 ]*", dash):
        reader.wrong("RK205", f"`{dash}` is no row of lengths", said["dash"].span, 'it is written like "6 4"')
        dash = ""
    return Stroke(
        said.said("name", name),
        said.colour("colour", INK),
        said.number("width", 2),
        dash,
        said.truth("sea"),
    )


def _tint(data: Datum | None, reader: DatumReader) -> Tint:
    said = dict(reader.fields(data))
    column, part = reader.text(said.pop("column", None)), reader.text(said.pop("part", None))
    return Tint(column, part, {name: reader.colour(colour, PAPER) for name, colour in said.items()})


def _fact(name: str, data: Datum, reader: DatumReader) -> PrintedNumber:
    said = reader.fields(data, ("name", "shape", "colour"))
    shape = said.one_of("shape", SHAPES, "shape", "circle")
    return PrintedNumber(said.said("name", name), shape, said.colour("colour", PAPER))


def _sign(name: str, data: Datum, reader: DatumReader) -> Sign:
    said = reader.fields(data, ("name", "shape", "colour", "letter", "owner", "apart", "counts", "short", "signs"))
    signs = dict(said.fields("signs"))
    told_by = reader.text(signs.pop("mark", None))
    short = said.get("short")
    named = dict(reader.fields(short)) if short is not None and short.fields is not None else {}
    named_by = reader.text(named.pop("mark", None))
    return Sign(
        said.said("name", name),
        said.one_of("shape", SHAPES, "shape", "none"),
        said.colour("colour", PAPER),
        _letter(said.get("letter"), reader, "", 2),
        said.text("owner"),
        said.text("apart"),
        {key: int(reader.number(number, 1)) for key, number in said.fields("counts").items()},
        bool(named) or said.truth("short"),
        told_by,
        {value: _letter(sign, reader, "", 2) for value, sign in signs.items()},
        named_by,
        frozenset(value for value, truth in named.items() if reader.truth(truth)),
    )


def _owners(data: Datum | None, reader: DatumReader) -> Owners:
    said = reader.fields(data, ("mark", "column", "table", "sides"))
    sides = {name: _side(side, reader) for name, side in said.fields("sides").items()}
    bearers: dict[str, str] = {}
    for name, side in sides.items():
        other = bearers.setdefault(side.crest, name)
        if side.crest and other != name:
            span = said.fields("sides").fields(name)["crest"].span
            reader.wrong("RK205", f"`{other}` has the crest `{side.crest}`, too", span, _free(sides))
    return Owners(said.text("mark"), said.text("column"), said.text("table"), sides)


def _free(sides: Mapping[str, Side]) -> str:
    used = {side.crest for side in sides.values()}
    return "each needs its own; nobody has: " + ", ".join(name for name in CRESTS if name not in used)


def _side(data: Datum, reader: DatumReader) -> Side:
    said = reader.fields(data, ("colour", "letter", "pattern", "crest"))
    pattern = said.one_of("pattern", PATTERNS, "pattern", "")
    letter = said.get("letter")
    letters = {} if letter is None else {"en": _letter(letter, reader, "", 2)} if letter.text else reader.said(letter)
    return Side(said.colour("colour", ""), letters, pattern, said.one_of("crest", tuple(CRESTS), "crest", ""))


def _letter(data: Datum | None, reader: DatumReader, usual: str, most: int) -> str:
    letter = reader.text(data, usual)
    if data is not None and not 1 <= len(letter) <= most:
        what = "one letter" if most == 1 else "one letter or two"
        reader.wrong("RK205", f"here should stand {what}", data.span, 'for example:  "o"')
        return usual
    return letter
