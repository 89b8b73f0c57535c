"""What every part of the expression compiler shares: the names in sight, and the entrance for any node."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from attrs import define, evolve

from rulekit.compiler.code import Code, add, multiply, number, subtract, truth
from rulekit.compiler.impossible import Impossible
from rulekit.dsl.tree import Node

if TYPE_CHECKING:
    from rulekit.compiler.unit import Unit


@define
class Context:
    """The names in sight and what they are in Python; ``line`` is the rule line that is being compiled."""

    names: Mapping[str, Code]
    line: int = 0

    def bind(self, **names: Code) -> Context:
        return evolve(self, names={**self.names, **names})


Handler = Callable[[Node, Context], Code]


class Expressions:
    """The base of the parts below: single values, places, sets and conditions."""

    def __init__(self, unit: Unit) -> None:
        self.unit, self.layout, self.program = unit, unit.layout, unit.program
        self.fresh = 0

    def name(self, stem: str) -> str:
        self.fresh += 1
        return f"{stem}{self.fresh}"

    # ------------------------------------------------------------ entrance
    def value(self, node: Node, c: Context) -> Code:
        handler: Handler | None = getattr(self, "v_" + node.op.replace("-", "_"), None)
        return self.condition(node, c) if handler is None else handler(node, c)

    def condition(self, node: Node, c: Context) -> Code:
        handler: Handler | None = getattr(self, "c_" + node.op.replace("-", "_"), None)
        if handler is not None:
            return handler(node, c)
        value: Handler = getattr(self, "v_" + node.op.replace("-", "_"))
        code = value(node, c)
        return truth(bool(code.const)) if code.const is not None else code

    def instance(self, owners: Any, codes: list[Code]) -> Code:
        """The number of an instance among all owners."""
        index = number(0)
        for owner, code in zip(owners, codes, strict=True):
            if code.const is not None and code.const < 0:
                raise Impossible(
                    "nobody of this name sits at the table, or it is none",
                    "ask first whether it is none, or say who is meant",
                )
            own = subtract(code, number(self.layout.bases[owner]))
            index = add(multiply(index, number(self.layout.sizes[owner])), own)
        return index

    def within(self, n: Code, low: int, high: int, c: Context) -> Code:
        """A number that must lie in a range, or the rule fails."""
        if n.const is None:
            return Code(f"within({n}, {low}, {high}, {c.line})")
        if not low <= n.const <= high:
            error = Impossible(
                f"there is no number {n.const} here: they go from {low} to {high}",
                f"write a number from {low} to {high}",
            )
            error.span = self.unit.lines[c.line] if c.line < len(self.unit.lines) else None
            raise error
        return n

    def owner_codes(self, node: Node, owners: Any, c: Context) -> list[Code]:
        codes = []
        for k, _ in enumerate(owners):
            given = node.args.get("ab"[k]) or node.args.get("me" if k == 0 else "")
            assert given is not None
            codes.append(self.value(given, c))
        return codes
