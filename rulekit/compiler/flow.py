"""The course of a deed: plain Python where nobody is asked; where somebody is, the body is cut into steps.

Between two steps the locals lie in a frame on the stack ``st``, and after them the number of the step that goes on; nothing
ever waits inside a Python call, so that a match can be copied in the middle of a rule. A step is a function
``(m, s, z, st, v)`` with ``v`` the answer that was given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulekit.compiler.choices import Choices
from rulekit.compiler.code import Code, Lines, lay, not_, number, unpack
from rulekit.compiler.effects import Effects
from rulekit.compiler.impossible import Impossible
from rulekit.compiler.trace import Listening
from rulekit.compiler.values import Context
from rulekit.compiler.windows import window_function
from rulekit.dsl.carrying import carried
from rulekit.dsl.tree import Node, Statement

if TYPE_CHECKING:
    from rulekit.compiler.unit import Unit


SETS = ("set", "row", "zone")
"""What is kept as a copy: heads of types whose values are several things."""


@frozen
class Goal:
    """Where to go on: ``function`` is called with the locals ``kept``; ``step`` is its number for the stack."""

    function: str
    kept: tuple[str, ...]
    step: int
    loop: bool = False


class Flow:
    def __init__(self, unit: Unit, name: str, params: Sequence[str], asks: bool) -> None:
        self.unit, self.name, self.params, self.asks = unit, name, list(params), asks
        self.out = Lines()
        self.kept = list(params)
        self.loop: Goal | str | None = None
        self.here: Goal | None = None
        """The loop whose step is being written: the way back to it is a plain `continue`."""
        self.effects = Effects(self)
        self.choices = Choices(self)

    def compile(self, body: Sequence[Statement], c: Context) -> None:
        self.block(body, None, c)
        first = ["m", "s", "z", "st"] if self.asks else ["m", "s", "z"]
        self.unit.function(self.name, [*first, *self.params], self.out)

    # ------------------------------------------------------------ blocks
    def block(self, body: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        """The statements, then ``goal`` (None: the deed is over)."""
        asking = self.unit.deeds.asking
        for k, x in enumerate(body):
            c = self._come_to(x, c)
            if not asking.statement(x):
                if x.op in ("stop", "skip", "succeed"):
                    self._leave(x, c)
                    return
                if x.op == "if" and asking.constant(x.args["c"]) is not None:
                    chosen = x.body if asking.constant(x.args["c"]) else x.otherwise or []
                    if _leaves(chosen):
                        self.block(chosen, goal, c)
                        return
                    self.plain(chosen, c)
                    continue
                c = self.statement(x, c)
                continue
            self._asking(x, body[k + 1 :], goal, c)
            return
        self.go(goal)

    def _come_to(self, x: Statement, c: Context) -> Context:
        self.unit.here = x.span
        if self.unit.trace is not None and x.op != "said":
            self.out.add(self.unit.seen(x.span, Code("None")))
            if self.unit.journal and isinstance(self.unit.trace, Listening):
                self.unit.facts.statement(x, Context(c.names, self.unit.line(x.span)), self.out)
        return Context(c.names, self.unit.line(x.span))

    def plain(self, body: Sequence[Statement], c: Context) -> bool:
        """Statements that ask nobody, without what comes after; True when the course is left for good."""
        for x in body:
            c = self._come_to(x, c)
            if x.op in ("stop", "skip", "succeed"):
                self._leave(x, c)
                return True
            c = self.statement(x, c)
        if not body:
            self.out.add("pass")
        return False

    def _leave(self, x: Statement, c: Context) -> None:
        if x.op == "succeed":
            self.out.add(f"s[{self.unit.layout.success}] = 1")
        if x.op != "skip" or self.loop is None:
            self.out.add("return")
        elif isinstance(self.loop, Goal):
            self.go(self.loop)
        else:
            self.out.add("continue")

    def inner(self, body: Sequence[Statement], c: Context, depth: int = 1) -> None:
        self.out.depth += depth
        before = len(self.out.rows)
        self.plain(body, c)
        if len(self.out.rows) == before:
            self.out.add("pass")
        self.out.depth -= depth

    # ------------------------------------------------------------ going on
    def go(self, goal: Goal | None) -> None:
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
        if goal is not None:
            self.out.add(lay(goal.kept, goal.step))

    def after(self, rest: Sequence[Statement], goal: Goal | None, c: Context) -> Goal | None:
        """What follows a statement that asks, as a goal of its own."""
        if not rest:
            return goal
        return self.part(rest, goal, c, self.kept, "x")

    def part(self, body: Sequence[Statement], goal: Goal | None, c: Context, kept: Sequence[str], sort: str) -> Goal:
        name = self.unit.python_name(self.name, sort)
        made, params = self._sub(kept), ["m", "s", "z", "st", *kept]

        def write() -> None:
            made.block(body, goal, c)
            self.unit.function(name, params, made.out)

        self.unit.later(write)
        return Goal(name, tuple(kept), self._resume(name, kept))

    def _sub(self, kept: Sequence[str]) -> Flow:
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

    # ------------------------------------------------------------ statements that ask nobody
    def statement(self, x: Statement, c: Context) -> Context:
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
                if x.args["v"].type.head in SETS:
                    value = Code(f"tuple({value})")
                out.add(f"{local} = {value}")
                if local not in self.kept:
                    self.kept.append(local)
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
                self.plain(x.body, c.bind(me=Code(me)))
            case "repeat":
                self._loop(f"for _ in range({self._times(x, c)}):", x, c)
            case "repeat-until" | "repeat-while":
                test = values.condition(x.args["c"], c)
                out.add(f"for _ in range({self._times(x, c)}):")
                out.add(f"    if {test if x.op == 'repeat-until' else not_(test)}: break")
                self._inside_loop(x, c)
            case "begin":
                self.effects.begin(x, c)
                self.plain(x.body, c)
            case "do":
                out.add(self._call(x, c))
            case "carry-out":
                out.add(self._carry(x, c))
            case _:
                self.effects.emit(x, c)
        return c

    def stable(self, node: Any, c: Context) -> str:
        """The members of a set, safe against cards that move away while we go through them."""
        code = self.unit.values.value(node, c)
        return code if code.startswith(("[", "range(", "(", "K_", "ranked", "with_")) else f"tuple({code})"

    def _if(self, x: Statement, test: Code, c: Context) -> None:
        if test.const is not None:
            self.plain(x.body if test.const else x.otherwise or [], c)
            return
        kept = list(self.kept)  # what is made in a branch is gone after it
        self.out.add(f"if {test}:")
        self.inner(x.body, c)
        self.kept = list(kept)
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
            self.inner(x.body, c)
            self.kept = list(kept)
        if x.otherwise:
            self._else(x.otherwise, c, kept)

    def _else(self, body: Sequence[Statement], c: Context, kept: list[str]) -> None:
        self.out.add("else:")
        self.inner(body, c)
        self.kept = list(kept)

    def _loop(self, head: str, x: Statement, c: Context) -> None:
        self.out.add(head)
        self._inside_loop(x, c)

    def _times(self, x: Statement, c: Context) -> str:
        """How often a loop runs; a number that is not written there is held against a limit."""
        n = self.unit.values.value(x.args["n"], c)
        return n if n.const is not None else f"times({n}, {c.line})"

    def _inside_loop(self, x: Statement, c: Context) -> None:
        outer, self.loop = self.loop, "python"
        kept = list(self.kept)
        self.inner(x.body, c)
        self.loop, self.kept = outer, kept

    def _call(self, x: Statement, c: Context, stack: str = "") -> str:
        point = self.unit.program.points[x.data["point"]]
        args = {n: self._given(node, c) for n, node in x.args.items()}
        if "me" not in args and "me" in c.names:
            args["me"] = c.names["me"]
        if point.sort == "entry":
            args["this-card"] = c.names["this-card"]
        return f"{self.unit.deeds.function(point)}(m, s, z, {stack}{self.unit.deeds.arguments(point, args)})"

    def _given(self, node: Node, c: Context) -> Code:
        """What a deed is given; a set as it is now, whatever moves away later."""
        code = self.unit.values.value(node, c)
        return Code(f"tuple({code})") if node.type.head in SETS and not code.atomic else code

    def _carry(self, x: Statement, c: Context, stack: str = "") -> str:
        family = x.args["a"].type.of
        values = self.unit.values
        args = [c.names.get("me", Code("-1")), values.value(x.args["a"], c)]
        if self.unit.program.families[family].slot is not None:
            args.append(values.value(x.args["p"], c) if "p" in x.args else number(-1))
        fails = c.line if "others" in x.data else None
        carry = self.unit.deeds.carry(family, carried(self.unit.program, x), fails)
        return f"{carry}(m, s, z, {stack}{', '.join(args)})"

    # ------------------------------------------------------------ statements that ask
    def _asking(self, x: Statement, rest: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        match x.op:
            case "do":
                self.push(self.after(rest, goal, c))
                self.out.add(f"return {self._call(x, c, 'st, ')}")
            case "open":
                window = self.unit.program.windows[x.data["w"]]
                self.push(self.after(rest, goal, c))
                self.out.add(f"return {window_function(self.unit, window)}(m, s, z, st, {c.names.get('me', '-1')})")
            case "carry-out":
                self.push(self.after(rest, goal, c))
                self.out.add(f"return {self._carry(x, c, 'st, ')}")
            case "if":
                test = self.unit.asked(x.span, self.unit.values.condition(x.args["c"], c))
                self._asking_if(x, test, rest, goal, c)
            case "said":
                self._asking_if(x, self.unit.points.heard(x.data["saying"], c), rest, goal, c)
            case "for-player":
                me = self.unit.values.name("me")
                after = self.after(rest, goal, c)
                self.out.add(f"{me} = {self.unit.values.value(x.args['w'], c)}")
                self.kept.append(me)
                self.block(x.body, after, c.bind(me=Code(me)))
            case "begin":
                after = self.after(rest, goal, c)
                self.effects.begin(x, c)
                self.block(x.body, after, c)
            case "each" | "each-player":
                self._asking_each(x, rest, goal, c)
            case "repeat" | "repeat-until" | "repeat-while":
                self._asking_repeat(x, rest, goal, c)
            case "at-once":
                self._at_once(x, rest, goal, c)
            case "device":
                self._asking_device(x, rest, goal, c)
            case _:
                self.choices.ask(x, rest, goal, c)

    def _asking_if(self, x: Statement, test: Code, rest: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        if test.const is not None:
            self.block([*(x.body if test.const else x.otherwise or []), *rest], goal, c)
            return
        after = self.after(rest, goal, c)
        kept = list(self.kept)
        self.out.add(f"if {test}:")
        self.out.depth += 1
        self.block(x.body, after, c)
        self.out.depth -= 1
        self.kept = list(kept)
        if x.otherwise:
            self.block(x.otherwise, after, c)
        else:
            self.go(after)

    def _asking_each(self, x: Statement, rest: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        """A loop as a step: its frame holds the members and how far we are."""
        values = self.unit.values
        after = self.after(rest, goal, c)
        items, at = values.name("items"), values.name("at")
        var = values.name("me") if x.op == "each-player" else self.unit.local_name(x.data["x"])
        source = self.stable(x.args["s"], c)
        self.out.add(f"{items} = {source if source.startswith('tuple(') else f'tuple({source})'}")
        self.out.add(f"{at} = 0")
        kept = [*self.kept, items, at]
        inner = c.bind(**{"me" if x.op == "each-player" else x.data["x"]: Code(var)})
        name = self.unit.python_name(self.name, "each")
        head = Goal(name, tuple(kept), self.unit.step(name), True)
        made = self._sub([*kept, var])
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
        self.go(head)

    def _asking_repeat(self, x: Statement, rest: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        values = self.unit.values
        after = self.after(rest, goal, c)
        left = values.name("left")
        self.out.add(f"{left} = {self._times(x, c)}")
        kept = [*self.kept, left]
        name = self.unit.python_name(self.name, "repeat")
        head = Goal(name, tuple(kept), self.unit.step(name), True)
        made = self._sub(kept)
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
        self.go(head)

    def _asking_device(self, x: Statement, rest: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        """A step that asks until the device knows enough; the answers lie on its own list."""
        # Where nobody is `me`, whoever sits first looks at the equipment on the table.
        whoever = c.bind(me=Code(f"max({c.names['me']}, 0)") if "me" in c.names else number(0))
        after, kept = self.after(rest, goal, c), list(self.kept)
        name = self.unit.python_name(self.name, "device")
        head = Goal(name, tuple(kept), self.unit.step(name), True)
        made = self._sub(kept)
        unpack(made.out, kept)
        made.choices.ask_device(x, head.step, kept, whoever)
        made.effects.emit(x, c)
        made.go(after)
        self.unit.function(name, ["m", "s", "z", "st", "v"], made.out)
        self.go(head)

    def _at_once(self, x: Statement, rest: Sequence[Statement], goal: Goal | None, c: Context) -> None:
        """Every player on a stack of his own; the deed goes on when all are done."""
        me = self.unit.values.name("me")
        kept = list(self.kept)
        name = self.unit.python_name(self.name, "at_once")
        made = self._sub([*kept, me])
        made.loop = None
        made.block(x.body, None, c.bind(me=Code(me)))
        self.unit.function(name, ["m", "s", "z", "st", *kept, me], made.out)
        self.push(self.after(rest, goal, c))
        self.out.add(f"return m.fork({name}, ({''.join(k + ', ' for k in kept)}))")


def _chained(x: Statement) -> Statement | None:
    """The `otherwise if` of an `if`."""
    last = x.otherwise[0] if x.otherwise else None
    return last if last is not None and last.data.get("chained") else None


def _leaves(body: Sequence[Statement]) -> bool:
    return bool(body) and body[-1].op in ("stop", "skip", "succeed")
