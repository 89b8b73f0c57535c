"""The syntax tree: lines of tokens with spans. It knows no word of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import define

from rulekit.diagnostics import Span

LONGEST_NAME = 60
_PLAIN = re.compile("[A-Za-z][A-Za-z0-9' -]*")


@define(eq=False)
class Token:
    """``kind`` is WORD, NAME, NUMBER, STRING, SIGN, GROUP (brackets, with ``items``) or SLOT (``{name: items}``)."""

    kind: str
    text: str
    items: list[Token]
    line: int
    column: int
    end: int

    @property
    def string(self) -> str:
        """The text of a STRING without its quotes."""
        return self.text[1:-1]

    @property
    def name(self) -> str:
        """What it names: a text in quotes is a name in any script."""
        return self.string if self.kind == "STRING" else self.text

    @property
    def can_name(self) -> bool:
        if self.kind == "STRING":
            text = self.string
            return text == text.strip() and 0 < len(text) <= LONGEST_NAME and not set(text) & set("{}")
        return self.kind == "NAME"

    def __repr__(self) -> str:
        return self.text


@define(eq=False)
class Citation:
    clause: str
    line: int
    column: int
    end: int


@define(eq=False)
class ParsedRow:
    """What a row of a file says, wherever it stands: the places of its tokens count from its first sign, in line 0."""

    tokens: list[Token]
    tail: list[Token] | None
    citations: list[Citation]
    leads: bool
    """Whether a block may stand below it,"""
    alone: bool
    """and whether it can do without."""
    goes_on: bool = False
    """Whether it ends with a comma, so that the next row belongs to it; it says nothing else then."""
    _spelling: str = ""
    _words: str = ""

    @property
    def words(self) -> str:
        if not self._words:
            self._words = words(self.tokens)
        return self._words

    @property
    def spelling(self) -> str:
        if not self._spelling:
            self._spelling = spelling(self.tokens)
        return self._spelling


class Line:
    """``tokens [: tail] [: body]`` with the clauses that it cites. The tokens of a row are made when somebody asks."""

    __slots__ = ("_column", "_number", "_row", "_tail", "_tokens", "body", "citations", "file")
    _number: int
    _column: int

    def __init__(
        self,
        tokens: list[Token],
        tail: list[Token] | None,
        body: list[Line] | None,
        file: str,
        citations: list[Citation],
    ) -> None:
        self._tokens: list[Token] | None = tokens
        self._tail = tail
        self.body = body
        self.file = file
        self.citations = citations
        self._row: ParsedRow | None = None

    @classmethod
    def in_row(cls, row: ParsedRow, file: str, number: int, indent: int) -> Line:
        """The line that a row of this number is, so far in; without a block."""
        line = cls.__new__(cls)
        line._row, line._number, line._column = row, number, indent + 1
        line._tokens = line._tail = line.body = None
        line.file = file
        line.citations = row.citations and [
            Citation(c.clause, number, c.column + indent + 1, c.end + indent + 1) for c in row.citations
        ]
        return line

    def _places(self) -> list[Token]:
        row = self._row
        assert row is not None
        self._tokens = _moved(row.tokens, self._number, self._column)
        self._tail = None if row.tail is None else _moved(row.tail, self._number, self._column)
        return self._tokens

    @property
    def tokens(self) -> list[Token]:
        return self._tokens if self._tokens is not None else self._places()

    @property
    def tail(self) -> list[Token] | None:
        if self._tokens is None and self._row is not None and self._row.tail is not None:
            self._places()
        return self._tail

    @tail.setter
    def tail(self, tokens: list[Token] | None) -> None:
        if self._tokens is None:
            self._places()
        self._tail, self._row = tokens, None

    @property
    def said(self) -> list[Token]:
        """The tokens without their positions."""
        return self._row.tokens if self._row is not None else self.tokens

    @property
    def said_behind(self) -> list[Token] | None:
        """The tokens behind the `:`, without their positions."""
        return self._row.tail if self._row is not None else self._tail

    @property
    def first(self) -> str:
        return self.said[0].text

    @property
    def number(self) -> int:
        return self._number if self._row is not None else self.tokens[0].line

    @property
    def span(self) -> Span:
        if self._row is None:
            return span_of(self.file, self.tokens)
        return self._place(self._row.tokens)

    @property
    def span_of_rest(self) -> Span:
        """Where the line stands without its first word."""
        return span_of(self.file, self.tokens[1:]) if self._row is None else self._place(self._row.tokens[1:])

    @property
    def span_behind(self) -> Span:
        """Where stands what is behind the `:`; there is something."""
        said = self.said_behind or []
        return span_of(self.file, said) if self._row is None else self._place(said)

    def _place(self, said: Sequence[Token]) -> Span:
        by = self._column
        return Span(self.file, self._number, said[0].column + by, said[-1].end + by)

    @property
    def words(self) -> str:
        """The tokens as a text."""
        return self._row.words if self._row is not None else words(self.tokens)

    @property
    def spelling(self) -> str:
        """Equal for two lines whose tokens say the same."""
        return self._row.spelling if self._row is not None else spelling(self.tokens)

    @property
    def is_note(self) -> bool:
        """A line that is nothing but a text: a note of the rulebook, without effect."""
        said = self.said
        return len(said) == 1 and said[0].kind == "STRING" and self.said_behind is None and self.body is None

    def walk(self) -> Iterator[Line]:
        yield self
        for line in self.body or ():
            yield from line.walk()


def is_text(tokens: Sequence[Token]) -> bool:
    """Whether this is nothing but a text: only then lines may stand below what stands behind a `:`."""
    return len(tokens) == 1 and tokens[0].kind == "STRING"


def _moved(tokens: Sequence[Token], number: int, by: int) -> list[Token]:
    return [
        Token(t.kind, t.text, _moved(t.items, number, by) if t.items else [], number, t.column + by, t.end + by)
        for t in tokens
    ]


def span_of(file: str, tokens: Sequence[Token]) -> Span:
    first, last = tokens[0], tokens[-1]
    return Span(file, first.line, first.column, last.end if last.line == first.line else first.end)


def words(tokens: Sequence[Token]) -> str:
    """The tokens in one line, as people write it: no blank stands before a comma, nor behind the sign of a number below 0."""
    said = (
        t.text if k == 0 or t.text == "," or below_nought(tokens, k - 1) else f" {t.text}" for k, t in enumerate(tokens)
    )
    return "".join(said)


def named(tokens: Sequence[Token]) -> str:
    """What tokens name: one in quotes without them, else their words."""
    return tokens[0].name if len(tokens) == 1 and tokens[0].can_name else words(tokens)


def written(name: str) -> str:
    """A name as it is written in rules: in quotes where it is of another script."""
    return name if _PLAIN.fullmatch(name) else f'"{name}"'


def spelling(tokens: Sequence[Token]) -> str:
    """The tokens with what their brackets hold: two lines with one spelling say the same."""
    return " ".join(
        f"{t.kind[0]}{t.text}({spelling(t.items)})" if t.items else t.kind[0] + t.text + "~" * below_nought(tokens, k)
        for k, t in enumerate(tokens)
    )


def below_nought(tokens: Sequence[Token], at: int = 0) -> bool:
    """Whether `-3` stands there, a number below 0: its sign without a blank behind it."""
    sign, number = (*tokens[at : at + 2], None, None)[:2]
    if sign is None or number is None or sign.kind != "SIGN" or sign.text != "-" or number.kind != "NUMBER":
        return False
    return (sign.line, sign.end) == (number.line, number.column)


def cells(tokens: Sequence[Token]) -> list[list[Token]]:
    """The cells of a table row, which are parted by ``|``."""
    out: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "SIGN" and token.text == "|":
            out.append([])
        else:
            out[-1].append(token)
    return out
