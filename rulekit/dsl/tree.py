"""The typed tree: nodes for values and conditions, statements for sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import define, field

from rulekit.diagnostics import Span
from rulekit.dsl.operations import has
from rulekit.dsl.phrases import Phrase
from rulekit.dsl.types import Type


@define(eq=False)
class Node:
    """A value or a condition. ``op`` names the operation, ``args`` its parts by slot name, ``data`` what is no node.

    ``key`` is equal for two nodes that say the same in the same words: readings are told apart and facts about `none` are
    kept by it.
    """

    op: str
    type: Type
    args: Mapping[str, Node] = field(factory=dict)
    data: Mapping[str, Any] = field(factory=dict)
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

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.args.values():
            yield from child.walk()
        for value in self.data.values():
            for item in value if isinstance(value, (tuple, list)) else (value,):
                if isinstance(item, Node):
                    yield from item.walk()


def _plain(value: Any) -> str:
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
    data: dict[str, Any]
    span: Span
    text: str
    body: list[Statement] = field(factory=list)
    otherwise: list[Statement] | None = None
    citations: Sequence[str] = ()
    phrase: Phrase | None = None
    """What it was read as, for those who say it in another language"""

    def at(self, span: Span) -> Statement:
        """The same sentence in another place."""
        return Statement(
            self.op,
            self.args,
            self.data,
            span,
            self.text,
            self.body,
            self.otherwise,
            self.citations,
            self.phrase,
        )

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
    """Whether the way never comes to the end of these sentences."""
    return body is not None and len(body) > 0 and has(body[-1].op, "leaves")


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
class Reason:
    """A text for people with values in it: alternating texts and nodes; ``names`` are its forms in other languages."""

    parts: Sequence[str | Node]
    span: Span


@define(eq=False)
class Ruling:
    """One clause of a permission: refuse or allow, when, why, under which name, despite which other name."""

    op: str
    condition: Node | None
    reason: Reason | None
    name: str
    despite: str
    span: Span
    text: str
    citations: Sequence[str] = ()
