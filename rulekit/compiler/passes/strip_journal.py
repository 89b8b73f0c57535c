"""Takes the journal out: entries, reasons of failures, dice that are told of, and what only the journal needed.

::

    old = lift(where, card)               lift(where, card)
    journal CardMoved (card, old, to)  ->
    if n != 0: journal Moved (n)
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from rulekit.compiler.analysis.effects import Effects
from rulekit.compiler.analysis.verify import compiler_pass
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.traverse import expressions, rewrite_block, rewrite_statements, statements

Pure = Callable[[ir.Expr], bool]
"""Whether an expression need not be worked out when nobody reads it"""


@compiler_pass(ir.Log)
def strip_journal(module: ir.Module) -> ir.Module:
    pure = Effects(module.functions).pure
    functions = {name: _stripped(f, pure) for name, f in module.functions.items()}
    return evolve(module, functions=functions)


def _stripped(function: ir.Function, pure: Pure) -> ir.Function:
    if function.sort == "explain":
        return function
    body = rewrite_statements(rewrite_block(function.body, _untold), _without)
    return evolve(function, body=without_unread(body, function.params, pure))


def _untold(x: ir.Expr) -> ir.Expr:
    if isinstance(x, ir.Op) and x.name == "told_sum":
        return ir.Op("sum", x.args[:1], -1, x.made)
    if isinstance(x, ir.Op) and x.name == "told_hits":
        return ir.Op("hits", x.args[:3], -1, x.made)
    return x


def _without(x: ir.Stmt) -> ir.Block:
    match x:
        case ir.Log():
            return ()
        case ir.Fail():
            return (evolve(x, why=None),)
    return (x,)


def without_unread(body: ir.Block, params: tuple[ir.Local, ...], pure: Pure) -> ir.Block:
    """Removes locals that nobody reads; the effects of their expressions stay."""
    while True:
        read = {x.name for x in expressions(body) if isinstance(x, ir.Local)} | {p.name for p in params}
        read |= _framed(body)

        def kept(x: ir.Stmt, read: set[str] = read) -> ir.Block:
            if isinstance(x, ir.Let) and x.var.name not in read:
                return () if pure(x.value) else (ir.Do(x.value),)
            if isinstance(x, ir.If) and not x.then and not x.otherwise and pure(x.test):
                return ()
            return (x,)

        less = rewrite_statements(body, kept)
        if less is body:
            return body
        body = less


def _framed(body: ir.Block) -> set[str]:
    return {local.name for x in statements(body) if isinstance(x, ir.Ask) for local in x.shown}
