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
SLIP_IN = 6
"""So many letters of a word bear one slip more: `years` is none for `leaders`, though they share most letters"""
LONGEST = 100
"""Characters of a word that is still looked for"""


@define
class _SearchBudget:
    """``left`` comparisons may still be made; ``answers`` to the searches so far: (word, among, count, alike) -> matches."""

    left: int
    answers: dict[tuple[str, tuple[str, ...], int, float], list[str]] = field(factory=dict)


_budget: ContextVar[_SearchBudget | None] = ContextVar("budget", default=None)


@contextmanager
def searching(most: int = MOST) -> Iterator[None]:
    """One reading: inside, so many words are compared and no more; then nothing is near."""
    token = _budget.set(_SearchBudget(most))
    try:
        yield
    finally:
        _budget.reset(token)


def near_words(word: str, among: Iterable[str], count: int, alike: float = 0.6) -> list[str]:
    """The words that are most like this one, the nearest first; ``alike`` is 1 for the same word."""
    words = tuple(w for w in dict.fromkeys(among) if len(w) <= LONGEST)
    budget, search = _budget.get(), (word, words, count, alike)
    if budget is None:
        return difflib.get_close_matches(*search) if len(word) <= LONGEST else []
    if search in budget.answers:
        return list(budget.answers[search])
    if len(word) > LONGEST or budget.left < len(words):
        return []
    budget.left -= len(words)
    matches = budget.answers[search] = difflib.get_close_matches(*search)
    return list(matches)


def is_slip(word: str, other: str) -> bool:
    """Whether one can have been written for the other: it is a part of it, or few letters differ."""
    return word in other or other in word or letters_apart(word, other)[0] <= 1 + len(word) // SLIP_IN


def letters_apart(a: str, b: str) -> tuple[int, int]:
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
