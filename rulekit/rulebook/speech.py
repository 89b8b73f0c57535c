"""How a rulebook speaks, in any language: its own texts, the words of the game, names of things and cards, notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from types import FunctionType
from typing import ClassVar, TypeVar

from rulekit.diagnostics import Span
from rulekit.dsl.arguments import SlotHandler, by_name
from rulekit.dsl.names import plural_of
from rulekit.dsl.program import Program
from rulekit.dsl.symbols import Kind, Names
from rulekit.i18n.catalogue import translated
from rulekit.rulebook.messages import TEXTS, WORDS
from rulekit.rulebook.page import capital
from rulekit.rulebook.source import SourceTexts

SAYS: dict[Callable[..., str | None], Sequence[str]] = {}
"""Method -> the operations that it words"""
Method = TypeVar("Method", bound=Callable[..., str | None])


def says(*ops: str) -> Callable[[Method], Method]:
    """Mark a method as wording these operations, with their slots by name. It returns None to leave the wording to the phrase."""

    def decorate(method: Method) -> Method:
        SAYS[method] = ops
        return method

    return decorate


class Speech:
    """Names and texts. Everything that is given back is HTML."""

    methods: ClassVar[Mapping[str, SlotHandler[str | None]]]
    """Operation -> the method that words it: that of the language, or that of all languages"""

    def __init_subclass__(cls) -> None:
        found = [x for c in reversed(cls.__mro__) for x in vars(c).values() if isinstance(x, FunctionType)]
        cls.methods = by_name({op: method for method in found for op in SAYS.get(method, ())}, 2, "value")

    def __init__(self, program: Program, language: str) -> None:
        self.program, self.source, self.language = program, SourceTexts(program.sources), language
        self.words: Mapping[str, str] = program.translations.get(language, {})

    @property
    def blank(self) -> str:
        """What is between two sentences."""
        return "" if self.language.startswith("zh") else " "

    def text(self, key: str, **values: object) -> str:
        """A text of the rulebook itself."""
        return TEXTS.text(key, self.language, **values)

    def word(self, word: str) -> str:
        """A word or a text of the game."""
        said = self.words.get(word)
        if said is None and word in WORDS:
            said = translated("rulebook.word", word, self.language)
        return escape(said or (word.replace("-", " ") if word.islower() else word))

    def members(self, kind: str) -> str:
        """Several things of a kind."""
        return self.many(kind, self.program.words.kinds.names.get(kind) or plural_of(kind))

    def many(self, name: str, plural: str) -> str:
        """Several things of a sort; a language without a plural needs no word for it."""
        return self.word(plural if plural in self.words or self.language == "en" else name)

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

    def note(self, span: Span) -> str:
        """The note above a line, as a sentence."""
        return self.sentence(self.source.note(span))

    def sentence(self, text: str) -> str:
        """A text of the rules, as a sentence."""
        said = capital(escape(self.words.get(text, text)))
        return said + self.text("stop") if said and said[-1] not in ".。?？!！" else said

    def otherwise(self) -> str:
        """Before what happens when a condition does not hold."""
        return self.text("otherwise")
