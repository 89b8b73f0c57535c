"""Cuts deeds that ask into steps.

Between two steps the locals that are still needed lie in a frame on the stack, and after them the number of the step that
goes on; nothing ever waits inside a call, so that a match can be copied in the middle of a rule::

    let n = 3                             let n = 3
    ask v of me from options      ->      push (n) for step 7; suspend; return
    d_move(v, n)                          step 7: pop (n); v = the answer; d_move(v, n)

A call of a deed that asks pushes what comes after it first; a loop with a question in it is a step of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import define, evolve, frozen

from rulekit.compiler.analysis.calls import asking, called
from rulekit.compiler.analysis.liveness import Live, Liveness
from rulekit.compiler.analysis.verify import compiler_pass
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import add, compare, not_, number, size, snapshot
from rulekit.compiler.ir.traverse import binds, ends, expressions, statements
from rulekit.compiler.ir.types import NUMBER, Int, Seq, Type, element

ANSWER = "v"
"""What a step is given: the answer."""


@define(eq=False)
class Continuation:
    """A continuation: a function with these locals, called directly or from a frame of the stack."""

    name: str
    frame: tuple[ir.Local, ...]
    loop: bool = False
    step: int = -1
    calls: int = 0
    body: Callable[[], ir.Block] | None = None


@frozen
class EnclosingLoop:
    """The loop around a statement: its next round and what comes after it (None: no loop that asks)."""

    again: Continuation | None = None
    leave: Continuation | None = None
    cut: bool = False
    """Whether the loop is one that was cut"""
    here: Continuation | None = None
    """The loop whose function is being written: the next round is a plain `continue`"""


@compiler_pass(ir.Ask, ir.AtOnce)
def split_steps(module: ir.Module, explaining: Mapping[int, Sequence[str]]) -> ir.Module:
    """A module whose functions never wait. ``explaining``: question -> the functions that are given its frame."""
    asks = asking(module.functions)
    made = _StepSplitter(module, asks, explaining)
    for function in module.functions.values():
        if function.name in asks:
            made.deed(function)
        else:
            made.functions.setdefault(function.name, function)
    return ir.Module(made.functions, module.tables, tuple(made.steps))


class _StepSplitter:
    def __init__(self, module: ir.Module, asks: set[str], explaining: Mapping[int, Sequence[str]]) -> None:
        self.module, self.asks, self.explaining = module, asks, explaining
        self.functions: dict[str, ir.Function] = {}
        self.steps: list[str] = []
        self.live = Liveness()
        self.order: dict[str, int] = {}
        self.deed_name = ""
        self.parts: list[Continuation] = []
        self.count = 0

    def deed(self, function: ir.Function) -> None:
        """One function that asks, and the steps that it is cut into."""
        self.order = _order(function)
        self.deed_name, self.count = function.name, 0
        body = self.block(function.body, None, EnclosingLoop())
        self.functions[function.name] = evolve(function, body=body, asks=True)
        while self.parts:
            goal = self.parts.pop()
            write, goal.body = goal.body, None  # it holds the goal, and so would stay until it is collected
            assert write is not None
            self._written(goal, write())

    def _written(self, goal: Continuation, body: ir.Block) -> None:
        """The function of a goal, and the step that takes its frame from the stack."""
        step = f"r_{goal.name}"
        if goal.loop:
            self._step(goal.name, (ir.Pop(goal.frame), *body))
            return
        if goal.calls == 0 and goal.step >= 0:  # only ever gone to from the stack
            self._step(step, (ir.Pop(goal.frame), *body))
            return
        self.functions[goal.name] = ir.Function(goal.name, goal.frame, body, sort="step", asks=True)
        if goal.step >= 0:
            self._step(step, (ir.Pop(goal.frame), ir.Do(ir.Call(goal.name, goal.frame)), ir.Return()))

    def _step(self, name: str, body: ir.Block) -> None:
        answer = ir.Local(ANSWER, NUMBER)
        self.functions[name] = ir.Function(name, (answer,), body, sort="step", asks=True)

    def _name(self, sort: str) -> str:
        """A name that no function has, and no rule can give one: names of the game hold no double underscore."""
        return f"{self.deed_name}__{sort}{self._number()}"

    def _number(self) -> int:
        self.count += 1
        return self.count

    # ------------------------------------------------------------ what is live
    def _frame(self, live: Live) -> tuple[ir.Local, ...]:
        return tuple(sorted(live.values(), key=lambda local: self.order.get(local.name, len(self.order))))

    def _before(self, body: ir.Block, goal: Continuation | None, around: EnclosingLoop) -> Live:
        """What is read by these statements and by what comes after them."""
        return self.live.block(body, _held(goal), _held(around.leave), _held(around.again))

    # ------------------------------------------------------------ blocks
    def block(self, body: ir.Block, goal: Continuation | None, around: EnclosingLoop) -> ir.Block:
        """The statements, then on to the goal (None: the deed is over)."""
        out: list[ir.Stmt] = []
        for k, x in enumerate(body):
            rest = body[k + 1 :]
            if self._cuts(x, around):
                out += self._cut(x, rest, goal, around)
                return tuple(out)
            out.append(x)
            if isinstance(x, ir.Return | ir.Fail | ir.Break | ir.Continue | ir.Attempt):
                return tuple(out)
        return (*out, *self._go(goal, around))

    def _cuts(self, x: ir.Stmt, around: EnclosingLoop) -> bool:
        """Whether a statement asks, or leaves a loop that was cut."""
        if isinstance(x, ir.Attempt):
            return False
        return self._asks(x) or (around.cut and _leaves_loop(x))

    def _asks(self, x: ir.Stmt) -> bool:
        return any(isinstance(y, ir.Ask | ir.AtOnce) or called(y) in self.asks for y in statements((x,)))

    def _cut(self, x: ir.Stmt, rest: ir.Block, goal: Continuation | None, around: EnclosingLoop) -> ir.Block:
        match x:
            case ir.Break():
                return self._go(around.leave, around)
            case ir.Continue():
                return self._go(around.again, around)
            case ir.Do():
                after = self._after(rest, goal, around)
                return (*self._push(after), x, ir.Return())
            case ir.Ask():
                return self._ask(x, rest, goal, around)
            case ir.If(test, then, otherwise):
                if ends(then):  # then the rest is what comes otherwise
                    return (ir.If(test, self.block(then, None, around)), *self.block((*otherwise, *rest), goal, around))
                if ends(otherwise):
                    turned = ir.If(not_(test), self.block(otherwise, None, around))
                    return (turned, *self.block((*then, *rest), goal, around))
                after = self._after(rest, goal, around)
                return (ir.If(test, self.block(then, after, around)), *self.block(otherwise, after, around))
            case ir.For(var, source, body):
                at = ir.Local(f"{var.name}__at", Int(NUMBER.low, NUMBER.high))
                through = ir.Local(f"{var.name}__{'end' if isinstance(source, ir.Range) else 'items'}", _fixed(source))
                for local in (through, at):
                    self.order.setdefault(local.name, self.order.get(var.name, 0))
                if isinstance(source, ir.Range):
                    end = through if source.high.const is None else source.high
                    begin: ir.Block = ((ir.Let(through, source.high),) if end is through else ()) + (
                        ir.Let(at, source.low),
                    )
                    over, step = compare(at, ">=", end), ir.Let(var, at)
                else:
                    begin = ir.Let(through, snapshot(source, through.type)), ir.Let(at, number(0))
                    over, step = compare(at, ">=", size(through)), ir.Let(var, ir.Subscript(through, at))
                loop = ir.Loop((ir.If(over, (ir.Break(),)), step, ir.Let(at, add(at, number(1))), *body))
                return self.block((*begin, loop, *rest), goal, around)
            case ir.Loop(body):
                return self._loop(x, body, rest, goal, around)
            case ir.AtOnce(me, body):
                return self._at_once(me, body, rest, goal, around)
        raise TypeError(type(x).__name__)

    # ------------------------------------------------------------ going on
    def _go(self, goal: Continuation | None, around: EnclosingLoop) -> ir.Block:
        if goal is None:
            return (ir.Return(),)
        if goal is around.here:
            return (ir.Continue(),)
        if goal.loop:  # through the stack, so that a long loop does not pile up calls
            return (*self._push(goal), ir.Return())
        goal.calls += 1
        return (ir.Do(ir.Call(goal.name, goal.frame)), ir.Return())

    def _push(self, goal: Continuation | None) -> ir.Block:
        """Lays the frame from which it goes on there, when what comes now is done."""
        if goal is None:
            return ()
        if goal.step < 0:
            goal.step = len(self.steps)
            self.steps.append(goal.name if goal.loop else f"r_{goal.name}")
        return (ir.Push(goal.frame, goal.step),)

    def _after(self, rest: ir.Block, goal: Continuation | None, around: EnclosingLoop) -> Continuation | None:
        """What follows a statement, as a goal of its own."""
        if not rest:
            return goal
        if rest[0] == ir.Return():
            return None
        inner = evolve(around, here=None)
        made = Continuation(self._name("x"), self._frame(self._before(rest, goal, around)))
        made.body = lambda: self.block(rest, goal, inner)
        self.parts.append(made)
        return made

    # ------------------------------------------------------------ what is cut
    def _ask(self, x: ir.Ask, rest: ir.Block, goal: Continuation | None, around: EnclosingLoop) -> ir.Block:
        live = self._before(rest, goal, around)
        live.pop(x.var.name, None)
        made = Continuation(self._name("ask"), self._frame({**{local.name: local for local in x.shown}, **live}))
        inner = evolve(around, here=None)
        made.step = len(self.steps)
        self.steps.append(f"r_{made.name}")
        answer = ir.Let(x.var, ir.Local(ANSWER, NUMBER))
        made.body = lambda: (answer, *self.block(rest, goal, inner))
        self.parts.append(made)
        for name in self.explaining.get(x.question, ()):
            function = self.module.functions[name]
            more = function.params[len(x.shown) :]
            self.functions[name] = evolve(function, params=(*made.frame, *more))
        return (ir.Push(made.frame, made.step), ir.Suspend(x.question, x.player, x.options), ir.Return())

    def _loop(
        self, x: ir.Loop, body: ir.Block, rest: ir.Block, goal: Continuation | None, around: EnclosingLoop
    ) -> ir.Block:
        after = self._after(rest, goal, around)
        live = self.live.block((x,), _held(after))
        head = Continuation(self._name("loop"), self._frame(live), loop=True)
        inner = EnclosingLoop(head, after, True, head)
        head.body = lambda: (ir.Loop(self.block(body, head, inner)),)
        self.parts.append(head)
        return self._go(head, around)

    def _at_once(
        self, me: ir.Local, body: ir.Block, rest: ir.Block, goal: Continuation | None, around: EnclosingLoop
    ) -> ir.Block:
        """Every player on a stack of their own; the deed goes on when all are done."""
        live = self.live.block(body, {})
        live.pop(me.name, None)
        frame, name = self._frame(live), self._name("at_once")
        made = self.block(body, None, EnclosingLoop())
        self.functions[name] = ir.Function(name, (*frame, me), made, sort="step", asks=True)
        return (*self._push(self._after(rest, goal, around)), ir.Fork(name, frame))


def _held(goal: Continuation | None) -> Live:
    return {local.name: local for local in goal.frame} if goal is not None else {}


def _fixed(source: ir.Expr) -> Type:
    if isinstance(source, ir.Range):
        return source.high.type
    held = element(source.type)
    return Seq(held.low, held.high)


def _order(function: ir.Function) -> dict[str, int]:
    """The locals of a function in the order of their first use."""
    found: dict[str, int] = {p.name: k for k, p in enumerate(function.params)}
    for x in statements(function.body):
        for local in binds(x):
            found.setdefault(local.name, len(found))
    for y in expressions(function.body):
        if isinstance(y, ir.Local):
            found.setdefault(y.name, len(found))
    return found


def _leaves_loop(x: ir.Stmt) -> bool:
    """Whether it holds a break or a continue of the loop around it."""
    if isinstance(x, ir.Break | ir.Continue):
        return True
    if isinstance(x, ir.If):
        return any(_leaves_loop(y) for y in (*x.then, *x.otherwise))
    return False
