"""Answers every question on the spot, by chance: for playouts, where nothing ever waits.

::

    ask v of me from options              v = options[draw() * len(options) >> 31]
    at once, each me: ...           ->    for me in players: d_x_at_once(me)

A function that asks is given ``draw``, which gives the next 31 random bits. A playout may begin in the middle of a rule: the
steps of the cut module are kept beside the whole deeds (``q_``), and what such a step calls is the whole deed.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from rulekit.compiler.analysis.calls import asking, reachable
from rulekit.compiler.analysis.liveness import free
from rulekit.compiler.analysis.verify import compiler_pass
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import number, size
from rulekit.compiler.ir.traverse import rewrite_block, rewrite_statements
from rulekit.compiler.ir.types import Int

RESUMED = "q_"


@compiler_pass(ir.Ask, ir.AtOnce)
def random_policy(whole: ir.Module, cut: ir.Module, players: int) -> ir.Module:
    """``whole``: the module before it was cut into steps, ``cut``: the same with its steps, both without a journal."""
    asks = asking(whole.functions)
    out = _RandomPolicy(whole, asks, players)
    for function in whole.functions.values():
        if function.sort != "explain":
            out.function(function)
    _resumed(out.functions, cut, asks)
    steps = tuple(RESUMED + name for name in cut.steps)
    made = ir.Module(out.functions, whole.tables, steps)
    return reachable(made, {"begin", *steps})


class _RandomPolicy:
    def __init__(self, whole: ir.Module, asks: set[str], players: int) -> None:
        self.whole, self.asks, self.players = whole, asks, players
        self.functions: dict[str, ir.Function] = {}
        self.name = ""
        self.count = 0

    def function(self, function: ir.Function) -> None:
        self.name, self.count = function.name, 0
        body = rewrite_statements(function.body, self.answered)
        self.functions[function.name] = evolve(function, body=body, asks=function.name in self.asks, handle="draw")

    def answered(self, x: ir.Stmt) -> ir.Block:
        match x:
            case ir.Ask():
                chosen = ir.Op("answer", (size(x.options),), -1, Int(0, 1_000_000))
                return (ir.Let(x.var, ir.Subscript(x.options, chosen)),)
            case ir.AtOnce(me, body):
                self.count += 1
                name = f"{self.name}__at_once{self.count}"
                given = free(body, [me])
                self.functions[name] = ir.Function(name, (*given, me), body, asks=True, handle="draw")
                call = ir.Do(ir.Call(name, (*given, me)))
                return (ir.For(me, ir.Range(number(0), number(self.players)), (call,)),)
        return (x,)


def _resumed(functions: dict[str, ir.Function], cut: ir.Module, asks: set[str]) -> None:
    """Adds the steps of the cut module; what they call that asks comes back when all is done."""
    mine = {name: None for name, f in cut.functions.items() if f.sort == "step"}  # in their order

    def renamed(x: ir.Expr) -> ir.Expr:
        return evolve(x, function=RESUMED + x.function) if isinstance(x, ir.Call) and x.function in mine else x

    for name in mine:
        function = cut.functions[name]
        body = _whole_calls(rewrite_block(function.body, renamed), asks)
        body = rewrite_statements(body, lambda x: (_forked(x, mine),))
        functions[RESUMED + name] = evolve(function, name=RESUMED + name, body=body)


def _forked(x: ir.Stmt, mine: Mapping[str, None]) -> ir.Stmt:
    return evolve(x, function=RESUMED + x.function) if isinstance(x, ir.Fork) and x.function in mine else x


def _whole_calls(body: ir.Block, asks: set[str]) -> ir.Block:
    """A deed that asks is called before the frame is laid that goes on after it."""
    out: list[ir.Stmt] = []
    for x in body:
        match x:
            case ir.If(test, then, otherwise):
                out.append(ir.If(test, _whole_calls(then, asks), _whole_calls(otherwise, asks)))
            case ir.Loop(inner):
                out.append(ir.Loop(_whole_calls(inner, asks)))
            case ir.Do(ir.Call(name)) if name in asks:
                laid = [out.pop()] if out and isinstance(out[-1], ir.Push) else []
                out += [x, *laid]
            case _:
                out.append(x)
    return tuple(out)
