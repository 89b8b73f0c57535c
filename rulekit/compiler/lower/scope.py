"""The names in scope where an expression is lowered, and the block to which statements are added."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from attrs import define, evolve, field, frozen

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.types import Type


@frozen
class Scope:
    """The names in sight and what they are; ``line``: number of the rule line that is being lowered; ``unseen``: the names whose
    value is hidden from some player."""

    names: Mapping[str, ir.Expr] = field(factory=dict)
    line: int = 0
    unseen: frozenset[str] = frozenset()

    def bind(self, **names: ir.Expr) -> Scope:
        return evolve(self, names={**self.names, **names})

    def at(self, line: int) -> Scope:
        return evolve(self, line=line)

    @property
    def me(self) -> ir.Expr:
        """The player who carries this out; -1 where nobody does."""
        return self.names.get("me", ir.Const(-1))


@define
class Writer:
    """The body of a function in the making: statements are added to the innermost open block."""

    _open: list[list[ir.Stmt]] = field(factory=lambda: [[]])
    _taken: dict[str, list[Type]] = field(factory=dict)

    def add(self, *statements: ir.Stmt) -> None:
        self._open[-1] += statements

    def when(self, test: ir.Expr, *then: ir.Stmt) -> None:
        """Adds the statements, behind the test where it is not known."""
        if test.const is None:
            self.add(ir.If(test, then))
        elif test.const:
            self.add(*then)

    @property
    def block(self) -> ir.Block:
        """The statements of the innermost open block."""
        return tuple(self._open[-1])

    @contextmanager
    def inner(self) -> Iterator[list[ir.Stmt]]:
        """A block inside: what is added while it is open is the list that is given."""
        made: list[ir.Stmt] = []
        self._open.append(made)
        yield made
        self._open.pop()

    def local(self, name: str, type_: Type) -> ir.Local:
        """A local for a name of the rules: one name for each type that it has in this function."""
        types = self._taken.setdefault(name, [])
        if type_ not in types:
            types.append(type_)
        number = types.index(type_)
        return ir.Local(f"{name}__{number + 1}" if number else name, type_)
