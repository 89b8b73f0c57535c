"""Common mistakes inside a value or a condition, each with the way to write it here."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from rulekit.dsl.suggestions.mistake import CommonMistake
from rulekit.dsl.syntax import Token, words

SMALLER = ("min", "minimum", "lesser", "lower", "least", "smallest", "lowest")
LARGER = ("max", "maximum", "greater", "higher", "most", "largest", "highest", "bigger")
ENDS = (",", "if", "unless", "otherwise")
WOULD = {"is": "be", "are": "be", "has": "have", "holds": "hold", "belongs": "belong"}
"""A verb of a condition -> the same behind `would`"""


def in_a_value(tokens: Sequence[Token]) -> CommonMistake | None:
    return _of_two(tokens) or _as_if(tokens) or _only_one(tokens) or _empty_set(tokens)


def _of_two(tokens: Sequence[Token]) -> CommonMistake | None:
    """`min(3, coins in my purse)`, `the least of 3 and coins in my purse`"""
    for row in _rows(tokens):
        for k, token in enumerate(row[:-1]):
            compared = "smaller" if token.text in SMALLER else "larger" if token.text in LARGER else ""
            behind = row[k + 1]
            if not compared:
                continue
            if behind.kind == "GROUP" and [t.text for t in behind.items].count(",") == 1:
                end, inside, joint = k + 2, list(behind.items), ","
            elif behind.text == "of":
                end = next((n for n in range(k, len(row)) if row[n].text in ENDS), len(row))
                inside, joint = list(row[k + 2 : end]), "and"
            else:
                continue
            said = [t.text for t in inside]
            if said.count(joint) != 1 or "over" in said or said.index(joint) in (0, len(said) - 1):
                continue
            one, other = inside[: said.index(joint)], inside[said.index(joint) + 1 :]
            hint = f"say  the {compared} of {words(one)} and {words(other)}"
            return CommonMistake(f"of two numbers it is said `the {compared} of`", row[k:end], hint)
    return None


def _as_if(tokens: Sequence[Token]) -> CommonMistake | None:
    """`if guards in here is 0 as if march from here`"""
    for k, (one, other) in enumerate(itertools.pairwise(tokens)):
        if k and (one.text, other.text) == ("as", "if") and k + 2 < len(tokens):
            asked = [f"would {WOULD[t.text]}" if t.text in WOULD else t.text for t in tokens[:k]]
            hint = f"say  {' '.join(asked)} after {words(tokens[k + 2 :])}"
            return CommonMistake("what would be after something is asked with `would`", tokens[k : k + 2], hint)
    return None


def _only_one(tokens: Sequence[Token]) -> CommonMistake | None:
    """`let p be the one of (players with the most points of it)`"""
    for k, (one, of) in enumerate(itertools.pairwise(tokens)):
        if k and (one.text, of.text) == ("one", "of") and tokens[k - 1].text in ("be", "to", "is", "for"):
            several = words(tokens[k + 2 :])
            hint = f"if there is never another one:  the only member of {several}   or by chance:  a random one of {several}"
            return CommonMistake("which one of them is meant?", tokens[k : k + 2], hint)
    return None


def _empty_set(tokens: Sequence[Token]) -> CommonMistake | None:
    """`if my towns where it is walled is empty`: behind `where` the line goes on to its end."""
    said = [t.text for t in tokens]
    verb = next((k for k in (len(said) - 2, len(said) - 3) if k > 0 and said[k] in ("is", "are")), 0)
    if not verb or "where" not in said[1:verb] or said[verb + 1 :] not in (["empty"], ["not", "empty"]):
        return None
    first = 1 if said[0] in ("if", "unless") else 0
    asked = " no" * (said[verb + 1] == "empty") + f" {words(tokens[first:verb])}"
    hint = f"say  there are{asked}"
    return CommonMistake("whether a set has members is asked in front of it", tokens[verb:], hint)


def _rows(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The tokens, and those in each bracket."""
    yield tokens
    for token in tokens:
        if token.kind == "GROUP":
            yield from _rows(token.items)
