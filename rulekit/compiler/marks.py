"""Sentences that set numbers and marks, and hold them to their limits."""

from __future__ import annotations

from rulekit.compiler.code import Code, add, number
from rulekit.compiler.impossible import Impossible
from rulekit.compiler.values import Context
from rulekit.compiler.writer import Writer
from rulekit.dsl.program import LARGEST, Mark
from rulekit.dsl.tree import Node, Statement


class Marks(Writer):
    def s_set(self, x: Statement, c: Context) -> None:
        self._assign(x.args["x"], self.values.value(x.args["v"], c), c)

    def s_raise(self, x: Statement, c: Context) -> None:
        self._assign(
            x.args["x"], Code(f"{self.values.value(x.args['x'], c)} + {_wrap(self.values.value(x.args['n'], c))}"), c
        )

    def s_lower(self, x: Statement, c: Context) -> None:
        self._assign(
            x.args["x"], Code(f"{self.values.value(x.args['x'], c)} - {_wrap(self.values.value(x.args['n'], c))}"), c
        )

    def s_lower_to(self, x: Statement, c: Context) -> None:
        value, n, least = (self.values.value(x.args[k], c) for k in ("x", "n", "m"))
        self._assign(x.args["x"], Code(f"max({value} - {_wrap(n)}, {least})"), c)

    def s_raise_to(self, x: Statement, c: Context) -> None:
        value, n, most = (self.values.value(x.args[k], c) for k in ("x", "n", "m"))
        self._assign(x.args["x"], Code(f"min({value} + {_wrap(n)}, {most})"), c)

    def _assign(self, target: Node, value: Code, c: Context) -> None:
        if target.op == "local":
            self.add(f"{c.names[target.data['name']]} = {self._small(target, value, c)}")
            return
        if target.op == "role":
            self.add(f"s[{self.values.mark_index(target, c)}] = {self._small(target, value, c)}")
            return
        mark = self.unit.program.marks[target.data["mark"]]
        index = self.values.mark_index(target, c)
        if mark.type.head == "truth":
            value = number(value.const) if value.const is not None else Code(f"int({value})")
        checked, told = self._out_of_range(mark, value), self.unit.journal and mark.told
        if checked or told:
            value = self.atom(value, "v")
            index = self.atom(index, "i")
        if value.const is not None and mark.low is not None:
            if value.const < mark.low or value.const > (LARGEST if mark.high is None else mark.high):
                most = "up" if mark.high is None else f"to {mark.high}"
                raise Impossible(
                    f"`{mark.name}` can not be {value.const}: it goes from {mark.low} {most}",
                    f"set it to a number in its range, or let it go further where `{mark.name}` is declared",
                )
        elif checked:
            self.add(f"if {checked.format(v=value)}: {self.fail(c)}")
        if told:
            self.add(f"if s[{index}] != {value}:")
            self.flow.out.depth += 1
            self.log(c, "'mark'", index, f"s[{index}]", f"int({value})")
            self.flow.out.depth -= 1
        self.add(f"s[{index}] = {value}")

    def _out_of_range(self, mark: Mark, value: Code) -> str:
        if value.const is not None or mark.low is None or mark.type.head != "number":
            return ""
        return f"not {mark.low} <= {{v}} <= {LARGEST if mark.high is None else mark.high}"

    def _small(self, target: Node, value: Code, c: Context) -> Code:
        """A number without limits of its own: it does not grow for ever."""
        if value.const is not None or target.type.head != "number":
            return value
        return Code(f"within({value}, {-LARGEST}, {LARGEST}, {c.line})")

    def s_becomes(self, x: Statement, c: Context) -> None:
        mark = self.unit.program.marks[x.data["mark"]]
        shift = self.layout.marks[mark.name] - self.layout.bases[mark.owners[0]]
        index = self.atom(add(number(shift), self.values.value(x.args["a"], c)), "i")
        value = 0 if "no" in x.data else 1
        if self.unit.journal and mark.told:
            self.add(f"if s[{index}] != {value}:")
            self.flow.out.depth += 1
            self.log(c, "'mark'", index, f"s[{index}]", value)
            self.flow.out.depth -= 1
        self.add(f"s[{index}] = {value}")


def _wrap(code: Code) -> str:
    return code if code.atomic else f"({code})"
