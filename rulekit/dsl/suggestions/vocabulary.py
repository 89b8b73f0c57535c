"""The vocabulary at a line: all words with a meaning there, and the close matches among them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulekit.dsl.phrases import Literal
from rulekit.dsl.program import Program
from rulekit.dsl.scope import Scope
from rulekit.dsl.similar_words import is_slip, near_words
from rulekit.dsl.suggestions.unread_line import UnreadLine
from rulekit.dsl.syntax import Token
from rulekit.dsl.types import Type

LITTLE = {"me", "my", "it", "none", "yes", "no", "a", "an", "and", "or", "not", "with", "from", "to", "in"}
DECLARED = ("window", "entry", "route")
"""Slots that take nothing but a declared name."""
CLOSE = 0.6
"""How like a word has to be to be offered for another one; 1 is the same word."""
LONGER = 2
"""How many letters more or fewer it may have: `attacker` is no slip for `take`. `enter` is one for `entering`."""
TRIED = 4
"""How many of the words that share most letters with it are looked at."""
SHORT = 4
"""Words of so many letters are slips for each other by one letter (`tol` for `toll`), or if they are as long and begin alike
(`gane` for `gain`): `nice` is none for `once`."""

LITTLE_WORDS = 3
"""Words of so many letters say nothing about what is meant."""
OFFERED = 4
"""Most points that are offered by one word of theirs."""


def near(word: str, among: Iterable[str]) -> str | None:
    """A hint with the word that is most like this one; None where none is like it."""
    others = [w for w in dict.fromkeys(among) if w != word and (abs(len(w) - len(word)) <= LONGER or word in w)]
    if len(word) <= SHORT:
        others = [w for w in others if word in w or _one_letter(word, w) or _begins_alike(word, w)]
    for other in near_words(word, others, TRIED, CLOSE):
        if is_slip(word, other):
            return f"did you mean `{other}`?"
    return None


def _same_words(said: str, among: Iterable[str]) -> str | None:
    """`toll of bridge` for `bridge toll`, `fair` for `hold the fair`."""
    long = {w for w in said.split() if len(w) > 2}
    found = next((name for name in among if long and long <= {*name.split()}), None)
    return f"did you mean `{found}`?" if found is not None else None


def _one_word(said: str, among: Iterable[str]) -> str | None:
    """`the round ends` for `play a round`: points that one of the words is in."""
    long = {w for w in said.split() if len(w) > LITTLE_WORDS}
    found = [name for name in among if long & {*name.split()}]
    return f"it may be:  {', '.join(found[:OFFERED])}" if found else None


def _one_letter(word: str, other: str) -> bool:
    """Whether one letter is missing, too much or another one, or two neighbours have changed places."""
    same = next((k for k, (x, y) in enumerate(zip(word, other, strict=False)) if x != y), min(len(word), len(other)))
    a, b = word[same:], other[same:]
    return a[1:] == b or a == b[1:] or a[1:] == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def _begins_alike(word: str, other: str) -> bool:
    return len(word) == len(other) and word[:2] == other[:2]


class WordLookup:
    """The words of a program, as an author sees them from one line."""

    def __init__(self, program: Program) -> None:
        self.program, self.words = program, program.words

    def word(self, token: Token, scope: Scope) -> bool:
        """Whether a word or a name has a meaning here."""
        return self.strange([token], scope) is None

    def strange(self, tokens: Sequence[Token], scope: Scope) -> Token | None:
        """The first word or name, in brackets too, that means nothing here."""
        words = self.words
        for token in tokens:
            if token.kind == "GROUP":
                inner = self.strange(token.items, scope)
                if inner is not None:
                    return inner
            elif token.kind == "NAME":
                if not any(token.text in table for table in (words.entities, words.players, words.points)):
                    return token
            elif token.kind == "WORD":
                tables = (words.table.literals, scope.names, LITTLE, words.pieces, words.plurals)
                more = (words.kinds.names, words.group_plurals, words.routes)
                if not any(token.text in table for table in (*tables, *more)):
                    return token
        return None

    def strange_in(self, line: UnreadLine) -> Token | None:
        """The first of a line's words that means nothing here, but for the one that it makes."""
        return self.strange([t for t in line.tokens if t is not line.makes], line.scope)

    def role(self, word: str) -> list[str]:
        """The scenes in which a word that nothing else uses is a role."""
        if word in self.words.table.literals or word in self.words.kinds.names or word == "me":
            return []
        return [name for name, scene in self.program.scenes.items() if word in scene.slots and word not in ("here",)]

    def slot(self, word: str) -> bool:
        """Whether other rules are given something under this word."""
        return any(word in point.slots for point in self.words.points.values())

    def two_names(self, text: str) -> tuple[str, str] | None:
        """Two Names that are known and stand beside each other."""
        words = text.split()
        for k in range(1, len(words)):
            two = " ".join(words[:k]), " ".join(words[k:])
            if all(x in self.words.entities or x in self.words.players for x in two):
                return two
        return None

    def candidates(self, spec: str, scope: Scope) -> list[str]:
        """The words and names that can begin something of this type."""
        words, kinds = self.words, self.words.kinds
        if spec in ("pieces", "piece"):
            return list(words.pieces)
        if spec in ("kind", "kinds"):
            return [*kinds.names, *words.plurals]
        if spec in DECLARED:
            return self.declared(spec)
        out = [
            name for name, node in scope.names.items() if spec in ("any", "var", "truth") or kinds.fits(node.type, spec)
        ]
        for name, bearers in words.entities.items():
            if spec in ("any", "truth") or any(kinds.fits(Type("kind", k), spec) for k, _ in bearers):
                out.append(name)
        out += words.players
        for phrase in words.table.all("V"):
            if isinstance(phrase.parts[0], Literal):
                out.append(phrase.parts[0].text)
        if spec in ("any", "truth", "set"):
            out += [*words.plurals, *words.pieces]
        if spec in ("any", "truth"):
            out += [w for w in words.table.literals if w.isalpha()]
        return out

    def verbs(self) -> set[str]:
        """The words with which sentences begin, and nothing else does: no value is a slip for one of them."""
        table = self.words.table
        begins = {p.parts[0].text for p in table.all("S", "H") if isinstance(p.parts[0], Literal)}
        inside = {part.text for p in table.all("V", "C", "X") for part in p.parts if isinstance(part, Literal)}
        return begins - inside

    def declared(self, spec: str) -> list[str]:
        """The names that a slot takes which takes nothing but names."""
        if spec == "route":
            return list(self.words.routes)
        return [p.name for p in self.program.points.values() if p.sort == spec]

    def near_point(self, said: str, fitting: Sequence[str]) -> str | None:
        """A hint with the point that is most like what was said. ``fitting``: those of which the line can be said come first."""
        every = [*self.program.points, *self.program.choices]
        hint = near(said, fitting) or _same_words(said, fitting) or near(said, every)
        if hint is None and " in " in said:
            there = [c for c in self.program.choices if c.endswith(" in " + said.split(" in ", 1)[1])]
            hint = "choices there: " + ", ".join(there) if there else None
        return hint or _same_words(said, every) or _one_word(said, fitting)
