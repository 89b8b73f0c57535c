"""The scope of a line: locals with their types, narrowings, and the enclosing scenes."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.dsl.tree import Node
from rulekit.dsl.types import Type


class Scope:
    """Immutable: every change gives a new scope. ``pending`` is a name that was announced before its type was known."""

    __slots__ = ("_members", "facts", "names", "pending", "scenes")

    def __init__(
        self,
        names: Mapping[str, Node] | None = None,
        facts: Mapping[str, Type] | None = None,
        scenes: frozenset[str] = frozenset(),
        pending: tuple[str, str] | None = None,
    ) -> None:
        self.names: dict[str, Node] = dict(names or {})
        self.facts: dict[str, Type] = dict(facts or {})
        self.scenes = scenes
        self.pending = pending
        self._members: dict[tuple[str, Type], Scope] = {}

    def with_member(self, name: str, type_: Type) -> Scope:
        """Like :meth:`bind` for `it`: the same scope each time, so that its readings are kept and a nest of sets stays cheap."""
        key = (name, type_)
        if key not in self._members:
            there = self.names.get(name)
            same = there is not None and there.op == "local" and there.type == type_ and not self.pending
            same = same and not any(f"name={name})" in k for k in self.facts)
            self._members[key] = self if same else self.bind(name, type_)
        return self._members[key]

    def bind(self, name: str, type_: Type, node: Node | None = None) -> Scope:
        """With a new name; what was known about an older one of the same name is forgotten."""
        value = node or Node("local", type_, data={"name": name})
        names = {**self.names, name: value}
        marker = f"name={name})"
        facts = {k: t for k, t in self.facts.items() if marker not in k}
        return Scope(names, facts, self.scenes, None)

    def announce(self, name: str, spec: str) -> Scope:
        return Scope(self.names, self.facts, self.scenes, (name, spec))

    def unread(self) -> Scope:
        """The same in sight, of which no readings are kept: to read the same tokens in another way."""
        return Scope(self.names, self.facts, self.scenes, self.pending)

    def settled(self) -> Scope:
        return Scope(self.names, self.facts, self.scenes, None) if self.pending else self

    def knowing(self, facts: Mapping[str, Type]) -> Scope:
        if not facts:
            return self
        return Scope(self.names, {**self.facts, **facts}, self.scenes, self.pending)

    def after_deed(self) -> Scope:
        """Something was moved or set: facts that do not rest on locals alone are forgotten."""
        kept = {k: t for k, t in self.facts.items() if k.startswith(("local(", "role("))}
        return self if len(kept) == len(self.facts) else Scope(self.names, kept, self.scenes, self.pending)

    def forgetting(self, name: str) -> Scope:
        """The local ``name`` was set anew."""
        return Scope(
            self.names, {k: t for k, t in self.facts.items() if f"name={name})" not in k}, self.scenes, self.pending
        )

    def without(self, name: str) -> Scope:
        """The scope without a name."""
        names = {n: node for n, node in self.names.items() if n != name}
        return Scope(names, self.facts, self.scenes, self.pending).forgetting(name)

    def inside(self, scenes: frozenset[str], names: Mapping[str, Node]) -> Scope:
        return Scope({**self.names, **names}, self.facts, self.scenes | scenes, self.pending)

    def refine(self, node: Node) -> Node:
        """The node with its narrowed type."""
        if not self.facts:
            return node
        known = self.facts.get(node.key)
        if known is None or known == node.type:
            return node
        return Node(node.op, known, node.args, node.data, node.phrase, node.word)


def local(name: str, type_: Type) -> Node:
    return Node("local", type_, data={"name": name})
