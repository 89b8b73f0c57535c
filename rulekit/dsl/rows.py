"""The fast parser, row by row, for files without syntax errors.

Most rows of a game come more than once, and those that do not are built like others. So each text of a row is cut into signs
once, and the grammar is asked once how such a sequence of signs is built (:mod:`rulekit.dsl.grammar`). The places of the
tokens are told when somebody asks. What is not in order is not judged here: :func:`read` gives None, and Lark reads the whole
file and says what is wrong.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from rulekit.dsl.grammar import DIGITS, LONGEST, Sign, bracket, grammar, shape_of
from rulekit.dsl.row_shapes import Bracket, Part
from rulekit.dsl.syntax import Citation, Line, ParsedRow, Token, is_text
from rulekit.dsl.syntax_errors import NESTING

KEPT = 1 << 14
"""How many rows are remembered,"""
LONGEST_KEPT = 300
"""and how long they are at most: nobody writes a longer one twice."""
JOIN = ","
"""What stands at the end of a row that goes on in the next one."""


class _NeedsLark(Exception):
    """The fast parser cannot read this: Lark reads it, or says what is wrong."""


def read(text: str, file: str) -> list[Line] | None:
    """The lines of a file; None where the file holds a syntax error."""
    if "\t" in text or "\r" in text:
        return None
    try:
        return _read(text.split("\n"), file)
    except _NeedsLark:
        return None


def _read(rows: Sequence[str], file: str) -> list[Line]:
    lines: list[Line] = []
    levels, blocks = [0], [lines]
    before: Line | None = None
    leads = waits = False  # the line before may have a block, and must have one
    at = 0
    while at < len(rows):
        said = rows[at].lstrip(" ")
        at += 1
        if not said or said[0] == "#":
            continue
        indent = len(rows[at - 1]) - len(said)
        if indent > levels[-1]:
            if before is None or not leads or len(levels) > NESTING:
                raise _NeedsLark
            before.body = []
            levels.append(indent)
            blocks.append(before.body)
        elif waits:
            raise _NeedsLark
        while indent < levels[-1]:
            levels.pop()
            blocks.pop()
        if indent != levels[-1]:
            raise _NeedsLark
        row = _row(said) if len(said) <= LONGEST_KEPT else _row.__wrapped__(said)
        if row is None:
            raise _NeedsLark
        if row.goes_on:
            last = _last_of(rows, at)
            before, row = _long_line(rows[at - 1 : last], at, file)
            at = last
        else:
            before = Line.in_row(row, file, at, indent)
        leads, waits = row.leads, not row.alone
        blocks[-1].append(before)
    if waits:
        raise _NeedsLark
    return lines


# ---------------------------------------------------------------- one row
@lru_cache(maxsize=KEPT)
def _row(said: str) -> ParsedRow | None:
    """What a row says that begins at its first sign."""
    try:
        signs = _signs(said)
        behind = said[signs[-1][3] :].partition("#")[0]  # an article may stand there, which is no sign
        if signs[-1][1] == JOIN and not behind.strip():
            return ParsedRow([], None, [], False, True, goes_on=True)
        return _built(signs)
    except _NeedsLark:
        return None


def _signs(said: str) -> list[Sign]:
    signs = grammar().signs(said)
    if not signs:
        raise _NeedsLark
    return signs


def _built(signs: Sequence[Sign]) -> ParsedRow:
    """What the signs of a line say; columns count from 0, all in line 0."""
    shape = shape_of(tuple([sign[0] for sign in signs]))
    if shape is None:
        raise _NeedsLark
    head, *tail = ([_token(part, signs) for part in phrase] for phrase in shape.phrases)
    if any(len(tokens) > LONGEST for tokens in (head, *tail)):
        raise _NeedsLark
    citations = [
        Citation(clause.strip(), 0, start, end)
        for _, text, start, end in (signs[k] for k in shape.citations)
        for clause in text[1:-1].split(",")
    ]
    leads = shape.leads and (not tail or is_text(tail[0]))
    return ParsedRow(head, tail[0] if tail else None, citations, leads, shape.alone)


def _token(part: Part, signs: Sequence[Sign]) -> Token:
    if isinstance(part, Bracket):
        inner = [_token(item, signs) for item in part.items]
        return bracket(part.kind, inner, 0, signs[part.opens][2], signs[part.closes][3])
    kind, text, start, end = signs[part]
    if kind == "NUMBER" and len(text) > DIGITS:
        raise _NeedsLark
    return Token(kind, text, [], 0, start, end)


# ---------------------------------------------------------------- a line over several rows
def _last_of(rows: Sequence[str], at: int) -> int:
    """Where a line ends that goes on in row ``at``: behind the first of its rows that has no comma at its end."""
    while at < len(rows):
        said = rows[at].lstrip(" ")
        if not said or said[0] == "#":
            raise _NeedsLark
        at += 1
        if _signs(said)[-1][1] != JOIN:
            return at
    raise _NeedsLark


def _long_line(rows: Sequence[str], number: int, file: str) -> tuple[Line, ParsedRow]:
    """A line whose first row has this number, and the same as if it stood in one row."""
    signs: list[Sign] = []
    begins = [0]
    for said in rows:
        signs += [(kind, text, start + begins[-1], end + begins[-1]) for kind, text, start, end in _signs(said)]
        begins.append(begins[-1] + len(said) + 1)
    row = _built(signs)

    def place(token: Token) -> Token:
        first, last = bisect_right(begins, token.column) - 1, bisect_right(begins, token.end - 1) - 1
        column, end = token.column - begins[first] + 1, token.end - begins[last] + 1
        return Token(token.kind, token.text, [place(t) for t in token.items], number + first, column, end)

    cited = []
    for c in row.citations:
        at = bisect_right(begins, c.column) - 1
        cited.append(Citation(c.clause, number + at, c.column - begins[at] + 1, c.end - begins[at] + 1))
    tail = None if row.tail is None else [place(t) for t in row.tail]
    return Line([place(t) for t in row.tokens], tail, None, file, cited), row
