"""An index of phrases by their words: which of them could read a line at all.

Most phrases fall out here for the price of a look into a table, so that only a few are really tried. What falls out could
not have been read: nothing is guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.dsl.phrases import LITERALS, Literal, Phrase
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

    def standing(self, last: Last) -> list[Phrase]:
        """Those whose words all occur in a line, in the order of the table."""
        found = self.by_word.get("", [])[:]
        for word in last if len(last) < len(self.by_word) else self.by_word:
            if word in last and word in self.by_word:
                found += self.by_word[word]
        could = [row for row in found if all(word in last for _, word in row[1].needs)]
        return [row for _, row in sorted(could, key=itemgetter(0))]


@define(eq=False)
class IndexedTokens:
    """A list of tokens; it is held so that its id stays its own."""

    tokens: Sequence[Token]
    last: Last
    """Literal -> the last place in the tokens where it can be read"""
    standing: dict[tuple[str, str | None], list[Phrase]] = field(factory=dict)
    """Phrases whose words all occur in the tokens, for each index that was asked"""


class PhraseIndex:
    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self._size = (0, 0, 0, 0)
        self._forms: dict[str, tuple[str, ...]] = {}
        self._lines: dict[int, IndexedTokens] = {}
        self._indexes: dict[tuple[str, str | None], Index] = {}

    def starting(self, category: str, word: str | None, tokens: Sequence[Token], at: int) -> list[Phrase]:
        """The phrases of a category that begin with ``word`` (None: with a slot) and could read the tokens from ``at``."""
        rows = self.words.table.starting(category, word)
        return self._possible((category, word), rows, tokens, at) if rows else []

    def led(self, category: str, tokens: Sequence[Token], at: int) -> list[Phrase]:
        """The phrases that begin with a slot which was read up to ``at``, and go on as the tokens do."""
        text = tokens[at].text if at < len(tokens) else ""
        rows = self.words.table.starting(category, None)
        return [
            row
            for row in self._possible((category, None), rows, tokens, at - 1)
            if len(row.parts) < 2
            or not isinstance(row.parts[1], Literal)
            or (text and self.words.same(text, row.parts[1].text))
        ]

    def all(self, category: str, tokens: Sequence[Token], at: int) -> list[Phrase]:
        """The phrases of a category that could read the tokens from ``at``, however they begin."""
        rows = self.words.table.by_category.get(category, ())
        return self._possible((category, "*"), rows, tokens, at) if rows else []

    def _possible(
        self, key: tuple[str, str | None], rows: Sequence[Phrase], tokens: Sequence[Token], at: int
    ) -> list[Phrase]:
        told, size = self._indexed(tokens), len(tokens)
        standing = told.standing.get(key)
        if standing is None:
            index = self._indexes.get(key)
            if index is None:
                index = self._indexes[key] = Index(rows)
            standing = told.standing[key] = index.standing(told.last)
        return [row for row in standing if _could(row, told.last, at, size)]

    def _indexed(self, tokens: Sequence[Token]) -> IndexedTokens:
        """What is known of the tokens; what is remembered is looked through first."""
        self._refresh()
        known = self._lines.get(id(tokens))
        if known is not None:
            return known
        last: dict[str, int] = {}
        for at, token in enumerate(tokens):
            if token.kind in LITERALS:
                for form in self._all_forms(token.text):
                    last[form] = at
        if len(self._lines) >= KEPT:
            self._lines.clear()
        known = self._lines[id(tokens)] = IndexedTokens(tokens, last)
        return known

    def _all_forms(self, text: str) -> tuple[str, ...]:
        if text not in self._forms:
            self._forms[text] = (text, *self.words.other_forms(text))
        return self._forms[text]

    def _refresh(self) -> None:
        """Headings bring words while they are read: what was known before does not hold any more."""
        words = self.words
        size = words.table.changes, len(words.pieces), len(words.plurals), len(words.kinds.names)
        if size != self._size:
            self._size = size
            self._forms.clear()
            self._lines.clear()
            self._indexes.clear()


def _could(phrase: Phrase, last: Last, at: int, size: int) -> bool:
    """Whether every word of the phrase, all of which occur in the line, is far enough behind ``at`` for the parts before it."""
    if at + len(phrase.parts) > size:
        return False
    for k, word in phrase.needs:  # noqa: SIM110  (a generator costs more than the loop, and this runs most of all)
        if last[word] < at + k:
            return False
    return True
