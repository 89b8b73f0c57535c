"""Small modules of the intermediate form, each of many rules, as Python and as libraries, and matches to play them with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import rulekit
from rulekit import native
from rulekit.compiler.emit.c_source import native_source
from rulekit.compiler.emit.python import Python
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.types import BOOL, LARGEST, NUMBER, SEVERAL, VOID, Int, Seq, Set
from rulekit.compiler.lower.interchangeable import Equivalence
from rulekit.compiler.passes.flatten import flatten
from rulekit.compiler.passes.release_arena import release_arena
from rulekit.diagnostics import UserError
from rulekit.image import STREAM_WIDTH, Device, NativeForm, rivals
from rulekit.runtime.chance import keyed
from rulekit.runtime.flat_state import StateCodec
from rulekit.runtime.match import Match
from rulekit.runtime.native_library import NativeLibrary
from rulekit.runtime.prelude import namespace
from rulekit.runtime.random_answers import first_bits as chance
from rulekit.runtime.work import Work

__all__ = ["NEEDS_COMPILER", "SIZE", "answered", "chance", "made", "module", "state"]


def _compiler() -> bool:
    try:
        return bool(native.compiler())
    except UserError:
        return False


NEEDS_COMPILER = pytest.mark.skipif(not _compiler(), reason="there is no C compiler on this machine")
SIZE, LISTS, SEATS = 300, 3, 2
STREAM = 90
NEAR = ((1, 2), (0, 3), (0, 4), (1, 5), (2,), (3,), (7,), (6,), (9, 10), (8,), (8, 11), (10,))
TABLES: Mapping[str, Any] = {
    "K_colour": (0, 1, 0, 1, 2, 2, 0, 1, 0, 1, 2, 2),
    "K_near": NEAR,
    "K_masks": (0b1010, (1 << 63) | 0b0110, 0b1110_0000_1110, 0),
    "K_sorts": Equivalence(
        [(0, 6, [1, 1, 2, 2, 1, 1], [(20, 1)], [(60, 4)]), (6, 12, [8, 9, 8, 9, 8, 8], [(20, 1)], [])]
    ),
}
COLOUR, SORTS = ir.ConstantTable("K_colour", Int(0, 2)), ir.ConstantTable("K_sorts")
NEIGHBOURS = ir.ConstantTable("K_near", Set(0, 11))
ALL = ir.Range(ir.Const(0), ir.Const(12))
PILE, ORDERED = ir.Zone(ir.Const(0), Seq(0, 11)), ir.Zone(ir.Const(1), Set(0, 11))
"""A pile, and a place whose cards are in order."""


# ---------------------------------------------------------------- short forms
def n(x: int | bool) -> ir.Const:
    return ir.Const(x)


def s(at: int | ir.Expr) -> ir.Load:
    return ir.Load(n(at) if isinstance(at, int) else at)


def local(name: str, type_: Any = NUMBER) -> ir.Local:
    return ir.Local(name, type_)


def binary(op: str, a: ir.Expr | int, b: ir.Expr | int) -> ir.Binary:
    return ir.Binary(op, *[n(x) if isinstance(x, int) else x for x in (a, b)])


def op(name: str, *args: ir.Expr | int, gives: Any = NUMBER, line: int = 1) -> ir.Op:
    return ir.Op(name, tuple(n(a) if isinstance(a, int) else a for a in args), line, gives)


def listed(name: str, *args: ir.Expr | int) -> ir.Op:
    return op(name, *args, gives=Seq(0, 50))


def items(*of: ir.Expr | int) -> ir.Items:
    return ir.Items(tuple(n(x) if isinstance(x, int) else x for x in of), Seq(-50, 50))


def call(name: str, *args: ir.Expr | int, gives: Any = NUMBER) -> ir.Call:
    return ir.Call(name, tuple(n(a) if isinstance(a, int) else a for a in args), gives)


def where(var: str, source: ir.Expr, test: Callable[[ir.Local], ir.Expr]) -> ir.Filter:
    return ir.Filter(local(var), source, test(local(var)))


def each(var: str, source: ir.Expr, value: Callable[[ir.Local], ir.Expr]) -> ir.Map:
    return ir.Map(local(var), source, value(local(var)), Seq())


def let(name: str, value: ir.Expr | int) -> ir.Let:
    held = n(value) if isinstance(value, int) else value
    return ir.Let(local(name, held.type if isinstance(held.type, SEVERAL) else NUMBER), held)


# ---------------------------------------------------------------- modules
PILE_OF = ir.Function("p_pile", (), (ir.Return(PILE),), Seq(0, 11), "point")
EVEN = ir.Function("p_even", (local("x"),), (ir.Return(binary("==", binary("%", local("x"), 2), 0)),), BOOL, "point")
TAKE = ir.Function(
    "p_take", (local("n"),), (ir.Return(op("below", STREAM, binary("*", local("n"), 9))),), NUMBER, "point"
)
SURE = ir.Function("p_sure", (local("x"),), (ir.Return(op("card", binary("-", local("x"), s(1)))),), NUMBER, "point")
CHANGE = ir.Function(
    "d_change",
    (local("n"),),
    (
        ir.Store(n(5), local("n")),
        ir.Do(op("append", ir.Zone(n(2), Seq()), local("n"), gives=VOID)),
        ir.If(binary("==", s(2), 0), (ir.Let(local("x"), op("below", STREAM, 3)), ir.Store(n(7), local("x")))),
        ir.If(binary(">", s(3), 1), (ir.Fail(44),)),
        ir.If(binary(">", s(4), 1), (ir.Fail(45),)),
    ),
)
ATTEMPTS = tuple(
    ir.Function(
        f"e_entry{k}",
        (local("n"),),
        (ir.Attempt(call("d_change", local("n"), gives=VOID), 1, n(0), lines, counts=counts, cards=cards),),
    )
    for k, (lines, counts, cards) in enumerate(
        [
            (frozenset([44, 45]), (0, LARGEST), True),
            (frozenset([44]), (5, 8), True),
            (frozenset([45, 46]), (0, 99), True),
            (frozenset(), (0, 0), False),
        ]
    )
)
HELPERS = (PILE_OF, EVEN, TAKE, SURE, CHANGE, *ATTEMPTS)


def outcome(out: ir.Expr) -> ir.Block:
    """A value laid down where it can be seen."""
    if not isinstance(out.type, SEVERAL):
        return (ir.Store(n(99), out),)
    held, k = local("out", out.type), local("at__k")
    each_ = ir.For(
        k, ir.Range(n(0), binary("min", op("len", held), 150)), (ir.Store(binary("+", 100, k), ir.Subscript(held, k)),)
    )
    return (ir.Let(held, out), ir.Store(n(99), op("len", held)), each_)


def module(bodies: Sequence[ir.Block], more: Sequence[ir.Function] = ()) -> ir.Module:
    """Each body is a step; what is laid there by :func:`outcome` can be seen afterwards."""
    names = [f"r_{k}" for k in range(len(bodies))]
    steps = [
        ir.Function(name, (local("v"),), (ir.Pop(()), *body, ir.Return()), sort="step", asks=True)
        for name, body in zip(names, bodies, strict=True)
    ]
    return ir.Module({f.name: f for f in (*HELPERS, *more, *steps)}, dict(TABLES), tuple(names))


def written(of: ir.Module, devices: Sequence[str] = ()) -> NativeForm:
    """The module as C."""
    return native_source(release_arena(flatten(of)), SIZE, LISTS, rivals([], SEATS), {"own": STREAM}, devices)


def steps(of: ir.Module, words: Mapping[str, Any] | None = None) -> tuple[Callable[..., Any], ...]:
    """The module as Python."""
    space = {**namespace(), "counted": Work().counted, **(words or {})}
    exec(Python(of, [STREAM]).source(), space)
    return tuple(space["STEPS"])


def made(of: ir.Module, folder: Path, devices: Mapping[str, Any] | None = None) -> NativeLibrary:
    """The library of a module. ``devices``: what each says of itself in C."""
    told = dict(devices or {})
    form = written(of, [*told])
    image = SimpleNamespace(devices=dict.fromkeys(told, Device({}, [], 0, 0, [])))
    source = "\n".join([form.source, *native._of_devices(image, form.called, {k: d.source for k, d in told.items()})])  # type: ignore[arg-type]
    rows = {number: told[name].rows for number, name in enumerate(told)}
    return NativeLibrary(
        str(native.built(source, folder)), StateCodec(form.frames, range(STREAM, STREAM + STREAM_WIDTH)), rows
    )


def state(seed: int, rule: int = 0, python: Sequence[Callable[..., Any]] | None = None) -> Match:
    """A match before a question with one answer, behind which a rule goes on. ``python``: the steps that Python plays."""
    random = Random(seed)
    numbers = [random.choice((0, 0, 1, 2, 3)) for _ in range(SIZE)]
    numbers[STREAM : STREAM + STREAM_WIDTH] = keyed(random.randbytes(32))
    lists = [random.sample(range(12), 6), sorted(random.sample(range(12), 4)), []]
    image = SimpleNamespace(s=numbers, z=lists, seats=["A"] * SEATS)
    machine = SimpleNamespace(native=None, plays=python)
    match = Match(SimpleNamespace(image=image, machine=machine, key=""), seed)  # type: ignore[arg-type]
    match.st.append((rule,))
    match.asks.append((0, 0, [1], match.st))
    return match


def answered(match: rulekit.Match, chance: int, steps: int) -> int:
    """Python makes so many choices as the library does; gives where the stream of the choices stands then."""
    for _ in range(steps):
        if not match.asks:
            break
        chance = chance * 6364136223846793005 + 1442695040888963407 & 0xFFFFFFFFFFFFFFFF
        options = match.asks[0][2]
        match.answer(0, options[(chance >> 33) * len(options) >> 31])
    return chance
