"""Gives a function what it looks up about a thing, instead of the thing: fewer different questions are asked of what is kept.

::

    kept p_is_open(here, owner):                    kept p_is_open(here, said):
        ... K_side[owner] ... K_side[owner] ...  ->      ... said ... said ...
    p_is_open(x, c)                                p_is_open(x, K_side[c])

Only where the thing is used for nothing else, and where looking it up can not go wrong.
"""

from __future__ import annotations

from attrs import evolve

from rulekit.compiler.analysis.effects import Effects
from rulekit.compiler.analysis.liveness import expression_reads
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.traverse import expressions, loops, rewrite_block, substitute, walk
from rulekit.compiler.ir.types import Bool, Int
from rulekit.compiler.passes.inline_points import MOST_LOOPS


def project_keys(module: ir.Module) -> ir.Module:
    """The module with other parameters for functions whose answers are kept; those that others call come first."""
    made = _Project(module)
    for name in module.kept:
        made.function(name)
    functions = {name: f if name in made.given else made.called(f) for name, f in made.functions.items()}
    return evolve(module, functions=functions)


class _Project:
    def __init__(self, module: ir.Module) -> None:
        self.module, self.effects = module, Effects(module)
        self.functions = dict(module.functions)
        self.given: dict[str, tuple[ir.Expr, ...]] = {}
        """function -> what it is given now, as expressions of its former parameters"""
        self.count = 0
        self.deep = False
        """Whether the function that calls has too many loops inside each other for them to be written out"""
        self.former: dict[str, tuple[ir.Local, ...]] = {}

    def function(self, name: str) -> None:
        if name in self.given or name not in self.functions:
            return
        function = self.functions[name]
        self.former[name] = function.params
        self.given[name] = function.params
        for x in expressions(function.body):
            if isinstance(x, ir.Call) and x.function in self.module.kept:
                self.function(x.function)
        function = self.called(function)
        given: list[ir.Expr] = []
        params: list[ir.Local] = []
        body = function.body
        for param in function.params:
            said = self.said(body, param)
            if said is None:
                given.append(param)
                params.append(param)
                continue
            own = ir.Local(f"{param.name}_said", said.type)
            body = replaced(body, said, own)
            given.append(said)
            params.append(own)
        self.given[name] = tuple(given)
        self.functions[name] = evolve(function, params=tuple(params), body=body)

    def called(self, function: ir.Function) -> ir.Function:
        """A function with what it gives to those that have other parameters now."""
        self.deep = max(map(loops, function.body), default=0) > MOST_LOOPS
        body = rewrite_block(function.body, self.call)
        return function if body is function.body else evolve(function, body=body)

    def call(self, x: ir.Expr) -> ir.Expr:
        if not isinstance(x, ir.Call) or self.given.get(x.function) == self.former.get(x.function):
            return x
        names: dict[str, ir.Expr] = {}
        named: list[tuple[ir.Local, ir.Expr]] = []
        for param, given in zip(self.former[x.function], x.args, strict=True):
            names[param.name] = given
            if (
                not given.atomic
                and param not in self.given[x.function]
                and not (self.deep and self.effects.pure(given))
            ):
                self.count += 1
                names[param.name] = var = ir.Local(f"{param.name}_of{self.count}", given.type)
                named.append((var, given))
        made: ir.Expr = evolve(x, args=tuple([substitute(e, names) for e in self.given[x.function]]))
        for var, given in reversed(named):
            made = ir.Bind(var, given, made)
        return made

    def said(self, body: ir.Block, param: ir.Local) -> ir.Expr | None:
        """The largest expression of nothing but this parameter in which it is always used."""
        found: list[ir.Expr] = []
        for x in expressions(body):
            if x not in found and expression_reads(x).keys() == {param.name} and self.safe(x):
                found.append(x)
        for x in found:
            if all(y != param for y in expressions(replaced(body, x, SAID))):
                return x
        return None

    def safe(self, x: ir.Expr) -> bool:
        """Whether it can be worked out for every thing, whoever asks."""
        parts = list(walk(x))
        if (
            not isinstance(x.type, Int | Bool)
            or not self.effects.total(x)
            or not all(isinstance(y, LOOKS) for y in parts)
        ):
            return False
        return any(isinstance(y, ir.Item | ir.Load) for y in parts)


def replaced(body: ir.Block, old: ir.Expr, new: ir.Expr) -> ir.Block:
    return rewrite_block(body, lambda x: new if x == old else x)


SAID = ir.Const(0)
LOOKS = (ir.Item, ir.Table, ir.Load, ir.Local, ir.Const, ir.Binary, ir.Not, ir.Either)
"""What a parameter may be looked up with."""
