"""The phrase table: all phrases of a program, from the language, the game and plugins."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Protocol

from attrs import define, field, frozen

from rulekit.dsl.gaps import gap

FILES = ("core", "headings", "tests")
FOLDER = Path(__file__).with_name("phrases")
LITERALS = ("WORD", "SIGN", "NAME", "STRING")
"""The kinds of tokens that can be a literal of a phrase; STRING for adjectives in another script, which are written in quotes"""


@frozen
class Literal:
    text: str

    @property
    def shown(self) -> str:
        """For people: an adjective in another script without its quotes."""
        return self.text.strip('"')


@frozen
class Slot:
    """``{name:spec}``; ``spec`` may say ``new=elem s`` (introduces a name) or ``number@s`` (`it` is a member of s)."""

    name: str
    spec: str
    bare: str = field(init=False, eq=False)
    """The type alone."""

    @bare.default
    def _bare(self) -> str:
        return re.split("[=@]", self.spec)[0]


Part = Literal | Slot


class PointRead(Protocol):
    """The part of a point (``rulekit.dsl.points``) that phrases need; points import phrases."""

    name: str
    sort: str


@define(eq=False)
class Phrase:
    """One row of the table.

    ``category``: S sentence, H heading inside a rule, C condition, V value, X permission, B clause of a value, R clause of a
    permission, A adjustment, D line of a declaration, DH heading of a declaration, L P M what groups declare, T test.
    ``info``: the type of a value, or the sort of body that a heading has. ``op``: what it means. ``implied``: slots that
    were left out and are taken from what is in sight under the same name. ``point``: the point that it reads.
    """

    category: str
    info: str
    parts: Sequence[Part]
    op: str
    source: str
    example: str = ""
    scene: str | None = None
    implied: Mapping[str, str] = field(factory=dict)
    point: PointRead | None = None
    data: Mapping[str, str | int] = field(factory=dict)
    negated: bool = False
    single: Phrase | None = None
    """What is said of one thing, of a phrase for several: of `the stations of S` it is `station of {a}`"""
    needs: Sequence[tuple[int, str]] = field(init=False)
    """The words of the phrase with their places among its parts."""
    named_behind: Sequence[str] = field(init=False)
    """Slots whose set gets a name that stands behind it: ``choose any of S, as band``."""

    @needs.default
    def _needs(self) -> Sequence[tuple[int, str]]:
        return [(k, part.text) for k, part in enumerate(self.parts) if isinstance(part, Literal)]

    @named_behind.default
    def _named_behind(self) -> Sequence[str]:
        slots = [part for part in self.parts if isinstance(part, Slot)]
        return [s.name for k, s in enumerate(slots) if any(o.spec == f"new=set {s.name}" for o in slots[k + 1 :])]

    @property
    def text(self) -> str:
        return " ".join(p.text if isinstance(p, Literal) else f"{{{p.name}:{p.spec}}}" for p in self.parts)

    @property
    def shown(self) -> str:
        """The phrase as a person reads it: ``move {number} {pieces} from {place} to {place}``."""
        said = (p.text if isinstance(p, Literal) else gap(p.spec) for p in self.parts)
        return " ".join(said).replace(" ,", ",")

    @property
    def bare(self) -> str:
        """The phrase without the types of its slots: ``move {n} {p} from {a} to {b}``."""
        return bare(self.parts)

    @property
    def words(self) -> list[str]:
        return [p.text for p in self.parts if isinstance(p, Literal)]

    @property
    def slots(self) -> dict[str, str]:
        return {p.name: p.spec for p in self.parts if isinstance(p, Slot)}


def bare(parts: Sequence[Part]) -> str:
    """Parts without their types, as words.yaml and the templates of other languages name a phrase."""
    return " ".join(p.text if isinstance(p, Literal) else f"{{{p.name}}}" for p in parts).replace(" ,", ",")


_PART = re.compile(r"\{(\w+):([^}]*)\}|([\w-]+)|([,:+*|])")


def parse_parts(text: str) -> list[Part]:
    parts: list[Part] = []
    for m in _PART.finditer(text):
        if m.group(1):
            parts.append(Slot(m.group(1), m.group(2)))
        elif m.group(3) != "the":
            parts.append(Literal(m.group(3) or m.group(4)))
    return parts


class PhraseTable:
    """Phrases by category and first word. ``None`` stands for phrases that begin with a slot."""

    def __init__(self) -> None:
        self.by_category: dict[str, list[Phrase]] = {}
        self._first: dict[tuple[str, str | None], list[Phrase]] = {}
        self._seen: dict[tuple[object, ...], Phrase] = {}
        self.literals: set[str] = set()
        self.changes = 0
        """How often a phrase was taken in or forgotten"""

    def copy(self) -> PhraseTable:
        """Another table with the same phrases."""
        other = PhraseTable()
        other.by_category = {category: [*phrases] for category, phrases in self.by_category.items()}
        other._first = {key: [*phrases] for key, phrases in self._first.items()}
        other._seen, other.literals, other.changes = dict(self._seen), set(self.literals), self.changes
        return other

    def add(self, phrase: Phrase) -> Phrase | None:
        """Takes a phrase in; gives the phrase that says the same already, if there is one."""
        skeleton = _skeleton(phrase)
        if skeleton in self._seen:
            return self._seen[skeleton]
        self._seen[skeleton] = phrase
        self.changes += 1
        self.by_category.setdefault(phrase.category, []).append(phrase)
        self._first.setdefault((phrase.category, _head(phrase)), []).append(phrase)
        self.literals.update(phrase.words)
        return None

    def remove(self, phrase: Phrase) -> None:
        """Removes a phrase, if it is still there."""
        if self._seen.get(_skeleton(phrase)) is phrase:
            self.changes += 1
            del self._seen[_skeleton(phrase)]
            self.by_category[phrase.category].remove(phrase)
            self._first[phrase.category, _head(phrase)].remove(phrase)

    def __len__(self) -> int:
        return len(self._seen)

    def __iter__(self) -> Iterator[Phrase]:
        return iter(self._seen.values())

    def starting(self, category: str, word: str | None) -> Sequence[Phrase]:
        return self._first.get((category, word), ())

    def all(self, *categories: str) -> Iterator[Phrase]:
        for category in categories:
            yield from self.by_category.get(category, ())

    def load(self, text: str, source: str) -> None:
        for phrase in read_phrases(text, source):
            self.add(phrase)


def _skeleton(phrase: Phrase) -> tuple[object, ...]:
    """What phrases that cannot be told apart have in common."""
    words = tuple(p.text if isinstance(p, Literal) else "{" + p.spec.split("=")[0] for p in phrase.parts)
    return phrase.category, phrase.scene, words


def _head(phrase: Phrase) -> str | None:
    head = phrase.parts[0]
    return head.text if isinstance(head, Literal) else None


def read_phrases(text: str, source: str) -> Iterator[Phrase]:
    """The rows of a phrase file: ``category info | phrase | operation | example``; ``#`` begins a comment."""
    for number, row in enumerate(text.splitlines(), 1):
        row = row.split("#")[0].strip()
        if not row:
            continue
        head, phrase, op, *example = (x.strip() for x in row.split("|", 3))
        category, _, info = head.partition(" ")
        op, _, data = op.partition(" ")
        extra = dict(pair.split("=", 1) for pair in data.split()) if data else {}
        yield Phrase(
            category,
            info.strip(),
            parse_parts(phrase),
            op,
            f"{source}:{number}",
            example[0] if example else "",
            data=extra,
            implied={"this-card": "thing"} if op == "this-card" else {},
        )


def standard_table() -> PhraseTable:
    """The phrases of the language itself, in a table to which a game and its plugins add theirs."""
    return _standard().copy()


@cache
def _standard() -> PhraseTable:
    table = PhraseTable()
    for name in FILES:
        table.load((FOLDER / f"{name}.phrases").read_text(encoding="utf-8"), f"{name}.phrases")
    return table
