"""YAML tables with positions. Every scalar is kept as the text that stands in the file; the declared type reads it."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulekit.diagnostics import Diagnostic, Span
from rulekit.dsl.datum import Datum

if TYPE_CHECKING:
    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.nodes import Node

DEPTH = 32
SIZE = 1 << 20
_BRACKET = re.compile(r"[\[\]{}]")
NOTHING = ("", "~", "null", "none")
"""What stands in a variant's table for a row that it takes away"""
CHANGES = ("without", "with")
"""What a variant's table says of a list: which rows it loses and which it gets"""


def unreadable(error: MarkedYAMLError, file: str, text: str) -> Diagnostic:
    """What stops the reading of a YAML file, in words that need no knowledge of YAML, at the line that is to blame."""
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    rows = text.splitlines()
    row = rows[line - 1] if line <= len(rows) else ""
    what, hint = f"this table can not be read: {error.problem or error.context}", None
    opened = error.context_mark
    if "\t" in row[: len(row) - len(row.lstrip())]:
        what, hint = "a tab stands at the beginning of this line", "indent with two blanks for each level"
    elif opened is not None and "flow" in (error.context or ""):
        list_, first = "sequence" in (error.context or ""), opened.line + 1
        begun = rows[first - 1] if first <= len(rows) else ""
        if begun.count("[" if list_ else "{") > begun.count("]" if list_ else "}"):
            line, column = first, opened.column + 1
            close = "]" if list_ else "}"
            what = f"the `{begun[column - 1 : column]}` that opens here is not closed on its line"
            hint = f"add the `{close}`; between two entries stands `,`"
        else:
            what, hint = "a `,` is missing here", "between two entries in brackets stands `,`"
    elif "quoted scalar" in (error.context or "") and opened is not None:
        line, column = opened.line + 1, opened.column + 1
        what, hint = "the text that begins here is not closed", 'a text ends with the same `"` with which it begins'
    elif row.lstrip().startswith("- ") and "expected <block end>" in (error.problem or ""):
        what, hint = "this row has no name, as the others have", "write `Name:` in place of the `-`"
    elif "expected <block end>" in (error.problem or "") or "mapping values" in (error.problem or ""):
        above = next((n for n in range(line - 2, -1, -1) if rows[n].strip()), line - 1)
        below = next((r for r in rows[line:] if r.strip()), row)
        same = len(below) - len(below.lstrip()) == len(row) - len(row.lstrip())
        if (
            same
            and len(row) - len(row.lstrip()) > len(rows[above]) - len(rows[above].lstrip())
            and not rows[above].endswith(":")
        ):
            line, column = above + 1, 1
        what = "this line does not stand below the others that it goes with"
        hint = "indent it like the line above, with two blanks for each level; behind `:` stands a blank"
    elif "alias" in (error.problem or ""):
        what, hint = "aliases (`*name`) are not used in tables", "write out what stands there"
    return Diagnostic("RK201", what, Span(file, line, column, column + 1), hint)


def title(key: str) -> str:
    """``mt_hiei`` -> ``Mt Hiei``; what is capitalised already stays."""
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
                turned = _plain(row)[::-1] if row.items is not None else None
                near = turned is not None and any(_plain(x) == turned for x in left)
                hint = (
                    "it stands there the other way round"
                    if near
                    else "take it away here too, or write it as it stands there"
                )
                found.append(Diagnostic("RK205", "the table of the game has no such row", row.span, hint))
            left = [x for x in left if x not in same]
    return Datum(base.span, items=left)


def _plain(data: Datum) -> Any:
    """The value alone."""
    if data.items is not None:
        return [_plain(x) for x in data.items]
    return data.text if data.fields is None else {k: _plain(v) for k, v in data.fields.items()}


def load(path: Path, file: str, text: str, found: list[Diagnostic]) -> Datum | None:
    """The data of a YAML file, or None with what is wrong in ``found``."""
    data, trouble = _loaded(file, text)
    found += trouble
    _forget(data)
    return data


def _forget(data: Datum | None) -> None:
    """Nothing of a table that comes again has been asked for yet."""
    if data is not None:
        data.used.clear()
        for part in (data.items or ()) if data.fields is None else data.fields.values():
            _forget(part)


