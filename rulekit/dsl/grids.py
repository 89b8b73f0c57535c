"""Expands grids in data tables into rows and routes: `grid: {files: 8, ranks: 8}` into a row for each square, and
`{grid: NAME, steps: ...}` into the pairs of squares that a step leads to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase

from rulekit.diagnostics import Diagnostic, Span
from rulekit.dsl.datum import Datum

FILES, RANKS = len(ascii_uppercase), 99
SIDE, EDGE = 56, 30
"""The side of a square, and the margin around the board, in the units of an outline."""
SHAPE = "squares: {grid: {files: 8, ranks: 8}}"
STEPS = "{grid: squares, steps: [[0, 1], [1, 0]]}"


def expanded(data: Datum, found: list[Diagnostic]) -> Datum:
    """The tables of a file with the squares and routes of its grids written out; ``data`` itself where it has none."""
    tables = data.fields or {}
    grids = {key: table for key, table in tables.items() if "grid" in (table.fields or {}) and not _is_routes(table)}
    if not grids and not any(_is_routes(table) for table in tables.values()):
        return data
    sizes = {key: _size(table, found) for key, table in grids.items()}
    fields = {}
    for key, table in tables.items():
        if key in grids:
            fields[key] = _squares(table, sizes[key], found)
        elif _is_routes(table):
            fields[key] = _routes(table, sizes, found)
        else:
            fields[key] = table
    return Datum(data.span, fields=fields, keys=data.keys)


def _is_routes(table: Datum) -> bool:
    return table.fields is not None and "grid" in table.fields and table.fields["grid"].text is not None


# ---------------------------------------------------------------- squares
def _size(table: Datum, found: list[Diagnostic]) -> tuple[int, int]:
    """(files, ranks); (0, 0) where they cannot be read."""
    assert table.fields is not None
    grid = table.fields["grid"]
    if grid.fields is None:
        found.append(Diagnostic("RK205", "a grid says how many files and ranks it has", grid.span, SHAPE))
        return 0, 0
    for key in grid.fields.keys() - {"files", "ranks"}:
        found.append(Diagnostic("RK206", f"nothing reads `{key}`", grid.keys[key], SHAPE, about=key))
    files, ranks = (_number(grid, key, most, found) for key, most in (("files", FILES), ("ranks", RANKS)))
    return (files, ranks) if files and ranks else (0, 0)


def _number(grid: Datum, key: str, most: int, found: list[Diagnostic]) -> int:
    assert grid.fields is not None
    if key not in grid.fields:
        found.append(Diagnostic("RK204", f"`{key}` is missing here", grid.span, f"add  {key}: 8"))
        return 0
    cell = grid.fields[key]
    text = cell.text or ""
    if not (text.isascii() and text.isdecimal()):
        said = f"this is `{text}`" if text else "nothing stands here"
        found.append(Diagnostic("RK205", f"a number is needed here, but {said}", cell.span, "write a number:  8"))
        return 0
    if len(text) > 3 or not 1 <= int(text) <= most:
        what = f"this number is from 1 to {most}, but here stands {text[:20]}"
        found.append(Diagnostic("RK208", what, cell.span, f"write a number from 1 to {most}"))
        return 0
    return int(text)


def _squares(table: Datum, size: tuple[int, int], found: list[Diagnostic]) -> Datum:
    """A row for each square, from the top left; what the table says of a square, or of all `others`, goes into it."""
    assert table.fields is not None
    files, ranks = size
    at = table.keys["grid"]
    said = {key: row for key, row in table.fields.items() if key not in ("grid", "others")}
    others = table.fields.get("others")
    if others is not None and others.fields is None:
        found.append(Diagnostic("RK205", "`others` holds columns", others.span, "others: {ground: Field}"))
        others = None
    rows = {_name(f, r): (f, r) for r in range(ranks, 0, -1) for f in range(1, files + 1)}
    for key in said.keys() - rows.keys() if rows else ():
        what = f"the grid has no square `{key}`"
        hint = f"its squares are A1 to {_name(files, ranks)}"
        found.append(Diagnostic("RK206", what, table.keys[key], hint, about=key))
    out, keys = {}, {}
    for name, (f, r) in rows.items():
        own = said.get(name)
        if own is not None and own.fields is None:
            found.append(Diagnostic("RK205", "a row of columns is needed here", own.span, f"{name}: {{ground: Field}}"))
            own = None
        given = _given(f, r, ranks, at)
        fields = {**given, **(others.fields or {} if others is not None else {}), **(own.fields or {} if own else {})}
        keys[name] = table.keys.get(name, at)
        spans = {**dict.fromkeys(given, at), **(others.keys if others is not None else {}), **(own.keys if own else {})}
        out[name] = Datum(own.span if own else at, fields=fields, keys=spans)
    return Datum(table.span, fields=out, keys=keys)


def _given(f: int, r: int, ranks: int, at: Span) -> dict[str, Datum]:
    """The columns that every square has; a game declares those that it needs."""

    def text(said: object) -> Datum:
        return Datum(at, text=str(said), optional=True)

    left, top = EDGE + SIDE * (f - 1), EDGE + SIDE * (ranks - r)
    corners = (left, top), (left + SIDE, top), (left + SIDE, top + SIDE), (left, top + SIDE)
    name = _name(f, r)
    return {
        "column": text(name[0]),
        "file": text(f),
        "rank": text(r),
        "light": text("yes" if (f + r) % 2 else "no"),
        "names": Datum(at, fields={"en": text(name.lower())}, keys={"en": at}),
        "outline": Datum(at, items=[Datum(at, items=[text(x), text(y)]) for x, y in corners]),
    }


def _name(f: int, r: int) -> str:
    return f"{ascii_uppercase[f - 1]}{r}"


# ---------------------------------------------------------------- routes
def _routes(table: Datum, sizes: dict[str, tuple[int, int]], found: list[Diagnostic]) -> Datum:
    """A route from each square by each step, a pair (files, ranks), that stays on the grid."""
    assert table.fields is not None
    grid = table.fields["grid"]
    for key in table.fields.keys() - {"grid", "steps"}:
        found.append(Diagnostic("RK206", f"nothing reads `{key}`", table.keys[key], STEPS, about=key))
    if grid.text not in sizes:
        there = "there are: " + ", ".join(sizes) if sizes else f"declare it in this file:  {SHAPE}"
        found.append(Diagnostic("RK203", f"this file has no grid `{grid.text}`", grid.span, there))
        return Datum(table.span, items=[])
    files, ranks = sizes[grid.text or ""]
    steps = list(_steps(table, found))
    squares = [(f, r) for r in range(1, ranks + 1) for f in range(1, files + 1)]
    pairs = [
        (_name(f, r), _name(f + across, r + up))
        for f, r in squares
        for across, up in steps
        if 1 <= f + across <= files and 1 <= r + up <= ranks
    ]
    at = table.span
    return Datum(at, items=[Datum(at, items=[Datum(at, text=a), Datum(at, text=b)]) for a, b in pairs])


def _steps(table: Datum, found: list[Diagnostic]) -> Iterator[tuple[int, int]]:
    assert table.fields is not None
    steps = table.fields.get("steps")
    if steps is None:
        found.append(Diagnostic("RK204", "`steps` is missing here", table.span, f"for example:  {STEPS}"))
        return
    if steps.items is None:
        found.append(Diagnostic("RK205", "a list of steps is needed here", steps.span, f"for example:  {STEPS}"))
    seen: set[tuple[int, int]] = set()
    for step in steps:
        pair = _pair(step.items or ())
        if pair is None or pair == (0, 0):
            what = "a step is two numbers: so many files to the right, so many ranks up"
            found.append(
                Diagnostic("RK205", what, step.span, "[1, 2] goes one to the right and two up, [-1, 0] one left")
            )
        elif pair in seen or (-pair[0], -pair[1]) in seen:
            what = "this step is here already: routes lead both ways"
            found.append(Diagnostic("RK205", what, step.span, "take it out"))
        else:
            seen.add(pair)
            yield pair


def _pair(items: Sequence[Datum]) -> tuple[int, int] | None:
    texts = [item.text or "" for item in items]
    if len(texts) != 2 or not all(t.removeprefix("-").isascii() and t.removeprefix("-").isdecimal() for t in texts):
        return None
    across, up = (int(t[:4]) for t in texts)
    return across, up
