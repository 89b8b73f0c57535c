"""Every table, row and column of a data file is read by something; what is not is a misspelling, or waits for a rule."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.dsl.datum import Datum
from rulekit.dsl.declare.context import DeclarationContext

ALWAYS = ("names", "id", "label", "outline", "provenance")
"""Columns that need no declaration: what a row is called, how it is drawn, and where it comes from."""
MOST = 20
"""One table does not fill the screen: the first findings of a table say enough."""


def check(d: DeclarationContext, left_out: Sequence[str]) -> None:
    for file, data in d.program.tables_read.items():
        if data is None or data.fields is None or file in left_out:
            continue
        for key, table in data.fields.items():
            if key not in data.used:
                _report(d, data, key, f"nothing reads the table `{key}`", "a kind or a graph that reads it")
                continue
            rows = list((table.fields or {}).values()) if table.fields is not None else list(table)
            for row in rows:
                _row(d, row)


def _row(d: DeclarationContext, row: Datum) -> None:
    for key, cell in (row.fields or {}).items():
        if key not in row.used and key not in ALWAYS and not cell.optional:
            hint = "column " + key.replace("_", "-") + " is a number"
            _report(d, row, key, f"nothing reads `{key}`", "a line  " + hint)


def _report(d: DeclarationContext, data: Datum, key: str, text: str, missing: str) -> None:
    near = d.reader.suggestions.near(key, data.used)
    hint = near or f"take it out, or declare what it is: {missing}"
    d.reader.report("RK206", text, data.keys[key], hint, about=key)
