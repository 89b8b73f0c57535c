"""Reads the places and routes of a board from the tables of a game; a board is these and a look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import Factory, frozen

from rulekit.board.geometry import Point
from rulekit.board.look import Look, Said
from rulekit.board.look_file import read_look
from rulekit.board.reader import DatumReader
from rulekit.diagnostics import RulesError, Span, UserError
from rulekit.files import read_text, shown

if TYPE_CHECKING:
    from rulekit.dsl.datum import Datum

FILE, WORDS = "board.yaml", "words.yaml"
NOBODY = ("", "none")


@frozen
class BoardPlace:
    """``thing`` is its name in rules. ``at``: where its label stands; ``outline``: the corners of its area, none for a point."""

    key: str
    thing: str
    names: Said
    at: Point
    outline: Sequence[Point] = ()
    sort: str = ""
    number: str = ""
    tint: str = ""
    region: str = ""
    owner: str = ""
    """Its owner on the board as printed."""
    facts: Mapping[str, str] = Factory(dict)

    def name(self, language: str) -> str:
        return self.names.get(language) or self.names.get("en") or self.thing


@frozen
class Route:
    """``sort`` is a key of the routes of the look; ``a`` and ``b`` are keys of places."""

    sort: str
    a: str
    b: str


@frozen(slots=False)
class Board:
    """A board to be drawn. Places are in the order of the table. ``words``: the game's own, by language."""

    look: Look
    places: Mapping[str, BoardPlace]
    routes: Sequence[Route]
    words: Mapping[str, Mapping[str, str]] = Factory(dict)
    owners: Mapping[str, Said] = Factory(dict)
    """The names of owners, where a table has them."""
    regions: Mapping[str, Said] = Factory(dict)
    """Region -> its names, if a table other than that of the places gives them"""

    @cached_property
    def neighbours(self) -> Mapping[tuple[str, str], Sequence[str]]:
        """(place, sort of route) -> the places at the other ends."""
        found: dict[tuple[str, str], list[str]] = {}
        for route in self.routes:
            for here, there in ((route.a, route.b), (route.b, route.a)):
                found.setdefault((here, route.sort), []).append(there)
        return found

    def said(self, texts: Said, language: str) -> str:
        """A text of the look in a language: as it says itself, or as the words of the game say it, or in English."""
        own = texts.get(language) if language != "en" else None
        return own or self.word(texts["en"], language)

    def word(self, text: str, language: str) -> str:
        """A word of the rules or of a table, as the game says it; in English with blanks, and with a capital."""
        words = self.words.get(language, {})
        said = words.get(text) or words.get(text.replace("_", "-"))
        plain = text.replace("_", " ").replace("-", " ") if text.islower() else text
        return said or plain[:1].upper() + plain[1:]

    @property
    def languages(self) -> list[str]:
        """Those in which there are names of places or words."""
        names = dict.fromkeys(language for place in self.places.values() for language in place.names)
        return [*names, *(language for language in self.words if language not in names)]

    def tint(self, place: BoardPlace) -> str:
        """Its colour by the table, or nothing."""
        return self.look.tint.colours.get(place.tint, "")


def has_board(folder: Path) -> bool:
    """Whether the game in ``folder`` says how its board looks."""
    return (folder / FILE).is_file()


def find_board(folder: Path) -> Board | None:
    """The board of the game in ``folder``; None where it has none, or one with mistakes: that is no reason to stop a game."""
    try:
        return read_board(folder) if has_board(folder) else None
    except RulesError:
        return None


def read_board(folder: Path) -> Board:
    """The board of the game in ``folder``.

    Raises ``UserError`` if the game has no ``board.yaml``, and ``RulesError`` with all findings if it, or what it needs of
    the tables, is wrong.
    """
    if not has_board(folder):
        raise UserError(f"{folder.name} says nothing about a board", f"a file {FILE} in its folder tells how it looks")
    reader, sources = DatumReader(), dict[str, str]()
    said = _data(folder / FILE, reader, sources)
    _stop(reader, sources)  # what cannot be read lacks everything
    look = read_look(said, reader)
    _stop(reader, sources)
    here = Span(shown(folder / FILE), 1)
    if Path(look.table).name != look.table or not (folder / look.table).is_file():
        reader.wrong("RK203", f"there is no table file {look.table}", here, "`table:` names a file beside this one")
        _stop(reader, sources)
    tables = _data(folder / look.table, reader, sources)
    _stop(reader, sources)
    rows = (tables.fields or {}).get(look.places)
    if rows is None:
        reader.wrong("RK203", f"{look.table} holds no `{look.places}`", here, "`places:` names a table in that file")
        raise RulesError(reader.found, sources)
    places = {}
    for key, row in reader.fields(rows).items():
        place = _place(key, row, look, reader)
        if place is not None:
            places[key] = place
    routes = [route for sort in look.routes for route in _routes(sort, tables, places, look, reader)]
    owners = _owners(folder, look, reader, sources)
    _stop(reader, sources)
    return Board(look, places, routes, _words(folder, sources), owners, _regions(tables, look, places, reader))


