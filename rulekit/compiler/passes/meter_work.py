"""Instruments loops that can become long with a count of their steps, so that no checked game hangs.

::

    [x for x in range(0, 5000) if s[x]]   ->   [x for x in counted(range(0, 5000), 2, 0) if s[x]]

How often a loop goes round is bounded by the table that it goes over, by the range of its members, or by the most things of one
kind. A loop that is small by that bound is left as it is. Any other says how many members it goes through, times the bound of
what it does with each, once when it begins. So whatever runs is paid for, and what is small costs nothing. It is the last pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve

from rulekit.compiler.analysis.verify import compiler_pass
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import number
from rulekit.compiler.ir.traverse import expressions, parts
from rulekit.compiler.ir.types import SEVERAL, VOID, Seq, Set

LIGHT = 3_000
"""Most steps of a loop that is not counted: a fraction of a millisecond."""
SOME_OF = (
    *("list", "tuple", "counted", "unlike", "side_by_side", "without"),
    *("with_most", "with_least", "ranked_high", "ranked_low"),
)
"""Operations that give members of their first operand, and no others"""
NUMBERS = 10_000
"""Most numbers that are offered at once (``numbers`` there)"""


@compiler_pass()
def meter_work(module: ir.Module, sizes: Iterable[int]) -> ir.Module:
    """``sizes``: how many members each kind has."""
    bounds = _Bounds(module, max([100, *sizes]))
    functions = {name: bounds.function(name) for name in module.functions}
    return evolve(module, functions=functions)


class _Bounds:
    """Steps and sizes, each as a bound. A step is about what Python does for one sign of an expression."""

    def __init__(self, module: ir.Module, most: int) -> None:
        self.module, self.most = module, most
        self._made: dict[str, ir.Function] = {}
        self._steps: dict[str, int] = {}
        self._kept: dict[str, int] = {}
        """What is kept in a local -> what each value of it costs"""

    def function(self, name: str) -> ir.Function:
        self.call(name)
        return self._made[name]

    def call(self, name: str) -> int:
        """The steps of a function that are not counted in it."""
        if name not in self._steps:
            self._steps[name] = 1  # no function calls itself, except through the stack
            function = self.module.functions[name]
            body, steps = self.block(function.body)
            self._made[name] = function if body is function.body else evolve(function, body=body)
            self._steps[name] = 1 + steps
        return self._steps[name]

    # ------------------------------------------------------------ statements
    def block(self, body: ir.Block) -> tuple[ir.Block, int]:
        made, steps = [], 0
        for x in body:
            one, more = self.statement(x)
            made.append(one)
            steps += more
        for x in body:  # what a loop keeps is worked out once for each place
            if isinstance(x, ir.Let) and isinstance(x.value, ir.Op) and x.value.name == "blank":
                steps += (x.value.args[0].const or 0) * self._kept.pop(x.var.name, 0)
        return (body if all(a is b for a, b in zip(made, body, strict=True)) else tuple(made)), steps

    def statement(self, x: ir.Stmt) -> tuple[ir.Stmt, int]:
        changed: dict[str, object] = {}
        new: object
        steps, inner = 1, 0
        for name, sort in parts(x):
            held = getattr(x, name)
            if sort == "block":
                new, more = self.block(held)
                inner = max(inner, more) if isinstance(x, ir.If) else inner + more
            else:
                new, more = self.part(held)
                steps += more
            if new is not held:
                changed[name] = new
        match x:
            case ir.For():
                over = changed.get("source", x.source)
                assert isinstance(over, ir.Expr)
                source, more = self.loop(over, 1 + inner)
                copied = isinstance(over, ir.Zone) and not x.live
                if source is not over and copied:  # as they are now, whatever is moved by the body
                    source = _counted(ir.Op("tuple", (over,), -1, over.type), 1 + inner)
                if source is not x.source:
                    changed["source"] = source
                steps += more
            case ir.Loop() if any(isinstance(y, ir.Op) and y.name == "answer" for y in expressions(x.body)):
                steps += inner  # once for each answer, and there are only so many
            case ir.Loop():
                if self.most * (1 + inner) > LIGHT:
                    once = ir.Do(_counted(ir.Items((number(0),), Seq(0, 0)), 1 + inner))
                    body = changed.get("body", x.body)
                    assert isinstance(body, tuple)
                    changed["body"] = (once, *body)
                    steps += 1
                else:
                    steps += self.most * (1 + inner)
            case _:
                steps += inner
        return (evolve(x, **changed) if changed else x), steps

    def part(self, held: ir.Expr | Sequence[ir.Expr] | None) -> tuple[object, int]:
        if held is None or isinstance(held, ir.Expr):
            return self.expression(held) if held is not None else (None, 0)
        made = [self.expression(y) for y in held]
        same = all(a is b for (a, _), b in zip(made, held, strict=True))
        return (held if same else tuple([a for a, _ in made])), sum(n for _, n in made)

    # ------------------------------------------------------------ expressions
    def expression(self, x: ir.Expr) -> tuple[ir.Expr, int]:
        """The expression, and its steps that are not counted in it."""
        if isinstance(x, ir.Const | ir.Local | ir.ConstantTable):
            return x, 0
        if isinstance(x, ir.Filter):
            return self.members(x, None, x)
        if isinstance(x, ir.Map):
            inner = x.source if isinstance(x.source, ir.Filter) and x.source.var == x.var else None
            return self.members(inner, x, x)
        if isinstance(x, ir.Op) and x.name == "kept":
            var, place, value = x.args
            assert isinstance(var, ir.Local)
            kept, more = self.expression(value)
            self._kept[var.name] = max(self._kept.get(var.name, 0), more)
            return (x if kept is value else evolve(x, args=(var, place, kept))), 3
        changed: dict[str, object] = {}
        steps = 1
        for name, _ in parts(x):
            held = getattr(x, name)
            new, more = self.part(held)
            steps += more
            if new is not held:
                changed[name] = new
        made = evolve(x, **changed) if changed else x
        match made:
            case ir.Call(name):
                steps += self.call(name)
            case ir.Op(_, args):
                steps += max((self.size(a) for a in args if isinstance(a.type, SEVERAL)), default=0)
            case ir.Contains(_, source) if not isinstance(source, ir.Range):
                steps += self.size(source)
            case ir.GraphSearch():
                return self.search(made)
        return made, steps

    def members(self, test: ir.Filter | None, value: ir.Map | None, whole: ir.Filter | ir.Map) -> tuple[ir.Expr, int]:
        """A filter, a map, or one over the other, which is one loop."""
        source = test.source if test is not None else value.source if value is not None else whole
        over, before = self.expression(source)
        inner, kept, given = 1, None, None
        if test is not None:
            kept, more = self.expression(test.test)
            inner += more
        if value is not None:
            given, more = self.expression(value.value)
            inner += more
        over, steps = self.loop(over, inner)
        made: ir.Expr = over
        if test is not None and kept is not None:
            same = over is test.source and kept is test.test
            made = test if same else evolve(test, source=over, test=kept)
        if value is not None and given is not None:
            same = made is value.source and given is value.value
            made = value if same else evolve(value, source=made, value=given)
        return made, before + steps

    def loop(self, over: ir.Expr, inner: int) -> tuple[ir.Expr, int]:
        """The source of a loop, and the steps of the loop; one that takes too many counts them itself."""
        whole = self.size(over) * inner
        if whole <= LIGHT:
            return over, whole
        if isinstance(over, ir.Op) and over.name == "counted":
            return over, 1
        return _counted(over, inner), 1

    def search(self, x: ir.GraphSearch) -> tuple[ir.Expr, int]:
        """A search goes at most once along every step of its graph."""
        inner = sum(self.expression(y)[1] for y in (x.leave, x.step, x.back, x.cost) if y is not None)
        steps = sum(len(row) for row in ir.rows(self.module.tables, x.near.name))
        whole = steps * (3 + inner) * (2 if x.sort == "connected" else 1)
        if whole <= LIGHT:
            return x, whole
        return evolve(x, weight=3 + inner), 1

    # ------------------------------------------------------------ sizes
    def size(self, x: ir.Expr) -> int:
        """The largest number of members that a loop can go through."""
        match x:
            case ir.Items(items):
                return len(items)
            case ir.Filter(_, source) | ir.Map(_, source):
                return self.size(source)
            case ir.Subscript(ir.ConstantTable(name)):
                return max((len(row) for row in ir.rows(self.module.tables, name)), default=0)
            case ir.Either(_, a, b):
                return max(self.size(a), self.size(b))
            case ir.Op("numbers"):
                return NUMBERS
            case ir.Op("sample" | "tops" | "firsts" | "first_n", args) if args[-1].const is not None:
                return max(args[-1].const or 0, 0)
            case ir.Op(name, args) if name in SOME_OF:
                return self.size(args[0])
            case ir.ConstantTable(name):
                return len(ir.rows(self.module.tables, name))
        held = x.type
        distinct = isinstance(held, Set) or isinstance(x, ir.Zone)
        return min(held.high - held.low + 1, self.most) if distinct and isinstance(held, Set | Seq) else self.most


def _counted(over: ir.Expr, inner: int, once: int = 0) -> ir.Op:
    return ir.Op(
        "counted", (over, number(inner), number(once)), -1, over.type if isinstance(over.type, SEVERAL) else VOID
    )
