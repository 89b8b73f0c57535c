"""Inlines small values and conditions into their callers, instead of calling their function.

::

    def p_side(who):                       if (2 if s[1066 + u] else K_side[u]) == 1: ...
        if s[1066 + who]: return 2     ->
        return K_side[who]

    if p_side(u) == 1: ...

A function whose body is a chain of `if`, `let` and `return` is one expression. What it is given is named (`Bind`) where it is
asked for more than once, or can fail, so that it is worked out once, and first, as before the call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from attrs import evolve

from rulekit.compiler.analysis.effects import pure
from rulekit.compiler.analysis.verify import compiler_pass
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import FALSE, TRUE, and_, negated, or_, simplified
from rulekit.compiler.ir.traverse import (
    children,
    ends,
    expressions,
    loops,
    renamed,
    rewrite,
    rewrite_block,
    substitute,
    walk,
)
from rulekit.compiler.ir.types import BOOL, Bool

LARGEST = 60
"""Nodes of an expression that is still written out; the call of a function costs as much as some ten of them."""
ALTOGETHER = 400
"""Nodes of all places in which a longer one is written out, where there are few; what only one place asks for always is"""
GUARD = 16
"""Nodes of a test that is written out before the call of a function that begins with it."""
CHEAP = 4
"""Nodes of what is given to a function that may be worked out twice for that."""
MOST_LOOPS = 16
"""Most nested loops of a function after inlining: CPython allows 20 nested blocks."""
DEEPEST = 4
"""Loops inside each other of an expression that is still written out."""


@compiler_pass()
def inline_points(module: ir.Module) -> ir.Module:
    """The module with small points written out."""
    made = _Inline(module)
    functions = dict(module.functions)
    for name, function in module.functions.items():
        body = rewrite_block(rewrite_block(function.body, made.call), simplified)
        if max(map(loops, body), default=0) > MOST_LOOPS:
            continue
        functions[name] = function if body is function.body else evolve(function, body=body)
    return evolve(module, functions=functions)


class _Inline:
    def __init__(self, module: ir.Module) -> None:
        self.module = module
        self.values: dict[str, ir.Expr | None] = {}
        self.tests: dict[str, list[tuple[ir.Expr, ir.Expr]]] = {}
        self.count = 0
        self.calls = Counter(
            x.function for f in module.functions.values() for x in expressions(f.body) if isinstance(x, ir.Call)
        )

    def fresh(self, var: ir.Local) -> ir.Local:
        self.count += 1
        return evolve(var, name=f"{var.name}_{self.count}")

    def value(self, name: str) -> ir.Expr | None:
        """The function as an expression of its parameters, with what it calls written out; None where it stays."""
        if name not in self.values:
            self.values[name] = None
            function = self.module.functions[name]
            if function.sort == "point":
                found = as_expression(rewrite_block(function.body, self.call), self.fresh)
                if found is not None and (
                    small(found) or self.calls[name] == 1 or self.calls[name] * size(found) <= ALTOGETHER
                ):
                    self.values[name] = found
        return self.values[name]

    def call(self, x: ir.Expr) -> ir.Expr:
        if not isinstance(x, ir.Call):
            return x
        value = self.value(x.function)
        if value is None:
            return self.guarded(x)
        value = renamed(value, self.fresh)
        names: dict[str, ir.Expr] = {}
        named: list[tuple[ir.Local, ir.Expr]] = []
        for param, given in zip(self.module.functions[x.function].params, x.args, strict=True):
            if given.atomic or (pure(given) and uses(value, param.name) <= 1):
                names[param.name] = given
            else:
                names[param.name] = var = self.fresh(evolve(param, made=given.type))
                named.append((var, given))
        value = substitute(value, names)
        for var, given in reversed(named):
            value = ir.Bind(var, given, value)
        return value

    def guarded(self, x: ir.Call) -> ir.Expr:
        """A call behind the first, cheap tests of its function, which mostly settle the matter."""
        guards = self.guards(x.function)
        if not guards or not all(y.atomic or (pure(y) and size(y) <= CHEAP) for y in x.args):
            return x
        names = {p.name: a for p, a in zip(self.module.functions[x.function].params, x.args, strict=True)}
        made: ir.Expr = x
        for test, answer in reversed(guards):
            made = either(substitute(renamed(test, self.fresh), names), answer, made)
        return made

    def guards(self, name: str) -> list[tuple[ir.Expr, ir.Expr]]:
        """(test, answer) of the tests that a function begins with."""
        if name not in self.tests:
            found = self.tests[name] = []
            function = self.module.functions[name]
            for x in function.body if function.sort == "point" and function.gives == BOOL else ():
                match x:
                    case ir.If(test, (ir.Return(ir.Const() as answer),), ()):
                        test = rewrite(test, self.call)
                        if size(test) > GUARD or loops(test) or not pure(test):
                            break
                        found.append((test, answer))
                    case _:
                        break
        return self.tests[name]


def as_expression(body: ir.Block, fresh: Callable[[ir.Local], ir.Local]) -> ir.Expr | None:
    """What a chain of statements gives, as one expression; None where it does more than to choose."""
    if not body:
        return None
    first, rest = body[0], body[1:]
    match first:
        case ir.Return(value):
            return value
        case ir.Let(var, value):
            return _named(var, value, rest, fresh)
        case ir.If() if (let := _let(first)) is not None:
            return _named(let.var, let.value, rest, fresh)
        case ir.If(test, then, otherwise) if ends(then):
            a, b = as_expression(then, fresh), as_expression((*otherwise, *rest), fresh)
            return None if a is None or b is None else either(test, a, b)
    return None


def _let(x: ir.Stmt) -> ir.Let | None:
    """Statements that do no more than to choose the value of one local."""
    match x:
        case ir.Let():
            return x
        case ir.If(test, (first,), ()) if (let := _let(first)) is not None:
            return ir.Let(let.var, either(test, let.value, let.var))
        case ir.If(test, (first,), (second,)):
            a, b = _let(first), _let(second)
            if a is not None and b is not None and a.var.name == b.var.name:
                return ir.Let(a.var, either(test, a.value, b.value))
    return None


def _named(var: ir.Local, value: ir.Expr, rest: ir.Block, fresh: Callable[[ir.Local], ir.Local]) -> ir.Expr | None:
    body = as_expression(rest, fresh)
    if body is None:
        return None
    if value.atomic or (pure(value) and uses(body, var.name) <= 1):
        return substitute(body, {var.name: value})
    own = fresh(evolve(var, made=value.type))
    return ir.Bind(own, value, substitute(body, {var.name: own}))


def either(test: ir.Expr, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    """``a if test else b``; where one of them is a known truth, by `and` and `or`."""
    if isinstance(a.type, Bool) and isinstance(b.type, Bool):
        if a == TRUE:
            return or_(test, b)
        if a == FALSE:
            return and_(negated(test), b)
        if b == TRUE:
            return or_(negated(test), a)
        if b == FALSE:
            return and_(test, a)
    return ir.Either(test, a, b)


def uses(x: ir.Expr, name: str) -> int:
    """How often a local is asked for; within a loop twice."""
    if isinstance(x, ir.Local):
        return int(x.name == name)
    if isinstance(x, ir.Filter | ir.Map):
        inner = x.test if isinstance(x, ir.Filter) else x.value
        return uses(x.source, name) + 2 * uses(inner, name)
    if isinstance(x, ir.GraphSearch):
        return 2 * sum(isinstance(y, ir.Local) and y.name == name for y in walk(x))
    return sum(uses(y, name) for y in children(x))


def small(x: ir.Expr) -> bool:
    """Whether it may be written in several places."""
    return size(x) <= LARGEST and loops(x) <= DEEPEST


def size(x: ir.Expr) -> int:
    return sum(1 for _ in walk(x))
