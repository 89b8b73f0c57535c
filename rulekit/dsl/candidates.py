"""Which phrases could read a line at all: those whose words all stand in it, in places where they can stand.

Most phrases fall out here for the price of a look into a table, so that only a few are really tried. What falls out could
not have been read: nothing is guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

from rulekit.dsl.phrases import Literal, Phrase
from rulekit.dsl.syntax import Token

if TYPE_CHECKING:
    from rulekit.dsl.names import Vocabulary

KEPT = 64
"""How many token lists are remembered; a line has one for itself and one for each bracket."""

Last = Mapping[str, int]


class Index:
    """Rows of the table by a word that each of them needs, the rarest it has."""

    def __init__(self, rows: Sequence[Phrase]) -> None:
        common = Counter(word for row in rows for _, word in row.needs)
        self.by_word: dict[str, list[tuple[int, Phrase]]] = {}
        for number, row in enumerate(rows):
            rarest = min((word for _, word in row.needs), key=lambda w: common[w], default="")
            self.by_word.setdefault(rarest, []).append((number, row))

    def possible(self, last: Last, at: int, size: int) -> list[Phrase]:
        found = self.by_word.get("", [])[:]
        for word in last if len(last) < len(self.by_word) else self.by_word:
            if word in last and word in self.by_word:
                found += self.by_word[word]
        could = [row for row in found if _could(row[1], last, at, size)]
        return [row for _, row in sorted(could, key=itemgetter(0))]  # in the order of the table


class Candidates:
    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self._size = (0, 0, 0, 0)
        self._forms: dict[str, tuple[str, ...]] = {}
        self._lines: dict[int, tuple[Sequence[Token], Last]] = {}
        self._indexes: dict[tuple[str, str | None], Index] = {}

    def starting(self, category: str, word: str | None, tokens: Sequence[Token], at: int) -> list[Phrase]:
        """The phrases of a category that begin with ``word`` (None: with a slot) and could read the tokens from ``at``."""
        rows = self.words.table.starting(category, word)
        if not rows:
            return []
        last = self._last(tokens)
        return self._index((category, word), rows).possible(last, at, len(tokens))

    def led(self, category: str, tokens: Sequence[Token], at: int) -> list[Phrase]:
        """The phrases that begin with a slot which was read up to ``at``, and go on as the tokens do."""
        text = tokens[at].text if at < len(tokens) else ""
        rows = self.words.table.starting(category, None)
        last = self._last(tokens)
        return [
            row
            for row in self._index((category, None), rows).possible(last, at - 1, len(tokens))
            if len(row.parts) < 2
            or not isinstance(row.parts[1], Literal)
            or (text and self.words.same(text, row.parts[1].text))
        ]

    def all(self, category: str, tokens: Sequence[Token], at: int) -> list[Phrase]:
        """The phrases of a category that could read the tokens from ``at``, however they begin."""
        rows = self.words.table.by_category.get(category, ())
        last = self._last(tokens)
        return self._index((category, "*"), rows).possible(last, at, len(tokens)) if rows else []

    def _index(self, key: tuple[str, str | None], rows: Sequence[Phrase]) -> Index:
        if key not in self._indexes:
            self._indexes[key] = Index(rows)
        return self._indexes[key]

    def _last(self, tokens: Sequence[Token]) -> Last:
        """Literal -> the last place in the tokens where it can be read. What is known is looked through first."""
        self._refresh()
        known = self._lines.get(id(tokens))
        if known is not None:
            return known[1]
        last: dict[str, int] = {}
        for at, token in enumerate(tokens):
            if token.kind in ("WORD", "SIGN", "NAME"):
                for form in self._all_forms(token.text):
                    last[form] = at
        if len(self._lines) >= KEPT:
            self._lines.clear()
        self._lines[id(tokens)] = (tokens, last)  # the tokens are held so that their id stays theirs
        return last

    def _all_forms(self, text: str) -> tuple[str, ...]:
        if text not in self._forms:
            self._forms[text] = (text, *self.words.other_forms(text))
        return self._forms[text]

    def _refresh(self) -> None:
        """Headings bring words while they are read: what was known before does not hold any more."""
        words = self.words
        size = len(words.table), len(words.pieces), len(words.plurals), len(words.kinds.names)
        if size != self._size:
            self._size = size
            self._forms.clear()
            self._lines.clear()
            self._indexes.clear()


def _could(phrase: Phrase, last: Last, at: int, size: int) -> bool:
    """Whether every word of the phrase stands far enough behind ``at`` for the parts before it."""
    if at + len(phrase.parts) > size:
        return False
    for k, word in phrase.needs:  # noqa: SIM110  (a generator costs more than the loop, and this runs most of all)
        if last.get(word, -1) < at + k:
            return False
    return True
