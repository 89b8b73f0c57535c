"""The typed tree: nodes for values and conditions, statements for sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypedDict

from attrs import define, evolve, field

from rulekit.diagnostics import Span
from rulekit.dsl.operations import has
from rulekit.dsl.phrases import Phrase
from rulekit.dsl.types import Type


class NodeData(TypedDict, total=False):
    """What a value says besides its parts. Each key stands under the operations that have it, and is of one type in all."""

    # local, seated; a role of a scene
    name: str
    scene: str
    role: str
    # the constants: number, truth, text, entity, pieces, thing-of-group, all
    n: int
    yes: bool
    text: str
    kind: str
    index: int
    piece: str
    group: str
    # what is named in the rules: place, place-row, mark, adjective, column, rule-table, option, point, permission, way
    place: str
    mark: str
    column: str
    table: str
    option: str
    point: str
    way: int
    # arithmetic, half
    sign: str
    up: str
    # list, amounts
    items: tuple[Node, ...]
    # is-a, that-are, things-in and the searches on a map: a kind, a sort of route, the names of both ends of a step
    k: str
    r: str
    roads: tuple[str, ...]
    x: str
    y: str
    hides: str
    # dice and other draws
    chance: str
    minus: str
    # ranked
    high: str
    shuffled: str
    # device
    device: str
    function: str
    # that-adjective, that-point: of those that are not so
    no: str
    # adjective, that-adjective: the number of one of several states
    state: int
    # card-in: whether it is known that a card lies there
    lies: str
    # supposed: the sentence
    deed: Statement


class StatementData(TypedDict, total=False):
    """What a sentence says besides its parts. Each key stands under the operations that have it, and is of one type in all."""

    # let, each, the choices: the name that is made
    x: str
    # choose, choose-band, choose-number(s), choose-one, may
    choice: str
    any: str
    exact: str
    most: str
    none: str
    unasked: str
    final: str
    prompt: TextTemplate
    label: TextTemplate
    # costs, shown-with, shown-above below a choice
    note: TextTemplate
    # do, begin: the deed; open: the window; carry-out: without the cards that carry out others
    point: str
    w: str
    others: bool
    # if
    chained: bool
    too_long: bool
    # clear: the name of the marks
    g: str
    # becomes: the mark, the number of one of several states, and of what is no longer so
    mark: str
    state: int
    no: str
    # move-thing, lay-row, move-random
    face: str
    k: str
    # end-game: whether the lowest number ranks first
    lowest: str
    # needs, raise, tell, told-as, notes; and the source text
    reason: TextTemplate | None
    told: TextTemplate
    t: str
    # device
    device: str
    function: str
    asks: str
    question: str
    chance: str


@define(eq=False)
class Node:
    """A value or a condition. ``op`` names the operation, ``args`` its parts by slot name, ``data`` what is no node.

    ``key`` is equal for two nodes that say the same in the same words: readings are told apart and facts about `none` are
    kept by it.
    """

    op: str
    type: Type
    args: Mapping[str, Node] = field(factory=dict)
    data: NodeData = field(factory=NodeData)
    phrase: Phrase | None = None
    """What it was read as, for messages; a node without one is a single word."""
    word: str = ""
    _key: str | None = field(default=None, init=False)

    @property
    def key(self) -> str:
        if self._key is None:
            inner = ",".join(f"{k}={v.key}" for k, v in sorted(self.args.items()))
            extra = ",".join(f"{k}={_plain(v)}" for k, v in sorted(self.data.items()))
            self._key = f"{self.op}({inner};{extra})"
        return self._key

    def told_apart_by(self, key: str) -> None:
        """Of a node that holds more than parts and plain data: what says whether another says the same."""
        self._key = f"{self.op}({key})"

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.inner():
            yield from child.walk()

    def inner(self) -> Iterator[Node]:
        """The nodes right below: its parts, and the items of a list."""
        yield from self.args.values()
        for value in self.data.values():
            for item in value if isinstance(value, (tuple, list)) else (value,):
                if isinstance(item, Node):
                    yield item


def as_data(data: Mapping[str, object]) -> Any:
    """What is no node of an operation, put together by name: its :class:`NodeData` or :class:`StatementData`."""
    return data


def _plain(value: object) -> str:
    if isinstance(value, Node):
        return value.key
    if isinstance(value, (tuple, list)):
        return "[" + ",".join(_plain(v) for v in value) + "]"
    return str(value)


@define(eq=False)
class Statement:
    """A sentence that does something, or a heading inside a rule with the statements below it."""

    op: str
    args: Mapping[str, Node]
    data: StatementData
    span: Span
    text: str
    body: list[Statement] = field(factory=list)
    otherwise: list[Statement] | None = None
    citations: Sequence[str] = ()
    phrase: Phrase | None = None
    """What it was read as, for those who say it in another language"""
    otherwise_span: Span | None = None
    """The place of its `otherwise`"""

    def at(self, span: Span) -> Statement:
        """The same sentence with another source position."""
        return evolve(self, span=span)

    def walk(self) -> Iterator[Statement]:
        yield self
        for inner in (*self.body, *(self.otherwise or ())):
            yield from inner.walk()

    def nodes(self) -> Iterator[Node]:
        for node in self.args.values():
            yield from node.walk()
        for value in self.data.values():
            for item in value if isinstance(value, (tuple, list)) else (value,):
                if isinstance(item, Node):
                    yield from item.walk()


def leaves(body: Sequence[Statement] | None) -> bool:
    """Whether control never reaches the end of these statements."""
    if not body:
        return False
    return has(body[-1].op, "leaves") or has(body[-1].op, "ends the game")


@define(eq=False)
class Clause:
    """One clause of a value: ``what`` if ``condition``; ``op`` is be, plus, minus, let or a name of an exception."""

    op: str
    value: Node | None
    condition: Node | None
    span: Span
    text: str
    name: str = ""
    citations: Sequence[str] = ()
    otherwise: bool = False
    despite: str = ""


@define(eq=False)
class TextTemplate:
    """A text for people with values in it: alternating texts and nodes; ``names`` are its forms in other languages."""

    parts: Sequence[str | Node]
    span: Span


@define(eq=False)
class ProseChapter:
    """Prose of the rulebook: ``paragraphs`` of sentences, each on its line."""

    name: str
    title: str
    span: Span
    paragraphs: Sequence[Sequence[TextTemplate]] = ()


@define(eq=False)
class Ruling:
    """One clause of a permission: refuse or allow, when, why, under which name, despite which other name."""

    op: str
    condition: Node | None
    reason: TextTemplate | None
    name: str
    despite: str
    span: Span
    text: str
    citations: Sequence[str] = ()
