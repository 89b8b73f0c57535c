"""How a rulebook speaks: names, words, and whole sentences of the rules, in one language.

In English a rule says itself: the words of its line are what the reader gets. In another language the typed tree is said
again, phrase by phrase (:mod:`rulekit.rulebook.phrasing`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING

from rulekit.diagnostics import Span
from rulekit.dsl.phrases import Literal
from rulekit.dsl.program import Kind, Names, Program
from rulekit.dsl.tree import Node, Reason
from rulekit.rulebook.source import Source
from rulekit.rulebook.texts import TEXTS

if TYPE_CHECKING:
    from rulekit.dsl.points import Modifier, Point
    from rulekit.dsl.tree import Clause, Ruling, Statement


_SAID = re.compile(r'"([^"]*)"')
_VALUE = re.compile(r"\{([^}]*)\}")
_SLOT = re.compile(r"\{([\w -]+):[^}]*\}")
_HYPHEN = re.compile(r"(?<=[a-z])-(?=[a-z])")
_KEYWORD = re.compile(r"^(number|value|set|whether|permission|scene) ")


class Speech:
    """English, and what all languages share. Everything that is given back is HTML."""

    language = "en"

    def __init__(self, program: Program) -> None:
        self.program, self.source = program, Source(program.sources)
        self.words: Mapping[str, str] = {}
        titles = {e.name: e.title for e in program.entries.values() if e.name != e.title}
        known = "|".join(re.escape(name) for name in sorted(titles, key=len, reverse=True))
        self._entries = re.compile(rf"(?<![\w-])({known})(?![\w-])") if known else None
        self._titles = titles

    # ------------------------------------------------------------ names
    def text(self, key: str, **values: object) -> str:
        """A text of the rulebook itself."""
        return TEXTS[key][0].format(**values)

    def word(self, word: str) -> str:
        """A word or a text of the game."""
        return escape(self.words.get(word) or (word.replace("-", " ") if word.islower() else word))

    def many(self, name: str, plural: str) -> str:
        """Several things of a sort; a language without a plural needs no word for it."""
        return self.word(plural)

    def named(self, names: Names, otherwise: str) -> str:
        """A display name."""
        return escape(names[self.language]) if self.language in names else self.word(otherwise)

    def member(self, kind: Kind, index: int) -> str:
        """A member of a kind."""
        name = kind.members[index]
        if name in self.program.entries:
            return self.entry(name)
        return self.named(kind.display[index] if index < len(kind.display) else {}, name)

    def entry(self, name: str) -> str:
        """The title of a card or an action."""
        entry = self.program.entries[name]
        return self.named(entry.names, entry.title).replace("{", "<i>").replace("}", "</i>")

    def titled(self, text: str) -> str:
        """A text of the rules in which Names of cards are their titles."""
        said = []
        for k, part in enumerate(_SAID.split(escape(text, quote=False))):
            if k % 2:  # a text for people, with its values
                said.append("“" + _VALUE.sub(r'<span class="slot">\1</span>', part) + "”")
                continue
            part = _HYPHEN.sub(" ", part)
            said.append(
                self._entries.sub(lambda m: f"<b>{escape(self._titles[m[1]])}</b>", part) if self._entries else part
            )
        return "".join(said)

    # ------------------------------------------------------------ sentences
    def heading(self, point: Point) -> str:
        """What a point is called, with its slots: ``tax income of *here*``."""
        said = _SLOT.sub(
            r'<span class="slot">\1</span>', self.titled(_KEYWORD.sub("", self.source.heading(point.span)))
        )
        return said[:1].upper() + said[1:]

    def statement(self, x: Statement) -> str:
        """A sentence, without what stands below it."""
        said = self.source.heading(x.span)
        rest = self.source.line(x.span)[len(said) :].lstrip(": ")
        told = _SAID.match(rest) if any(isinstance(x.data.get(key), Reason) for key in ("prompt", "reason")) else None
        return self.titled(said) + (f': <span class="told">{self.titled(told[0])}</span>' if told else "")

    def clause(self, x: Clause, point: Point) -> str:
        """One clause of a number, a value, a set or a condition."""
        text = self.source.line(x.span)
        if x.span.line == point.span.line:  # it stands on the line of its heading
            text = text.rpartition(": ")[2] if text == self.source.line(point.span) else text
        return self.titled(text)

    def ruling(self, x: Ruling) -> str:
        """One clause of a permission."""
        return self.titled(self.source.line(x.span))

    def modifier(self, x: Modifier, point: Point) -> str:
        """What a card or a variant says about a point, without a block below it."""
        return self.titled(self.source.heading(x.span) if x.body else self.source.line(x.span))

    def need(self, condition: object, reason: object, span: Span) -> str:
        """What a set-up needs."""
        return self.titled(self.source.line(span))

    def place(self, home: object) -> str:
        """Where something lies at first: a place as a node, or the words of its line."""
        if isinstance(home, Node):
            return self.word(str(home.data.get("place", home.word)))
        return ""

    def note(self, span: Span) -> str:
        """The note above a line; in other languages as well, where the game's words have it."""
        text = self.source.note(span)
        return escape(self.words.get(text, text))

    def otherwise(self) -> str:
        """Before what happens when a condition does not hold."""
        return self.text("otherwise")

    def value(self, n: Node) -> str:
        """A value by itself, where no line says it."""
        if n.phrase is None:
            names = (n.word, *(n.data.get(key) for key in ("name", "role", "kind")))
            return escape(str(next((name for name in names if name), n.op)))
        said = (escape(p.text) if isinstance(p, Literal) else self._argument(n, p.name) for p in n.phrase.parts)
        return " ".join(said).replace(" ,", ",")

    def _argument(self, n: Node, name: str) -> str:
        return self.value(n.args[name]) if name in n.args else escape(str(n.data.get(name, name)))
