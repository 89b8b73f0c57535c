"""The course of a deed for playouts, where nothing ever waits: every question is answered on the spot, by chance.

The same sentences as in :mod:`rulekit.compiler.flow`, but as one plain function for each deed. Nothing is laid on a stack,
loops are loops of Python, and the passes see the whole deed at once. A function that asks is given ``draw``, which gives the
next 31 random bits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulekit.compiler import bands, calls
from rulekit.compiler.code import TRUE, Code, and_, number
from rulekit.compiler.effects import emit
from rulekit.compiler.equipment import Equipment
from rulekit.compiler.flow import Flow
from rulekit.compiler.plain import Plain

if TYPE_CHECKING:
    from rulekit.compiler.goal import Goal
    from rulekit.compiler.unit import Unit
    from rulekit.compiler.values import Context
    from rulekit.dsl.tree import Statement


def answer(options: str) -> str:
    """One of them by chance."""
    return f"{options}[draw() * len({options}) >> 31]"


class StraightFlow(Flow):
    """A deed whose questions are answered by ``draw``."""

    def __init__(self, unit: Unit, name: str, params: Sequence[str], asks: bool) -> None:
        super().__init__(unit, name, params, asks)
        self.plain = Straight(self)

    def block(self, body: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        self.plain.body(body, c)


class Straight(Plain):
    """Plain sentences, and those that ask as well."""

    def _statement(self, x: Statement, c: Context) -> Context:
        match x.op:
            case "do" if self.unit.deeds.asking.statement(x):
                self.out.add(calls.deed(self.unit, x, c, "draw, "))
            case "carry-out" if self.unit.deeds.asking.statement(x):
                self.out.add(calls.carry_out(self.unit, x, c, "draw, "))
            case "open":
                self.out.add(calls.window(self.unit, x, c))
            case "at-once":
                self._at_once_in_turn(x, c)
            case "device" if "asks" in x.data:
                self._device(x, c)
            case "choose-one":
                self._branches(x, c)
            case "may":
                self._may(x, c)
            case "choose-band":
                return self._band(x, c)
            case "choose" | "choose-number" | "choose-numbers":
                return self._choose(x, c)
            case _:
                return super()._statement(x, c)
        return c

    # ------------------------------------------------------------ questions
    def _choose(self, x: Statement, c: Context) -> Context:
        out, local, options = self.out, self.unit.local_name(x.data["x"]), self.unit.values.name("options")
        out.add(f"{options} = {self.flow.choices.options(x, c)}")
        match x.data.get("none"):
            case "always":
                out.add(f"{options}.append(-1)")
            case "if":
                test = self.unit.values.condition(x.args["c"], c)
                if test.const != 0:
                    out.add(f"{'' if test.const else f'if {test}: '}{options}.append(-1)")
        chosen = answer(options)
        if "unasked" in x.data:
            chosen = f"{options}[0] if len({options}) == 1 else {chosen}"
        if x.otherwise is not None:
            out.add(f"if {options}:")
            out.add(f"    {local} = {chosen}")
            out.add("else:")
            self._inner(x.otherwise, c)
        else:
            if x.data.get("none") != "always":
                out.add(f"if not {options}: raise Failure({c.line})")
            out.add(f"{local} = {chosen}")
        return c.bind(**{x.data["x"]: Code(local)})

    def _branches(self, x: Statement, c: Context) -> None:
        tests = [self.unit.values.condition(b.args["c"], c) if "c" in b.args else TRUE for b in x.body]
        there = [k for k, test in enumerate(tests) if test.const != 0]
        out = self.out
        if all(tests[k].const for k in there):
            options = "(" + "".join(f"{k}, " for k in there) + ")"
            if not there:
                out.add(f"raise Failure({c.line})")
                return
        else:
            options = "options"
            out.add("options = []")
            for k in there:
                out.add(f"options.append({k})" if tests[k].const else f"if {tests[k]}: options.append({k})")
            out.add(f"if not options: raise Failure({c.line})")
        branch = self.unit.values.name("branch")
        out.add(f"{branch} = {answer(options)}")
        for n, k in enumerate(there):
            out.add(f"{'el' if n else ''}if {branch} == {k}:" if n < len(there) - 1 or not n else "else:")
            self._inner(x.body[k].body, c)

    def _may(self, x: Statement, c: Context) -> None:
        me = self.unit.values.name("me")
        self.out.add(f"{me} = {self.unit.values.value(x.args['w'], c)}")
        own = c.bind(me=Code(me))
        test = self.unit.values.condition(x.args["c"], own) if "c" in x.args else TRUE
        self.out.add(f"if {and_(test, Code('draw() * 2 >> 31 == 0'))}:")  # yes is the first of the two options
        self._inner(x.body, own)
        if x.otherwise:
            self.out.add("else:")
            self._inner(x.otherwise, c)

    def _band(self, x: Statement, c: Context) -> Context:
        begun, out = bands.begun(self.flow.choices, x, c), self.out
        own = c.bind(**{x.data["x"]: Code(begun.band)})
        if begun.few is not None:
            out.add(f"if {begun.few}:")
            if x.otherwise is None:
                out.add(f"    raise Failure({c.line})")
            else:
                self._inner(x.otherwise, c)
                out.add("else:")
                out.depth += 1
        out.add(f"{begun.band} = ()")
        out.add("while True:")
        out.depth += 1
        bands.offer(self.flow.choices, x, begun, own, out)
        out.add(f"if not options: raise Failure({c.line})")
        out.add(f"v = options[0] if len(options) == 1 else {answer('options')}")
        out.add("if v < 0: break")
        bands.take(out, begun, "v")
        out.depth -= 2 if begun.few is not None and x.otherwise is not None else 1
        return own

    def _device(self, x: Statement, c: Context) -> None:
        """Equipment on the table asks until it knows enough; its answers lie on its own list."""
        tape = self.unit.layout.tapes[x.data["device"]]
        # Where nobody is `me`, whoever sits first looks at the equipment on the table.
        whoever = c.bind(me=Code(f"max({c.names['me']}, 0)") if "me" in c.names else number(0))
        call = Equipment(self.flow).call(x.data["device"], x.data["asks"], x, whoever)
        self.out.add(f"asked = {call}")
        self.out.add("while asked is not None:")
        self.out.add(f"    z[{tape}].append(draw() * (asked[1] + 1) >> 31)")
        self.out.add(f"    asked = {call}")
        emit(self.flow, x, c)

    # ------------------------------------------------------------ all at once
    def _at_once_in_turn(self, x: Statement, c: Context) -> None:
        """One player after the other: nothing that they do at once depends on who is first."""
        me, kept = self.unit.values.name("me"), _locals(c)
        name = self.unit.python_name(self.flow.name, "at_once")
        made = StraightFlow(self.unit, name, [*kept, me], True)
        made.compile(x.body, c.bind(me=Code(me)))
        players = ", ".join(map(str, range(self.unit.layout.players)))
        self.out.add(f"for {me} in ({players},):")
        self.out.add(f"    {name}({', '.join(['m', 's', 'z', 'draw', *kept, me])})")


def _locals(c: Context) -> list[str]:
    """The names of Python that are in sight."""
    found = (name for code in c.names.values() for name in re.findall(r"[A-Za-z_]\w*\b(?!\()", code))
    return [name for name in dict.fromkeys(found) if name not in ("m", "s", "z") and not name.startswith("K_")]
