"""Memoises lines of rule tests by shape: `Ash has 5 coins` and `Birch has 3 coins` are matched once.

Two lines have one shape if they differ in numbers and names only, if what bears the names is of the same types, and if what is
equal in one is equal in the other. Reading looks at nothing else: so the meaning of the second line is that of the first,
with its own numbers and names. Where a meaning holds any of them otherwise than as a value, its shape is not kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from attrs import define

from rulekit.diagnostics import Span
from rulekit.dsl.names import Vocabulary
from rulekit.dsl.operations import has
from rulekit.dsl.points import Point
from rulekit.dsl.syntax import Token, below_nought
from rulekit.dsl.tree import Node, Statement, as_data
from rulekit.dsl.types import NUMBER, Type

ARTICLES = ("a", "an")
"""Words that are the number 1"""


Places = Sequence[tuple[Span, str]]
"""Place and text of a statement, and of the one inside it"""
_NAME = re.compile(r"[A-Z][\w'-]*")


@define(eq=False)
class Hole:
    """A number or a name in a line: what it can be, one node for each meaning."""

    text: str
    nodes: Sequence[Node]
    types: tuple[tuple[str, Type], ...]


@define(eq=False)
class Shape:
    key: tuple[object, ...]
    holes: Sequence[Hole]


class Shapes:
    """The shapes of lines that were read, each with its meaning; as long as no word comes into the program."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self._meanings: dict[tuple[object, ...], Meaning] = {}
        self._names: dict[str, Hole | None] = {}
        windows = [point.name for point in words.points.values() if point.sort == "window"]
        self._said = {name for said in (*windows, *words.table.literals) for name in _NAME.findall(said)}

    def of(self, *rows: Sequence[Token]) -> Shape | None:
        """The shape of a line, and of the sentence after its `:`; None if it has none."""
        holes: list[Hole] = []
        key: list[object] = []
        for tokens in rows:
            key.append(":")
            if not self._add(tokens, key, holes):
                return None
        return Shape(tuple(key), holes)

    def _add(self, tokens: Sequence[Token], key: list[object], holes: list[Hole]) -> bool:
        for at, token in enumerate(tokens):
            sort, text = token.kind, token.text
            if sort == "NAME":
                if text not in self._names:
                    self._names[text] = self._bearing(text)
                hole = self._names[text]
            elif at and below_nought(tokens, at - 1):
                hole = None  # it is another number than these digits alone
            elif sort == "NUMBER" and (text != "1" or not any(t.text in ARTICLES for t in tokens)):
                hole = Hole(text, (Node("number", NUMBER, data={"n": int(text)}),), ())
            elif token.items:
                key.append(sort)
                if not self._add(token.items, key, holes):
                    return False
                key.append(None)
                continue
            else:
                hole = None
            if hole is None:
                key += (sort, text)
                continue
            for k, other in enumerate(holes):
                if other.text == text:
                    key.append(k)
                    break
                if other.nodes[0].key == hole.nodes[0].key:
                    return False  # two names for one thing
            else:
                key += (sort, hole.types)
                holes.append(hole)
        return True

    def _bearing(self, name: str) -> Hole | None:
        """What bears a name of which no word stands in a phrase."""
        nodes = list(self.words.named(name))
        if not nodes or not self._said.isdisjoint(_NAME.findall(name)):
            return None
        return Hole(name, nodes, tuple((n.op, n.type) for n in nodes))

    def known(self, shape: Shape) -> Meaning | None:
        return self._meanings.get(shape.key)

    def keep(self, shape: Shape, op: str, values: Mapping[str, object]) -> None:
        """Keeps what a line of this shape means, if its numbers and names are read as values only."""
        meaning = Meaning(shape.holes, op, values)
        if meaning.clear:
            self._meanings[shape.key] = meaning


class Meaning:
    """What a line means, with holes where its numbers and names stand."""

    def __init__(self, holes: Sequence[Hole], op: str, values: Mapping[str, object]) -> None:
        self.op = op
        self._values = values
        self._texts = {hole.text: k for k, hole in enumerate(holes)}
        self._leaves = {node.key: (k, j) for k, hole in enumerate(holes) for j, node in enumerate(hole.nodes)}
        self._open: dict[int, tuple[int, int] | None] = {}
        """What holds a hole, by its id; with the number of the hole and of its meaning if it is one itself."""
        self.clear = True
        for value in values.values():
            self._look(value)

    def _look(self, value: object) -> bool:
        """Whether there is a hole in a value."""
        if isinstance(value, Node):
            hole = self._leaves.get(value.key)
            inside: Iterable[object] = value.data.values()
            if value.phrase is None:  # a word by itself, or a list of values: nothing was read into it but these
                inside = (x for x in inside if isinstance(x, (Node, tuple)))
            if hole is None and not self._within((*value.args.values(), *inside)):
                return False
            self._open[id(value)] = hole
            return True
        if isinstance(value, Statement):
            if has(value.op, "names a choice") or value.otherwise is not None or any(s.body for s in value.body):
                self.clear = False
            self._open[id(value)] = None
            self._within((*value.args.values(), *value.data.values(), *value.body))
            return True
        if isinstance(value, tuple):
            return self._within(value)
        if isinstance(value, Point):
            value = value.name
        if isinstance(value, str):
            self.clear &= value in self._texts or not any(text in value for text in self._texts)
        else:
            self.clear &= value is None or isinstance(value, bool)
        return False

    def _within(self, values: Iterable[object]) -> bool:
        return sum(self._look(value) for value in values) > 0  # all of them are looked at

    def of(self, holes: Sequence[Hole], places: Places) -> dict[str, object]:
        """What it means with other numbers and names."""
        return {name: self._filled(value, 0, holes, places) for name, value in self._values.items()}

    def _filled(self, value: object, depth: int, holes: Sequence[Hole], places: Places) -> object:
        if isinstance(value, Node):
            return self._node(value, depth, holes, places)
        if isinstance(value, Statement):
            return self._statement(value, depth, holes, places)
        if isinstance(value, (tuple, list)):
            return type(value)(self._filled(x, depth, holes, places) for x in value)
        return holes[self._texts[value]].text if isinstance(value, str) and value in self._texts else value

    def _node(self, value: Node, depth: int, holes: Sequence[Hole], places: Places) -> Node:
        if id(value) not in self._open:
            return value
        hole = self._open[id(value)]
        if hole is None:
            args = {name: self._node(node, depth, holes, places) for name, node in value.args.items()}
            data = as_data({name: self._filled(x, depth, holes, places) for name, x in value.data.items()})
            return Node(value.op, value.type, args, data, value.phrase, value.word)
        mine = holes[hole[0]]
        word = mine.text if value.word else ""
        return Node(value.op, value.type, {}, mine.nodes[hole[1]].data, value.phrase, word)

    def _statement(self, value: Statement, depth: int, holes: Sequence[Hole], places: Places) -> Statement:
        args = {name: self._node(node, depth, holes, places) for name, node in value.args.items()}
        data = as_data({name: self._filled(x, depth, holes, places) for name, x in value.data.items()})
        body = [self._statement(inner, depth + 1, holes, places) for inner in value.body]
        return Statement(value.op, args, data, *places[depth], body, phrase=value.phrase)
