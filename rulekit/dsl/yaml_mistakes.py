"""Explains YAML syntax errors to somebody who knows no YAML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.diagnostics import Diagnostic, Span

if TYPE_CHECKING:
    from ruamel.yaml.error import MarkedYAMLError


def unreadable(error: MarkedYAMLError, file: str, text: str) -> Diagnostic:
    """What stops the reading of a YAML file, in words that need no knowledge of YAML, at the line that is to blame."""
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    rows = text.split("\n")
    row = rows[line - 1] if line <= len(rows) else ""
    what = f"this table cannot be read: {error.problem or error.context}"
    hint = "rows look like  Name: {column: 3}"
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
    if line > len(rows):  # the parser speaks of the end as of one more line
        line, column = len(rows), len(rows[-1]) + 1
    return Diagnostic("RK201", what, Span(file, line, column, column + 1), hint)
