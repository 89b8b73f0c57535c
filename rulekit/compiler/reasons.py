"""Why something is refused: the same conditions as the filters, with their texts, evaluated only when somebody asks.

``why_x(m, s, z, slots ...)`` of a permission gives ``(line, (template, values))`` of the refusal that speaks, or None. Where
a refusal rests on another permission, that one's reason is given: it is closer to the cause.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulekit.compiler.code import Code, Lines, not_
from rulekit.compiler.values import Context
from rulekit.dsl.points import Point
from rulekit.dsl.tree import Node

if TYPE_CHECKING:
    from rulekit.compiler.unit import Unit


class Reasons:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.made: dict[str, str] = {}

    def why(self, condition: Node, names: Context, body: Lines, put: str) -> None:
        """Adds ``if the condition does not hold: put(line, reason)`` to a function."""
        unit = self.unit
        test = not_(unit.values.condition(condition, names))
        if test.const == 0:
            return
        inner = _permission(condition)
        if inner is None:
            body.add(f"if {test}: {put % f'{names.line}, None'}")
            return
        point = unit.program.points[inner.data["point"]]
        args = ", ".join(["m", "s", "z", *(unit.values.value(inner.args[n], names) for n in point.slots)])
        body.add(f"why = {self.function(point)}({args})")
        body.add(f"if why: {put % 'why[0], why[1]'}")

    def function(self, point: Point) -> str:
        if point.name in self.made:
            return self.made[point.name]
        unit = self.unit
        name = self.made[point.name] = unit.python_name("why", point.name)
        params = [unit.local_name(n) for n in point.slots]
        names = Context({n: Code(p) for n, p in zip(point.slots, params, strict=True)}, unit.line(point.span))
        body = Lines()
        for ruling, saying, test, seen in unit.points.refusals(point, names, body):
            if test.const == 0:
                continue
            source = ruling or saying
            assert source is not None
            body.add(f"if {test}:")
            body.depth += 1
            condition = source.condition
            for node in _asked(condition) if condition is not None else ():
                if node.op == "allowed":
                    nested = node.args["p"]
                    other = unit.program.points[nested.data["point"]]
                    args = ", ".join(["m", "s", "z", *(unit.values.value(nested.args[n], seen) for n in other.slots)])
                    body.add(f"why = {self.function(other)}({args})")
                    body.add("if why: return why")
            body.add(f"return {unit.line(source.span)}, {unit.texts.reason(source.reason, seen)}")
            body.depth -= 1
        body.add("return None")
        unit.function(name, ["m", "s", "z", *params], body)
        return name


def _asked(condition: Node) -> Iterator[Node]:
    """The conditions that one is put together from; not those about the members of a set."""
    yield condition
    if condition.op in ("and", "or", "not"):
        for part in condition.args.values():
            yield from _asked(part)


def _permission(condition: Node) -> Node | None:
    return condition.args["p"] if condition.op == "allowed" else None
