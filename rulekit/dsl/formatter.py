"""Formats rule files: blanks, indentation, columns of tables, citations. Words, comments and texts stay as they are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import define

STEP = 2
CITED = 81
"""Where citations stand, if the line leaves room for them."""
_PARTS = re.compile(r'"[^"\n]*"|#.*$|[^"#]+|"')
_CITATION = re.compile(r"\s*(\[[^\]\n]*\])\s*$")


@define
class FormattedLine:
    """A line of the file: how far in it was, what it says, its citations and its remark."""

    indent: int
    code: str
    cited: str
    remark: str
    goes_on: bool = False
    """The line before it ends with a comma."""
    level: int = 0


def laid_out(text: str) -> str:
    """The text in the standard layout. Idempotent; a file that can be read keeps its meaning."""
    rows = [_row(line) for line in text.splitlines()]
    _levels(rows)
    _align(rows)
    out: list[str] = []
    for row in rows:
        line = _line(row)
        if line or (out and out[-1]):
            out.append(line)
    while out and not out[-1]:
        out.pop()
    return "".join(line + "\n" for line in out)


def _row(line: str) -> FormattedLine:
    indent = len(line) - len(line.lstrip(" "))
    code, remark = "", ""
    for part in _PARTS.findall(line.strip()):
        if part.startswith("#"):
            remark = part.rstrip()
        else:
            code += part if part.startswith('"') else re.sub(r"[ \t]+", " ", part)
    cited: list[str] = []
    while match := _CITATION.search(code):
        cited.insert(0, match[1])
        code = code[: match.start()]
    return FormattedLine(indent, code.strip(), " ".join(cited), remark)


def _levels(rows: Sequence[FormattedLine]) -> None:
    """How deep every line stands; remarks alone on a line stand as deep as the next line that says something."""
    open_: list[int] = [0]
    before: FormattedLine | None = None
    for row in rows:
        if not row.code:
            continue
        if before is not None and before.code.endswith(","):
            row.goes_on, row.level = True, before.level + (0 if before.goes_on else 2)
        else:
            while len(open_) > 1 and row.indent < open_[-1]:
                open_.pop()
            if row.indent > open_[-1]:
                open_.append(row.indent)
            row.level = len(open_) - 1
        before = row
    level = 0
    for row in reversed(rows):
        if row.code:
            level = row.level
        elif row.remark:
            row.level = level if row.indent else 0


def _align(rows: Sequence[FormattedLine]) -> None:
    """The cells of neighbouring rows of a table stand below each other."""
    at = 0
    while at < len(rows):
        end = at
        while end < len(rows) and "|" in _outside(rows[end].code) and rows[end].level == rows[at].level:
            end += 1
        table = [[c.strip() for c in _cells(r.code)] for r in rows[at:end]]
        if table and len({len(r) for r in table}) == 1:
            widths = [max(len(r[k]) for r in table) for k in range(len(table[0]))]
            for row, cells in zip(rows[at:end], table, strict=True):
                row.code = " | ".join(c.ljust(w) for c, w in zip(cells, widths, strict=True)).rstrip()
        else:
            for row, cells in zip(rows[at:end], table, strict=True):
                row.code = " | ".join(cells)
        at = max(end, at + 1)


def _outside(code: str) -> str:
    return re.sub(r'"[^"]*"', "", code)


def _cells(code: str) -> list[str]:
    cells, inside = [""], False
    for char in code:
        inside ^= char == '"'
        if char == "|" and not inside:
            cells.append("")
        else:
            cells[-1] += char
    return cells


def _line(row: FormattedLine) -> str:
    text = " " * (STEP * row.level) + row.code if row.code or row.remark else ""
    if row.cited:
        text = text.ljust(CITED) if len(text) < CITED - 1 else text + "     "
        text += row.cited
    if row.remark:
        text += ("   " if row.code else "") + row.remark
    return text.rstrip()
