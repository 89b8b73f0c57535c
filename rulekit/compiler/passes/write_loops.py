"""Writes filters, sums and "there is one" out as loops of statements: Python calls a function for each list in brackets.

::

                                               found = False
    if any(s[1 + x] == c for x in z[here]):    for x in z[here]:
        ...                                ->      if s[1 + x] == c: found = True; break
                                               if found: ...

Every part of a condition is still worked out where, and only where, it was: what stands to the right of `and` and `or` goes
into an `if`. A value that an expression names (`Bind`) becomes a statement as well.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from rulekit.compiler.analysis.effects import Effects
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import FALSE, TRUE, not_, number
from rulekit.compiler.ir.traverse import N, children, loops, parts, substitute, with_blocks
from rulekit.compiler.ir.types import BOOL, SEVERAL, VOID, Int, Type, element

DEEPEST = 18
"""Loops inside each other; Python stands 20. A function with more is left alone."""
LOOPED = (ir.Filter, ir.Map, ir.Bind)
LEAVING = (ir.Return, ir.Fail)
ONE = number(1)
Then = Callable[[ir.Expr, list[ir.Stmt]], None]
"""What is done with a member: adds statements."""


def write_loops(module: ir.Module) -> ir.Module:
    """The module without filters in brackets, but for those in the conditions of a search."""
    effects = Effects(module)
    functions = {}
    for name, function in module.functions.items():
        deep = max(map(loops, function.body), default=0) > DEEPEST
        functions[name] = function if deep else evolve(function, body=_Loops(effects).block(function.body))
    return evolve(module, functions=functions)


class _Loops:
    def __init__(self, effects: Effects) -> None:
        self.effects = effects
        self.count = 0

    def local(self, stem: str, type_: Type) -> ir.Local:
        self.count += 1
        return ir.Local(f"{stem}_{self.count}", type_)

    # ------------------------------------------------------------ statements
    def block(self, body: ir.Block) -> ir.Block:
        out: list[ir.Stmt] = []
        for x in body:
            self.statement(x, out)
        return tuple(out)

    def statement(self, x: ir.Stmt, out: list[ir.Stmt]) -> None:
        x = with_blocks(x, self.block)
        if isinstance(x, ir.End) or not self.looped(x):
            out.append(x)
        elif isinstance(x, ir.If) and len(x.then) == 1 and isinstance(x.then[0], LEAVING):
            self.leave(x.test, x.then, out)
            out += x.otherwise
        elif isinstance(x, ir.Let) and isinstance(x.value, ir.Bind | ir.Filter | ir.Map | ir.Either | ir.Binary):
            self.store(x.var, x.value, out)
        else:
            out.append(self.direct(x, out))

    def looped(self, x: ir.Expr | ir.Stmt) -> bool:
        """Whether there is something to be written out; the conditions of searches are left alone."""
        if isinstance(x, LOOPED):
            return not (isinstance(x, ir.Map) and self.plain(x))
        if isinstance(x, ir.Search):
            return any(y is not None and self.looped(y) for y in (x.starts, x.ends, x.most))
        for name, sort in parts(x):
            held = getattr(x, name)
            if (sort == "expr" and held is not None and self.looped(held)) or (
                sort == "exprs" and any(map(self.looped, held))
            ):
                return True
        return False

    def plain(self, x: ir.Map) -> bool:
        """Whether a list is best made in brackets: a value for each member, and nothing else."""
        return not isinstance(x.source, ir.Filter) and not self.looped(x.source) and not self.looped(x.value)

    def leave(self, test: ir.Expr, then: ir.Block, out: list[ir.Stmt]) -> None:
        """``if test: then``, where that leaves the function: it may be left from inside of a loop."""
        match test:
            case ir.Binary("or", a, b):
                self.leave(a, then, out)
                self.leave(b, then, out)
            case ir.Binary("and", a, b) if self.looped(b):
                inner: list[ir.Stmt] = []
                first = self.value(a, out)
                self.leave(b, then, inner)
                out.append(ir.If(first, tuple(inner)))
            case ir.Binary(">", ir.Op("len", (ir.Filter() as several,)), ir.Const(0)) if self.effects.pure(
                several.test
            ):
                var, inner_test = several.var, several.test
                self.members(
                    several.source, lambda x, b: self.leave(substitute(inner_test, {var.name: x}), then, b), out
                )
            case _:
                out.append(ir.If(self.value(test, out), then))

    def store(self, var: ir.Local, x: ir.Expr, out: list[ir.Stmt]) -> None:
        """``var = x``"""
        match x:
            case ir.Bind(name, value, body):
                self.store(name, value, out)
                self.store(var, body, out)
            case ir.Either(test, a, b) if self.looped(a) or self.looped(b):
                self.choose(self.value(test, out), var, a, b, out)
            case ir.Binary("and", a, b) if self.looped(b):
                self.store(var, a, out)
                inner: list[ir.Stmt] = []
                self.store(var, b, inner)
                out.append(ir.If(var, tuple(inner)))
            case ir.Binary("or", a, b) if self.looped(b):
                self.store(var, a, out)
                inner = []
                self.store(var, b, inner)
                out.append(ir.If(not_(var), tuple(inner)))
            case _:
                out.append(ir.Let(var, self.value(x, out)))

    def choose(self, test: ir.Expr, var: ir.Local, a: ir.Expr, b: ir.Expr, out: list[ir.Stmt]) -> None:
        then: list[ir.Stmt] = []
        otherwise: list[ir.Stmt] = []
        self.store(var, a, then)
        self.store(var, b, otherwise)
        out.append(ir.If(test, tuple(then), tuple(otherwise)))

    # ------------------------------------------------------------ loops
    def members(self, x: ir.Expr, then: Then, out: list[ir.Stmt]) -> None:
        """``then`` for each member of several, with the member: one loop, however many filters there are."""
        match x:
            case ir.Map(var, source, value):

                def mapped(member: ir.Expr, body: list[ir.Stmt]) -> None:
                    then(self.value(substitute(value, {var.name: member}), body), body)

                self.members(source, mapped, out)
            case ir.Filter(var, source, test):

                def filtered(member: ir.Expr, body: list[ir.Stmt]) -> None:
                    self.when(substitute(test, {var.name: member}), lambda inner: then(member, inner), body)

                self.members(source, filtered, out)
            case _:
                source = self.value(x, out)
                held = source.type
                var = self.local("x", element(held) if isinstance(held, SEVERAL) else Int())
                body: list[ir.Stmt] = []
                then(var, body)
                out.append(ir.For(var, source, tuple(body), live=True))

    def when(self, test: ir.Expr, then: Callable[[list[ir.Stmt]], None], out: list[ir.Stmt]) -> None:
        """``if test:``, and what comes then."""
        inner: list[ir.Stmt] = []
        if isinstance(test, ir.Binary) and test.op == "and" and self.looped(test.b):
            first = self.value(test.a, out)
            self.when(test.b, then, inner)
        else:
            first = self.value(test, out)
            then(inner)
        out.append(ir.If(first, tuple(inner)))

    # ------------------------------------------------------------ expressions
    def value(self, x: ir.Expr, out: list[ir.Stmt]) -> ir.Expr:
        """An expression that gives the same once the statements are carried out that were added."""
        if not self.looped(x):
            return x
        match x:
            case ir.Bind(var, value, body):
                self.store(var, value, out)
                return self.value(body, out)
            case ir.Binary("and" | "or", a, b) if not self.looped(b):
                return evolve(x, a=self.value(a, out))
            case ir.Binary("and" | "or") | ir.Either():
                if isinstance(x, ir.Either) and not self.looped(x.a) and not self.looped(x.b):
                    return evolve(x, test=self.value(x.test, out))
                var = self.local("t", x.type)
                self.store(var, x, out)
                return var
            case ir.Binary(">", ir.Op("len", (ir.Filter() | ir.Map() as several,)), ir.Const(0)):
                return self.exists(several, out)
            case ir.Op("len" | "sum", (ir.Filter() | ir.Map() as several,)):
                return self.total(x.name, several, out)
            case ir.Op("list", (ir.Filter() | ir.Map() as several,)):
                return self.several(several, out)
            case ir.Filter() | ir.Map():
                return self.several(x, out)
            case ir.Contains(item, ir.Filter(var, source, test)) if item.atomic and self.effects.pure(test):
                return self.exists(ir.Filter(var, source, ir.Binary("and", ir.Binary("==", var, item), test)), out)
        return self.direct(x, out)

    def direct(self, x: N, out: list[ir.Stmt]) -> N:
        """A node with its own expressions written out, in their order."""
        names = ("starts", "ends", "most") if isinstance(x, ir.Search) else None
        held = [(name, sort, getattr(x, name)) for name, sort in parts(x) if names is None or name in names]
        waiting = sum(self.looped(y) for y in children(x))
        made: dict[str, object] = {}

        def one(y: ir.Expr) -> ir.Expr:
            nonlocal waiting
            looped = self.looped(y)
            waiting -= looped
            y = self.value(y, out)
            if waiting and not self.effects.pure(y):  # it fails or draws before what is written out after it
                var = self.local("t", y.type)
                out.append(ir.Let(var, y))
                return var
            return y

        for name, sort, value in held:
            if sort == "expr" and value is not None:
                made[name] = one(value)
            elif sort == "exprs":
                made[name] = tuple([one(y) for y in value])
        whole: N = evolve(x, **made)
        return whole

    def exists(self, x: ir.Filter | ir.Map, out: list[ir.Stmt]) -> ir.Expr:
        """Whether there is a member. The search ends with the first, unless the test of a later one could fail."""
        found = self.local("any", BOOL)
        out.append(ir.Let(found, FALSE))
        leave: ir.Block = (ir.Break(),) if self.effects.pure(x) else ()
        self.members(x, lambda member, body: body.extend((ir.Let(found, TRUE), *leave)), out)
        return found

    def total(self, name: str, x: ir.Filter | ir.Map, out: list[ir.Stmt]) -> ir.Expr:
        n = self.local("n", Int())
        out.append(ir.Let(n, number(0)))
        self.members(
            x, lambda member, body: body.append(ir.Let(n, ir.Binary("+", n, ONE if name == "len" else member))), out
        )
        return n

    def several(self, x: ir.Filter | ir.Map, out: list[ir.Stmt]) -> ir.Expr:
        made = self.local("list", x.type)
        out.append(ir.Let(made, ir.Op("list", (ir.Items((), x.type),), -1, x.type)))
        self.members(x, lambda member, body: body.append(ir.Do(ir.Op("append", (made, member), made=VOID))), out)
        return made
