"""YAML tables with source positions. Scalars stay texts; the type that a column declares converts them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from rulekit.diagnostics import Diagnostic, Span
from rulekit.dsl.datum import Datum
from rulekit.dsl.grids import expanded
from rulekit.dsl.yaml_reader import read

KEPT = 1 << 17
"""Up to this size a table that was read is kept in memory."""
NOTHING = ("", "~", "null", "none")
"""The entry in a variant's table for a row that it removes"""
CHANGES = ("without", "with")
"""What a variant's table says of a list: which rows it loses and which it gets"""


def title(key: str) -> str:
    """``old_bridge`` -> ``Old Bridge``; what is capitalised already stays."""
    return key if key[:1].isupper() else " ".join(w.capitalize() for w in key.split("_"))


def laid_over(base: Datum, over: Datum, gone: dict[str, Span], found: list[Diagnostic]) -> Datum:
    """A table with another one laid over it: rows come in, their columns change, lists grow, and a row that is nothing goes.

    A list loses rows that stand below ``without``, and gets those below ``with``. ``gone`` takes the names of the rows that
    go, with the place that says so; ``found`` what a list should lose and does not have.
    """
    if base.items is not None and over.fields is not None and over.fields.keys() & {*CHANGES}:
        return _changed(base, base.items, over.fields, over.keys, found)
    if over.fields is None or base.fields is None:
        if over.items is None or base.items is None:
            return over
        return Datum(base.span, items=[*base.items, *over.items])
    fields = dict(base.fields)
    for key, datum in over.fields.items():
        old = fields.get(key)
        if old is not None and old.fields is not None and datum.text is not None and datum.text in NOTHING:
            del fields[key]
            gone[title(key)] = over.keys[key]
        else:
            fields[key] = datum if old is None else laid_over(old, datum, gone, found)
    return Datum(base.span, fields=fields, keys={**base.keys, **over.keys})


def _changed(
    base: Datum, items: list[Datum], fields: dict[str, Datum], keys: dict[str, Span], found: list[Diagnostic]
) -> Datum:
    """A list with some rows taken away and others added."""
    left = list(items)
    for key, rows in fields.items():
        if key not in CHANGES or rows.items is None:
            what = (
                f"`{key}` says nothing about a list" if key not in CHANGES else f"below `{key}` stands a list of rows"
            )
            found.append(Diagnostic("RK205", what, keys[key], "without: [[Alder, Beech]]   or  with: [[Alder, Beech]]"))
            continue
        if key == "with":
            left += rows.items
            continue
        for row in rows.items:
            same = [x for x in left if _plain(x) == _plain(row)]
            if not same:
                turned = [_plain(x) for x in row][::-1] if row.items is not None else None
                near = turned is not None and any(_plain(x) == turned for x in left)
                hint = (
                    "it stands there the other way round"
                    if near
                    else "take it away here too, or write it as it stands there"
                )
                found.append(Diagnostic("RK205", "the table of the game has no such row", row.span, hint))
            left = [x for x in left if x not in same]
    return Datum(base.span, items=left)


def _plain(data: Datum) -> object:
    """The value without its position."""
    if data.items is not None:
        return [_plain(x) for x in data.items]
    return data.text if data.fields is None else {k: _plain(v) for k, v in data.fields.items()}


def load(path: Path, file: str, text: str, found: list[Diagnostic]) -> Datum | None:
    """The data of a YAML file, or None with what is wrong in ``found``."""
    if len(text) > KEPT:
        data, trouble = _read(file, text)
    else:
        data, trouble = _loaded(file, text)
        data = _unused(data) if data is not None else None
    found += trouble
    return data


def _unused(data: Datum) -> Datum:
    """A copy of which nothing was asked for yet: games are read in several threads, each notes what it uses. Texts are shared."""
    if data.items is not None:
        return Datum(data.span, items=[*map(_unused, data.items)])
    if data.fields is not None:
        return Datum(data.span, fields={key: _unused(x) for key, x in data.fields.items()}, keys=data.keys)
    return data


@lru_cache(maxsize=32)
def _loaded(file: str, text: str) -> tuple[Datum | None, tuple[Diagnostic, ...]]:
    """Data are not changed after reading, apart from ``used``, so the same text is parsed only once."""
    return _read(file, text)


def _read(file: str, text: str) -> tuple[Datum | None, tuple[Diagnostic, ...]]:
    found: list[Diagnostic] = []
    data = read(file, text, found)
    return data if data is None else expanded(data, found), tuple(found)
