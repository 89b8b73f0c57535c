"""A change of a line of tokens, and what changes are made with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from attrs import frozen

from rulekit.dsl.syntax import Token
from rulekit.dsl.syntax import words as shown

DENYING = ("not", "cannot", "no", "unless")


@frozen
class TokenEdit:
    """``tokens`` as they would be; ``at`` is where they were changed, ``old`` and ``new`` what was and what is there."""

    sort: str  # another, missing, much, swapped, joined, brackets
    tokens: list[Token]
    at: Sequence[Token]
    old: str
    new: str

    @property
    def turns_round(self) -> bool:
        """Whether the edit would reverse the meaning, by adding or removing a negation."""
        return _denials(self.old) != _denials(self.new)


def _denials(said: str) -> int:
    return sum(word in DENYING for word in said.strip("()").split())


def with_tokens(tokens: Sequence[Token], old: Token, new: list[Token]) -> list[Token]:
    """The tokens with one of them replaced, also inside brackets."""
    out: list[Token] = []
    for token in tokens:
        if token is old:
            out += new
        elif token.kind == "GROUP" and token.items:
            inner = with_tokens(token.items, old, new)
            text = f"({shown(inner)})"
            out.append(
                token if inner == token.items else Token("GROUP", text, inner, token.line, token.column, token.end)
            )
        else:
            out.append(token)
    return out


def flat(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        if token.kind == "GROUP":
            yield from flat(token.items)
        else:
            yield token


def token_of(word: str, like: Token) -> Token:
    kind = "NAME" if word[:1].isupper() else "NUMBER" if word.isdigit() else "WORD" if word[:1].isalpha() else "SIGN"
    return Token(kind, word, [], like.line, like.column, like.end)


@lru_cache(maxsize=8192)
def bare(word: str) -> str:
    return word.casefold().replace(" ", "").replace("-", "").replace("_", "")
