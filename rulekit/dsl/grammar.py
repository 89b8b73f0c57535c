"""The grammar of ``rules.lark`` for single rows: tokens, and the parse of a row.

Lark's terminals cut a row into signs, and Lark's parser says for each sequence of terminals how it is built. So there is one
grammar, and whoever changes ``rules.lark`` changes the language. What Lark says of the grammar and of the rows that games are
made of is kept beside it (``rules.lark.json``), so that nobody has to wait for Lark who made no mistake; with another text of
the grammar, or a row of another shape, Lark is asked.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Container, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypedDict

from attrs import define, field

from rulekit.dsl.row_shapes import Bracket, Part, RowAsSaid, RowShape
from rulekit.dsl.syntax import Token, words

if TYPE_CHECKING:
    from lark import Lark, Tree
    from lark import Token as Leaf

RULES = Path(__file__).with_name("rules.lark")
SAID = RULES.with_suffix(".lark.json")
"""What Lark says of the grammar and of the rows of all games here: `python -m tests.dsl.update_grammar`"""
DIGITS = 9
LONGEST = 500
"""Most tokens of one line."""
SHAPES = 1 << 14
"""How many shapes of rows are remembered."""
ROWS_END = ("_NL", "COMMA")
"""Terminals with the end of a row in them; a comma there joins the next row to it."""

ITEM = "ITEM"
"""A run of items in a row"""

Sign = tuple[str, str, int, int]
"""(terminal, text, where it begins, where it ends)"""


class GrammarData(TypedDict):
    """What Lark says of a grammar, as JSON."""

    grammar: str
    cut: str
    ignored: str
    items: list[str]
    rows: dict[str, RowAsSaid | None]


@define(eq=False)
class Grammar:
    """``text``: a grammar of Lark with the rules and terminals of ``rules.lark``."""

    text: str
    cut: str
    """Regular expression: one sign, as the group that its terminal is called"""
    ignored: str
    """Regular expression: what is skipped between signs"""
    items: frozenset[str]
    """Terminals that are an item each by itself: where one stands, any of them can, and any number"""
    shapes: dict[tuple[str, ...], RowShape | None] = field(factory=dict)
    """How rows are built in which no item stands beside another; there are few"""
    _lark: Lark | None = None

    @classmethod
    def of(cls, text: str) -> Grammar:
        """By Lark alone."""
        lark = lark_of(text)
        terminals = sorted((t for t in lark.terminals if t.name not in ROWS_END), key=lambda t: -t.priority)
        patterns = [(t.name, t.pattern.to_regexp(), t.name in lark.ignore_tokens) for t in terminals]
        cut = "|".join(f"(?P<{name}>{pattern})" for name, pattern, nothing in patterns if not nothing)
        ignored = "|".join(pattern for _, pattern, nothing in patterns if nothing)
        items = {r.expansion[0].name for r in lark.rules if r.origin.name == "item" and r.expansion[0].is_term}
        return cls(text, cut, ignored, frozenset(items), lark=lark)

    @classmethod
    def kept(cls, text: str, said: GrammarData) -> Grammar | None:
        """By what :meth:`said` told; None if that was another grammar."""
        if said["grammar"] != _fingerprint(text):
            return None
        shapes = {
            tuple(row.split()): None if parts is None else RowShape.of(*parts) for row, parts in said["rows"].items()
        }
        return cls(text, said["cut"], said["ignored"], frozenset(said["items"]), shapes)

    def said(self) -> GrammarData:
        """All that Lark has said of this grammar up to now, for JSON."""
        rows = {" ".join(row): None if shape is None else shape.said() for row, shape in sorted(self.shapes.items())}
        return {
            "grammar": _fingerprint(self.text),
            "cut": self.cut,
            "ignored": self.ignored,
            "items": sorted(self.items),
            "rows": rows,
        }

    @property
    def lark(self) -> Lark:
        if self._lark is None:
            self._lark = lark_of(self.text)
        return self._lark

    @cached_property
    def _row(self) -> tuple[re.Pattern[str], re.Pattern[str], Mapping[int, str]]:
        """(one sign with what is ignored before it, only what is ignored, group -> terminal)"""
        # Nothing is given back (`*+`): what is ignored is not tried again as a sign.
        sign = re.compile(f"(?:{self.ignored})*+(?:{self.cut})")
        return sign, re.compile(f"(?:{self.ignored})*+"), {k: name for name, k in sign.groupindex.items()}

    def signs(self, row: str) -> list[Sign] | None:
        """A row cut into its signs, without what is ignored; None if something else stands there."""
        sign, ignored, terminals = self._row
        out: list[Sign] = []
        end = 0
        for match in sign.finditer(row):
            group = match.lastindex
            if match.start() != end or group is None:
                break
            start, end = match.span(group)
            out.append((terminals[group], match[group], start, end))
        return out if ignored.fullmatch(row, end) else None

    def shape(self, terminals: Sequence[str]) -> RowShape | None:
        """How a row of these terminals is built; None if it cannot be."""
        short: list[str] = []
        runs: list[range] = []
        for k, terminal in enumerate(terminals):
            named = k and terminals[k - 1] == "LBRACE"  # what a slot begins with is no item
            if terminal not in self.items or named:
                short.append(terminal)
            elif short and short[-1] == ITEM:
                runs[-1] = range(runs[-1].start, k + 1)
                continue
            else:
                short.append(ITEM)
            runs.append(range(k, k + 1))
        key = tuple(short)
        if key not in self.shapes:
            self.shapes[key] = self._asked(key)
        shape = self.shapes[key]
        return None if shape is None else shape.spread(runs)

    def _asked(self, terminals: Sequence[str]) -> RowShape | None:
        """What Lark's parser says of a row."""
        from lark import Token as Leaf
        from lark import Tree
        from lark.exceptions import UnexpectedInput

        parser: _InteractiveParser = self.lark.parse_interactive()
        try:
            for k, terminal in enumerate(terminals):
                parser.feed_token(Leaf("WORD" if terminal == ITEM else terminal, "", start_pos=k))
            parser.feed_token(Leaf("_NL", ""))
            follows = parser.choices()
            leads, alone = "_INDENT" in follows, "$END" in follows
            for terminal in () if alone else ("_INDENT", "WORD", "_NL", "_DEDENT"):
                parser.feed_token(Leaf(terminal, ""))
            (line,) = parser.feed_eof().children
        except UnexpectedInput:
            return None
        inside = line.children if isinstance(line, Tree) else []
        phrases = [[_part(item) for item in x.children] for x in inside if isinstance(x, Tree) and x.data == "phrase"]
        return RowShape(phrases, [x.start_pos or 0 for x in inside if not isinstance(x, Tree)], leads, alone)


