"""Data flow through `let` and `set` inside one block: which names hold a value that is hidden from a player.

Names bound by a choice or a caller are not followed: a card that is passed on may have been revealed on the
way. :mod:`rulekit.dsl.name_sources` follows those too, for the notes below a choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from rulekit.dsl.hidden_information import ME, NOBODY, Names, Secrets
from rulekit.dsl.operations import has
from rulekit.dsl.points import Point
from rulekit.dsl.tree import Node, Statement


@frozen(eq=False)
class _Value:
    """A value assigned to a name. ``me``: the enclosing sentence that binds `me`; None for that of the block."""

    node: Node
    me: Statement | None


@define(eq=False)
class GivenNames:
    """The assignments in a block and its inner blocks. ``lets``: (name, value) of those outside any block."""

    secrets: Secrets
    body: Sequence[Statement]
    lets: Sequence[tuple[str, Node]] = ()
    _values: dict[str, list[_Value]] = field(factory=dict, init=False)
    _me: dict[int, Statement | None] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        for name, node in self.lets:
            self._values.setdefault(name, []).append(_Value(node, None))
        self._block(self.body, None)

    @classmethod
    def of_point(cls, secrets: Secrets, point: Point) -> GivenNames:
        """The names that the `let` lines of a permission give."""
        lets = [(r.name, r.condition) for r in point.rulings if r.op == "let" and r.condition is not None]
        return cls(secrets, (), lets)

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
        """The parts of a value in a text of the sentence ``x`` that depend on information hidden from its reader. ``mine``: the
        names that refer to the reader; none if everybody reads the text."""
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
        """The names whose value depends on information that is hidden from some player."""
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