@lru_cache(maxsize=32)
def _loaded(file: str, text: str) -> tuple[Datum | None, tuple[Diagnostic, ...]]:
    """Nobody changes data once they are read, apart from what is ``used``: so a table that comes again is read once."""
    found: list[Diagnostic] = []
    return _composed(file, text, found), tuple(found)


@cache
def _texts() -> Any:
    """The parser in C, to which every value is a text: whether one looks like a number takes longer than all the rest, and
    nobody here asks. Raises ImportError without the extra `fast`."""
    parser: Any = import_module("_ruamel_yaml").CParser

    class Texts(parser):  # type: ignore[misc]  # a class that is looked up is no type to mypy
        def __init__(self, text: str) -> None:
            super().__init__(text)
            self._parser = self._composer = self._resolver = self

        def resolve(self, kind: type, value: str, implicit: object) -> str:
            return "tag:yaml.org,2002:str"

        def descend_resolver(self, node: object, index: object) -> None: ...

        def ascend_resolver(self) -> None: ...

    return Texts


def _compose(text: str) -> Node | None:
    """The nodes of a table. The extra `fast` brings a parser in C; mistakes are told by the one in Python."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    with suppress(ImportError, YAMLError, ValueError, RecursionError):
        quick: Node | None = _texts()(text).get_single_node()
        return quick
    careful: Node | None = YAML(typ="safe", pure=True).compose(text)
    return careful


def _composed(file: str, text: str, found: list[Diagnostic]) -> Datum | None:
    from ruamel.yaml.error import MarkedYAMLError, YAMLError
    from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

    if len(text) > SIZE:
        found.append(
            Diagnostic("RK201", f"this table is larger than {SIZE} characters", Span(file, 1), "divide it into several")
        )
        return None
    depth = deepest = 0
    for bracket in _BRACKET.finditer(text):
        depth += 1 if bracket[0] in "[{" else -1
        deepest = max(deepest, depth)
    if deepest > DEPTH:
        found.append(
            Diagnostic("RK201", f"brackets are nested more than {DEPTH} deep", Span(file, 1), "write it in rows")
        )
        return None
    try:
        root = _compose(text)
    except MarkedYAMLError as error:
        found.append(unreadable(error, file, text))
        return None
    except (YAMLError, ValueError, RecursionError) as error:
        what = str(error).splitlines()[0] if str(error) else type(error).__name__
        found.append(
            Diagnostic(
                "RK201", f"this table can not be read: {what}", Span(file, 1), "rows look like  Name: {column: 3}"
            )
        )
        return None
    seen: set[int] = set()

    def convert(node: Any, level: int) -> Datum:  # a Node: where it stands is not declared there
        mark, end = node.start_mark, node.end_mark
        last = end.column + 1 if end.line == mark.line else mark.column + 2
        span = Span(file, mark.line + 1, mark.column + 1, max(last, mark.column + 2))
        if id(node) in seen:
            hint = "write out what stands there"
            found.append(Diagnostic("RK201", "aliases (`*name`) are not used in tables", span, hint))
            return Datum(span, text="")
        seen.add(id(node))
        if level > DEPTH:
            found.append(Diagnostic("RK201", f"this table is nested more than {DEPTH} deep", span, "write it in rows"))
            return Datum(span, text="")
        if isinstance(node, ScalarNode):
            return Datum(span, text=str(node.value))
        if isinstance(node, SequenceNode):
            return Datum(span, items=[convert(child, level + 1) for child in node.value])
        assert isinstance(node, MappingNode)
        out = Datum(span, fields={})
        assert out.fields is not None
        for key, value in node.value:
            name = str(key.value)
            where = Span(file, key.start_mark.line + 1, key.start_mark.column + 1, key.end_mark.column + 1)
            if name in out.fields:
                found.append(
                    Diagnostic(
                        "RK202",
                        f"`{name}` stands here twice",
                        where,
                        "one of the two has to go",
                        also=(("the other", out.keys[name]),),
                    )
                )
            said = convert(value, level + 1)
            if (
                said.text == "" and value.start_mark.index == value.end_mark.index
            ):  # parsers differ in where nothing stands
                after = key.end_mark
                said.span = Span(file, after.line + 1, after.column + 2, after.column + 3)
            out.fields[name] = said
            out.keys[name] = where
        return out

    return convert(root, 0) if root is not None else Datum(Span(file, 1), fields={})
