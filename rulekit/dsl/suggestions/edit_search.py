"""Searches for the smallest edit that makes a line readable: substitution, insertion, deletion, transposition of words.

Every offer was tried: the line reads as it is shown. What is tried is bounded, for one line and for a whole program.
"""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from attrs import frozen

from rulekit.dsl.phrases import FOLDER, Phrase
from rulekit.dsl.similar_words import near_words
from rulekit.dsl.syntax import Token

TRIES = 700
"""Most changes that are tried on one line."""
TRIES_IN_ALL = 20_000
NEAREST = 6
"""How many of the nearest sentences lend their words."""


LITTLE = ("of", "it", "me", "my", "is", "and", "to", "by", "a", ",")
RUNS = (
    (",", "highest", "first"),
    (",", "rounded", "up"),
    (",", "rounded", "down"),
    (",", "at", "most", "9", "times"),
    (",", "or", "none"),
    ("half", "of"),
)
"""Words that are left out together."""


@frozen
class Edit:
    """``tokens`` as they would be; ``at`` is where they were changed, ``old`` and ``new`` what was and what is there."""

    sort: str  # another, missing, much, swapped, brackets
    tokens: list[Token]
    at: Sequence[Token]
    old: str
    new: str


@cache
def confused() -> dict[str, list[str]]:
    """Words that people write for another one -> the words that they may mean."""
    out: dict[str, list[str]] = {}
    for row in (FOLDER / "confused.txt").read_text(encoding="utf-8").splitlines():
        if row and not row.startswith("#"):
            said, meant = (x.strip() for x in row.split("|"))
            for word in said.split(", "):
                out.setdefault(word, []).append(meant)
    out[","] = ["and"]
    return out


class EditSearch:
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
        for edit in itertools.islice(_edits(list(tokens), list(strange), known, near), TRIES):
            if self.left <= 0:
                return None
            self.left -= 1
            if edit.tokens and reads(edit.tokens):
                return edit
        return None


def _edits(tokens: list[Token], strange: list[Token], known: Sequence[str], near: Sequence[Phrase]) -> Iterator[Edit]:
    words = list(dict.fromkeys(w for p in near[:NEAREST] if p.op != "replace" for w in p.words))  # it takes any heading
    if strange:
        yield from _others(tokens, strange[:1], known)
        if len(strange) > 1:
            for first in _others(tokens, strange[:1], known):
                for second in _others(first.tokens, strange[1:2], known):
                    yield Edit("another", second.tokens, first.at, first.old, first.new)
        yield from _less(tokens, strange[:1])
        return
    if len(tokens) == 1:
        return
    yield from _meant(tokens)
    yield from _swaps(tokens)
    yield from _forms(tokens, known)
    yield from _more(tokens, [[w] for w in dict.fromkeys([*words, *LITTLE])])
    yield from _others_known(tokens, words)
    yield from _more(tokens, RUNS)
    yield from _brackets(tokens)
    yield from _less(tokens, tokens)


def _others(tokens: list[Token], strange: Sequence[Token], known: Sequence[str]) -> Iterator[Edit]:
    """Another word for one that is not known."""
    for token in strange:
        same = [w for w in known if _bare(w) == _bare(token.text)]
        near = sorted(near_words(token.text, known, 12, 0.6), key=lambda w: _apart(token.text, w))
        for word in dict.fromkeys([*same, *near[:4], *confused().get(token.text.lower(), ())]):
            yield Edit("another", _with(tokens, token, [_token(word, token)]), [token], token.text, word)


def _forms(tokens: list[Token], known: Sequence[str]) -> Iterator[Edit]:
    """One for many, many for one."""
    there = set(known)
    for token in _flat(tokens):
        if token.kind != "WORD":
            continue
        for word in (token.text + "s", token.text.removesuffix("s"), token.text[:-1] + "ies"):
            if word in there and word != token.text:
                yield Edit("another", _with(tokens, token, [_token(word, token)]), [token], token.text, word)


def _brackets(tokens: list[Token]) -> Iterator[Edit]:
    """Brackets round some of the words, the longest stretch first."""
    for length in range(len(tokens) - 2, 1, -1):
        for k in range(1, len(tokens) - length + 1):
            inner = tokens[k : k + length]
            text = "(" + " ".join(t.text for t in inner) + ")"
            group = Token("GROUP", text, inner, inner[0].line, inner[0].column, inner[-1].end)
            yield Edit(
                "brackets", [*tokens[:k], group, *tokens[k + length :]], inner, " ".join(t.text for t in inner), text
            )


def _apart(a: str, b: str) -> tuple[int, int]:
    """How many letters are to be changed, added, left out or made to change places; then how different the lengths are."""
    rows = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            best = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1], abs(len(a) - len(b))


def _meant(tokens: list[Token]) -> Iterator[Edit]:
    """A word of the language that is easily taken for another one."""
    for token in _flat(tokens):
        for word in confused().get(token.text, ()):
            yield Edit("another", _with(tokens, token, [_token(word, token)]), [token], token.text, word)


def _others_known(tokens: list[Token], words: Sequence[str]) -> Iterator[Edit]:
    """Another word of the nearest sentences; the first word, which says what is done, only where they are alike."""
    for token in _flat(tokens):
        for word in words if token.kind in ("WORD", "SIGN") else ():
            alike = difflib.SequenceMatcher(None, word, token.text).ratio() > 0.6
            if word != token.text and (alike or token is not tokens[0]):
                yield Edit("another", _with(tokens, token, [_token(word, token)]), [token], token.text, word)


def _more(tokens: list[Token], runs: Sequence[Sequence[str]]) -> Iterator[Edit]:
    """A word or a run of words more, at any place."""
    for k in range(len(tokens) + 1):
        where = tokens[k] if k < len(tokens) else tokens[-1]
        for run in runs:
            new = [*tokens[:k], *(_token(word, where) for word in run), *tokens[k:]]
            yield Edit("missing", new, [where], "", " ".join(run).replace(" ,", ","))


def _swaps(tokens: list[Token]) -> Iterator[Edit]:
    for k in range(len(tokens) - 1):
        a, b = tokens[k], tokens[k + 1]
        if a.text != b.text:
            yield Edit(
                "swapped", [*tokens[:k], b, a, *tokens[k + 2 :]], [a, b], f"{a.text} {b.text}", f"{b.text} {a.text}"
            )


def _less(tokens: list[Token], among: Sequence[Token]) -> Iterator[Edit]:
    for token in reversed(list(among)):
        if token is not tokens[0]:
            yield Edit("much", _with(tokens, token, []), [token], token.text, "")
    if len(among) > 4 and among[-3].text == ",":
        yield Edit("much", tokens[:-3], tokens[-3:], " ".join(t.text for t in tokens[-3:]), "")


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
            out.append(
                token if inner == token.items else Token("GROUP", text, inner, token.line, token.column, token.end)
            )
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
