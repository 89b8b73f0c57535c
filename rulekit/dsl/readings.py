"""The results of matching: a node for a span of tokens, and a phrase with its slots filled."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rulekit.dsl.phrases import Phrase
from rulekit.dsl.scope import Scope
from rulekit.dsl.tree import Node


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
    values: dict[str, Any]
    scope: Scope
    open: bool

    @property
    def said(self) -> dict[str, Any]:
        """The slots, and the values that the phrase fills by itself."""
        return {**self.values, **self.phrase.data}

    @property
    def nodes(self) -> dict[str, Node]:
        """The slots that are values."""
        return {k: v for k, v in self.values.items() if isinstance(v, Node)}

    @property
    def data(self) -> Any:
        """What else the phrase says: its other slots, the point that it speaks of, and what it always says. As its operation
        has it: :class:`rulekit.dsl.tree.NodeData` or :class:`rulekit.dsl.tree.StatementData`."""
        data = {k: v for k, v in self.values.items() if not isinstance(v, Node)}
        data.update(self.phrase.data)
        if self.phrase.point is not None:
            data["point"] = self.phrase.point.name
        return data

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
