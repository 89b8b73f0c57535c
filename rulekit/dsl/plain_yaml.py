"""The YAML that tables are written in, read by itself: blocks, texts on one line, lists and mappings in brackets.

Nothing here says what is wrong. Whatever is not plain (texts over several lines, escapes, aliases, tabs, a name that stands
twice, every mistake) is left to a whole YAML parser, which gives the same data where both can read a file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from rulekit.diagnostics import Span
from rulekit.dsl.datum import Datum

DEPTH = 16
"""Most levels of blocks, and of brackets on a line"""
LONGEST = 1000
"""Most signs of a name"""
_STRANGE = re.compile("[^\\n -~\xa0-\u2027\u2030-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_DOCUMENT = re.compile(r"^(?:---|\.\.\.|%)", re.MULTILINE)
_FIRST = r"[^\s\-?:,\[\]{}#&*!|>'\"%@`=<]"
"""How a text without quotes begins"""
_QUOTED = r"\"([^\"\\\n]*)\"|'((?:[^'\n]|'')*+)'"
_KEY = re.compile(rf"(?:{_QUOTED}|({_FIRST}(?:[^#\n]|(?<! )#)*?)) *:(?= |$)")
_TEXT = re.compile(rf"(?:{_QUOTED}|((?:{_FIRST}|-(?=[^\s,\[\]{{}}]))(?:[^#\n]|(?<! )#)*?)) *(?: #.*)?$")
_INSIDE = re.compile(rf"(?:{_QUOTED}|((?:{_FIRST}|-(?=[^\s,\[\]{{}}]))[^,\[\]{{}}:#\n]*?)) *(?=[,\]}}:])")
"""A text in brackets"""
_END = re.compile(r" *(?: #.*)?$")
_BLANKS = re.compile(r"[ \n]*")
_BREAKING = re.compile(r"^- |^-$|:(?: |$)| #")
"""What can not stand in a further row of a text"""
_MAPPING = re.compile(r":(?: |$)")


class _Other(Exception):
    """This is not plain."""


def read(text: str, file: str) -> Datum | None:
    """The data of a table; None where it is not plain."""
    if not text.endswith("\n") or _STRANGE.search(text) or _DOCUMENT.search(text):
        return None
    try:
        return _Reader(text, file).whole()
    except _Other:
        return None


class _Reader:
    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.rows: list[tuple[int, int, str]] = []
        """(number, how far in, what it says) of all that say something"""
        for number, row in enumerate(text.split("\n"), 1):
            said = row.lstrip(" ")
            if said and said[0] != "#":
                self.rows.append((number, len(row) - len(said), said.rstrip(" ")))
        self.at = 0
        self.begins: list[int] = []
        """Where the rows of what stands in brackets begin in it"""
        self.places: list[tuple[int, int]] = []
        """Line and column of these"""

    def whole(self) -> Datum:
        if not self.rows:
            return Datum(Span(self.file, 1), fields={})
        first = self.rows[0]
        found = self.list(first[1], 0) if _is_item(first[2]) else self.mapping(first[1], 0)
        if self.at < len(self.rows):
            raise _Other
        return found

    def list(self, indent: int, depth: int) -> Datum:
        if depth > DEPTH:
            raise _Other
        out = Datum(self.place(self.rows[self.at][0], indent, indent), items=[])
        assert out.items is not None
        while self.at < len(self.rows):
            number, here, said = self.rows[self.at]
            if here != indent or not _is_item(said):
                break
            inner = said[1:].lstrip(" ")
            column = indent + len(said) - len(inner)
            if not inner or inner[0] == "#":
                raise _Other
            self.rows[self.at] = (number, column, inner)
            if _is_item(inner):
                out.items.append(self.list(column, depth + 1))
            elif _KEY.match(inner):
                out.items.append(self.mapping(column, depth + 1))
            else:
                self.at += 1
                out.items.append(self.value(inner, number, column, indent))
        self.ends(indent)
        return out

    def mapping(self, indent: int, depth: int) -> Datum:
        if depth > DEPTH:
            raise _Other
        out = Datum(self.place(self.rows[self.at][0], indent, indent), fields={})
        assert out.fields is not None
        while self.at < len(self.rows):
            number, here, said = self.rows[self.at]
            if here != indent or _is_item(said):
                break
            match = _KEY.match(said)
            if match is None or match.end() > LONGEST:
                raise _Other
            sort = match.lastindex or 0
            name, after = _said(match), indent + match.end(sort) + (sort < 3)
            if name in out.fields:
                raise _Other
            out.keys[name] = Span(self.file, number, indent + 1, after + 1)
            self.at += 1
            rest = said[match.end() :].lstrip(" ")
            if rest and rest[0] != "#":
                out.fields[name] = self.value(rest, number, indent + len(said) - len(rest), indent)
                continue
            below, deeper = (self.rows[self.at][1], self.rows[self.at][2]) if self.at < len(self.rows) else (-1, "")
            if _is_item(deeper) and below >= indent:
                out.fields[name] = self.list(below, depth + 1)
            elif below > indent and _KEY.match(deeper):
                out.fields[name] = self.mapping(below, depth + 1)
            elif below > indent:
                self.at += 1
                out.fields[name] = self.value(deeper, self.rows[self.at - 1][0], below, indent)
            else:
                out.fields[name] = self.nothing(number, after)
        self.ends(indent)
        return out

    def ends(self, indent: int) -> None:
        """What comes after a block of so far in is not deeper."""
        if self.at < len(self.rows) and self.rows[self.at][1] > indent:
            raise _Other

    # ------------------------------------------------------------ values
    def value(self, said: str, number: int, column: int, indent: int) -> Datum:
        """A value that begins on this row; what lies below it, deeper than its block, belongs to it."""
        below: list[tuple[int, int, str]] = []
        while self.at < len(self.rows) and self.rows[self.at][1] > indent:
            below.append(self.rows[self.at])
            self.at += 1
            if below[-1][0] != number + len(below):
                raise _Other
        if said[0] in "[{":
            return self.in_brackets(said, number, column, below)
        match = _TEXT.match(said)
        if match is None:
            raise _Other
        sort = match.lastindex or 0
        if sort == 3 and _MAPPING.search(match[3]):
            raise _Other
        if not below:
            return self.text(_said(match), number, column, column + match.end(sort) + (sort < 3))
        if sort != 3 or match.end(3) != len(said) or any(_BREAKING.search(more) for _, _, more in below):
            raise _Other
        return self.text(" ".join([said, *(more for _, _, more in below)]), number, column, column)

    def in_brackets(self, said: str, number: int, column: int, below: Sequence[tuple[int, int, str]]) -> Datum:
        """A list or a mapping in brackets, with all rows that it stands on."""
        self.begins, self.places = [0], [(number, column)]
        for line, indent, more in below:
            self.begins.append(len(said) + 1)
            self.places.append((line, indent))
            said += "\n" + more
        found, end = self.brackets(said, 0, 0)
        if not _END.match(said, end):
            raise _Other
        return found

    def spot(self, at: int) -> tuple[int, int]:
        """Line and column of a place between brackets."""
        row = bisect_right(self.begins, at) - 1
        number, column = self.places[row]
        return number, column + at - self.begins[row]

    def brackets(self, said: str, at: int, depth: int) -> tuple[Datum, int]:
        """A list or a mapping in brackets, and where it ends."""
        if depth > DEPTH:
            raise _Other
        closes, first = {"[": "]", "{": "}"}[said[at]], at
        items: list[Datum] = []
        fields: dict[str, Datum] = {}
        keys: dict[str, Span] = {}
        at = _skip(said, at + 1)
        while said[at : at + 1] != closes:
            if closes == "]":
                item, at = self.inside(said, at, depth)
                items.append(item)
            else:
                name, at = self.key(said, at, keys)
                if said[at : at + 1] in (",", "}"):
                    fields[name] = self.nothing(keys[name].line, keys[name].end - 1)
                else:
                    fields[name], at = self.inside(said, at, depth)
            at = _skip(said, at)
            if said[at : at + 1] == ",":
                at = _skip(said, at + 1)
                if said[at : at + 1] in ("", closes):
                    raise _Other
            elif said[at : at + 1] != closes:
                raise _Other
        (number, column), (last, end) = self.spot(first), self.spot(at)
        span = self.place(number, column, end + 1 if last == number else column)
        return (Datum(span, items=items) if closes == "]" else Datum(span, fields=fields, keys=keys)), at + 1

    def key(self, said: str, at: int, keys: dict[str, Span]) -> tuple[str, int]:
        """A name in brackets, which goes into ``keys``, and where what it names begins."""
        match = _INSIDE.match(said, at)
        if match is None or said[match.end() : match.end() + 2] != ": ":
            raise _Other
        sort = match.lastindex or 0
        name, (number, column) = _said(match), self.spot(at)
        if name in keys:
            raise _Other
        keys[name] = Span(self.file, number, column + 1, column + match.end(sort) - at + (sort < 3) + 1)
        return name, _skip(said, match.end() + 1)

    def inside(self, said: str, at: int, depth: int) -> tuple[Datum, int]:
        """A value in brackets, and where it ends."""
        if said[at : at + 1] in ("[", "{"):
            return self.brackets(said, at, depth + 1)
        match = _INSIDE.match(said, at)
        if match is None or said[match.end()] == ":":
            raise _Other
        sort = match.lastindex or 0
        number, column = self.spot(at)
        return self.text(_said(match), number, column, column + match.end(sort) - at + (sort < 3)), match.end()

    # ------------------------------------------------------------ data
    def place(self, number: int, column: int, end: int) -> Span:
        return Span(self.file, number, column + 1, max(end + 1, column + 2))

    def text(self, text: str, number: int, column: int, end: int) -> Datum:
        return Datum(self.place(number, column, end), text=text)

    def nothing(self, number: int, after: int) -> Datum:
        """Where a value could stand behind its name."""
        return Datum(Span(self.file, number, after + 2, after + 3), text="")


def _is_item(said: str) -> bool:
    return said.startswith("- ") or said == "-"


def _said(match: re.Match[str]) -> str:
    sort = match.lastindex or 0
    return match[sort].replace("''", "'") if sort == 2 else match[sort]


def _skip(said: str, at: int) -> int:
    return _BLANKS.match(said, at).end()  # type: ignore[union-attr]
