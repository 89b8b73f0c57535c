"""Writes short deeds, and those that are called in one place only, out where they are called.

::

    d_pay(me, 3)                          if s[447 + me] < 3: fail 183
                                   ->     s[447 + me] -= 3
    def d_pay(me, n): ...                 s[451] += 3

A return in the middle of a deed becomes the other branch of its `if`; a deed that returns out of a loop stays. Steps call
deeds as before: they are carried out once in a playout.
"""

from __future__ import annotations

from collections import Counter

from attrs import evolve

from rulekit.compiler.analysis.calm import pure
from rulekit.compiler.analysis.reachable import callees
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import negated, simplified
from rulekit.compiler.ir.traverse import binds, ends, loops, renamed, rewrite_block, statements, walk, with_blocks

SHORT = 8
"""Statements of a deed that is written out wherever it is called; a longer one only if that is one place."""
SHORT_ASKING = 24
"""The same for one that asks."""
LONGEST = 60
"""Statements beyond which no function grows."""
MOST_LOOPS = 12
"""Loops inside each other in a function that something is written into."""
DOUBLED = 3
"""So many statements after an `if` may stand in both of its branches."""
STAYING = (ir.Push, ir.Pop, ir.Suspend, ir.Fork, ir.Ask, ir.AtOnce, ir.Attempt)
"""Statements of a function that can not be written out: what belongs to its stack, or must be able to take it back."""


def inline_deeds(module: ir.Module) -> ir.Module:
    made = DeedInliner(module)
    return evolve(module, functions={name: made.function(name) for name in module.functions})


class DeedInliner:
    """The functions of a module with deeds written out in them; each is made once, after those that it calls."""

    def __init__(self, module: ir.Module) -> None:
        self.module = module
        self.places = Counter(name for f in module.functions.values() if f.sort != "step" for name in callees(f))
        self.made: dict[str, ir.Function] = {}
        self.count = 0
        self.room = 0

    def function(self, name: str) -> ir.Function:
        if name not in self.made:
            function = self.made[name] = self.module.functions[name]
            if function.sort == "deed":
                for callee in callees(function):
                    self.function(callee)
                size = length(function.body)
                short = SHORT_ASKING if function.asks else SHORT
                self.room = (short if self.places[name] > 1 and size <= short else LONGEST) - size
                self.made[name] = evolve(function, body=self.block(function.body, function))
        return self.made[name]

    def fresh(self, var: ir.Local) -> ir.Local:
        self.count += 1
        return evolve(var, name=f"{var.name}_i{self.count}")

    def block(self, body: ir.Block, caller: ir.Function) -> ir.Block:
        out: list[ir.Stmt] = []
        for x in body:
            match x:
                case ir.Do(ir.Call() as call) if (written := self.written(call, caller)) is not None:
                    out += written
                case _:
                    out.append(with_blocks(x, lambda inner: self.block(inner, caller)))
        return tuple(out)

    def written(self, call: ir.Call, caller: ir.Function) -> ir.Block | None:
        """The statements of a call; None where it stays."""
        callee = self.function(call.function)
        size = length(callee.body)
        if callee.sort != "deed" or (callee.asks and (not caller.asks or callee.handle != caller.handle)):
            return None
        short = SHORT_ASKING if callee.asks else SHORT
        if size > min(self.room, short if self.places[callee.name] > 1 else LONGEST):
            return None
        if any(isinstance(x, STAYING) for x in statements(callee.body)):
            return None
        straight = without_returns(callee.body)
        if straight is None or max(map(loops, (*caller.body, *straight)), default=0) > MOST_LOOPS:
            return None
        self.room -= size
        return self.bound(call, callee, straight)

    def bound(self, call: ir.Call, callee: ir.Function, body: ir.Block) -> ir.Block:
        """The body with what is given in the place of the parameters, and with names of its own."""
        set_ = {var.name for x in statements(body) for var in binds(x)}
        asked = Counter(y.name for x in statements(body) for y in walk(x) if isinstance(y, ir.Local))
        names: dict[str, ir.Expr] = {}
        before: list[ir.Stmt] = []
        for param, given in zip(callee.params, call.args, strict=True):
            if param.name not in set_ and (given.atomic or (not asked[param.name] and pure(given))):
                names[param.name] = given
            else:
                var = self.fresh(evolve(param, made=given.type))
                names[param.name] = var
                before.append(ir.Let(var, given))

        def named(var: ir.Local) -> ir.Local:
            own = names.get(var.name)
            return own if isinstance(own, ir.Local) else self.fresh(var)

        whole = renamed(ir.Loop(body), named, names)
        return (*before, *folded(rewrite_block(whole.body, simplified)))


def length(body: ir.Block) -> int:
    return sum(1 for _ in statements(body))


def without_returns(body: ir.Block) -> ir.Block | None:
    """The same statements, coming to their end where they returned. None where one returns out of a loop."""
    out: list[ir.Stmt] = []
    for k, x in enumerate(body):
        if isinstance(x, ir.Return):
            return tuple(out)
        if not any(isinstance(y, ir.Return) for y in statements((x,))):
            out.append(x)
            continue
        if not isinstance(x, ir.If):
            return None
        rest = body[k + 1 :]
        if not ends(x.then) and not ends(x.otherwise) and length(rest) > DOUBLED:
            return None
        then = without_returns(x.then if ends(x.then) else (*x.then, *rest))
        otherwise = without_returns(x.otherwise if ends(x.otherwise) else (*x.otherwise, *rest))
        if then is None or otherwise is None:
            return None
        out.append(ir.If(x.test, then, otherwise))
        return tuple(out)
    return tuple(out)


def folded(body: ir.Block) -> ir.Block:
    """The statements without tests whose outcome is known, and without loops over one member."""
    out: list[ir.Stmt] = []
    for x in body:
        match x := with_blocks(x, folded):
            case ir.If(ir.Const(known), then, otherwise):
                out += then if known else otherwise
            case ir.If(test, (), otherwise) if otherwise:
                out.append(ir.If(negated(test), otherwise))
            case ir.For(var, ir.Items((one,)), inside) if not any(isinstance(y, LEAVING) for y in statements(inside)):
                out += (ir.Let(var, one), *inside)
            case _:
                out.append(x)
    return tuple(out)


LEAVING = (ir.Break, ir.Continue)
