"""Searches for the smallest edit that makes a line readable: substitution, insertion, deletion, transposition of words.

Every offer was tried: the line reads as it is shown. What is tried is bounded, for one line and for a whole program.
"""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache

from rulekit.dsl.phrases import FOLDER, Phrase
from rulekit.dsl.similar_words import letters_apart, near_words
from rulekit.dsl.suggestions.token_edit import TokenEdit, bare, flat, token_of, with_tokens
from rulekit.dsl.syntax import Token
from rulekit.dsl.syntax import words as shown

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


CLAUSES = ("if", "unless", "where", "and", "or")
"""A condition begins behind these, and `not` has its place in one condition."""


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
        framing: Collection[str],
    ) -> TokenEdit | None:
        """The first change, in the order of what is likeliest, with which the line reads. ``framing``: the words of the
        language between which the line makes words of its own; none where it makes none."""
        edits = (e for e in _edits(list(tokens), list(strange), known, near, framing) if not e.turns_round)
        for edit in itertools.islice(edits, TRIES):
            if self.left <= 0:
                return None
            self.left -= 1
            if edit.tokens and reads(edit.tokens):
                return edit
        return None


def _edits(
    tokens: list[Token], strange: list[Token], known: Sequence[str], near: Sequence[Phrase], framing: Collection[str]
) -> Iterator[TokenEdit]:
    words = list(dict.fromkeys(w for p in near[:NEAREST] if p.op != "replace" for w in p.words))  # it takes any heading
    joined = list(_joined(tokens, known, framing))
    if not framing:
        yield from joined
    if strange:
        firsts = list(_others(tokens, strange[0], known))
        yield from firsts
        if len(strange) > 1:
            seconds = _alternatives(strange[1].text, known)
            for first in firsts:
                for word in seconds:
                    changed = with_tokens(first.tokens, strange[1], [token_of(word, strange[1])])
                    yield TokenEdit("another", changed, first.at, first.old, first.new)
        yield from _less(tokens, strange[:1])
        return
    if len(tokens) == 1:
        return
    if framing:
        yield from joined
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
        yield TokenEdit(
            "another", with_tokens(tokens, strange, [token_of(word, strange)]), [strange], strange.text, word
        )


def _alternatives(said: str, known: Sequence[str]) -> list[str]:
    """The words that may be meant by one that is not known, the likeliest first."""
    same = [w for w in known if bare(w) == bare(said)]
    near = sorted(near_words(said, known, 12, 0.6), key=lambda w: letters_apart(said, w))
    return list(dict.fromkeys([*same, *near[:4], *confused().get(said.lower(), ())]))


def _forms(tokens: list[Token], known: Sequence[str]) -> Iterator[TokenEdit]:
    """One for many, many for one."""
    there = set(known)
    for token in flat(tokens):
        if token.kind != "WORD":
            continue
        for word in (token.text + "s", token.text.removesuffix("s"), token.text[:-1] + "ies"):
            if word in there and word != token.text:
                yield TokenEdit(
                    "another", with_tokens(tokens, token, [token_of(word, token)]), [token], token.text, word
                )


def _joined(tokens: list[Token], known: Sequence[str], framing: Collection[str]) -> Iterator[TokenEdit]:
    """Words beside each other that are one word with a hyphen: one that is known, or one that the line makes."""
    if framing:
        free = [t.kind == "WORD" and t.text not in framing for t in tokens]
        runs = [(run[0], len(run)) for joins, run in _stretches(free) if joins and len(run) > 1]
        if runs:
            yield _one_word(tokens, runs)
        return
    there = set(known)
    for length in (3, 2):
        for k in range(len(tokens) - length + 1):
            run = tokens[k : k + length]
            if all(t.kind == "WORD" for t in run) and "-".join(t.text for t in run) in there:
                yield _one_word(tokens, [(k, length)])


