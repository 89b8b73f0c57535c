"""Searches for the smallest edit that makes a line readable: substitution, insertion, deletion, transposition of words.

Every offer was tried: the line reads as it is shown. What is tried is bounded, for one line and for a whole program.
"""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache

from attrs import frozen

from rulekit.dsl.phrases import FOLDER, Phrase
from rulekit.dsl.similar_words import near_words
from rulekit.dsl.syntax import Token
from rulekit.dsl.syntax import words as shown

TRIES = 700
"""Most changes that are tried on one line."""
TRIES_IN_ALL = 20_000
NEAREST = 6
"""How many of the nearest sentences lend their words."""


LITTLE = ("of", "it", "me", "my", "is", "and", "to", "by", "a", ",")
DENYING = ("not", "cannot", "no", "unless")
RUNS = (
    (",", "highest", "first"),
    (",", "rounded", "up"),
    (",", "rounded", "down"),
    (",", "at", "most", "9", "times"),
    (",", "or", "none"),
    ("half", "of"),
)
"""Words that are left out together."""


CLAUSES = ("if", "unless", "where", "and", "or")
"""A condition begins behind these, and `not` has its place in one condition."""


@frozen
class TokenEdit:
    """``tokens`` as they would be; ``at`` is where they were changed, ``old`` and ``new`` what was and what is there."""

    sort: str  # another, missing, much, swapped, brackets
    tokens: list[Token]
    at: Sequence[Token]
    old: str
    new: str

    @property
    def turns_round(self) -> bool:
        """Whether it would say the contrary: what is denied would not be any more, or the other way round."""
        return _denials(self.old) != _denials(self.new)


def _denials(said: str) -> int:
    return sum(word in DENYING for word in said.strip("()").split())


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
    ) -> TokenEdit | None:
        """The first change, in the order of what is likeliest, with which the line reads."""
        edits = (e for e in _edits(list(tokens), list(strange), known, near) if not e.turns_round)
        for edit in itertools.islice(edits, TRIES):
            if self.left <= 0:
                return None
            self.left -= 1
            if edit.tokens and reads(edit.tokens):
                return edit
        return None


def _edits(
    tokens: list[Token], strange: list[Token], known: Sequence[str], near: Sequence[Phrase]
) -> Iterator[TokenEdit]:
    words = list(dict.fromkeys(w for p in near[:NEAREST] if p.op != "replace" for w in p.words))  # it takes any heading
    if strange:
        firsts = list(_others(tokens, strange[0], known))
        yield from firsts
        if len(strange) > 1:
            seconds = _alternatives(strange[1].text, known)
            for first in firsts:
                for word in seconds:
                    changed = _with(first.tokens, strange[1], [_token(word, strange[1])])
                    yield TokenEdit("another", changed, first.at, first.old, first.new)
        yield from _less(tokens, strange[:1])
        return
    if len(tokens) == 1:
        return
    yield from _denied(tokens)
    yield from _meant(tokens)
    yield from _swaps(tokens)
    yield from _forms(tokens, known)
    yield from _more(tokens, [[w] for w in dict.fromkeys([*words, *LITTLE])])
    yield from _others_known(tokens, words)
    yield from _more(tokens, RUNS)
    yield from _brackets(tokens)
    yield from _less(tokens, tokens)


def _others(tokens: list[Token], strange: Token, known: Sequence[str]) -> Iterator[TokenEdit]:
    """Another word for one that is not known."""
    for word in _alternatives(strange.text, known):
        yield TokenEdit("another", _with(tokens, strange, [_token(word, strange)]), [strange], strange.text, word)


def _alternatives(said: str, known: Sequence[str]) -> list[str]:
    """The words that may be meant by one that is not known, the likeliest first."""
    same = [w for w in known if _bare(w) == _bare(said)]
    near = sorted(near_words(said, known, 12, 0.6), key=lambda w: _apart(said, w))
    return list(dict.fromkeys([*same, *near[:4], *confused().get(said.lower(), ())]))


def _forms(tokens: list[Token], known: Sequence[str]) -> Iterator[TokenEdit]:
    """One for many, many for one."""
    there = set(known)
    for token in _flat(tokens):
        if token.kind != "WORD":
            continue
        for word in (token.text + "s", token.text.removesuffix("s"), token.text[:-1] + "ies"):
            if word in there and word != token.text:
                yield TokenEdit("another", _with(tokens, token, [_token(word, token)]), [token], token.text, word)