def _regions(tables: Datum, look: Look, places: Mapping[str, BoardPlace], reader: DatumReader) -> dict[str, Said]:
    """The names of regions: of the rows that are called like one, in the tables beside the places."""
    regions = {place.region for place in places.values()}
    out: dict[str, Said] = {}
    for name, table in (tables.fields or {}).items():
        if name != look.places:
            out |= {key: names for key, names in _named(table, reader).items() if key in regions}
    return out


def _owners(folder: Path, look: Look, reader: DatumReader, sources: dict[str, str]) -> dict[str, Said]:
    """The names of owners: of the rows of all tables in the file that holds them."""
    file = look.owners.table
    if not file:
        return {}
    if Path(file).name != file or not (folder / file).is_file():
        here = Span(shown(folder / FILE), 1)
        reader.wrong(
            "RK203", f"there is no table file {file}", here, "`table:` of the owners names a file beside this one"
        )
        return {}
    out: dict[str, Said] = {}
    for table in reader.fields(_data(folder / file, reader, sources)).values():
        out |= _named(table, reader)
    return out


def _named(table: Datum, reader: DatumReader) -> dict[str, Said]:
    """The names of the rows of a table that have some."""
    from rulekit.dsl.data import title

    out: dict[str, Said] = {}
    for key, row in (table.fields or {}).items():
        names = (row.fields or {}).get("names")
        if names is not None:
            out[title(key)] = {language: text.text or "" for language, text in reader.fields(names).items()}
    return out


def _words(folder: Path, sources: dict[str, str]) -> dict[str, dict[str, str]]:
    """The words of the game; mistakes in them are told where the rules are read."""
    if not (folder / WORDS).is_file():
        return {}
    words = _data(folder / WORDS, DatumReader(), sources)
    return {
        language: {text: datum.text for text, datum in (said.fields or {}).items() if datum.text is not None}
        for language, said in (words.fields or {}).items()
    }


def _data(path: Path, reader: DatumReader, sources: dict[str, str]) -> Datum:
    from rulekit.dsl.data import load
    from rulekit.dsl.datum import Datum

    file, text = shown(path), read_text(path)
    sources[file] = text
    return load(path, file, text, reader.found) or Datum(Span(file, 1), fields={})


def _stop(reader: DatumReader, sources: Mapping[str, str]) -> None:
    if reader.found:
        raise RulesError(reader.found, sources)


def _place(key: str, row: Datum, look: Look, reader: DatumReader) -> BoardPlace | None:
    """None for a row that is drawn nowhere: it has neither a label nor an outline."""
    from rulekit.dsl.data import title

    fields = reader.fields(row)
    outline = fields.outline("outline")
    at = fields.pair("label")
    if at is None:
        if not outline:
            return None
        at = sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)
    across, down = look.stretch
    at, outline = (at[0] * across, at[1] * down), [(x * across, y * down) for x, y in outline]
    names = {language: text.text or "" for language, text in fields.fields("names").items()}
    tint = fields.get(look.tint.column)
    if tint is not None and look.tint.part:
        tint = reader.fields(tint).get(look.tint.part)
    number, sort, region, owner = (
        fields.text(column) for column in (look.number, look.sort, look.region, look.owners.column)
    )
    return BoardPlace(
        key,
        title(key),
        names,
        at,
        outline,
        sort,
        "" if number == "0" else number,
        reader.text(tint),
        "" if region in NOBODY else title(region),
        "" if owner in NOBODY else title(owner),
        {column: text for column in look.facts if (text := fields.text(column)) not in ("", "0")},
    )


def _routes(sort: str, tables: Datum, places: Mapping[str, BoardPlace], look: Look, reader: DatumReader) -> list[Route]:
    table = (tables.fields or {}).get(sort)
    if table is None:
        reader.wrong(
            "RK203", f"{look.table} holds no table `{sort}`", tables.span, "it holds: " + ", ".join(tables.fields or ())
        )
        return []
    out = []
    for pair in table:
        ends = [end.text or "" for end in pair]
        strange = next((end for end in pair if end.text not in places), None)
        if strange is not None or len(ends) != 2:
            where = (strange or pair).span
            reader.wrong("RK205", "a route joins two places that are drawn", where, "it is written like `[one, other]`")
        else:
            out.append(Route(sort, *ends))
    return out
