"""The second pass: reads the bodies below headings, in an order in which every name is declared before it is used."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.dsl.call_graph import mark_others
from rulekit.dsl.chapters import read_chapter
from rulekit.dsl.declare.context import DeferredBody
from rulekit.dsl.declare.families import speaks_of_copies
from rulekit.dsl.modifiers import ModifierReader
from rulekit.dsl.points import Point
from rulekit.dsl.reader import Reader
from rulekit.dsl.rule_tests import RuleTestReader
from rulekit.dsl.scope import Scope
from rulekit.dsl.statements import StatementReader
from rulekit.dsl.symbols import FamilyEntry, RuleTest
from rulekit.dsl.syntax import Line
from rulekit.dsl.tree import ProseChapter, Statement
from rulekit.dsl.types import PLAYER, kind
from rulekit.dsl.windows import read_plays, read_window, say_what_is_in_sight

SAYINGS = ("adjust", "before", "after", "instead", "allow")
DECLARED = ("named", "one", "until")
"""Lines of an entry that were read with its heading."""


class Bodies(StatementReader):
    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader, self.program, self.words = reader, reader.program, reader.words
        self.modifiers = ModifierReader(self)
        self.home = ""
        self.tests = RuleTestReader(self, self.modifiers)

    # ------------------------------------------------------------ in an order in which names are there before they are used
    def read(self, bodies: Sequence[DeferredBody]) -> None:
        def rank(item: DeferredBody) -> int:
            if isinstance(item.data, FamilyEntry):
                layers = list(self.program.layers)
                layer = item.data.layer
                return 2 + (layers.index(layer) if layer in layers else 0)
            return {"value": 0, "permission": 0, "window": 0, "chapter": 1, "deed": 1, "variant": 90, "test": 99}[
                item.sort
            ]

        later = sorted(bodies, key=rank)
        for item in later:  # named refusals first: an `allow ... despite` may stand anywhere
            if item.sort in ("value", "permission", "window"):
                self._read(item)
        for item in later:
            if item.sort not in ("value", "permission", "window"):
                self._read(item)

    def _read(self, item: DeferredBody) -> None:
        try:
            self._read_body(item)
        except RecursionError:  # many things that are deep each for itself, inside each other
            self._too_deep(item.line, "this rule is nested too deep to be read")

    def _read_body(self, item: DeferredBody) -> None:
        self.home = item.point.name if item.point is not None else ""
        self.reader.suggestions.begin()
        match item.data or item.point:
            case FamilyEntry() as entry:
                self._entry(item.line, item.scope, entry)
            case ProseChapter() as chapter:
                chapter.paragraphs = read_chapter(self, item.line, item.scope)
            case RuleTest() as test:
                self.tests.read(item.line, test)
            case str() as variant:
                self.modifiers.variant_line(item.line, item.scope, variant)
            case Point() as point:
                self._read_point(item.sort, item.line, item.scope, point)

    def _read_point(self, sort: str, line: Line, scope: Scope, point: Point) -> None:
        match sort:
            case "value":
                self._value(line, scope, point)
            case "permission":
                self._permission(line, scope, point)
            case "window":
                read_window(self, line, scope, point)
            case "deed":
                point.body = self._deed(line, scope if "me" in scope.names else scope.bind("me", PLAYER))

    # ------------------------------------------------------------ deeds and entries
    def _deed(self, line: Line, scope: Scope) -> list[Statement]:
        if line.body is None:
            return self.block([Line(line.tail, None, None, line.file, [])], scope) if line.tail else []
        return self.block(line.body, scope, top=True)

    def _entry(self, line: Line, scope: Scope, entry: FamilyEntry) -> None:
        family = self.program.families[entry.family]
        if family.slot is not None or not self._has_modifiers(line):
            scope = scope.bind("me", PLAYER) if "me" not in scope.names else scope
        body = line.body if line.body is not None else [Line(line.tail, None, None, line.file, [])] if line.tail else []
        if "this-card" not in scope.names:
            scope = scope.bind("this-card", kind(entry.family))
        self.windows, before = [], len(self.program.found)
        scope = read_plays(self, [x for x in body if x.first == "played"], scope, entry)
        body = [x for x in body if x.first != "played"]
        own = {n: node for n, node in scope.names.items() if n == "this-card" or (entry.over and n == entry.over[0])}
        for sub in body:
            if sub.is_note or _is_declared(sub):
                self.reader.cite(sub)
                continue
            if sub.first in SAYINGS or (sub.first == "refuse" and sub.tokens[1].text not in ("if", "unless")):
                self.modifiers.read(sub, Scope(own), entry.name, entry.family, entry.layer)
        plain = [
            s for s in body if not s.is_note and s.first not in SAYINGS and s.first != "refuse" and not _is_declared(s)
        ]
        entry.body = self.block(plain, scope, top=True)
        mark_others(entry)
        say_what_is_in_sight(self, entry, before)

    def _has_modifiers(self, line: Line) -> bool:
        return any(sub.first in SAYINGS for sub in line.body or ())


def _is_declared(line: Line) -> bool:
    return (line.first in DECLARED and line.tail is None) or speaks_of_copies(line)
