"""Finds the option that somebody typed, as people write: spaced otherwise, cut off at the end, or with a word left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from unicodedata import normalize

DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−→", "-"))
WORDS = re.compile(r"[㐀-鿿぀-ヿ]|\d+|[^\W\d㐀-鿿぀-ヿ]+|[^\w\s]")
"""A word, a number, a sign, or one Chinese or Japanese character, which are written without spaces."""
FEWEST = 3
"""So many words have to be typed before one may be left out."""
ENDS = re.compile(r"\s*[,;，；、\n]\s*")
"""What stands between two that are typed in one line."""


def words(text: str) -> tuple[str, ...]:
    """What of a text has to be alike: its words and signs, whatever is capital, wide, or spaced."""
    return tuple(WORDS.findall(normalize("NFKC", text).translate(DASHES).replace("->", "-").casefold()))


def meant(typed: str, labels: Sequence[str]) -> list[int]:
    """The indices of the labels that can be meant: those that read so; or else those that begin so; or else, where enough was
    typed, those of which just one word was left out. Several where it cannot be told."""
    said = words(typed)
    if not said:
        return []
    split = [words(label) for label in labels]
    exact = [k for k, found in enumerate(split) if found == said]
    begun = [k for k, found in enumerate(split) if _begins(found, said)]
    return exact or begun or [k for k, found in enumerate(split) if _left_out(found, said)]


def parts(typed: str) -> list[str]:
    """What was typed one after another in one line, apart."""
    return [part for part in ENDS.split(typed.strip()) if part]


def _begins(found: Sequence[str], said: Sequence[str]) -> bool:
    n = len(said)
    return found[: n - 1] == said[:-1] and len(found) >= n and found[n - 1].startswith(said[-1])


def _left_out(found: Sequence[str], said: Sequence[str]) -> bool:
    return len(said) >= FEWEST and len(found) == len(said) + 1 and said in _shorter(found)


def _shorter(found: Sequence[str]) -> Iterable[Sequence[str]]:
    return (tuple(found[:k]) + tuple(found[k + 1 :]) for k in range(len(found)))
