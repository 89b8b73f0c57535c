"""A line, or a part of one, that no phrase matches, with the category that was expected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Token

MAKING = ("let", "choose", "chose", "each")
"""Words behind which a line names what it makes."""
COUNTING = ("any", "up", "from", "one", "player")
"""What stands behind them where the name comes later, or where there is none."""


@frozen(eq=False)
class UnreadLine:
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

    @property
    def makes(self) -> Token | None:
        """The token that names what the line makes: a new word, which nothing can know yet."""
        tokens = self.tokens
        if len(tokens) < 2 or tokens[0].text not in MAKING:
            return None
        if tokens[-2].text == "as" and tokens[-1].kind == "WORD":
            return tokens[-1]
        return tokens[1] if tokens[1].kind == "WORD" and tokens[1].text not in COUNTING else None


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
