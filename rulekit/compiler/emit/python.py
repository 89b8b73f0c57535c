"""The intermediate form as Python: a method for each node, a row for each operation. It decides nothing.

Every function is called ``f(m, s, z, ...)`` with the match, its numbers and its lists; one that asks is given ``st`` (the stack)
or ``draw`` (what answers at once) as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from rulekit.compiler.emit.python_expressions import PythonExpressions
from rulekit.compiler.errors import TooDeep
from rulekit.compiler.identifiers import NameTable
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.types import LARGEST
from rulekit.image import DeviceFunction

BRACKETS = 150
"""Deepest brackets of a generated line: Python reads 200."""
LOOPS = 15
"""Most nested loops of a generated line: CPython allows 20 nested blocks."""
TOO_DEEP = (
    "too much is nested in this rule line; "
    "give a part of it a name with `let`, or a `number`, `set` or `whether` of its own"
)
WORDED = ("Entitled", "Remarked", "Gained")
NOTED = ("Called", "Begun", "PartBegun", "Silenced", *WORDED)
"""What is noted for the story, beside the entries of the journal"""


class Python:
    """Prints a module. ``streams``: where the states of chance lie, for what is taken back unless something was drawn."""

    def __init__(
        self, module: ir.Module, streams: Iterable[int] = (), journal: bool = False, devices: NameTable | None = None
    ) -> None:
        self.module, self.streams, self.journal = module, list(streams), journal
        self.expressions = PythonExpressions(module, devices or NameTable())
        self.text, self.number = self.expressions.text, self.expressions.number
        self.out: list[str] = []
        self.depth = 0

    def source(self) -> str:
        """The module as text."""
        for function in self.module.functions.values():
            self.function(function)
        steps = f"STEPS = ({''.join(f'{s}, ' for s in self.module.steps)})\n"
        constants = [f"{name} = {value!r}" for name, value in self.module.tables.items()]
        return "\n".join([*constants, "", *self.out, steps])

    @property
    def devices(self) -> dict[str, DeviceFunction]:
        """Maps names in Python to the functions of devices that are called."""
        return self.expressions.devices

    def function(self, function: ir.Function) -> None:
        """Adds a function to ``out``."""
        self.expressions.function = function
        handle = [function.handle] if function.asks else []
        names = ["m", "s", "z", *handle, *[p.name for p in function.params]]
        self.out.append(f"def {function.name}({', '.join(names)}):")
        self.inner(function.body)
        self.out.append("")

    # ------------------------------------------------------------ statements
    def add(self, text: str) -> None:
        if text.count("(") + text.count("[") > BRACKETS or text.count(" for ") > LOOPS:
            brackets, loops = nesting(text)
            if brackets > BRACKETS or loops > LOOPS:
                raise TooDeep(TOO_DEEP)
        self.out.append("    " * self.depth + text)

    def inner(self, body: ir.Block) -> None:
        self.depth += 1
        if not body:
            self.add("pass")
        self.block(body)
        self.depth -= 1

    def block(self, body: ir.Block) -> None:
        k = 0
        while k < len(body):
            x = body[k]
            following = body[k + 1] if k + 1 < len(body) else None
            if isinstance(x, ir.Do) and isinstance(x.value, ir.Call) and following == ir.Return():
                self.add(f"return {self.text(x.value)}")
                return
            self.statement(x)
            if isinstance(x, ir.Return | ir.Fail | ir.Break | ir.Continue | ir.Attempt | ir.Fork):
                return
            k += 1

    def statement(self, x: ir.Stmt) -> None:
        PRINT[type(x)](self, x)

    def _let(self, x: ir.Let) -> None:
        value, name = x.value, x.var.name
        if isinstance(value, ir.Binary) and value.op in ("+", "-") and value.a == x.var:
            self.add(f"{name} {value.op}= {self.text(value.b)}")
        else:
            self.add(f"{name} = {self.text(value)}")

    def _store(self, x: ir.Store) -> None:
        self.add(f"s[{self.text(x.index)}] = {self.number(x.value)}")

    def _increase(self, x: ir.Increase) -> None:
        self.add(f"s[{self.text(x.index)}] {'-' if x.less else '+'}= {self.text(x.amount)}")

    def _if(self, x: ir.If, word: str = "if") -> None:
        if not x.then and x.otherwise:
            x = ir.If(ir.Not(x.test), x.otherwise)
        self.add(f"{word} {self.expressions.condition(x.test)}:")
        self.inner(x.then)
        if len(x.otherwise) == 1 and isinstance(x.otherwise[0], ir.If) and x.otherwise[0].then:
            self._if(x.otherwise[0], "elif")
        elif x.otherwise:
            self.add("else:")
            self.inner(x.otherwise)

    def _for(self, x: ir.For) -> None:
        self.add(f"for {x.var.name} in {self.text(x.source) if x.live else self.expressions.stable(x.source)}:")
        self.inner(x.body)

    def _loop(self, x: ir.Loop) -> None:
        self.add("while True:")
        self.inner(x.body)

    def _break(self, x: ir.Break) -> None:
        self.add("break")

    def _continue(self, x: ir.Continue) -> None:
        self.add("continue")

    def _return(self, x: ir.Return) -> None:
        self.add("return" if x.value is None else f"return {self.text(x.value)}")

    def _fail(self, x: ir.Fail) -> None:
        why = "" if x.why is None else f", {self.text(x.why)}"
        facts = f", facts=({', '.join(map(self.text, x.facts))})" if x.facts else ""
        self.add(f"raise Failure({x.line}{why}{facts})")

    def _do(self, x: ir.Do) -> None:
        match x.value:
            case ir.Op("put", (held, place, ir.Binary("+", ir.Subscript(a, k), more))) if (a, k) == (held, place):
                self.add(f"{self.text(held)}[{self.text(place)}] += {self.text(more)}")
            case _:
                self.add(self.text(x.value))

    def _log(self, x: ir.Log) -> None:
        what = "".join(f", {self.number(w)}" for w in x.what)
        if x.row in NOTED:
            self._note(x)
        elif x.row == "Chosen":  # may name cards: who can read them is settled when it is written
            self.add(f"m.log.append(chosen(m, {x.line}, {self.text(x.me)}{what}))")
        else:
            self.add(f"m.log.append({x.row}({x.line}, {self.text(x.me)}{what}))")

    def _note(self, x: ir.Log) -> None:
        """A note for the story. Its texts may ask for what is not there: that is no failure of the rules."""
        if x.row in WORDED:
            *first, values = x.what
            before = "".join(f", {self.number(w)}" for w in first)
            said = f"worded(m, {x.row}, {x.line}, {self.text(x.me)}{before}, lambda: {self.text(values)})"
        elif x.row == "Begun":
            said = f"begun(m, {x.line}, {self.text(x.me)}, {', '.join(self.number(w) for w in x.what)})"
        else:
            what = "".join(f", {self.number(w)}" for w in x.what)
            said = f"{x.row}(len(m.log), {x.line}, {self.text(x.me)}{what})"
        self.add(f"m.events.append({said})")

    def _end(self, x: ir.End) -> None:
        self.add(f"m.end({self.text(x.rows)}, {x.width}, {x.line})")

    def _push(self, x: ir.Push) -> None:
        self.add(f"st.append(({''.join(self.text(v) + ', ' for v in x.frame)}{x.step},))")

    def _pop(self, x: ir.Pop) -> None:
        self.add(f"{', '.join(v.name for v in x.frame)}, _ = st.pop()" if x.frame else "st.pop()")

    def _suspend(self, x: ir.Suspend) -> None:
        self.add(f"m.asks.append(({self.text(x.player)}, {x.question}, {self.text(x.options)}, st))")

    def _fork(self, x: ir.Fork) -> None:
        self.add(f"return m.fork({x.function}, ({''.join(self.text(a) + ', ' for a in x.args)}))")

    def _attempt(self, x: ir.Attempt) -> None:
        """Tries a call, and rolls it back when it fails before it is committed."""
        call, function, (low, high) = self.text(x.call), self.expressions.function, x.counts
        assert function is not None
        if not x.lines:
            self.add(f"return {call}")
            return
        stands = [f"failed.line not in ({''.join(f'{line}, ' for line in sorted(x.lines))})"]
        if x.draws:
            streams = "(" + "".join(f"s[{k}], " for k in self.streams) + ")"
            self.add(f"drawn = {streams}")
            stands.append(f"drawn != {streams}")
        if x.draws and function.asks and function.handle == "draw":
            self.add("noted = Noted(draw)")
            stands.append("noted.asked")
            call = call.replace("(m, s, z, draw", "(m, s, z, noted", 1)
        run = "s[:]" if high == LARGEST else f"s[{low}:{high}]"
        kept = [(f"kept = {run}", f"{run} = kept")] if high else []
        if x.cards:
            kept.append(("lists = [x[:] for x in z]", "z[:] = lists"))
        if function.asks and function.handle == "st":
            kept.append(("depth = len(st)", "del st[depth:]"))
        if self.journal:
            kept.append(("told, events = len(m.log), len(m.events)", "del m.log[told:], m.events[events:]"))
        for keep, _ in kept:
            self.add(keep)
        self.add("try:")
        self.add(f"    return {call}")
        self.add("except Failure as failed:")
        self.add(f"    if {' or '.join(stands)}: raise")
        for _, restore in kept:
            self.add(f"    {restore}")
        if self.journal:
            self.add(f"    m.log.append(skipped(m, {x.line}, {self.text(x.me)}, failed))")

    def _suppose(self, x: ir.Suppose) -> None:
        runs = ["s[:]" if high == LARGEST else f"s[{low}:{high}]" for low, high in x.kept]
        self.add(f"kept = {', '.join(runs)}," if runs else "kept = ()")
        if x.cards:  # whoever goes through one of them meanwhile goes on with what it was
            self.add("lists = z[:]")
            self.add("z[:] = [x[:] for x in z]")
        self.add("try:")
        self.inner(x.body)
        self.add("except Failure:")
        self.add(f"    {x.var.name} = False")
        self.add("finally:")
        if runs:
            self.add(f"    {', '.join(runs)}, = kept")
        if x.cards:
            self.add("    z[:] = lists")
        if not runs and not x.cards:
            self.add("    pass")


PRINT: Mapping[type, Callable[[Python, ir.Stmt], None]] = {
    getattr(ir, name[1:].title()): getattr(Python, name)
    for name in (
        *("_let", "_store", "_increase", "_if", "_for", "_loop", "_break", "_continue", "_return"),
        *("_fail", "_do", "_log", "_end", "_push", "_pop", "_suspend", "_fork", "_attempt", "_suppose"),
    )
}


def nesting(text: str) -> tuple[int, int]:
    """(brackets inside each other, loops inside each other) of a generated line."""
    deepest = loops = 0
    open_: list[list[int]] = [[0, 0]]  # of each open bracket: is it a loop, and the loops inside it
    for found in re.finditer(r"[(\[]|[)\]]| for ", text):
        match found[0]:
            case "(" | "[":
                open_.append([0, 0])
                deepest = max(deepest, len(open_) - 1)
            case " for ":
                open_[-1][0] = 1
            case _ if len(open_) > 1:
                own = sum(open_.pop())
                open_[-1][1] = max(open_[-1][1], own)
                loops = max(loops, own)
    return deepest, loops