def _brackets(tokens: list[Token]) -> Iterator[TokenEdit]:
    """Brackets round some of the words, the longest stretch first."""
    for length in range(len(tokens) - 2, 1, -1):
        for k in range(1, len(tokens) - length + 1):
            inner = tokens[k : k + length]
            text = f"({shown(inner)})"
            group = Token("GROUP", text, inner, inner[0].line, inner[0].column, inner[-1].end)
            yield TokenEdit("brackets", [*tokens[:k], group, *tokens[k + length :]], inner, shown(inner), text)


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


def _meant(tokens: list[Token]) -> Iterator[TokenEdit]:
    """A word of the language that is easily taken for another one."""
    for token in _flat(tokens):
        for word in confused().get(token.text, ()):
            yield TokenEdit("another", _with(tokens, token, [_token(word, token)]), [token], token.text, word)


def _denied(tokens: list[Token]) -> Iterator[TokenEdit]:
    """`not` in another place, or in another form: `cannot`, `has no`, `does not belong`, `not` before the whole."""
    for k in range(1, len(tokens)):
        verb, token = tokens[k - 1], tokens[k]
        if token.text != "not":
            continue
        old = f"{verb.text} not"
        if verb.text == "can":
            yield TokenEdit(
                "another", [*tokens[: k - 1], _token("cannot", verb), *tokens[k + 1 :]], [verb, token], old, "cannot"
            )
        yield TokenEdit(
            "another", [*tokens[:k], _token("no", token), *tokens[k + 1 :]], [verb, token], old, f"{verb.text} no"
        )
        begin = max((j + 1 for j in range(k) if tokens[j].text in CLAUSES), default=0)
        if any(t.text == "or" for t in tokens[k + 1 :]):  # `is not A or B` says two things
            end = next((j for j in range(k, len(tokens)) if tokens[j].text in (",", *CLAUSES[:3])), len(tokens))
            inner = [*tokens[begin:k], *tokens[k + 1 : end]]
            group = Token("GROUP", f"({shown(inner)})", inner, token.line, token.column, inner[-1].end)
            old = shown(tokens[begin:end])
            yield TokenEdit(
                "another", [*tokens[:begin], token, group, *tokens[end:]], tokens[begin:end], old, f"not {group.text}"
            )
        for j in range(k - 1, begin - 1, -1):
            moved = [*tokens[:j], token, *tokens[j:k], *tokens[k + 1 :]]
            yield TokenEdit("another", moved, tokens[j : k + 1], shown(tokens[j : k + 1]), shown(moved[j : k + 1]))


def _others_known(tokens: list[Token], words: Sequence[str]) -> Iterator[TokenEdit]:
    """Another word of the nearest sentences; the first word, which says what is done, only where they are alike."""
    for token in _flat(tokens):
        for word in words if token.kind in ("WORD", "SIGN") else ():
            alike = difflib.SequenceMatcher(None, word, token.text).ratio() > 0.6
            if word != token.text and (alike or token is not tokens[0]):
                yield TokenEdit("another", _with(tokens, token, [_token(word, token)]), [token], token.text, word)


def _more(tokens: list[Token], runs: Sequence[Sequence[str]]) -> Iterator[TokenEdit]:
    """A word or a run of words more, at any place."""
    for k in range(len(tokens) + 1):
        where = tokens[k] if k < len(tokens) else tokens[-1]
        for run in runs:
            more = [_token(word, where) for word in run]
            yield TokenEdit("missing", [*tokens[:k], *more, *tokens[k:]], [where], "", shown(more))


def _swaps(tokens: list[Token]) -> Iterator[TokenEdit]:
    for k in range(len(tokens) - 1):
        a, b = tokens[k], tokens[k + 1]
        if a.text != b.text:
            yield TokenEdit("swapped", [*tokens[:k], b, a, *tokens[k + 2 :]], [a, b], shown([a, b]), shown([b, a]))


def _less(tokens: list[Token], among: Sequence[Token]) -> Iterator[TokenEdit]:
    for token in reversed(list(among)):
        if token is not tokens[0]:
            yield TokenEdit("much", _with(tokens, token, []), [token], token.text, "")
    if len(among) > 4 and among[-3].text == ",":
        yield TokenEdit("much", tokens[:-3], tokens[-3:], shown(tokens[-3:]), "")


# ---------------------------------------------------------------- tokens
def _with(tokens: Sequence[Token], old: Token, new: list[Token]) -> list[Token]:
    """The tokens with one of them replaced, also inside brackets."""
    out: list[Token] = []
    for token in tokens:
        if token is old:
            out += new
        elif token.kind == "GROUP" and token.items:
            inner = _with(token.items, old, new)
            text = f"({shown(inner)})"
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


@lru_cache(maxsize=8192)
def _bare(word: str) -> str:
    return word.casefold().replace(" ", "").replace("-", "").replace("_", "")
