"""Rows of a file, read without a parser: the way that nearly all files take.

The language of ``rules.lark`` is regular but for its brackets and blocks, and most rows of a game come more than once. So
each text is cut into tokens once, and the places of its tokens are told when somebody asks. What is not in order here is
not judged: :func:`read` gives None, and Lark reads the file and tells what is wrong.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from rulekit.dsl.syntax import Citation, Line, Row, Token
from rulekit.dsl.unreadable import NESTING

DIGITS = 9
LONGEST = 500
"""Most tokens of one line."""
KEPT = 1 << 14
"""How many rows are remembered"""
_CUT = re.compile(
    r"""[ ]*(?:
        (the\b)
      | ([a-z][a-z0-9]*(?:-[A-Za-z0-9]+)*)
      | ([A-Z](?:[\w'-]|\.(?=\d))*(?:[ ][A-Z][\w'-]*)*)
      | ([0-9]+)
      | ("[^"\n]*")
      | ([,+*|-])
      | (\[[^\]\n]*\])
      | ([(){}:])
      | (\#[^\n]*)
    )""",
    re.VERBOSE,
)
THE, WORD, NAME, NUMBER, STRING, SIGN, CITE, PUNCTUATION, REMARK = range(1, 10)
KINDS = {WORD: "WORD", NAME: "NAME", NUMBER: "NUMBER", STRING: "STRING", SIGN: "SIGN"}


class _Unclear(Exception):
    """This is not for here: Lark reads it, or says what is wrong."""


def read(text: str, file: str) -> list[Line] | None:
    """The lines of a file; None if anything in it is not as it should be."""
    if "\t" in text or "\r" in text:
        return None
    try:
        return _read(text.split("\n"), file)
    except _Unclear:
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
                raise _Unclear
            before.body = []
            levels.append(indent)
            blocks.append(before.body)
        elif waits:
            raise _Unclear
        while indent < levels[-1]:
            levels.pop()
            blocks.pop()
        if indent != levels[-1]:
            raise _Unclear
        row = _row(said)
        if row is None:
            raise _Unclear
        if row.goes_on:
            last = _last_of(rows, at)
            before, leads = _long_line(rows[at - 1 : last], at, file)
            waits, at = leads and before.tail is None, last
        else:
            before, leads = Line.in_row(row, file, at, indent), row.leads
            waits = leads and row.tail is None
        blocks[-1].append(before)
    if waits:
        raise _Unclear
    return lines


# ---------------------------------------------------------------- one row
@lru_cache(maxsize=KEPT)
def _row(said: str) -> Row | None:
    """What a row says that begins at its first sign."""
    try:
        cuts = _cuts(said)
        if cuts[-1][1] == ",":
            return Row([], None, [], False, goes_on=True)
        tokens, tail, citations, leads = _parts(cuts)
    except _Unclear:
        return None
    return Row(tokens, tail, citations, leads)


Cut = tuple[int, str, int, int]
"""(sort, text, where it begins, where it ends)"""


def _cuts(said: str) -> list[Cut]:
    """A row cut into its signs, without remarks and `the`."""
    out: list[Cut] = []
    end = 0
    for match in _CUT.finditer(said):
        if match.start() != end:
            break
        end, sort = match.end(), match.lastindex
        assert sort is not None
        if sort is not REMARK and sort is not THE:
            out.append((sort, match[sort], match.start(sort), end))
    if not out or said[end:].strip(" "):
        raise _Unclear
    return out


def _parts(cuts: Sequence[Cut]) -> tuple[list[Token], list[Token] | None, list[Citation], bool]:
    """(tokens, tokens behind the `:`, citations, whether a block may stand below); columns count from 0, all in line 0."""
    tokens: list[Token] = []
    tail: list[Token] | None = None
    citations: list[Citation] = []
    leads = False
    here = tokens
    brackets: list[tuple[str, int, list[Token]]] = []
    for sort, text, start, end in cuts:
        if citations and sort != CITE:
            raise _Unclear
        if sort < CITE:
            if sort == NUMBER and len(text) > DIGITS:
                raise _Unclear
            here.append(Token(KINDS[sort], text, [], 0, start, end))
        elif sort == CITE:
            if brackets:
                raise _Unclear
            citations += [Citation(part.strip(), 0, start, end) for part in text[1:-1].split(",")]
        elif text == ":":
            if brackets:
                if brackets[-1][0] != "{" or len(here) != 1 or here[0].kind != "WORD":
                    raise _Unclear
                brackets[-1] = (":", *brackets[-1][1:])
            elif leads:
                raise _Unclear
            else:
                leads, tail = True, []
                here = tail
        elif text in "({":
            brackets.append((text, start, here))
            here = []
        else:
            here = _closed(text, end, here, brackets)
    if brackets or not tokens or len(tokens) > LONGEST or len(tail or ()) > LONGEST:
        raise _Unclear
    return tokens, tail or None, citations, leads


def _closed(text: str, end: int, inside: list[Token], brackets: list[tuple[str, int, list[Token]]]) -> list[Token]:
    """A bracket is closed: its token is added to what it stands in, which is given back."""
    if not brackets or brackets[-1][0] != {")": "(", "}": ":"}[text]:
        raise _Unclear
    _, start, outside = brackets.pop()
    if text == ")":
        if not inside:
            raise _Unclear
        outside.append(Token("GROUP", f"({' '.join(t.text for t in inside)})", inside, 0, start, end))
    else:
        if len(inside) < 2:
            raise _Unclear
        said = " ".join(t.text for t in inside[1:])
        outside.append(Token("SLOT", "{" + f"{inside[0].text}: {said}" + "}", inside, 0, start, end))
    return outside


# ---------------------------------------------------------------- a line over several rows
def _last_of(rows: Sequence[str], at: int) -> int:
    """Where a line ends that goes on in row ``at``: behind the first of its rows that has no comma at its end."""
    while at < len(rows):
        said = rows[at].lstrip(" ")
        if not said or said[0] == "#":
            raise _Unclear
        at += 1
        if _cuts(said)[-1][1] != ",":
            return at
    raise _Unclear


def _long_line(rows: Sequence[str], number: int, file: str) -> tuple[Line, bool]:
    """A line whose first row has this number, and whether a block may stand below it."""
    cuts: list[Cut] = []
    begins = [0]
    for said in rows:
        cuts += [(sort, text, start + begins[-1], end + begins[-1]) for sort, text, start, end in _cuts(said)]
        begins.append(begins[-1] + len(said) + 1)
    tokens, tail, citations, leads = _parts(cuts)

    def place(token: Token) -> Token:
        row, last = bisect_right(begins, token.column) - 1, bisect_right(begins, token.end - 1) - 1
        column, end = token.column - begins[row] + 1, token.end - begins[last] + 1
        return Token(token.kind, token.text, [place(t) for t in token.items], number + row, column, end)

    cited = []
    for c in citations:
        row = bisect_right(begins, c.column) - 1
        cited.append(Citation(c.clause, number + row, c.column - begins[row] + 1, c.end - begins[row] + 1))
    behind = None if tail is None else [place(t) for t in tail]
    return Line([place(t) for t in tokens], behind, None, file, cited), leads
