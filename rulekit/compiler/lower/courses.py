"""The courses of a `choose one`: which are offered, and what an answer says about the members of their sets.

A course `for each x among s` is as many options as the set has members; with `and each y among r`, as it has pairs. The number of
an option holds all of it: the course, the member of the first set, the member of the second, like the digits of a number.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import add, append, arithmetic, multiply, number
from rulekit.compiler.ir.types import NUMBER, Int, element
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import several, value
from rulekit.compiler.lower.interchangeable import alike, has_alike
from rulekit.compiler.lower.scope import Scope, Writer
from rulekit.dsl.tree import Node, Statement


@frozen
class OptionMember:
    """A member that an option holds: ``(option // weight) % many + least``."""

    name: str
    source: Node
    least: int
    many: int
    weight: int


@frozen
class Courses:
    """All courses of a choice. ``most``: the highest number of an option."""

    branches: Sequence[Statement]
    members: Sequence[Sequence[OptionMember]]
    most: int

    @property
    def plain(self) -> bool:
        """Whether an option is a course, and no more than that."""
        return not any(self.members)

    def course(self, option: ir.Expr) -> ir.Expr:
        """The index of the course that an option is one of."""
        return option if self.plain else arithmetic("%", option, number(len(self.branches)))

    def scope(self, low: Lowering, k: int, option: ir.Expr, c: Scope, out: Writer) -> Scope:
        """Adds what gives the members their names; they are in sight in what comes back."""
        for member in self.members[k]:
            digit = arithmetic("//", option, number(member.weight))
            if member is not self.members[k][-1]:
                digit = arithmetic("%", digit, number(member.many))
            local = out.local(low.local_name(member.name), Int(member.least, member.least + member.many - 1))
            out.add(ir.Let(local, add(number(member.least), digit)))
            c = c.bind(**{member.name: local})
        return c

    def offer(self, low: Lowering, k: int, options: ir.Local, c: Scope) -> ir.Block:
        """Adds an option for each member, or each pair, of the sets of a course."""
        return self._each(low, k, list(self.members[k]), number(k), options, c)

    def _each(
        self, low: Lowering, k: int, rest: list[OptionMember], code: ir.Expr, options: ir.Local, c: Scope
    ) -> ir.Block:
        if not rest:
            return (append(options, code),)
        member, *rest = rest
        source = value(low, member.source, c)
        if has_alike(low.layout, member.source.type.of):
            source = ir.Op("unlike", (source, alike(low, member.source.type.of)), -1, source.type)
        local = low.variable(member.name, element(several(source)))
        digit = add(local, number(-member.least)) if member.least else local
        more = add(code, multiply(number(member.weight), digit))
        return (ir.For(local, source, self._each(low, k, rest, more, options, c.bind(**{member.name: local}))),)


def courses_of(low: Lowering, x: Statement) -> Courses:
    """The courses of a `choose one`."""
    found, most = [], max(len(x.body) - 1, 0)
    for k, branch in enumerate(x.body):
        members, weight = [], len(x.body)
        for slot, name in (("s", branch.data.get("x")), ("r", branch.data.get("y"))):
            if slot in branch.args and isinstance(name, str):
                kind = branch.args[slot].type.of
                least, many = low.layout.bases[kind], max(low.layout.sizes[kind], 1)
                members.append(OptionMember(name, branch.args[slot], least, many, weight))
                weight *= many
        most = max(most, weight - 1 if members else k)
        found.append(members)
    return Courses(x.body, found, min(most, NUMBER.high))
