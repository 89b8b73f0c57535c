"""For who counts turns: tells of an answer, without carrying it out, that nobody is asked any more before its rule is at its end.

::

    def r_d_move(m, st, v):                    def over_r_d_move(m, st, v):
        f, me = pop(st)                            f, me = pop(st)
        s[40 + f] = v                   ->         if s[90 + f] == 5 and K_rank[v] == 8: return False
        if s[90 + f] == 5 and K_rank[v] == 8:      return True
            ask(...); return
        write_down(m)

Of the rule only the tests are left by which it asks again, where they read nothing that it has changed before; where that cannot
be told, the answer is that it may ask. What follows then is the same for all answers if the steps that go on are *steady*:
their course depends on their frames alone until a turn begins.
"""

from __future__ import annotations

from attrs import evolve

from rulekit.compiler.analysis.calls import ASKING, asking, called
from rulekit.compiler.analysis.effects import Effects
from rulekit.compiler.analysis.footprint import NOTHING, Footprint, Footprints, Span
from rulekit.compiler.analysis.verify import compiler_pass
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import FALSE, TRUE, not_
from rulekit.compiler.ir.traverse import statements, walk
from rulekit.compiler.ir.types import BOOL
from rulekit.compiler.passes.strip_journal import without_unread

MAY_ASK, SETTLED = ir.Return(FALSE), ir.Return(TRUE)
OF_ITS_OWN = (ir.Local, ir.Const, ir.Binary, ir.Not, ir.Between, ir.Either, ir.Subscript, ir.ConstantTable)
"""What depends on nothing but locals"""


@compiler_pass()
def detect_last_choices(module: ir.Module, spots: tuple[Span, ...]) -> ir.Module:
    """The module with such functions for its steps, and the names of its steady ones. ``spots``: what a card that is lifted may
    leave."""
    found = _LastChoices(module, spots)
    for name in module.steps:
        found.step(module.functions[name])
    steady = frozenset(name for name in module.steps if found.steady(module.functions[name].body))
    return evolve(module, functions={**module.functions, **found.made}, steady=steady)


class _LastChoices:
    def __init__(self, module: ir.Module, spots: tuple[Span, ...]) -> None:
        self.functions = module.functions
        self.effects, self.footprints = Effects(module.functions), Footprints(module.functions, spots)
        self.asking = asking(module.functions)
        self.made: dict[str, ir.Function] = {}
        self.known: dict[tuple[str, Footprint], str | None] = {}

    # ------------------------------------------------------------ whether somebody is asked again
    def step(self, f: ir.Function) -> None:
        body = self.way(f, NOTHING)
        if any(x == SETTLED for x in statements(body)):
            self.made[f"over_{f.name}"] = evolve(f, name=f"over_{f.name}", body=body, gives=BOOL, turn=False)

    def way(self, f: ir.Function, written: Footprint) -> ir.Block:
        return without_unread(_PathAnalysis(self, written).block(f.body), f.params, self.effects.pure)

    def deed(self, name: str, written: Footprint) -> str | None:
        """The name of the function that tells it of a deed; None where it cannot be told."""
        key = name, written
        if key not in self.known:
            self.known[key] = None
            f = self.functions[name]
            body = self.way(f, written)
            if any(x == SETTLED for x in statements(body)):
                made = f"over_{name}_{len(self.known)}"
                self.made[made] = evolve(f, name=made, body=body, gives=BOOL, turn=False, asks=False)
                self.known[key] = made
        return self.known[key]

    def asks(self, *body: ir.Stmt) -> bool:
        """Whether somebody may be asked in it, or something is laid on the stack."""
        return any(isinstance(x, (*ASKING, ir.Push)) or called(x) in self.asking for x in statements(body))

    # ------------------------------------------------------------ what goes on whatever the state is
    def steady(self, body: ir.Block) -> bool:
        return self._steady(body) is not False

    def _steady(self, body: ir.Block) -> bool | None:
        """True: a turn begins, or the step is over. False: it may depend on the state. None: it goes on."""
        for x in body:
            match x:
                case ir.Return() | ir.End() | ir.Break() | ir.Continue():
                    return True
                case ir.Do(ir.Call(name)) if self.functions[name].turn:
                    return True
                case ir.Let(_, value) if _of_its_own(value):
                    continue
                case ir.Pop():
                    continue
                case ir.Push(frame) if all(map(_of_its_own, frame)):
                    continue
                case ir.If(test, then, otherwise) if _of_its_own(test):
                    if False in (ways := (self._steady(then), self._steady(otherwise))):
                        return False
                    if None not in ways:
                        return True
                case ir.Loop(inner):
                    if self._steady(inner) is False:
                        return False
                case _:
                    return False
        return None


class _PathAnalysis:
    """The way through one function. ``written``: what may have changed so far; ``unknown``: locals that rest on it."""

    def __init__(self, last: _LastChoices, written: Footprint) -> None:
        self.last, self.written = last, written
        self.unknown: set[str] = set()

    def block(self, body: ir.Block) -> ir.Block:
        out = self.inner(body)
        return out if out and isinstance(out[-1], ir.Return) else (*out, SETTLED)

    def inner(self, body: ir.Block) -> ir.Block:
        out: list[ir.Stmt] = []
        for x in body:
            out += self.statement(x)
            if out and isinstance(out[-1], ir.Return):
                break
        return tuple(out)

    def readable(self, x: ir.Expr) -> bool:
        """Whether it is now what it will be when the rule comes to it."""
        if any(isinstance(y, ir.Local) and y.name in self.unknown for y in walk(x)):
            return False
        return self.last.effects.pure(x) and self.written.spares(self.last.footprints.of(x))

    def statement(self, x: ir.Stmt) -> ir.Block:
        match x:
            case ir.Pop():
                return (x,)
            case ir.Return() | ir.End():
                return (SETTLED,)
            case ir.Let(var, value) if self.readable(value):
                self.unknown.discard(var.name)
                return (x,)
            case ir.If(test, then, otherwise) if self.readable(test):
                return self.parted(test, then, otherwise)
            case ir.Do(ir.Call(name, args)) if name in self.last.asking:
                over = self.last.deed(name, self.written) if all(map(self.readable, args)) else None
                self.passed(x)
                return (MAY_ASK,) if over is None else (ir.If(not_(ir.Call(over, args, BOOL)), (MAY_ASK,)),)
            case ir.Fail():
                return (MAY_ASK,)  # so that it is carried out, and fails
        if self.last.asks(x):
            return (MAY_ASK,)
        self.passed(x)
        return ()

    def parted(self, test: ir.Expr, then: ir.Block, otherwise: ir.Block) -> ir.Block:
        before, known = self.written, set(self.unknown)
        a = self.inner(then)
        after, unknown = self.written, self.unknown
        self.written, self.unknown = before, known
        b = self.inner(otherwise)
        self.written, self.unknown = self.written | after, self.unknown | unknown
        if a == b:
            return a
        return (ir.If(test, a, b),)

    def passed(self, x: ir.Stmt) -> None:
        """It is left out: what it writes is not known from here on."""
        self.written |= self.last.footprints.of(x)
        self.unknown |= {y.var.name for y in statements((x,)) if isinstance(y, ir.Let | ir.For | ir.Suppose)}


def _of_its_own(x: ir.Expr) -> bool:
    return all(isinstance(y, OF_ITS_OWN) for y in walk(x))
