"""Close matches of a misspelt word, for hints. The time that a program may spend on the search is bounded.

A search compares a word with all that there are. An author makes a few mistakes; a file with thousands of unknown words would
be searched for minutes, and nobody reads so many hints.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

MOST = 300_000
"""Comparisons of two words in one reading: a second, and enough for hundreds of mistakes"""
LONGEST = 100
"""Characters of a word that is still looked for"""

_left: ContextVar[list[int] | None] = ContextVar("comparisons", default=None)


@contextmanager
def searching(most: int = MOST) -> Iterator[None]:
    """One reading: inside, so many words are compared and no more; then nothing is near."""
    token = _left.set([most])
    try:
        yield
    finally:
        _left.reset(token)


def near_words(word: str, among: Iterable[str], count: int, alike: float = 0.6) -> list[str]:
    """The words that are most like this one, the nearest first; ``alike`` is 1 for the same word."""
    words = [w for w in dict.fromkeys(among) if len(w) <= LONGEST]
    left = _left.get()
    if len(word) > LONGEST or (left is not None and left[0] < len(words)):
        return []
    if left is not None:
        left[0] -= len(words)
    return difflib.get_close_matches(word, words, count, alike)
