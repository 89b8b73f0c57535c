"""The vocabulary at a line: all words with a meaning there, and the close matches among them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulekit.dsl.phrases import Literal
from rulekit.dsl.program import Program
from rulekit.dsl.scope import Scope
from rulekit.dsl.similar_words import near_words
from rulekit.dsl.syntax import Token
from rulekit.dsl.types import Type

LITTLE = {"me", "my", "it", "none", "yes", "no", "a", "an", "and", "or", "not", "with", "from", "to", "in"}
CLOSE = 0.6
"""How like a word has to be to be offered for another one; 1 is the same word."""


def near(word: str, among: Iterable[str]) -> str | None:
    """A hint with the word that is most like this one; None where none is like it."""
    got = near_words(word, list(dict.fromkeys(among)), 1, CLOSE)
    return f"did you mean `{got[0]}`?" if got else None


class Known:
    """The words of a program, as an author sees them from one line."""

    def __init__(self, program: Program) -> None:
        self.program, self.words = program, program.words

    def word(self, token: Token, scope: Scope) -> bool:
        """Whether a word or a name means anything here."""
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

    def role(self, word: str) -> list[str]:
        """The scenes in which a word that nothing else uses is a role."""
        if word in self.words.table.literals or word in self.words.kinds.names or word == "me":
            return []
        return [name for name, scene in self.program.scenes.items() if word in scene.slots and word not in ("here",)]

    def candidates(self, spec: str, scope: Scope) -> list[str]:
        """The words and names that can begin something of this type."""
        words, kinds = self.words, self.words.kinds
        if spec in ("pieces", "piece"):
            return list(words.pieces)
        if spec in ("kind", "kinds"):
            return [*kinds.names, *words.plurals]
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

    def near_point(self, said: str) -> str | None:
        """A hint with the point that is most like what was said."""
        hint = near(said, [*self.program.points, *self.program.choices])
        if hint is None and " in " in said:
            there = [c for c in self.program.choices if c.endswith(" in " + said.split(" in ", 1)[1])]
            hint = "choices there: " + ", ".join(there) if there else None
        return hint