def _stretches(free: Sequence[bool]) -> list[tuple[bool, list[int]]]:
    """The places of a line in stretches that are alike."""
    return [(joins, list(run)) for joins, run in itertools.groupby(range(len(free)), key=lambda k: free[k])]


def _one_word(tokens: list[Token], runs: Sequence[tuple[int, int]]) -> TokenEdit:
    """``runs``: where words begin that are joined, and how many they are."""
    changed, joined = list(tokens), ""
    for k, length in reversed(runs):
        joined = "-".join(t.text for t in tokens[k : k + length])
        changed[k : k + length] = [token_of(joined, tokens[k])]
    first, length = runs[0]
    at = tokens[first : first + length]
    return TokenEdit("joined", changed, at, shown(at), joined)


def _brackets(tokens: list[Token]) -> Iterator[TokenEdit]:
    """Brackets round some of the words, the longest stretch first."""
    for length in range(len(tokens) - 2, 1, -1):
        for k in range(1, len(tokens) - length + 1):
            inner = tokens[k : k + length]
            text = f"({shown(inner)})"
            group = Token("GROUP", text, inner, inner[0].line, inner[0].column, inner[-1].end)
            yield TokenEdit("brackets", [*tokens[:k], group, *tokens[k + length :]], inner, shown(inner), text)


def _meant(tokens: list[Token]) -> Iterator[TokenEdit]:
    """A word of the language that is easily taken for another one."""
    for token in flat(tokens):
        for word in confused().get(token.text, ()):
            yield TokenEdit("another", with_tokens(tokens, token, [token_of(word, token)]), [token], token.text, word)


def _denied(tokens: list[Token]) -> Iterator[TokenEdit]:
    """`not` in another place, or in another form: `cannot`, `has no`, `does not belong`, `not` before the whole."""
    for k in range(1, len(tokens)):
        verb, token = tokens[k - 1], tokens[k]
        if token.text != "not":
            continue
        old = f"{verb.text} not"
        if verb.text == "can":
            yield TokenEdit(
                "another", [*tokens[: k - 1], token_of("cannot", verb), *tokens[k + 1 :]], [verb, token], old, "cannot"
            )
        yield TokenEdit(
            "another", [*tokens[:k], token_of("no", token), *tokens[k + 1 :]], [verb, token], old, f"{verb.text} no"
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
    for token in flat(tokens):
        for word in words if token.kind in ("WORD", "SIGN") else ():
            alike = difflib.SequenceMatcher(None, word, token.text).ratio() > 0.6
            if word != token.text and (alike or token is not tokens[0]):
                yield TokenEdit(
                    "another", with_tokens(tokens, token, [token_of(word, token)]), [token], token.text, word
                )


def _more(tokens: list[Token], runs: Sequence[Sequence[str]]) -> Iterator[TokenEdit]:
    """A word or a run of words more, at any place."""
    for k in range(len(tokens) + 1):
        where = tokens[k] if k < len(tokens) else tokens[-1]
        for run in runs:
            more = [token_of(word, where) for word in run]
            yield TokenEdit("missing", [*tokens[:k], *more, *tokens[k:]], [where], "", shown(more))


def _swaps(tokens: list[Token]) -> Iterator[TokenEdit]:
    for k in range(len(tokens) - 1):
        a, b = tokens[k], tokens[k + 1]
        if a.text != b.text:
            yield TokenEdit("swapped", [*tokens[:k], b, a, *tokens[k + 2 :]], [a, b], shown([a, b]), shown([b, a]))


def _less(tokens: list[Token], among: Sequence[Token]) -> Iterator[TokenEdit]:
    for token in reversed(list(among)):
        if token is not tokens[0]:
            yield TokenEdit("much", with_tokens(tokens, token, []), [token], token.text, "")
    if len(among) > 4 and among[-3].text == ",":
        yield TokenEdit("much", tokens[:-3], tokens[-3:], shown(tokens[-3:]), "")
