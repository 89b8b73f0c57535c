"""The syntax tree: lines of tokens with their spans. It knows no word of the language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define

from rulekit.diagnostics import Span


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

    def __repr__(self) -> str:
        return self.text


@define(eq=False)
class Citation:
    clause: str
    line: int
    column: int
    end: int


@define(eq=False)
class Line:
    """``tokens [: tail] [: body]`` with the clauses that it cites."""

    tokens: list[Token]
    tail: list[Token] | None
    body: list[Line] | None
    file: str
    citations: list[Citation]

    @property
    def first(self) -> str:
        return self.tokens[0].text

    @property
    def number(self) -> int:
        return self.tokens[0].line

    @property
    def span(self) -> Span:
        return span_of(self.file, self.tokens)

    @property
    def is_note(self) -> bool:
        """A line that is nothing but a text: a note of the rulebook, without effect."""
        return len(self.tokens) == 1 and self.tokens[0].kind == "STRING" and self.tail is None and self.body is None

    def walk(self) -> Iterator[Line]:
        yield self
        for line in self.body or ():
            yield from line.walk()


def span_of(file: str, tokens: Sequence[Token]) -> Span:
    first, last = tokens[0], tokens[-1]
    return Span(file, first.line, first.column, last.end if last.line == first.line else first.end)


def words(tokens: Sequence[Token]) -> str:
    return " ".join(t.text for t in tokens)


def spelling(tokens: Sequence[Token]) -> str:
    """The tokens with what their brackets hold: two lines with one spelling say the same."""
    return " ".join(f"{t.kind[0]}{t.text}({spelling(t.items)})" if t.items else t.kind[0] + t.text for t in tokens)


def cells(tokens: Sequence[Token]) -> list[list[Token]]:
    """The cells of a table row, which are parted by ``|``."""
    out: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "SIGN" and token.text == "|":
            out.append([])
        else:
            out[-1].append(token)
    return out
