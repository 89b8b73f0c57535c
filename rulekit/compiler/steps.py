"""Sentences that ask: each cuts the course of a deed into steps (:mod:`rulekit.compiler.flow`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulekit.compiler import calls
from rulekit.compiler.code import Code, not_, number, unpack
from rulekit.compiler.course import Course
from rulekit.compiler.effects import emit
from rulekit.compiler.goal import Goal
from rulekit.compiler.values import Context
from rulekit.compiler.writer import FlowPart
from rulekit.dsl.tree import Statement

if TYPE_CHECKING:
    pass


class Steps(FlowPart):
    def write(self, x: Statement, rest: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        """One sentence; behind it come the ``rest`` of its block, and then the goal."""
        match x.op:
            case "do":
                self.flow.push(self.flow.after(rest, goal, c))
                self.out.add(f"return {calls.deed(self.unit, x, c, 'st, ')}")
            case "open":
                self.flow.push(self.flow.after(rest, goal, c))
                self.out.add(f"return {calls.window(self.unit, x, c)}")
            case "carry-out":
                self.flow.push(self.flow.after(rest, goal, c))
                self.out.add(f"return {calls.carry_out(self.unit, x, c, 'st, ')}")
            case "if":
                test = self.unit.asked(x.span, self.unit.values.condition(x.args["c"], c))
                self._if(x, test, rest, goal, c)
            case "said":
                self._if(x, self.unit.points.heard(x.data["saying"], c), rest, goal, c)
            case "for-player":
                me = self.unit.values.name("me")
                after = self.flow.after(rest, goal, c)
                self.out.add(f"{me} = {self.unit.values.value(x.args['w'], c)}")
                self.flow.kept.append(me)
                self.flow.block(x.body, after, c.bind(me=Code(me)))
            case "begin":
                after = self.flow.after(rest, goal, c)
                Course(self.flow).begin(x, c)
                self.flow.block(x.body, after, c)
            case "each" | "each-player":
                self._each(x, rest, goal, c)
            case "repeat" | "repeat-until" | "repeat-while":
                self._repeat(x, rest, goal, c)
            case "at-once":
                self._at_once(x, rest, goal, c)
            case "device":
                self._device(x, rest, goal, c)
            case _:
                self.flow.choices.ask(x, rest, goal, c)

    def _if(self, x: Statement, test: Code, rest: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        if test.const is not None:
            self.flow.block([*(x.body if test.const else x.otherwise or []), *rest], goal, c)
            return
        after = self.flow.after(rest, goal, c)
        kept = list(self.flow.kept)
        self.out.add(f"if {test}:")
        self.out.depth += 1
        self.flow.block(x.body, after, c)
        self.out.depth -= 1
        self.flow.kept = list(kept)
        if x.otherwise:
            self.flow.block(x.otherwise, after, c)
        else:
            self.flow.go(after)

    def _each(self, x: Statement, rest: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        """A loop as a step: its frame holds the members and how far we are."""
        values = self.unit.values
        after = self.flow.after(rest, goal, c)
        items, at = values.name("items"), values.name("at")
        var = values.name("me") if x.op == "each-player" else self.unit.local_name(x.data["x"])
        source = self.flow.plain.stable(x.args["s"], c)
        self.out.add(f"{items} = {source if source.startswith('tuple(') else f'tuple({source})'}")
        self.out.add(f"{at} = 0")
        kept = [*self.flow.kept, items, at]
        inner = c.bind(**{"me" if x.op == "each-player" else x.data["x"]: Code(var)})
        name = self.unit.python_name(self.flow.name, "each")
        head = Goal(name, tuple(kept), self.unit.step(name), True)
        made = self.flow.sub([*kept, var])
        made.loop = made.here = head
        unpack(made.out, kept)
        made.out.add("while True:")
        made.out.depth += 1
        made.out.add(f"if {at} >= len({items}):")
        made.out.depth += 1
        made.go(after)
        made.out.depth -= 1
        made.out.add(f"{var} = {items}[{at}]")
        made.out.add(f"{at} += 1")
        made.block(x.body, head, inner)
        self.unit.function(name, ["m", "s", "z", "st", "v"], made.out)
        self.flow.go(head)

    def _repeat(self, x: Statement, rest: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        values = self.unit.values
        after = self.flow.after(rest, goal, c)
        left = values.name("left")
        self.out.add(f"{left} = {self.flow.plain.times(x, c)}")
        kept = [*self.flow.kept, left]
        name = self.unit.python_name(self.flow.name, "repeat")
        head = Goal(name, tuple(kept), self.unit.step(name), True)
        made = self.flow.sub(kept)
        made.loop = made.here = head
        unpack(made.out, kept)
        made.out.add("while True:")
        made.out.depth += 1
        test = f"{left} <= 0"
        if x.op != "repeat":
            condition = values.condition(x.args["c"], c)
            test += f" or {condition if x.op == 'repeat-until' else not_(condition)}"
        made.out.add(f"if {test}:")
        made.out.depth += 1
        made.go(after)
        made.out.depth -= 1
        made.out.add(f"{left} -= 1")
        made.block(x.body, head, c)
        self.unit.function(name, ["m", "s", "z", "st", "v"], made.out)
        self.flow.go(head)

    def _device(self, x: Statement, rest: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        """A step that asks until the device knows enough; the answers lie on its own list."""
        # Where nobody is `me`, whoever sits first looks at the equipment on the table.
        whoever = c.bind(me=Code(f"max({c.names['me']}, 0)") if "me" in c.names else number(0))
        after, kept = self.flow.after(rest, goal, c), list(self.flow.kept)
        name = self.unit.python_name(self.flow.name, "device")
        head = Goal(name, tuple(kept), self.unit.step(name), True)
        made = self.flow.sub(kept)
        unpack(made.out, kept)
        made.choices.ask_device(x, head.step, kept, whoever)
        emit(made, x, c)
        made.go(after)
        self.unit.function(name, ["m", "s", "z", "st", "v"], made.out)
        self.flow.go(head)

    def _at_once(self, x: Statement, rest: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        """Every player on a stack of his own; the deed goes on when all are done."""
        me = self.unit.values.name("me")
        kept = list(self.flow.kept)
        name = self.unit.python_name(self.flow.name, "at_once")
        made = self.flow.sub([*kept, me])
        made.loop = None
        made.block(x.body, None, c.bind(me=Code(me)))
        self.unit.function(name, ["m", "s", "z", "st", *kept, me], made.out)
        self.flow.push(self.flow.after(rest, goal, c))
        self.out.add(f"return m.fork({name}, ({''.join(k + ', ' for k in kept)}))")