class _InteractiveParser(Protocol):
    """The interactive parser of Lark, which has no type annotations"""

    def feed_token(self, token: Leaf) -> object: ...

    def choices(self) -> Container[str]: ...

    def feed_eof(self) -> Tree[Leaf]: ...


def _part(item: Tree[Leaf] | Leaf) -> Part:
    if isinstance(item, str):
        return item.start_pos or 0
    opens, *between, closes = item.children
    at, to = _part(opens), _part(closes)
    assert isinstance(at, int) and isinstance(to, int)
    return Bracket(item.data.upper(), [_part(child) for child in between], at, to)


def lark_of(text: str) -> Lark:
    from lark import Lark
    from lark.indenter import Indenter

    class Blocks(Indenter):
        NL_type = "_NL"
        OPEN_PAREN_types: list[str] = ["LPAR", "LBRACE"]  # noqa: RUF012  (Lark's own interface)
        CLOSE_PAREN_types: list[str] = ["RPAR", "RBRACE"]  # noqa: RUF012
        INDENT_type = "_INDENT"
        DEDENT_type = "_DEDENT"
        tab_len = 4

    return Lark(text, parser="lalr", postlex=Blocks(), propagate_positions=False, maybe_placeholders=False)


def _fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@cache
def grammar() -> Grammar:
    text = RULES.read_text(encoding="utf-8")
    try:
        kept = Grammar.kept(text, json.loads(SAID.read_text(encoding="utf-8")))
    except (OSError, ValueError, LookupError, TypeError):  # Lark knows it all
        kept = None
    return kept or Grammar.of(text)


@lru_cache(maxsize=SHAPES)
def shape_of(terminals: tuple[str, ...]) -> RowShape | None:
    """The same as :meth:`Grammar.shape`, once for each sequence: games have ten times as many rows as shapes."""
    return grammar().shape(terminals)


def bracket(kind: str, inner: list[Token], line: int, column: int, end: int) -> Token:
    """A GROUP or SLOT with its content."""
    if kind == "GROUP":
        return Token(kind, f"({words(inner)})", inner, line, column, end)
    return Token(kind, "{" + f"{inner[0].text}: {words(inner[1:])}" + "}", inner, line, column, end)
