"""The intermediate form as text for people: fixtures of passes, dumps, reports of faults. Every node can be printed, in any form.
The fixtures are written in it as well (``tests/compiler/ir_text.py`` reads it); the compiler itself never reads it.

Expressions are printed as in Python, statements by a word each, with what only the passes and printers know of them::

    deed d_take(me: Int 0..3, v_here: Int 0..44)
        ask 17 of me: [x for x in range(0, 45) if s[14 + x] == me] -> v_goal   (shown v_here)
        attempt whole_march(me, v_goal): at 221, 223 restore s[0:44] and lists
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rulekit.compiler.emit.python_expressions import ATOM, PythonExpressions
from rulekit.compiler.identifiers import NameTable
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.types import LARGEST, Void


def function_text(module: ir.Module, name: str) -> str:
    """One function of a module, as rows without an end of line behind the last."""
    return _Text(module).function(module.functions[name])


class _Expressions(PythonExpressions):
    """Searches as well, which Python only has as loops, and devices by their names."""

    def bound(self, x: ir.Expr) -> tuple[str, int]:
        if isinstance(x, ir.DeviceCall):
            return f"device({', '.join([repr(x.device), repr(x.function), *map(self.text, x.args)])})", ATOM
        if not isinstance(x, ir.GraphSearch):
            return super().bound(x)
        asked = {"leave": x.leave, "step": x.step, "back": x.back, "cost": x.cost, "ends": x.ends, "most": x.most}
        parts = [f"{word} {self.text(part)}" for word, part in asked.items() if part is not None]
        along = f"{x.x.name} to {x.y.name} by {x.near.name}"
        return f"{x.sort}(from {self.text(x.starts)} along {along}, {', '.join(parts)})", ATOM


class _Text:
    def __init__(self, module: ir.Module) -> None:
        self.expressions = _Expressions(module, NameTable())
        self.text = self.expressions.text
        self.out: list[str] = []
        self.depth = 0

    def function(self, f: ir.Function) -> str:
        self.expressions.function = f
        params = ", ".join(f"{p.name}: {p.type}" for p in f.params)
        gives = "" if isinstance(f.gives, Void) else f" -> {f.gives}"
        self.add(f"{'turn ' if f.turn else ''}{f.sort} {f.name}({params}){gives}")
        self.block(f.body)
        return "\n".join(self.out)

    def add(self, row: str) -> None:
        self.out.append("    " * self.depth + row)

    def block(self, body: ir.Block) -> None:
        self.depth += 1
        for x in body:
            PRINT[type(x)](self, x)
        if not body:
            self.add("nothing")
        self.depth -= 1

    def list(self, several: Iterable[ir.Expr]) -> str:
        return ", ".join(map(self.text, several))

    # ------------------------------------------------------------ what every form has
    def let(self, x: ir.Let) -> None:
        self.add(f"let {x.var.name} = {self.text(x.value)}")

    def store(self, x: ir.Store) -> None:
        self.add(f"s[{self.text(x.index)}] = {self.text(x.value)}")

    def increase(self, x: ir.Increase) -> None:
        self.add(f"s[{self.text(x.index)}] {'-' if x.less else '+'}= {self.text(x.amount)}")

    def if_(self, x: ir.If) -> None:
        self.add(f"if {self.text(x.test)}")
        self.block(x.then)
        if x.otherwise:
            self.add("else")
            self.block(x.otherwise)

    def for_(self, x: ir.For) -> None:
        self.add(f"for {x.var.name} in {self.text(x.source)}{' (live)' if x.live else ''}")
        self.block(x.body)

    def loop(self, x: ir.Loop) -> None:
        self.add("loop")
        self.block(x.body)

    def break_(self, x: ir.Break) -> None:
        self.add("break")

    def continue_(self, x: ir.Continue) -> None:
        self.add("continue")

    def return_(self, x: ir.Return) -> None:
        self.add("return" if x.value is None else f"return {self.text(x.value)}")

    def fail(self, x: ir.Fail) -> None:
        why = "" if x.why is None else f", why {self.text(x.why)}"
        facts = f", facts {self.list(x.facts)}" if x.facts else ""
        self.add(f"fail at {x.line}{why}{facts}")

    def do(self, x: ir.Do) -> None:
        self.add(self.text(x.value))

    def log(self, x: ir.Log) -> None:
        self.add(f"journal at {x.line} for {self.text(x.me)}: {x.row} {self.list(x.what)}".rstrip())

    def ask(self, x: ir.Ask) -> None:
        shown = f"   (shown {self.list(x.shown)})" if x.shown else ""
        self.add(f"ask {x.question} of {self.text(x.player)}: {self.text(x.options)} -> {x.var.name}{shown}")

    def at_once(self, x: ir.AtOnce) -> None:
        self.add(f"at once, each player as {x.me.name}")
        self.block(x.body)

    def attempt(self, x: ir.Attempt) -> None:
        kept = self.restored([x.counts], x.cards)
        lines = f"at {', '.join(map(str, sorted(x.lines)))} restore {kept}" if x.lines else "never rolled back"
        self.add(f"attempt {self.text(x.call)}: {lines}{', unless drawn' if x.lines and x.draws else ''}")

    def suppose(self, x: ir.Suppose) -> None:
        self.add(f"suppose {x.var.name}, then restore {self.restored(x.kept, x.cards)}")
        self.block(x.body)

    def restored(self, runs: Iterable[tuple[int, int]], lists: bool) -> str:
        """What is put back: runs of the numbers, and whether the lists are."""
        parts = ["s[:]" if high == LARGEST else f"s[{low}:{high}]" for low, high in runs if high]
        return " and ".join([*parts, *(["lists"] if lists else [])]) or "nothing"

    def end(self, x: ir.End) -> None:
        self.add(f"end at {x.line}: {self.text(x.rows)}, {x.width} for each player")

    # ------------------------------------------------------------ what only passes make
    def push(self, x: ir.Push) -> None:
        self.add(f"push ({self.list(x.frame)}) for step {x.step}")

    def pop(self, x: ir.Pop) -> None:
        self.add(f"pop ({self.list(x.frame)})")

    def suspend(self, x: ir.Suspend) -> None:
        self.add(f"suspend for {x.question} of {self.text(x.player)}: {self.text(x.options)}")

    def fork(self, x: ir.Fork) -> None:
        self.add(f"fork {x.function}({self.list(x.args)}) for each player")

    def mark_arena(self, x: ir.MarkArena) -> None:
        self.add(f"mark {x.var.name}")

    def release_arena(self, x: ir.ReleaseArena) -> None:
        self.add(f"release {x.mark.name}")


PRINT: Mapping[type, Callable[..., None]] = {
    ir.If: _Text.if_,
    ir.For: _Text.for_,
    ir.Break: _Text.break_,
    ir.Continue: _Text.continue_,
    ir.Return: _Text.return_,
    ir.AtOnce: _Text.at_once,
    ir.MarkArena: _Text.mark_arena,
    ir.ReleaseArena: _Text.release_arena,
    **{
        getattr(ir, name.title()): getattr(_Text, name)
        for name in (
            *("let", "store", "increase", "loop", "fail", "do", "log", "ask", "attempt", "suppose", "end"),
            *("push", "pop", "suspend", "fork"),
        )
    },
}
"""node -> what prints it"""
