"""Whether a module is well formed: what every pass may rely on, and has to leave behind.

Locals are set before they are read, on every path; values are of the sort that is used (a number or truth, several, a text);
calls fit the parameters of their functions; a function with a value gives one at every end; `break` and `continue` are inside
of loops; named operations, tables and functions exist; what a pass has taken out does not come back. It changes nothing and takes
time: with ``RULEKIT_VERIFY`` in the environment it is called after lowering and after each pass, as in all tests of the compiler.
Whoever wants to see what each stage makes (`rulekit show --until`) gets it here as well: :func:`observed`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Concatenate, ParamSpec

from attrs import evolve

from rulekit.compiler.analysis.liveness import Liveness
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.ops import OPERATIONS
from rulekit.compiler.ir.traverse import blocks, children, ends, statements, walk
from rulekit.compiler.ir.types import SEVERAL, Bool, Cells, Data, Int, Mask, Type, Void

LOOPS = (ir.For, ir.Loop)
VARIABLE = "RULEKIT_VERIFY"
P = ParamSpec("P")
Pass = Callable[Concatenate[ir.Module, P], ir.Module]


def compiler_pass(*removes: type[ir.Expr | ir.Stmt]) -> Callable[[Pass[P]], Pass[P]]:
    """Declares a pass, which makes a module of a module. ``removes``: the sorts of nodes that are gone after it for good."""

    def declared(apply: Pass[P]) -> Pass[P]:
        @wraps(apply)
        def checked(module: ir.Module, /, *args: P.args, **more: P.kwargs) -> ir.Module:
            made = apply(module, *args, **more)
            made = evolve(made, without=module.without.union(removes))
            stage_done(made, apply.__name__)
            return made

        return checked

    return declared


Observer = Callable[[str, ir.Module], None]
_observer: ContextVar[Observer | None] = ContextVar("observer", default=None)


@contextmanager
def observed(observer: Observer) -> Iterator[None]:
    """A context in which ``observer`` is called after each stage, with its name and the resulting module."""
    token = _observer.set(observer)
    try:
        yield
    finally:
        _observer.reset(token)


def stage_done(module: ir.Module, stage: str) -> None:
    """Ends every stage. Raises AssertionError for a malformed module, where the environment asks for the check."""
    if (observer := _observer.get()) is not None:
        observer(stage, module)
    faults = verify(module) if os.environ.get(VARIABLE) else []
    assert not faults, f"after {stage}: " + "; ".join(faults[:10])


def verify(module: ir.Module) -> list[str]:
    """The faults of a module, each as ``FUNCTION: fault``; empty where it is well formed."""
    return [
        f"{name}: {fault}" for name, f in module.functions.items() for fault in _FunctionVerifier(module, f).faults()
    ]


class _FunctionVerifier:
    def __init__(self, module: ir.Module, function: ir.Function) -> None:
        self.module, self.function = module, function

    def faults(self) -> Iterator[str]:
        f = self.function
        unset = Liveness().block(f.body, {}).keys() - {p.name for p in f.params}
        if unset:
            yield f"{', '.join(sorted(unset))} may be read before being set"
        if not isinstance(f.gives, Void | Data) and not ends(f.body):
            yield "may end without a value"
        yield from self._jumps(f.body, False)
        gone = self.module.without
        for x in statements(f.body):
            if type(x) in gone:
                yield _gone(x)
            yield from self._statement(x)
            for part in children(x):
                for y in walk(part):
                    if type(y) in gone:
                        yield _gone(y)
                    if not isinstance(y, ir.Local | ir.Const):  # half of all; nothing can be wrong with one
                        yield from self._expression(y)

    def _jumps(self, body: ir.Block, inside: bool) -> Iterator[str]:
        for x in body:
            if isinstance(x, ir.Break | ir.Continue) and not inside:
                yield f"{type(x).__name__} outside of a loop"
            for inner in blocks(x):
                yield from self._jumps(inner, (inside and isinstance(x, ir.If | ir.Suppose)) or isinstance(x, LOOPS))

    # ------------------------------------------------------------ nodes
    def _statement(self, x: ir.Stmt) -> Iterator[str]:
        match x:
            case ir.Let(var, value):
                yield from _same(f"{var.name} = ...", var.type, value.type)
            case ir.Store(index, value) | ir.Increase(index, value):
                yield from _numbers("a number of the state", index, value)
            case ir.If(test):
                if _sort(test.type) not in ("number", "several", "any"):
                    yield f"a condition of the type {test.type}"
            case ir.For(source=source):
                yield from _several("a loop", source)
            case ir.Return(value):
                given = Void() if value is None else value.type
                if not isinstance(given, Void) or not isinstance(self.function.gives, Void):
                    yield from _same("return", self.function.gives, given)
            case ir.Ask(player=player, options=options) | ir.Suspend(player=player, options=options):
                yield from _numbers("who is asked", player)
                yield from _several("options", options)
            case ir.Fork(function) if function not in self.module.functions:
                yield f"no function {function}"
            case ir.Attempt(call):
                yield from self._expression(call)

    def _expression(self, x: ir.Expr) -> Iterator[str]:
        match x:
            case ir.Load(index) | ir.Zone(index):
                yield from _numbers("an index", index)
            case ir.Subscript(source, index):
                yield from _numbers("an index", index)
                if not isinstance(source, ir.ConstantTable | ir.Subscript) and not isinstance(source.type, Cells):
                    yield from _several("what is indexed", source)
            case ir.Binary("and" | "or"):
                pass  # as a condition: of several, whether there is one
            case ir.Binary("&" | "|", a, b):
                yield from _same(x.op, x.type, a.type)
                yield from _same(x.op, x.type, b.type)
            case ir.Op("members", (mask, _)) if not isinstance(mask.type, Mask):
                yield f"members: a mask is wanted, {mask.type} is there"
            case ir.Binary(op, a, b):
                if op not in ("==", "!="):
                    yield from _numbers(op, a, b)
                elif _sort(a.type) != _sort(b.type) and "any" not in (_sort(a.type), _sort(b.type)):
                    yield f"{a.type} {op} {b.type}"
            case ir.Between(low, inner, high):
                yield from _numbers("between", low, inner, high)
            case ir.Range(low, high):
                yield from _numbers("a range", low, high)
            case ir.Filter(source=source) | ir.Map(source=source):
                yield from _several("members", source)
            case ir.Contains(item, source):
                yield from _numbers("a member", item)
                yield from _several("members", source)
            case ir.ConstantTable(name) if name not in self.module.tables:
                yield f"no table {name}"
            case ir.Op(name) if name not in OPERATIONS:
                yield f"no operation {name}"
            case ir.Call(name, args):
                yield from self._call(name, args, x.type)

    def _call(self, name: str, args: tuple[ir.Expr, ...], given: Type) -> Iterator[str]:
        callee = self.module.functions.get(name)
        if callee is None:
            yield f"no function {name}"
            return
        if len(args) != len(callee.params):
            yield f"{name} takes {len(callee.params)} and is given {len(args)}"
            return
        for param, arg in zip(callee.params, args, strict=True):
            yield from _same(f"{param.name} of {name}", param.type, arg.type)
        if not isinstance(given, Void):
            yield from _same(name, given, callee.gives)


def _gone(x: ir.Expr | ir.Stmt) -> str:
    return f"{type(x).__name__} is there, which a pass before has taken out"


def _sort(type_: Type) -> str:
    if isinstance(type_, Int | Bool):
        return "number"
    if isinstance(type_, SEVERAL):
        return "several"
    return "any" if isinstance(type_, Data) else str(type_)


def _same(where: str, wanted: Type, given: Type) -> Iterator[str]:
    if _sort(wanted) != _sort(given) and "any" not in (_sort(wanted), _sort(given)):
        yield f"{where}: {wanted} is wanted, {given} is there"


def _numbers(where: str, *values: ir.Expr) -> Iterator[str]:
    yield from (
        f"{where}: a number is wanted, {x.type} is there" for x in values if _sort(x.type) not in ("number", "any")
    )


def _several(where: str, x: ir.Expr) -> Iterator[str]:
    if _sort(x.type) not in ("several", "any"):
        yield f"{where}: several are wanted, {x.type} is there"
