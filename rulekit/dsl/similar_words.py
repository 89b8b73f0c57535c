"""Close matches of a misspelt word, for hints. The time that a program may spend on the search is bounded.

A search compares a word with all that there are. An author makes a few mistakes; a file with thousands of unknown words would
be searched for minutes, and nobody reads so many hints. The same word is often unknown on many lines: it is searched for once.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from attrs import define, field

MOST = 300_000
"""Comparisons of two words in one reading: a second, and enough for hundreds of mistakes"""
LONGEST = 100
"""Characters of a word that is still looked for"""


@define
class _Reading:
    """``left`` comparisons may still be made; ``answers`` to the searches so far: (word, among, count, alike) -> matches."""

    left: int
    answers: dict[tuple[str, tuple[str, ...], int, float], list[str]] = field(factory=dict)


_reading: ContextVar[_Reading | None] = ContextVar("reading", default=None)


@contextmanager
def searching(most: int = MOST) -> Iterator[None]:
    """One reading: inside, so many words are compared and no more; then nothing is near."""
    token = _reading.set(_Reading(most))
    try:
        yield
    finally:
        _reading.reset(token)


def near_words(word: str, among: Iterable[str], count: int, alike: float = 0.6) -> list[str]:
    """The words that are most like this one, the nearest first; ``alike`` is 1 for the same word."""
    words = tuple(w for w in dict.fromkeys(among) if len(w) <= LONGEST)
    reading, search = _reading.get(), (word, words, count, alike)
    if reading is None:
        return difflib.get_close_matches(*search) if len(word) <= LONGEST else []
    if search in reading.answers:
        return list(reading.answers[search])
    if len(word) > LONGEST or reading.left < len(words):
        return []
    reading.left -= len(words)
    matches = reading.answers[search] = difflib.get_close_matches(*search)
    return list(matches)
