"""Texts for people with values in them: kept as templates, filled in when somebody looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.compiler.impossible import Impossible
from rulekit.compiler.values import Context
from rulekit.dsl.tree import Node, Reason
from rulekit.dsl.types import Type

if TYPE_CHECKING:
    from rulekit.compiler.unit import Unit


class Texts:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit  # any unit of the set-up: expressions do not depend on the journal
        self.templates: list[list[Any]] = []
        self._numbers: dict[int, int] = {}

    def sort(self, type_: Type) -> list[str]:
        """How a value of a type is shown: ``["kind", root]``, ``["spot", root]``, ``["number"]`` ..."""
        if type_.head in ("kind", "set", "spot") and type_.of in self.unit.layout.roots:
            return [type_.head, self.unit.layout.roots[type_.of]]
        return [type_.head]

    def template(self, reason: Reason | None) -> int:
        if reason is None:
            return self._keep(["?"])
        return self._keep([p if isinstance(p, str) else self._shown(p) for p in reason.parts], id(reason))

    def of_token(self, text: str) -> int:
        """A text of a device with one gap, for a sort of piece."""
        before, _, after = text.partition("{}")
        return self._keep([p for p in (before, ["token"], after) if p])

    def named(self, text: str, node: Node) -> int:
        """``armies in here: 3``: a value with what it is."""
        return self._keep([f"{text}: ", self.sort(node.type)])

    def _shown(self, node: Node) -> list[str]:
        if node.op != "amounts":
            return self.sort(node.type)
        piece = self.unit.program.pieces[self.unit.values.spelt(node.data["items"][1])[0]]
        return ["amount", piece.name, piece.plural]

    def _keep(self, parts: list[Any], key: int = 0) -> int:
        if key and key in self._numbers:
            return self._numbers[key]
        self.templates.append(parts)
        self._numbers[key] = len(self.templates) - 1
        return len(self.templates) - 1

    def values(self, reason: Reason | None, c: Context) -> str:
        """The values of a template as a tuple expression."""
        nodes = [p for p in reason.parts if isinstance(p, Node)] if reason is not None else []
        return "(" + "".join(f"{self._value(n, c)}, " for n in nodes) + ")"

    def _value(self, node: Node, c: Context) -> str:
        if node.op == "amounts":
            return str(self.unit.values.value(node.data["items"][0], c))
        try:
            return str(self.unit.values.value(node, c))
        except Impossible:
            return "-1"

    def reason(self, reason: Reason | None, c: Context) -> str:
        """``(template, values)``"""
        return f"({self.template(reason)}, {self.values(reason, c)})"
