"""The course of a deed: plain Python where nobody is asked; where somebody is, the body is cut into steps.

Between two steps the locals lie in a frame on the stack ``st``, and after them the number of the step that goes on; nothing
ever waits inside a Python call, so that a match can be copied in the middle of a rule. A step is a function
``(m, s, z, st, v)`` with ``v`` the answer that was given.

Here blocks are laid out and ways go on. The sentences themselves are written by :class:`Plain` (they ask nobody),
:class:`Steps` (they ask, or something inside them does), :class:`Choices` (the questions) and in ``effects`` (the changes).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulekit.compiler.choices import Choices
from rulekit.compiler.code import Code, Lines, lay, unpack
from rulekit.compiler.goal import Goal
from rulekit.compiler.plain import Plain
from rulekit.compiler.steps import Steps
from rulekit.compiler.trace import Listening
from rulekit.compiler.values import Context
from rulekit.dsl.tree import LEAVING, Statement, leaves

if TYPE_CHECKING:
    from rulekit.compiler.unit import Unit


class Flow:
    """The body of one Python function in the making; ``kept`` are the locals that a step has to find again."""

    def __init__(self, unit: Unit, name: str, params: Sequence[str], asks: bool) -> None:
        self.unit, self.name, self.params, self.asks = unit, name, list(params), asks
        self.out = Lines()
        self.kept = list(params)
        self.loop: Goal | str | None = None
        self.here: Goal | None = None
        """The loop whose step is being written: the way back to it is a plain `continue`."""
        self.choices = Choices(self)
        self.plain = Plain(self)
        self.steps = Steps(self)

    def compile(self, body: Sequence[Statement], c: Context) -> None:
        """Writes the body as the function of this flow's name."""
        self.block(body, None, c)
        first = ["m", "s", "z", self.unit.asker] if self.asks else ["m", "s", "z"]
        self.unit.function(self.name, [*first, *self.params], self.out)

    # ------------------------------------------------------------ blocks
    def block(self, body: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        """The statements, then ``goal`` (None: the deed is over)."""
        asking = self.unit.deeds.asking
        for k, x in enumerate(body):
            c = self.come_to(x, c)
            if not asking.statement(x):
                if x.op in LEAVING:
                    self.leave(x)
                    return
                if x.op == "if" and asking.constant(x.args["c"]) is not None:
                    chosen = x.body if asking.constant(x.args["c"]) else x.otherwise or []
                    if leaves(chosen):
                        self.block(chosen, goal, c)
                        return
                    self.plain.body(chosen, c)
                    continue
                c = self.plain.statement(x, c)
                continue
            self.steps.write(x, body[k + 1 :], goal, c)
            return
        self.go(goal)

    def come_to(self, x: Statement, c: Context) -> Context:
        """At the beginning of a sentence; gives the names in sight with the number of its line."""
        self.unit.here = x.span
        if self.unit.trace is not None and x.op != "said":
            self.out.add(self.unit.seen(x.span, Code("None")))
            if self.unit.journal and isinstance(self.unit.trace, Listening):
                self.unit.facts.statement(x, Context(c.names, self.unit.line(x.span)), self.out)
        return Context(c.names, self.unit.line(x.span))

    def leave(self, x: Statement) -> None:
        """`stop`, `skip` or `succeed`: the way on from there."""
        if x.op == "succeed":
            self.out.add(f"s[{self.unit.layout.success}] = 1")
        if x.op != "skip" or self.loop is None:
            self.out.add("return")
        elif isinstance(self.loop, Goal):
            self.go(self.loop)
        else:
            self.out.add("continue")

    # ------------------------------------------------------------ going on
    def go(self, goal: Goal | None) -> None:
        """Goes on there at once."""
        if goal is None:
            self.out.add("return")
        elif goal is self.here:
            self.out.add("continue")
        elif goal.loop:  # through the stack, so that a long loop does not pile up Python calls
            self.push(goal)
            self.out.add("return")
        else:
            self.out.add(f"return {goal.function}({', '.join(['m', 's', 'z', 'st', *goal.kept])})")

    def push(self, goal: Goal | None) -> None:
        """Lays the frame from which it goes on there, when what comes now is done."""
        if goal is not None:
            self.out.add(lay(goal.kept, goal.step))

    def after(self, rest: Sequence[Statement], goal: Goal | None, c: Context) -> Goal | None:
        """What follows a statement that asks, as a goal of its own."""
        if not rest:
            return goal
        return self.part(rest, goal, c, self.kept, "x")

    def part(self, body: Sequence[Statement], goal: Goal | None, c: Context, kept: Sequence[str], sort: str) -> Goal:
        """The statements as a function of their own, written when this one is done; ``sort`` stands in its name."""
        name = self.unit.python_name(self.name, sort)
        made, params = self.sub(kept), ["m", "s", "z", "st", *kept]

        def write() -> None:
            made.block(body, goal, c)
            self.unit.function(name, params, made.out)

        self.unit.later(write)
        return Goal(name, tuple(kept), self._resume(name, kept))

    def sub(self, kept: Sequence[str]) -> Flow:
        """Another function of the same deed, inside the same loop, with these locals."""
        made = Flow(self.unit, self.name, self.params, True)
        made.kept, made.loop = list(kept), self.loop
        return made

    def _resume(self, function: str, kept: Sequence[str]) -> int:
        """The step that takes the locals from the stack and calls the function."""
        out = Lines()
        unpack(out, kept)
        out.add(f"return {function}({', '.join(['m', 's', 'z', 'st', *kept])})")
        name = self.unit.python_name("r", function)
        self.unit.function(name, ["m", "s", "z", "st", "v"], out)
        return self.unit.step(name)
