"""Sentences that ask nobody, as the plain Python that they are: no step begins inside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulekit.compiler import calls
from rulekit.compiler.code import Code, not_
from rulekit.compiler.course import Course
from rulekit.compiler.effects import emit
from rulekit.compiler.impossible import Impossible
from rulekit.compiler.values import Context
from rulekit.compiler.writer import FlowPart
from rulekit.dsl.tree import LEAVING, Statement

if TYPE_CHECKING:
    pass


class Plain(FlowPart):
    # ------------------------------------------------------------ blocks
    def body(self, body: Sequence[Statement], c: Context) -> None:
        """The sentences, without what comes after."""
        for x in body:
            c = self.flow.come_to(x, c)
            if x.op in LEAVING:
                self.flow.leave(x)
                return
            c = self.statement(x, c)
        if not body:
            self.out.add("pass")

    def _inner(self, body: Sequence[Statement], c: Context) -> None:
        self.out.depth += 1
        before = len(self.out.rows)
        self.body(body, c)
        if len(self.out.rows) == before:
            self.out.add("pass")
        self.out.depth -= 1

    # ------------------------------------------------------------ one sentence
    def statement(self, x: Statement, c: Context) -> Context:
        """Gives what is in sight on the lines after it. Impossible, with the place, of what can not be carried out."""
        try:
            return self._statement(x, c)
        except Impossible as error:
            error.span = error.span or x.span
            raise

    def _statement(self, x: Statement, c: Context) -> Context:
        values, out = self.unit.values, self.out
        match x.op:
            case "let":
                local = self.unit.local_name(x.data["x"])
                value = values.value(x.args["v"], c)
                if x.args["v"].type.head in calls.SETS:
                    value = Code(f"tuple({value})")
                out.add(f"{local} = {value}")
                if local not in self.flow.kept:
                    self.flow.kept.append(local)
                return c.bind(**{x.data["x"]: Code(local)})
            case "if":
                self._if(x, self.unit.asked(x.span, values.condition(x.args["c"], c)), c)
            case "said":
                self._if(x, self.unit.points.heard(x.data["saying"], c), c)
            case "each":
                var = self.unit.local_name(x.data["x"])
                self._loop(f"for {var} in {self.stable(x.args['s'], c)}:", x, c.bind(**{x.data["x"]: Code(var)}))
            case "each-player":
                me = values.name("me")
                self._loop(f"for {me} in {self.stable(x.args['s'], c)}:", x, c.bind(me=Code(me)))
            case "for-player":
                me = values.name("me")
                out.add(f"{me} = {values.value(x.args['w'], c)}")
                self.body(x.body, c.bind(me=Code(me)))
            case "repeat":
                self._loop(f"for _ in range({self.times(x, c)}):", x, c)
            case "repeat-until" | "repeat-while":
                test = values.condition(x.args["c"], c)
                out.add(f"for _ in range({self.times(x, c)}):")
                out.add(f"    if {test if x.op == 'repeat-until' else not_(test)}: break")
                self._inside_loop(x, c)
            case "begin":
                Course(self.flow).begin(x, c)
                self.body(x.body, c)
            case "do":
                out.add(calls.deed(self.unit, x, c))
            case "carry-out":
                out.add(calls.carry_out(self.unit, x, c))
            case _:
                emit(self.flow, x, c)
        return c

    def stable(self, node: Any, c: Context) -> str:
        """The members of a set, safe against cards that move away while we go through them."""
        code = self.unit.values.value(node, c)
        return code if code.startswith(("[", "range(", "(", "K_", "ranked", "with_")) else f"tuple({code})"

    def _if(self, x: Statement, test: Code, c: Context) -> None:
        if test.const is not None:
            self.body(x.body if test.const else x.otherwise or [], c)
            return
        kept = list(self.flow.kept)  # what is made in a branch is gone after it
        self.out.add(f"if {test}:")
        self._inner(x.body, c)
        self.flow.kept = list(kept)
        while chained := _chained(x):  # `otherwise if` goes no deeper, however many stand below each other
            x, c = chained, Context(c.names, self.unit.line(chained.span))
            self.unit.here = x.span
            test = self.unit.asked(x.span, self.unit.values.condition(x.args["c"], c))
            if test.const == 0:
                continue
            if test.const:
                self._else(x.body, c, kept)
                return
            self.out.add(f"elif {self.unit.seen(x.span, test)}:")
            self._inner(x.body, c)
            self.flow.kept = list(kept)
        if x.otherwise:
            self._else(x.otherwise, c, kept)

    def _else(self, body: Sequence[Statement], c: Context, kept: list[str]) -> None:
        self.out.add("else:")
        self._inner(body, c)
        self.flow.kept = list(kept)

    def _loop(self, head: str, x: Statement, c: Context) -> None:
        self.out.add(head)
        self._inside_loop(x, c)

    def times(self, x: Statement, c: Context) -> str:
        """How often a loop runs; a number that is not written there is held against a limit."""
        n = self.unit.values.value(x.args["n"], c)
        return n if n.const is not None else f"times({n}, {c.line})"

    def _inside_loop(self, x: Statement, c: Context) -> None:
        outer, self.flow.loop = self.flow.loop, "python"
        kept = list(self.flow.kept)
        self._inner(x.body, c)
        self.flow.loop, self.flow.kept = outer, kept


def _chained(x: Statement) -> Statement | None:
    """The `otherwise if` of an `if`."""
    last = x.otherwise[0] if x.otherwise else None
    return last if last is not None and last.data.get("chained") else None
