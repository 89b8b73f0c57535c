"""The places and routes of a board, from the tables of a game; a board is these and a look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.board.look import Look, Reader, read_look
from rulekit.diagnostics import RulesError, UserError
from rulekit.files import read_text, shown

if TYPE_CHECKING:
    from rulekit.dsl.datum import Datum

FILE = "board.yaml"


@frozen
class Place:
    """``at`` is where its label stands; ``outline`` are the corners of its area, none for a point."""

    key: str
    names: Mapping[str, str]
    at: tuple[float, float]
    outline: Sequence[tuple[float, float]] = ()
    sort: str = ""
    number: str = ""
    tint: str = ""

    def name(self, language: str) -> str:
        return self.names.get(language) or self.names.get("en") or self.key.replace("_", " ").title()


@frozen
class Route:
    """``sort`` is a key of the routes of the look; ``a`` and ``b`` are keys of places."""

    sort: str
    a: str
    b: str


@frozen
class Board:
    """A board to be drawn. Places are in the order of the table."""

    look: Look
    places: Mapping[str, Place]
    routes: Sequence[Route]


def read_board(folder: Path) -> Board:
    """The board of the game in ``folder``.

    Raises ``UserError`` if the game has no ``board.yaml``, and ``RulesError`` with all findings if it, or what it needs of
    the tables, is wrong.
    """
    if not (folder / FILE).is_file():
        raise UserError(f"{folder.name} says nothing about a board", f"a file {FILE} in its folder tells how it looks")
    reader, sources = Reader(), dict[str, str]()
    look = read_look(_data(folder / FILE, reader, sources), reader)
    _stop(reader, sources)
    if Path(look.table).name != look.table or not (folder / look.table).is_file():
        raise UserError(
            f"there is no table {look.table} in {folder.name}", f"`table:` in {FILE} names a file beside it"
        )
    tables = _data(folder / look.table, reader, sources)
    _stop(reader, sources)
    rows = (tables.fields or {}).get(look.places)
    if rows is None:
        raise UserError(f"{look.table} holds no `{look.places}`", f"`places:` in {FILE} names a table in that file")
    places = {}
    for key, row in reader.fields(rows).items():
        place = _place(key, row, look, reader)
        if place is not None:
            places[key] = place
    routes = [route for sort in look.routes for route in _routes(sort, tables, places, look, reader)]
    _stop(reader, sources)
    return Board(look, places, routes)


def _data(path: Path, reader: Reader, sources: dict[str, str]) -> Datum:
    from rulekit.diagnostics import Span
    from rulekit.dsl.data import load
    from rulekit.dsl.datum import Datum

    file, text = shown(path), read_text(path)
    sources[file] = text
    return load(path, file, text, reader.found) or Datum(Span(file, 1), fields={})


def _stop(reader: Reader, sources: Mapping[str, str]) -> None:
    if reader.found:
        raise RulesError(reader.found, sources)


def _place(key: str, row: Datum, look: Look, reader: Reader) -> Place | None:
    """None for a row that is drawn nowhere: it has neither a label nor an outline."""
    said = reader.fields(row)
    outline = [p for corner in said["outline"].items or () if (p := reader.pair(corner))] if "outline" in said else []
    at = reader.pair(said.get("label"))
    if at is None:
        if not outline:
            return None
        at = sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)
    names = {language: text.text or "" for language, text in reader.fields(said.get("names")).items()}
    tint = said.get(look.tint.column)
    if tint is not None and look.tint.part:
        tint = reader.fields(tint).get(look.tint.part)
    number, sort = (reader.text(said.get(column), "") for column in (look.number, look.sort))
    return Place(key, names, at, outline, sort, "" if number == "0" else number, reader.text(tint, ""))


def _routes(sort: str, tables: Datum, places: Mapping[str, Place], look: Look, reader: Reader) -> list[Route]:
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
