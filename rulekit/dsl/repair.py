"""The smallest change that makes a line readable: another word, one more, one less, two that change places.

Every offer was tried: the line reads as it is shown. What is tried is bounded, for one line and for a whole program.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from attrs import frozen

from rulekit.dsl.phrases import FOLDER, Phrase
from rulekit.dsl.syntax import Token

TRIES = 700
"""Most changes that are tried on one line."""
TRIES_IN_ALL = 20_000
NEAREST = 6
"""How many of the nearest sentences lend their words."""


@frozen
class Edit:
    """``tokens`` as they would be; ``at`` is where they were changed, ``old`` and ``new`` what was and what is there."""

    sort: str  # another, missing, much, swapped
    tokens: list[Token]
    at: Sequence[Token]
    old: str
    new: str
    path: tuple[int, ...] = ()


@cache
def confused() -> dict[str, list[str]]:
    """Words that people write for another one -> the words that they may mean."""
    out: dict[str, list[str]] = {}
    for row in (FOLDER / "confused.txt").read_text(encoding="utf-8").splitlines():
        if row and not row.startswith("#"):
            said, meant = (x.strip() for x in row.split("|"))
            for word in said.split(", "):
                out.setdefault(word, []).append(meant)
    return out


class Repair:
    """``known`` are all words and names that can stand in a line; ``near`` the nearest phrases of what was tried to say."""

    def __init__(self) -> None:
        self.left = TRIES_IN_ALL

    def find(
        self,
        tokens: Sequence[Token],
        reads: Callable[[list[Token]], bool],
        strange: Sequence[Token],
        known: Sequence[str],
        near: Sequence[Phrase],
    ) -> Edit | None:
        """The first change, in the order of what is likeliest, with which the line reads."""
        tries = 0
        for edit in _edits(list(tokens), list(strange), known, near):
            if tries >= TRIES or self.left <= 0:
                return None
            tries += 1
            self.left -= 1
            if edit.tokens and reads(edit.tokens):
                return edit
        return None


def _edits(
    tokens: list[Token], strange: list[Token], known: Sequence[str], near: Sequence[Phrase]
) -> Iterator[Edit]:
    words = list(dict.fromkeys(w for p in near[:NEAREST] for w in p.words))
    if strange:
        yield from _others(tokens, strange[:1], known, confused())
        if len(strange) > 1:
            for first in _others(tokens, strange[:1], known, confused()):
                for second in _others(first.tokens, strange[1:2], known, confused()):
                    yield Edit("another", second.tokens, first.at, first.old, first.new)
        yield from _less(tokens, strange[:1])
        return
    yield from _meant(tokens)
    yield from _swaps(tokens)
    yield from _more(tokens, words)
    yield from _others_known(tokens, words)
    yield from _less(tokens, tokens)


def _others(
    tokens: list[Token], strange: Sequence[Token], known: Sequence[str], meant: dict[str, list[str]]
) -> Iterator[Edit]:
    """Another word for one that is not known."""
    for token in strange:
        same = [w for w in known if _bare(w) == _bare(token.text)]
        near = difflib.get_close_matches(token.text, known, 6, 0.55)
        for word in dict.fromkeys([*same, *near[:2], *meant.get(token.text.lower(), ()), *near[2:]]):
            yield Edit("another", _with(tokens, token, [_token(word, token)]), [token], token.text, word)


def _meant(tokens: list[Token]) -> Iterator[Edit]:
    """A word of the language that is easily taken for another one."""
    for token in _flat(tokens):
        for word in confused().get(token.text, ()):
            yield Edit("another", _with(tokens, token, [_token(word, token)]), [token], token.text, word)


def _others_known(tokens: list[Token], words: Sequence[str]) -> Iterator[Edit]:
    for token in _flat(tokens):
        if token.kind in ("WORD", "SIGN"):
            for word in words:
                if word != token.text:
                    yield Edit("another", _with(tokens, token, [_token(word, token)]), [token], token.text, word)


def _more(tokens: list[Token], words: Sequence[str]) -> Iterator[Edit]:
    """One word more, at any place; then two that stand side by side in a sentence."""
    for k in range(len(tokens) + 1):
        where = tokens[k] if k < len(tokens) else tokens[-1]
        for word in words:
            new = [*tokens[:k], _token(word, where), *tokens[k:]]
            yield Edit("missing", new, [where], "", word, (k,))


def _swaps(tokens: list[Token]) -> Iterator[Edit]:
    for k in range(len(tokens) - 1):
        a, b = tokens[k], tokens[k + 1]
        if a.text != b.text:
            yield Edit("swapped", [*tokens[:k], b, a, *tokens[k + 2 :]], [a, b], f"{a.text} {b.text}", f"{b.text} {a.text}")


def _less(tokens: list[Token], among: Sequence[Token]) -> Iterator[Edit]:
    for token in reversed(list(among)):
        yield Edit("much", _with(tokens, token, []), [token], token.text, "")
    for n in (2, 3):
        if len(among) > n + 1:
            yield Edit("much", tokens[:-n], tokens[-n:], " ".join(t.text for t in tokens[-n:]), "")


# ---------------------------------------------------------------- tokens
def _with(tokens: Sequence[Token], old: Token, new: list[Token]) -> list[Token]:
    """The tokens with one of them replaced, also inside brackets."""
    out: list[Token] = []
    for token in tokens:
        if token is old:
            out += new
        elif token.kind == "GROUP" and token.items:
            inner = _with(token.items, old, new)
            text = "(" + " ".join(t.text for t in inner) + ")"
            out.append(token if inner == token.items else Token("GROUP", text, inner, token.line, token.column, token.end))
        else:
            out.append(token)
    return out


def _flat(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        if token.kind == "GROUP":
            yield from _flat(token.items)
        else:
            yield token


def _token(word: str, like: Token) -> Token:
    kind = "NAME" if word[:1].isupper() else "NUMBER" if word.isdigit() else "WORD" if word[:1].isalpha() else "SIGN"
    return Token(kind, word, [], like.line, like.column, like.end)


def _bare(word: str) -> str:
    return word.casefold().replace(" ", "").replace("-", "").replace("_", "")


def shown(tokens: Sequence[Token]) -> str:
    """The tokens as a person writes them."""
    return " ".join(t.text for t in tokens).replace(" ,", ",")


