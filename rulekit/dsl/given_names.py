"""What the names that `let` and `set` give in a block of sentences rest on, so that a secret stays one under another name.

Names are followed inside one block. Those that a choice or a caller gives are not: a card that is passed on may have been
revealed on the way (:mod:`rulekit.dsl.name_sources` follows them, for the notes below a choice).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from rulekit.dsl.hidden_information import ME, Names, Secrets
from rulekit.dsl.operations import has
from rulekit.dsl.tree import Node, Statement

NOBODY: Names = frozenset()


@frozen(eq=False)
class _Value:
    """A value of a name. ``me``: the sentence that says who `me` is there, None for whoever carries the block out."""

    node: Node
    me: Statement | None


@define(eq=False)
class GivenNames:
    """The names of a block, with everything below it. ``lets``: those of a point that has no block."""

    secrets: Secrets
    body: Sequence[Statement]
    lets: Sequence[tuple[str, Node]] = ()
    _values: dict[str, list[_Value]] = field(factory=dict, init=False)
    _me: dict[int, Statement | None] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        for name, node in self.lets:
            self._values.setdefault(name, []).append(_Value(node, None))
        self._block(self.body, None)

    def _block(self, body: Sequence[Statement], me: Statement | None) -> None:
        for x in body:
            self._me[id(x)] = me
            name = x.data["x"] if x.op == "let" else _local(x.args.get("x")) if has(x.op, "sets") else ""
            if name:
                given = [node for slot, node in x.args.items() if slot != "x"]
                self._values.setdefault(name, []).extend(_Value(node, me) for node in given)
            self._block(x.body, x if has(x.op, "binds me") else me)
            self._block(x.otherwise or (), me)

    def hidden(self, node: Node, x: Statement | None = None, mine: Names = ME) -> Iterator[Node]:
        """The parts of a value in a text of the sentence ``x`` that rest on what its reader may not see. ``mine``: the names
        under which the reader is known there; none if everybody reads it."""
        me = x if x is None or has(x.op, "binds me") else self._me[id(x)]
        yield from self._hidden(_Value(node, me), me, mine, set())

    def _hidden(self, value: _Value, reader: Statement | None, mine: Names, seen: set[str]) -> Iterator[Node]:
        yield from self.secrets.hidden(value.node, mine if value.me is reader else NOBODY)
        for name in dict.fromkeys(map(_local, value.node.walk())):
            if name in self._values and name not in seen:
                seen.add(name)
                for given in self._values[name]:
                    yield from self._hidden(given, reader, mine, seen)

    def not_open(self) -> frozenset[str]:
        """The names that not everybody at the table can tell."""
        found = set[str]()
        names = [*self._values]
        while more := [name for name in names if name not in found and self._rests_on(name, found)]:
            found.update(more)
        return frozenset(found)

    def _rests_on(self, name: str, found: set[str]) -> bool:
        nodes = [value.node for value in self._values[name]]
        return any(not self.secrets.open(n) or any(_local(x) in found for x in n.walk()) for n in nodes)


def _local(node: Node | None) -> str:
    return str(node.data["name"]) if node is not None and node.op == "local" else ""
