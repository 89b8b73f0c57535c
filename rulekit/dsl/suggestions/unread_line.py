"""A line, or a part of one, that no phrase matches, with the category that was expected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Token


@frozen(eq=False)
class Unread:
    """``categories``: the sorts of phrases that were tried; ``want``: the type that a value should have had."""

    categories: Sequence[str]
    file: str
    tokens: Sequence[Token]
    scope: Scope
    want: str = ""

    @property
    def said(self) -> list[str]:
        """The words, one for each token."""
        return [t.text for t in self.tokens]


def places(tokens: Sequence[Token]) -> Iterator[tuple[Sequence[Token], int]]:
    """Every place in the tokens, those in brackets too: (the tokens of its brackets, how far in)."""
    for k, token in enumerate(tokens):
        yield tokens, k
        if token.kind == "GROUP":
            yield from places(token.items)


def all_of(tokens: Sequence[Token]) -> Iterator[Token]:
    """Every token, and those in its brackets behind it."""
    for group, at in places(tokens):
        yield group[at]
