"""Readers for slots of plain data: words, names, texts, lists of them, types and patterns of declarations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulekit.dsl.phrases import Literal
from rulekit.dsl.readings import Cursor, Filled
from rulekit.dsl.syntax import words
from rulekit.dsl.types import NUMBER, TRUTH, Type, kind

if TYPE_CHECKING:
    from rulekit.dsl.matcher_protocol import MatcherProtocol
    from rulekit.dsl.names import Vocabulary

AND = (",", "and")


class PlainSlots:
    """Readers that look at the tokens alone, or at the words of the program."""

    matcher: MatcherProtocol
    words: Vocabulary

    def _run_of(self, here: Cursor) -> Iterator[Filled]:
        tokens, at = here.tokens, here.at
        want = {"names": ("NAME", "STRING"), "nouns": ("WORD",)}[here.part.bare]
        got: list[str] = []
        while at < len(tokens) and tokens[at].kind in want:
            got.append(tokens[at].name)
            at += 1
            yield at, tuple(got), here.scope, False
            if at < len(tokens) and tokens[at].text in (*AND, "or"):
                at += 1
            else:
                return

    def _langs(self, here: Cursor) -> Iterator[Filled]:
        tokens, at = here.tokens, here.at
        got: list[tuple[str, str]] = []
        while at + 2 < len(tokens) and tokens[at].kind == "STRING" and tokens[at + 1].text == "in":
            got.append((tokens[at + 2].text, tokens[at].string))
            at += 3
            yield at, tuple(got), here.scope, False
            if at < len(tokens) and tokens[at].text in AND:
                at += 1
            else:
                return

    def _copies(self, here: Cursor) -> Iterator[Filled]:
        """`one card with value 5, one card with value 7`: a row of column values for each copy."""
        tokens, at = here.tokens, here.at
        copies: list[tuple[tuple[str, int], ...]] = []
        while at + 1 < len(tokens) and tokens[at].text == "one" and tokens[at + 1].text == "card":
            at += 2
            columns: list[tuple[str, int]] = []
            if at < len(tokens) and tokens[at].text == "with":
                at += 1
                while at + 1 < len(tokens) and tokens[at].kind == "WORD" and tokens[at + 1].kind == "NUMBER":
                    columns.append((tokens[at].text, int(tokens[at + 1].text)))
                    at += 2
                    if at < len(tokens) and tokens[at].text == "and":
                        at += 1
            copies.append(tuple(columns))
            if at < len(tokens) and tokens[at].text == ",":
                at += 1
        if copies and at == len(tokens):
            yield at, tuple(copies), here.scope, False

    def _settings(self, here: Cursor) -> Iterator[Filled]:
        """`floors 2, sticking 23`"""
        tokens, at = here.tokens, here.at
        got: list[tuple[str, int]] = []
        while at + 1 < len(tokens) and tokens[at].kind == "WORD" and tokens[at + 1].kind == "NUMBER":
            got.append((tokens[at].text, int(tokens[at + 1].text)))
            at += 2
            if at < len(tokens) and tokens[at].text in AND:
                at += 1
        if got and at == len(tokens):
            yield at, tuple(got), here.scope, False

    def _noun(self, here: Cursor) -> Iterator[Filled]:
        at = here.at
        if here.tokens[at].kind == "WORD":
            yield at + 1, here.tokens[at].text, here.scope, False

    def _name(self, here: Cursor) -> Iterator[Filled]:
        at = here.at
        if here.tokens[at].can_name:
            yield at + 1, here.tokens[at].name, here.scope, False

    def _adjective(self, here: Cursor) -> Iterator[Filled]:
        token = here.tokens[here.at]
        if token.kind == "WORD" or (token.kind == "STRING" and token.can_name):
            yield here.at + 1, token.name, here.scope, False

    def _text(self, here: Cursor) -> Iterator[Filled]:
        at = here.at
        if here.tokens[at].kind == "STRING":
            yield at + 1, here.tokens[at].string, here.scope, False

    def _yesno(self, here: Cursor) -> Iterator[Filled]:
        at = here.at
        if here.tokens[at].text in ("yes", "no"):
            yield at + 1, here.tokens[at].text, here.scope, False

    def _slotdef(self, here: Cursor) -> Iterator[Filled]:
        at = here.at
        if here.tokens[at].kind == "SLOT":
            yield at + 1, here.tokens[at], here.scope, False

    def _seen(self, here: Cursor) -> Iterator[Filled]:
        tokens = here.tokens
        for end in {len(tokens), next((k for k, token in enumerate(tokens) if token.text == ","), len(tokens))}:
            said = words(tokens[here.at : end])
            if re.fullmatch(r"seen by (all|their owner( and partners)?|nobody)( until turned up)?", said):
                yield end, said[len("seen by ") :], here.scope, False

    def _rest(self, here: Cursor) -> Iterator[Filled]:
        yield len(here.tokens), tuple(here.tokens[here.at :]), here.scope, False

    def _sentence(self, here: Cursor) -> Iterator[Filled]:
        rest = list(here.tokens[here.at :])
        if self.matcher.complete(("S",), rest, here.scope):
            yield len(here.tokens), rest, here.scope, False

    def _until(self, here: Cursor) -> Iterator[Filled]:
        """Tokens as they stand, up to the next literal of the phrase."""
        tokens, at = here.tokens, here.at
        if here.k == len(here.phrase.parts) - 1:
            ends = [len(tokens)]
        else:
            literal = here.phrase.parts[here.k + 1]
            ends = [
                q for q in range(at + 1, len(tokens)) if isinstance(literal, Literal) and tokens[q].text == literal.text
            ]
            if here.part.bare == "pattern":
                ends = ends[-1:]
        for end in ends:
            if end > at and "despite" not in [t.text for t in tokens[at:end]]:
                yield end, tuple(tokens[at:end]), here.scope, False

    def _type(self, here: Cursor) -> Iterator[Filled]:
        """a number / a leader or none / a list of players / yes or no / a region for each side"""
        said = [t.text for t in here.tokens[here.at :]]
        match said:
            case ["yes", "or", "no", *_]:
                type_, used = TRUTH, 3
            case ["a", "list", "of", many, *_] if many in self.words.plurals:
                type_, used = Type("set", self.words.plurals[many]), 4
            case [("a" | "an"), "number", *_]:
                type_, used = NUMBER, 2
            case [("a" | "an"), name, *_] if name in self.words.kinds.names:
                type_, used = kind(name), 2
            case _:
                return
        rest = said[used:]
        each = None
        if rest[:2] == ["or", "none"]:
            type_, used = Type(type_.head, type_.of, True), used + 2
        elif rest[:2] == ["for", "each"] and len(rest) > 2:
            each, used = rest[2], used + 3
        yield here.at + used, (type_, each), here.scope, False
