"""The symbol tables of a program: phrases, kinds, pieces, names, points. Declarations fill them, the matcher reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulekit.dsl.phrases import PhraseTable
from rulekit.dsl.tree import Node
from rulekit.dsl.types import Kinds, kind

if TYPE_CHECKING:
    from rulekit.dsl.points import Point

SAME = {("an", "a"), ("are", "is"), ("have", "has"), ("do", "does"), ("card", "cards"), ("spot", "spots")}
SAME |= {("step", "steps"), ("point", "points")}


class Vocabulary:
    def __init__(self, table: PhraseTable) -> None:
        self.table = table
        self.kinds = Kinds()
        self.plurals: dict[str, str] = {}
        """plural of a kind -> kind"""
        self.pieces: dict[str, str] = {}
        """any form of a piece -> piece"""
        self._forms: dict[str, list[str]] = {}
        self._known = 0
        self.group_of: dict[str, str] = {}
        self.group_plurals: dict[str, str] = {}
        self.routes: dict[str, str] = {}
        """any form of a sort of route -> its singular"""
        self.mark_groups: dict[str, list[str]] = {}
        """name of marks that are cleared together -> the marks"""
        self.families: set[str] = set()
        self.entities: dict[str, list[tuple[str, int]]] = {}
        """name -> (kind, index) of what bears it"""
        self.players: dict[str, int] = {}
        self.points: dict[str, Point] = {}
        self.choices: dict[str, Point] = {}

    def add_kind(self, name: str, plural: str | None = None) -> None:
        many = plural or plural_of(name)
        self.kinds.names[name] = many
        self.plurals[many] = name

    def named(self, text: str) -> Iterator[Node]:
        """What bears this name."""
        if text in self.players:
            yield Node("seated", kind("player"), data={"name": text})
        for name, index in self.entities.get(text, ()):
            yield Node("entity", kind(name), data={"kind": name, "index": index})

    def same(self, text: str, literal: str) -> bool:
        if text == literal or (text, literal) in SAME:
            return True
        pieces = self.pieces
        if text in pieces and literal in pieces:
            return pieces[text] == pieces[literal]
        return self.plurals.get(text) == literal or self.plurals.get(literal) == text

    def other_forms(self, word: str) -> Sequence[str]:
        out = [literal for text, literal in SAME if text == word]
        if word in self.pieces:
            out += [form for form in self._forms_of(self.pieces[word]) if form != word]
        if word in self.plurals:
            out.append(self.plurals[word])
        if word in self.kinds.names:
            out.append(self.kinds.names[word])
        return out

    def _forms_of(self, piece: str) -> Sequence[str]:
        if self._known != len(self.pieces):
            self._known, self._forms = len(self.pieces), {}
            for form, of in self.pieces.items():
                self._forms.setdefault(of, []).append(form)
        return self._forms[piece]

    def find_point(self, said: str) -> Point | None:
        """A point by its bare name; `whether {here} is besieged` is also called `besieged`."""
        return self.choices.get(said) or self.points.get(said) or self.points.get(f"is {said}")


def plural_of(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")
