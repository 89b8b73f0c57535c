"""The grammar at work: what Lark makes of ``rules.lark``, for whole files and for single rows.

A file that holds a mistake is given to Lark as it is, and Lark's complaint becomes a finding in the author's words. For all
others rows are enough (:mod:`rulekit.dsl.rows`): Lark's terminals cut a row into signs, and Lark's parser says once for each
sequence of terminals how it is built. So there is one grammar, and whoever changes ``rules.lark`` changes the language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, frozen

from rulekit.diagnostics import Diagnostic, Span
from rulekit.dsl.syntax import Citation, Line, Token
from rulekit.dsl.unreadable import NESTING, between_levels, unexpected

if TYPE_CHECKING:
    from lark import Lark

DIGITS = 9
LONGEST = 500
"""Most tokens of one line."""
SHAPES = 1 << 14
"""How many shapes of rows are remembered."""
ROWS_END = ("_NL", "COMMA")
"""Terminals with the end of a row in them; a comma there joins the next row to it."""

Sign = tuple[str, str, int, int]
"""(terminal, text, where it begins, where it ends)"""


@frozen
class Bracket:
    """GROUP or SLOT; ``opens`` and ``closes`` are the numbers of its brackets among the signs of the row."""

    kind: str
    items: Sequence[int | Bracket]
    opens: int
    closes: int


@frozen
class Shape:
    """How a row is built. Numbers count its signs. ``phrases``: what stands before its `:`, and behind it if something does."""

    phrases: Sequence[Sequence[int | Bracket]]
    citations: Sequence[int]
    leads: bool
    """Whether a block may stand below it."""
    alone: bool
    """Whether it can do without."""


@define
class Grammar:
    """``text``: a grammar of Lark with the terminals of ``rules.lark``."""

    lark: Lark
    _signs: re.Pattern[str]
    _ignored: re.Pattern[str]
    _terminals: Mapping[int, str]
    """Group of ``_signs`` -> terminal"""

    @classmethod
    def of(cls, text: str) -> Grammar:
        from lark import Lark
        from lark.indenter import Indenter

        class Blocks(Indenter):
            NL_type = "_NL"
            OPEN_PAREN_types: list[str] = ["LPAR", "LBRACE"]  # noqa: RUF012  (Lark's own interface)
            CLOSE_PAREN_types: list[str] = ["RPAR", "RBRACE"]  # noqa: RUF012
            INDENT_type = "_INDENT"
            DEDENT_type = "_DEDENT"
            tab_len = 4

        lark = Lark(text, parser="lalr", postlex=Blocks(), propagate_positions=False, maybe_placeholders=False)
        terminals = sorted((t for t in lark.terminals if t.name not in ROWS_END), key=lambda t: -t.priority)
        ignored = "|".join(t.pattern.to_regexp() for t in terminals if t.name in lark.ignore_tokens)
        signs = "|".join(
            f"(?P<{t.name}>{t.pattern.to_regexp()})" for t in terminals if t.name not in lark.ignore_tokens
        )
        # Nothing is given back (`*+`): what is ignored is not tried again as a sign.
        cut = re.compile(f"(?:{ignored})*+(?:{signs})")
        return cls(lark, cut, re.compile(f"(?:{ignored})*+"), {k: name for name, k in cut.groupindex.items()})

    def signs(self, row: str) -> list[Sign] | None:
        """A row cut into its signs, without what is ignored; None if something else stands there."""
        out: list[Sign] = []
        end = 0
        for match in self._signs.finditer(row):
            group = match.lastindex
            if match.start() != end or group is None:
                break
            start, end = match.span(group)
            out.append((self._terminals[group], match[group], start, end))
        return out if self._ignored.fullmatch(row, end) else None

    def shape(self, terminals: Sequence[str]) -> Shape | None:
        """How a row of these terminals is built; None if it can not be."""
        from lark import Token as Leaf
        from lark.exceptions import UnexpectedInput

        parser = self.lark.parse_interactive()
        try:
            for k, terminal in enumerate(terminals):
                parser.feed_token(Leaf(terminal, "", start_pos=k))
            parser.feed_token(Leaf("_NL", ""))
            follows = parser.choices()  # type: ignore[no-untyped-call]
            leads, alone = "_INDENT" in follows, "$END" in follows
            for terminal in () if alone else ("_INDENT", "WORD", "_NL", "_DEDENT"):
                parser.feed_token(Leaf(terminal, ""))
            (line,) = parser.feed_eof().children  # type: ignore[no-untyped-call]
        except UnexpectedInput:
            return None
        phrases = [[_part(item) for item in node.children] for node in line.children if _name(node) == "phrase"]
        return Shape(phrases, [node.start_pos for node in line.children if not _name(node)], leads, alone)


def _name(node: Any) -> str:
    """The rule of a node; "" for a leaf."""
    return str(getattr(node, "data", ""))


def _part(item: Any) -> int | Bracket:
    if not _name(item):
        return int(item.start_pos)
    opens, *between, closes = item.children
    return Bracket(_name(item).upper(), [_part(child) for child in between], opens.start_pos, closes.start_pos)


@cache
def grammar() -> Grammar:
    return Grammar.of(Path(__file__).with_name("rules.lark").read_text(encoding="utf-8"))


@lru_cache(maxsize=SHAPES)
def shape_of(terminals: tuple[str, ...]) -> Shape | None:
    """The same as :meth:`Grammar.shape`, once for each sequence: games have ten times as many rows as shapes."""
    return grammar().shape(terminals)


def parsed(text: str, file: str, found: list[Diagnostic]) -> list[Line]:
    """The lines of a file, as the grammar has it. What it can not read goes into ``found``."""
    from lark.exceptions import LarkError, UnexpectedInput
    from lark.indenter import DedentError

    try:
        tree = grammar().lark.parse(text if text.endswith("\n") else text + "\n")
        return [_line(node, file, 0) for node in tree.children if hasattr(node, "data")]
    except UnexpectedInput as error:
        found.append(unexpected(error, text, file))
    except DedentError:
        found.append(between_levels(text, file))
    except _TooMuch as error:
        found.append(
            Diagnostic("RK103", str(error), Span(file, error.line, error.column, error.column + 1), error.hint)
        )
    except LarkError as error:  # pragma: no cover - nothing known leads here
        found.append(
            Diagnostic("RK101", f"this file can not be read: {error}", Span(file, 1), "save it as plain UTF-8 text")
        )
    return []


class _TooMuch(Exception):
    def __init__(self, what: str, line: int, column: int, hint: str) -> None:
        self.line, self.column, self.hint = line, column, hint
        super().__init__(what)


def _line(node: Any, file: str, depth: int) -> Line:
    phrases: list[list[Token]] = []
    body: list[Line] = []
    citations: list[Citation] = []
    if depth > NESTING:
        first = next(node.scan_values(lambda value: True))
        raise _TooMuch(
            f"blocks are nested more than {NESTING} deep", first.line, first.column, "make a deed of a part:  to NAME:"
        )
    for child in node.children:
        if not hasattr(child, "data"):
            citations += [
                Citation(part.strip(), child.line, child.column, child.end_column) for part in child[1:-1].split(",")
            ]
        elif child.data == "phrase":
            tokens = [_token(item) for item in child.children]
            if len(tokens) > LONGEST:
                raise _TooMuch(f"a line has more than {LONGEST} words", tokens[0].line, tokens[0].column, "divide it")
            phrases.append(tokens)
        else:
            body.append(_line(child, file, depth + 1))
    has_body = node.data in ("block", "titled")
    return Line(phrases[0], phrases[1] if len(phrases) > 1 else None, body if has_body else None, file, citations)


def _token(item: Any) -> Token:
    if not hasattr(item, "data"):
        if item.type == "COMMA":
            return Token("SIGN", ",", [], item.line, item.column, item.column + 1)
        if item.type == "NUMBER" and len(item) > DIGITS:
            raise _TooMuch(f"a number has at most {DIGITS} digits", item.line, item.column, "write a smaller one")
        return Token(item.type, str(item), [], item.line, item.column, item.end_column)
    opens, *between, closes = item.children
    inner = [_token(child) for child in between]
    return bracket(item.data.upper(), inner, opens.line, opens.column, closes.end_column)


def bracket(kind: str, inner: list[Token], line: int, column: int, end: int) -> Token:
    """A GROUP or SLOT with what stands in it."""
    if kind == "GROUP":
        return Token(kind, f"({' '.join(t.text for t in inner)})", inner, line, column, end)
    said = " ".join(t.text for t in inner[1:])
    return Token(kind, "{" + f"{inner[0].text}: {said}" + "}", inner, line, column, end)
