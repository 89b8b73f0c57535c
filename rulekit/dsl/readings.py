"""The results of matching: a node for a span of tokens, and a phrase with its slots filled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, frozen

from rulekit.dsl.phrases import Phrase, Slot
from rulekit.dsl.points import Point
from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Token
from rulekit.dsl.tree import Node, as_data
from rulekit.dsl.types import Type

Tokens = tuple[Token, ...]
Names = tuple[str, ...]
Settings = tuple[tuple[str, int], ...]
"""(name, number) of each: of a device, of the columns of a card"""
SlotValue = (
    Node
    | Point
    | str
    | Names
    | Token
    | Tokens
    | list[Token]
    | Settings
    | tuple[Settings, ...]
    | tuple[tuple[str, str], ...]
    | tuple[Type, str | None]
)
"""What a slot of a phrase can hold; of which sort each is: :data:`rulekit.dsl.arguments.PLAIN`"""
SlotValues = Mapping[str, SlotValue]
"""The slots of a phrase, by their names"""
Filled = tuple[int, SlotValue, Scope, bool]
"""One way to fill a slot: (where it ends, its value, the scope for what follows, whether an open `where` ends it)"""


@define(eq=False)
class Cursor:
    """Where a slot is read: part ``k`` of a phrase, from the token ``at`` on.

    ``values`` are the slots before it. ``scope`` goes on behind the slot, ``inner`` holds inside it: it has an `it` where the
    slot says something about the members of a set.
    """

    phrase: Phrase
    k: int
    part: Slot
    tokens: Sequence[Token]
    at: int
    scope: Scope
    values: SlotValues
    inner: Scope


@frozen(eq=False)
class Reading:
    """``node`` reads the tokens up to ``end``; ``open`` says that a `where` at its end swallows all that could follow."""

    end: int
    node: Node
    open: bool = False


@frozen(eq=False)
class Bound:
    """A phrase with its slots filled. ``values`` holds nodes and, for slots that are no values, plain data."""

    end: int
    phrase: Phrase
    values: SlotValues
    scope: Scope
    open: bool

    @property
    def said(self) -> dict[str, object]:
        """The slots, and the values that the phrase fills by itself."""
        return {**self.values, **self.phrase.data}

    def node(self, slot: str) -> Node:
        """A slot that is a value."""
        value = self.values[slot]
        assert isinstance(value, Node)
        return value

    @property
    def nodes(self) -> dict[str, Node]:
        """The slots that are values."""
        return {k: v for k, v in self.values.items() if isinstance(v, Node)}

    @property
    def data(self) -> Any:
        """What else the phrase says: its other slots, the point that it speaks of, and what it always says. As its operation
        has it: :class:`rulekit.dsl.tree.NodeData` or :class:`rulekit.dsl.tree.StatementData`."""
        data: dict[str, object] = {k: v for k, v in self.values.items() if not isinstance(v, Node)}
        data.update(self.phrase.data)
        if self.phrase.point is not None:
            data["point"] = self.phrase.point.name
        return as_data(data)

    @property
    def key(self) -> str:
        return self.phrase.text + "".join(
            f";{k}={v.key if isinstance(v, Node) else getattr(v, 'name', v)}" for k, v in sorted(self.values.items())
        )


def keep(readings: list[Reading], reading: Reading) -> None:
    """Adds a reading that says something else than those so far."""
    for other in readings:  # few: a key costs more than a look at each
        if other.end == reading.end and other.node.key == reading.node.key:
            return
    readings.append(reading)
