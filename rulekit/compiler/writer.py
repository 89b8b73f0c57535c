"""What writes into the function of a flow: what all parts of it share, and what sentences need that change something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.compiler.code import Code, Lines
from rulekit.compiler.values import Context

if TYPE_CHECKING:
    from rulekit.compiler.flow import Flow
    from rulekit.compiler.layout import Layout
    from rulekit.compiler.unit import Unit
    from rulekit.compiler.values import Values


class FlowPart:
    """A part of the compiler that writes into the function of a flow."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.unit: Unit = flow.unit
        self.values: Values = flow.unit.values
        self.layout: Layout = flow.unit.layout

    @property
    def out(self) -> Lines:
        """The function that is being written."""
        return self.flow.out


class Writer(FlowPart):
    """Sentences: they add rows, fail, and tell the journal."""

    def add(self, text: str) -> None:
        self.flow.out.add(text)

    def log(self, c: Context, *what: object) -> None:
        """An entry ``(line, me, *what)`` of the journal, where there is one; ``what`` are expressions."""
        if self.unit.journal:
            self.add(f"m.log.append(({c.line}, {c.names.get('me', '-1')}, {', '.join(str(w) for w in what)}))")

    def fail(self, c: Context, why: str = "") -> str:
        """The statement with which the line fails; ``why`` is an expression."""
        return f"raise Failure({c.line}{', ' + why if why else ''})"

    def atom(self, code: Code, stem: str) -> Code:
        """The expression in a local, so that it can be written more than once."""
        if code.atomic:
            return code
        name = self.values.name(stem)
        self.add(f"{name} = {code}")
        return Code(name)
