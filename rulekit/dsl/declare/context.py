"""The shared state of the first pass: the declarations so far, what is deferred, and how a heading is dispatched."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import define, field, frozen

from rulekit.diagnostics import Span
from rulekit.dsl.arguments import SlotHandler, by_name
from rulekit.dsl.datum import Datum
from rulekit.dsl.derived_phrases import of_several
from rulekit.dsl.gaps import NAMES
from rulekit.dsl.phrases import Part, Phrase
from rulekit.dsl.points import Point
from rulekit.dsl.reader import Reader
from rulekit.dsl.readings import Bound
from rulekit.dsl.scope import Scope
from rulekit.dsl.symbols import FamilyEntry, RuleTest
from rulekit.dsl.syntax import Line, Token, span_of
from rulekit.dsl.tree import Node, ProseChapter
from rulekit.dsl.types import Type, certain, parse_type

HAD = ("mark", "column", "way", "holder-of", "point")
"""What one thing has of another"""
ORDER = (
    "game",
    "family",
    "kind",
    "piece",
    "group",
    "graph",
    "places",
    "marks",
    "scene",
    "more",
    "table",
    "chapter",
    "",
    "variant",
    "test",
)
"""Headings by first word; "" stands for all others (points and the entries of families)."""


@define(eq=False)
class DeferredBody:
    """A body that is read when everything is declared. ``sort``: value, permission, deed, table, entry, variant, test."""

    sort: str
    line: Line
    scope: Scope
    point: Point | None = None
    data: FamilyEntry | RuleTest | ProseChapter | str | None = None
    """What is read; of a variant its name"""


@frozen
class DeferredTokens:
    """Tokens of a declaration that are read when everything is declared."""

    tokens: Sequence[Token]
    line: Line


@define
class Deferred:
    """What declarations leave to be read when everything is declared, by what they declare."""

    bodies: list[DeferredBody] = field(factory=list)
    homes: dict[str, DeferredTokens] = field(factory=dict)
    """piece or group -> where it lies, or its pieces lie, at first"""
    first: dict[str, DeferredTokens] = field(factory=dict)
    """kind -> where its members lie at first"""
    keepers: dict[str, DeferredTokens] = field(factory=dict)
    """kind -> who keeps a member that is not seen"""
    zones: dict[str, DeferredTokens] = field(factory=dict)
    """family -> where its cards are in force"""
    sources: dict[str, DeferredTokens] = field(factory=dict)
    """family -> where its cards are played from"""
    begins: DeferredTokens | None = None
    judge: DeferredTokens | None = None
    judged_anew: bool = False
    """Whether a variant says what bots judge by"""
    needs: list[Line] = field(factory=list)
    above: list[Line] = field(factory=list)
    beside: list[tuple[str, Line]] = field(factory=list)
    """(kind, line that says what is shown with each of its members)"""


@define(eq=False)
class EnclosingScene:
    """The scene that a heading stands in."""

    name: str | None = None
    scenes: frozenset[str] = frozenset()
    roles: dict[str, Node] = field(factory=dict)


class DeclarationContext:
    def __init__(
        self, reader: Reader, tables: Callable[[str, str, Span], Datum | None], handlers: Mapping[str, Handler]
    ) -> None:
        self.reader, self.program, self.words = reader, reader.program, reader.words
        self.tables = tables
        """(file that asks, name of the table file, place of asking) -> its data"""
        self.deferred = Deferred()
        self.home = EnclosingScene()
        self.scene_homes: dict[str, EnclosingScene] = {}
        """For `more of`: what is in sight in each scene."""
        self.after_kinds: list[Callable[[], None]] = []
        """What waits until all kinds are declared: their headings may stand in any order."""
        self.shared: set[str] = set()
        """Unions whose common columns can be read already."""
        self.shared_names: set[str] = set()
        """Names that two points would have: these are called by all their words."""
        self.finish: list[Callable[[], None]] = []
        self.handlers = handlers
        """operation of a heading -> what declares it"""

    def headings(self, lines: list[Line]) -> None:
        def rank(line: Line) -> int:
            return ORDER.index(line.first if line.first in ORDER else "")

        for line in sorted(lines, key=rank):
            if line.is_note:
                continue
            if rank(line) > ORDER.index("kind"):
                self._kinds_are_there()
            bound = self.reader.one(("DH",), line, line.tokens)
            if bound is not None:
                self.declare(bound, line)
        self._kinds_are_there()

    def _kinds_are_there(self) -> None:
        steps, self.after_kinds = self.after_kinds, []
        for step in steps:
            step()

    def declare(self, bound: Bound, line: Line) -> None:
        handler = self.handlers.get(bound.phrase.op)
        if handler is None:
            self.reader.report(
                "RK310",
                f"`{line.first} ...` belongs into a card or a variant, not at the left margin",
                line.span,
                "put it below the heading of a card, two blanks further in",
            )
            return
        handler(bound.said, self, line)

    # ------------------------------------------------------------ shared by the modules
    def say(
        self,
        category: str,
        info: str,
        parts: list[Part],
        op: str,
        line: Line,
        scene: str | None = None,
        implied: Mapping[str, str] | None = None,
        point: Point | None = None,
        data: Mapping[str, str | int] | None = None,
        negated: bool = False,
    ) -> None:
        """Adds a phrase; a phrase that is there already in another meaning is a finding."""
        source = f"{line.file}:{line.number}"
        phrase = Phrase(category, info, parts, op, source, "", scene, implied or {}, point, data or {}, negated)
        old = self.words.table.add(phrase)
        if old is None and category == "V":
            self._say_of_several(phrase)
        if old is not None and old.point is not phrase.point and (old.implied or phrase.implied):
            self._shortened(old, phrase)
        elif old is not None and (old.op != op or old.point is not phrase.point or dict(old.data) != dict(phrase.data)):
            self.reader.report(
                "RK311", f"`{phrase.shown}` has a meaning already ({old.source})", line.span, "use other words"
            )

    def _shortened(self, old: Phrase, new: Phrase) -> None:
        """Of two that leave something out and then say the same neither can be said so; who leaves nothing out can."""
        if old.implied and new.implied:
            self.finish.append(lambda: self.words.table.remove(old))
        elif old.implied:
            self.words.table.remove(old)
            self.words.table.add(new)

    def _say_of_several(self, phrase: Phrase) -> None:
        """What one thing has of another, several have as a set; words that have a meaning already keep it."""
        type_ = certain(parse_type(phrase.info.removesuffix(" var")))
        parts = of_several(phrase.parts) if phrase.op in HAD and type_.head == "kind" and not phrase.implied else None
        if parts is not None:
            made = Phrase("V", f"set/{type_.of}", parts, "each-of", phrase.source, scene=phrase.scene, single=phrase)
            self.finish.append(lambda: self._add(made))

    def _add(self, phrase: Phrase) -> None:
        self.words.table.add(phrase)

    def type_of(self, file: str, slot: Token) -> Type | None:
        return self.reader.type_of_slot(file, slot)

    def named(self, line: Line) -> dict[str, str]:
        """The names that a line `named ... in ...` gives, by language."""
        bound = self.reader.one(("D",), line, line.tokens)
        return {} if bound is None else NAMED(bound.values, self.reader, line)

    def known(self, name: str, what: str, there: Mapping[str, object], line: Line) -> bool:
        """Whether a name is already taken; reports it then."""
        if what in ("the kind", "the family") and name in NAMES:
            text = f"`{name}` is what the language calls something else: {what} needs a name of its own"
            self.reader.report("RK312", text, line.span, f"for example:  board-{name}")
            return True
        if name in there:
            span = getattr(there[name], "span", None)
            also = (("the other", span),) if span else ()
            self.reader.report(
                "RK312", f"{what} `{name}` is declared twice", line.span, "one of the two has to go", also
            )
            return True
        return False

    def differ(self, names: Sequence[str], line: Line) -> bool:
        """Whether the names of a list are unique; reports the first duplicate."""
        again = next((name for k, name in enumerate(names) if name in names[:k]), None)
        if again is None:
            return True
        said = [token for token in line.tokens if token.text == again]
        span = span_of(line.file, said[1:2]) if len(said) > 1 else line.span
        self.reader.report("RK312", f"`{again}` stands here twice", span, "each name may be listed only once")
        return False

    def thing(self, word: str, line: Line, span: Span) -> tuple[str, str] | None:
        """What a plural names: ("piece" | "group" | "kind", its singular)."""
        words = self.words
        if word in words.pieces:
            return "piece", words.pieces[word]
        if word in words.group_plurals:
            return "group", words.group_plurals[word]
        name = words.plurals.get(word) or (word if word in words.kinds.names else None)
        if name is not None:
            return "kind", name
        near = self.reader.suggestions.near(word, [*words.plurals, *words.pieces, *words.group_plurals])
        self.reader.report("RK301", f"no kind and no piece is called `{word}`", span, near)
        return None


def _named(reader: Reader, line: Line, *, l: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return reader.languages(line, dict(l))


NAMED = by_name({"named": _named}, 2, "declaration")["named"]
Handler = SlotHandler[None]
"""Declares a heading, given the context, the line and, by name, values of the heading"""
