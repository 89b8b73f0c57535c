"""How a board looks: what ``board.yaml`` says, read and checked. What it all means is told in docs/boards.md."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import Factory, define, field, frozen

from rulekit.diagnostics import Diagnostic, Span

if TYPE_CHECKING:
    from rulekit.dsl.datum import Datum

SHAPES = ("circle", "square", "triangle", "diamond", "star", "wave", "none")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z")
INK, PAPER = "#3b2f2a", "#f6f0e0"


@frozen
class Stroke:
    """How one sort of route is drawn. ``dash`` is a list of lengths as in SVG, or nothing for a whole line."""

    name: str
    colour: str = INK
    width: float = 2
    dash: str = ""


@frozen
class Mark:
    """How places of one sort are drawn. ``size`` is half their width, ``letter`` stands for them in the text form."""

    name: str
    shape: str = "circle"
    size: float = 8
    letter: str = "o"
    colour: str = PAPER


@frozen
class Tint:
    """Colours by the values of a column; ``part`` picks one where the column has a value for each name of an option."""

    column: str = ""
    part: str = ""
    colours: Mapping[str, str] = Factory(dict)


@frozen
class Look:
    """Everything that ``board.yaml`` says. Sizes and places are in the units of the labels and outlines of the table."""

    table: str
    places: str
    width: float
    height: float
    letters: float = 11
    legend: tuple[float, float] | None = None
    number: str = ""
    sort: str = ""
    marks: Mapping[str, Mark] = Factory(dict)
    routes: Mapping[str, Stroke] = Factory(dict)
    tint: Tint = Tint()


@define
class Reader:
    """Reads data of a known shape, and collects what is wrong with them."""

    found: list[Diagnostic] = field(factory=list)

    def wrong(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        self.found.append(Diagnostic(code, message, span, hint))

    def fields(self, data: Datum | None, known: tuple[str, ...] = ()) -> Mapping[str, Datum]:
        """The fields of a mapping; with ``known`` others than these are told."""
        if data is None:
            return {}
        if data.fields is None:
            self.wrong(
                "RK205", "here should stand names, each with a `:`", data.span, "for example:  {name: ..., colour: ...}"
            )
            return {}
        for key in data.fields if known else ():
            if key not in known:
                self.wrong("RK206", f"nothing reads `{key}`", data.keys[key], "known are: " + ", ".join(known))
        return data.fields

    def text(self, data: Datum | None, usual: str) -> str:
        if data is None:
            return usual
        if data.text is None:
            self.wrong("RK205", "here should stand a text", data.span, "write it without brackets")
        return data.text or usual

    def number(self, data: Datum | None, usual: float) -> float:
        if data is None:
            return usual
        try:
            number = float(data.text or "")
        except ValueError:
            number = -1
        if not 0 <= number <= 100_000:
            self.wrong("RK205", "here should stand a number from 0 to 100000", data.span, "for example:  12")
            return usual
        return number

    def pair(self, data: Datum | None) -> tuple[float, float] | None:
        if data is None:
            return None
        items = data.items or []
        if len(items) != 2:
            self.wrong("RK205", "here should stand two numbers: `[x, y]`", data.span, "for example:  [120, 80]")
            return None
        return self.number(items[0], 0), self.number(items[1], 0)

    def colour(self, data: Datum | None, usual: str) -> str:
        said = self.text(data, usual)
        if data is not None and not COLOUR.match(said):
            self.wrong("RK205", f"`{said}` is no colour", data.span, 'a colour is written like "#7a5230"')
            return usual
        return said


def read_look(data: Datum, reader: Reader) -> Look:
    """The look that ``board.yaml`` describes; mistakes are in ``reader.found``."""
    top = reader.fields(data, ("table", "places", "size", "letters", "legend", "number", "sorts", "routes", "tint"))
    for key in ("table", "places", "size"):
        if key not in top:
            reader.wrong("RK204", f"`{key}` is missing here", data.span, "a board needs a table, its places and a size")
    width, height = reader.pair(top.get("size")) or (1000, 1000)
    sorts = dict(reader.fields(top.get("sorts")))
    column = reader.text(sorts.pop("column", None), "")
    tints = dict(reader.fields(top.get("tint")))
    return Look(
        table=reader.text(top.get("table"), ""),
        places=reader.text(top.get("places"), ""),
        width=max(width, 1),
        height=max(height, 1),
        letters=reader.number(top.get("letters"), 11),
        legend=reader.pair(top.get("legend")),
        number=reader.text(top.get("number"), ""),
        sort=column,
        marks={name: _mark(name, said, reader) for name, said in sorts.items()},
        routes={name: _stroke(name, said, reader) for name, said in reader.fields(top.get("routes")).items()},
        tint=Tint(
            reader.text(tints.pop("column", None), ""),
            reader.text(tints.pop("part", None), ""),
            {name: reader.colour(said, PAPER) for name, said in tints.items()},
        ),
    )


def _mark(name: str, data: Datum, reader: Reader) -> Mark:
    said = reader.fields(data, ("name", "shape", "size", "letter", "colour"))
    shape = reader.text(said.get("shape"), "circle")
    if shape not in SHAPES:
        reader.wrong("RK205", f"there is no shape `{shape}`", said["shape"].span, "shapes are: " + ", ".join(SHAPES))
    letter = reader.text(said.get("letter"), "o")
    if len(letter) != 1:
        reader.wrong("RK205", "here should stand one letter", said["letter"].span, 'for example:  "o"')
        letter = "o"
    size, colour = reader.number(said.get("size"), 8), reader.colour(said.get("colour"), PAPER)
    return Mark(reader.text(said.get("name"), name), shape, size, letter, colour)


def _stroke(name: str, data: Datum, reader: Reader) -> Stroke:
    said = reader.fields(data, ("name", "colour", "width", "dash"))
    dash = reader.text(said.get("dash"), "")
    if not re.fullmatch(r"[0-9 ]*", dash):
        reader.wrong("RK205", f"`{dash}` is no row of lengths", said["dash"].span, 'it is written like "6 4"')
        dash = ""
    return Stroke(
        reader.text(said.get("name"), name),
        reader.colour(said.get("colour"), INK),
        reader.number(said.get("width"), 2),
        dash,
    )
