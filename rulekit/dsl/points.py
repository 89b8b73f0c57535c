"""Points, the named rules of a game, and the modifiers that cards, scenes and variants attach to them."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from rulekit.diagnostics import Span
from rulekit.dsl.phrases import Part
from rulekit.dsl.scope import Scope, local
from rulekit.dsl.tree import Clause, Node, Ruling, Statement, TextTemplate
from rulekit.dsl.types import NUMBER, PLAYER, Type

VALUES = ("number", "value", "set", "whether")


ALLOWED = {
    "adjust": ("number", "set", "whether"),
    "refuse": ("permission", "choice"),
    "allow": ("permission",),
    "before": ("deed", "entry"),
    "after": ("deed", "entry"),
    "instead": ("deed", "entry"),
}
"""Of which sorts of points a modifier can be said."""


@define(eq=False)
class Modifier:
    """What a card or a variant says about a point that is not its own.

    ``op`` is adjust, refuse, allow, before, after, instead. ``carrier`` names the entry that says it (empty for a variant or
    a general rule), ``layer`` when it is heard.
    """

    op: str
    carrier: str
    family: str
    layer: str
    condition: Node | None
    span: Span
    text: str
    adjustment: tuple[str, Node] | None = None
    reason: TextTemplate | None = None
    despite: str = ""
    body: list[Statement] = field(factory=list)
    citations: Sequence[str] = ()
    card: int | None = None
    """Of a text for several cards that speaks of its own: which of them speaks (:mod:`rulekit.compiler.lower.modifiers`)"""

    def speaks_of(self, name: str) -> bool:
        """Whether it uses a name that is in sight."""
        nodes = [n for n in (self.condition, self.adjustment and self.adjustment[1]) if n is not None]
        nodes += [part for part in (self.reason.parts if self.reason is not None else ()) if isinstance(part, Node)]
        inside = (n for s in self.body for x in s.walk() for n in x.nodes())
        every = (*(n for node in nodes for n in node.walk()), *inside)
        return any(n.op == "local" and n.data["name"] == name for n in every)


@define(eq=False)
class Point:
    """``sort``: number, value, set, whether, permission, deed, choice, scene, entry, window. ``slots``: what it is about."""

    name: str
    sort: str
    slots: dict[str, Type]
    parts: Sequence[Part]
    type: Type | None
    span: Span
    text: str
    scene: str | None = None
    scenes: frozenset[str] = frozenset()
    roles: dict[str, Node] = field(factory=dict)
    citations: Sequence[str] = ()
    clauses: list[Clause] = field(factory=list)
    rulings: list[Ruling] = field(factory=list)
    body: list[Statement] = field(factory=list)
    modifiers: list[Modifier] = field(factory=list)
    home: str = ""
    """For a choice: the point whose body makes it."""

    def scope(self, scope: Scope | None = None) -> Scope:
        """The scope of modifiers of this point: its slots and roles by name."""
        names = {name: local(name, type_) for name, type_ in self.slots.items()}
        if self.sort in ("deed", "entry") and "me" not in names:
            names["me"] = local("me", PLAYER)  # whoever carries it out
        if self.sort == "number":
            names["it"] = local("it", NUMBER)  # the number so far
        base = scope or Scope()
        return base.settled().inside(self.scenes, {**self.roles, **names})
