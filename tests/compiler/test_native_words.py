"""Node by node and operation by operation: what a module does is the same in C. All rules are in one module, compiled once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.ops import ROWS
from rulekit.compiler.ir.traverse import expressions
from rulekit.compiler.ir.types import BOOL, VOID, Int, Mask, Seq, Set
from rulekit.compiler.passes.expand_searches import expand_searches
from rulekit.compiler.passes.flatten import flatten
from rulekit.runtime.match import Match
from rulekit.runtime.native_library import NativeLibrary
from rulekit.runtime.playout import Playout
from rulekit.runtime.work import Failure, GameEnded
from tests.compiler.native_rules import (
    ALL,
    COLOUR,
    NEEDS_COMPILER,
    NEIGHBOURS,
    ORDERED,
    PILE,
    SORTS,
    STREAM,
    binary,
    call,
    chance,
    each,
    items,
    let,
    listed,
    local,
    made,
    module,
    n,
    op,
    outcome,
    s,
    state,
    steps,
    where,
)

pytestmark = NEEDS_COMPILER

MARKED = where("x", PILE, lambda x: binary(">", s(x), 2))
KEYS = each("k", PILE, s)
MIXED = items(s(1), 7, binary("-", s(2), 1))
WAS = local("was", Seq())
WORDS = ir.ConstantTable("K_masks", Mask(0, 63))
MASKS = binary(
    "|", binary("&", ir.Subscript(WORDS, s(1)), ir.Subscript(WORDS, n(2))), ir.Subscript(WORDS, binary("-", s(2), 1))
)
NAMES = {"x": local("x"), "y": local("y")}


def near(x: ir.Expr) -> ir.Subscript:
    return ir.Subscript(NEIGHBOURS, x)


def search(sort: str, starts: ir.Expr, gives: Any, **more: Any) -> ir.GraphSearch:
    """Steps to where something is marked; a place with many marks is not left."""
    x, y = local("x"), local("y")
    held = {
        "leave": binary("<", s(x), 3),
        "step": call("p_even", binary("+", s(y), y), gives=BOOL),
        "back": None,
        "cost": binary("+", s(y), 1),
        "ends": None,
        "most": None,
        **more,
    }
    return ir.GraphSearch(sort, ir.ConstantTable("K_near", Set(0, 11)), 0, x, y, starts, line=1, made=gives, **held)


LISTS: list[ir.Expr] = [
    where("x", where("w", PILE, lambda x: binary(">", s(x), 0)), lambda x: binary("!=", x, 3)),
    each("y", where("x", ALL, s), lambda y: binary("*", y, s(3))),
    each("x", PILE, lambda x: ir.Either(call("p_even", x, gives=BOOL), call("p_take", x), ir.Subscript(COLOUR, x))),
    each("x", PILE, lambda x: ir.Either(binary(">", s(x), 1), binary("-", 0, x), ir.Subscript(COLOUR, x))),
    each("x", where("w", PILE, lambda x: binary(">", call("p_take", x), x)), lambda x: call("p_take", x)),
    items(4, 2, 9),
    where("x", listed("counted", ALL, 20, 1), s),
    where("x", listed("counted", where("w", PILE, s), 20, 1), lambda x: binary(">", s(x), 1)),
    listed("counted", MIXED, 20, 1),
    ir.Bind(local("b"), call("p_take", 5), each("x", PILE, lambda x: binary("+", x, local("b")))),
    MIXED,
    near(s(1)),
    near(binary("-", s(1), 1)),
    ir.Either(binary(">", s(1), 1), PILE, ORDERED),
    ir.Either(binary(">", s(1), 1), where("x", PILE, s), near(s(2))),
    ir.Range(s(1), binary("+", s(2), 3)),
    call("p_pile", gives=Seq(0, 11)),
    listed("list", PILE),
    listed("tuple", MIXED),
    listed("first_n", PILE, binary("-", s(1), 2)),
    listed("firsts", PILE, binary("-", s(1), 1)),
    listed("after", PILE, ir.Subscript(PILE, s(1))),
    listed("after", PILE, s(1)),
    listed("together", PILE, binary("+", s(1), 40)),
    listed("together", PILE, s(1)),
    listed("united", ORDERED, items(3, 1, 50)),
    listed("without", PILE, items(2, 3)),
    listed("with_most", PILE, KEYS),
    listed("with_least", PILE, KEYS),
    listed("with_most", MARKED, each("k", MARKED, s)),
    listed("ranked_low", PILE, KEYS),
    listed("ranked_high", PILE, KEYS),
    listed("ranked_shuffled", STREAM, PILE, KEYS),
    listed("unlike", ALL, SORTS),
    listed("side_by_side", PILE, SORTS),
    listed("side_by_side", items(40, 3, 40, 5, 3), SORTS),
    listed("members", ir.Const(0b1001_0110, Mask(3, 10)), 3),
    where("x", listed("members", MASKS, 0), lambda x: binary(">", s(x), 0)),
    where("x", listed("counted", listed("members", MASKS, 0), 20, 1), s),
    where("x", listed("members", ir.Const((1 << 64) - 1, Mask(0, 63)), 0), lambda x: binary(">=", s(x), 2)),
    listed("numbers", 2, binary("+", s(3), 2)),
    listed("numbers", s(1), binary("*", s(2), 9999)),
    listed("tops", PILE, binary("*", s(1), 3)),
    listed("sample", STREAM, ALL, 5),
    listed("sample", binary("+", op("below", STREAM, 1), STREAM), ALL, binary("*", op("below", STREAM, 3), 7)),
    listed("throw", STREAM, binary("+", s(1), 4)),
    items(
        binary("-", call("p_take", 3), s(2)),
        binary("-", s(2), call("p_take", 2)),
        op("product", call("p_take", 1), binary("+", s(2), call("p_take", 1))),
    ),
    search("reach", items(0, 8), Set(0, 11)),
    search("within", items(0, 8), Set(0, 11), most=binary("-", s(1), 1)),
    search("nearest", items(0, 8), Set(0, 11), ends=where("e", ALL, lambda x: binary(">", s(x), 2))),
    search("connected", where("w", ALL, s), Set(0, 11), leave=n(True), back=binary(">", s(local("x")), 2)),
    search("within-points", items(0, 8), Set(0, 11), most=binary("-", binary("*", s(1), 2), 1)),
    search("reach", items(0), Set(0, 11), step=binary(">=", call("p_take", NAMES["y"]), s(12))),
]
NUMBERS: list[ir.Expr] = [
    op("some", ir.Subscript(op("blank", 3, gives=Seq()), binary("%", s(1), 3)), gives=BOOL),
    op("some", s(1), gives=BOOL),
    op("len", op("position", items(STREAM), gives=Seq())),
    op("nth", op("position", items(STREAM), gives=Seq()), binary("+", s(1), 300)),
    op("nth", op("position", items(STREAM), gives=Seq()), binary("+", s(1), 1)),
    op("unchanged", items(STREAM), op("position", items(STREAM), gives=Seq()), gives=BOOL),
    ir.Bind(
        WAS,
        op("position", items(STREAM), gives=Seq()),
        binary("+", call("p_take", 3), op("unchanged", items(STREAM), WAS, gives=BOOL)),
    ),
    op("len", where("x", ALL, s)),
    op("len", PILE),
    op("len", ir.Range(s(1), s(2))),
    op("sum", where("x", PILE, s)),
    op("sum", each("x", PILE, lambda x: ir.Subscript(COLOUR, x))),
    op("sum", ir.Range(s(1), n(5))),
    op("largest", ir.Map(local("x"), PILE, s(local("x")), Seq(0, 9))),
    op("largest", each("x", PILE, lambda x: binary("-", s(x), 2))),
    op("largest", where("x", PILE, lambda x: binary(">", s(x), 2))),
    binary("+", binary("*", binary("//", binary("-", s(1), 5), 3), 100), binary("%", binary("-", s(2), 7), 4)),
    binary("//", n(7), binary("-", s(1), 1)),
    binary("-", binary("*", op("below", STREAM, 6), 10), op("below", STREAM, 6)),
    binary("min", binary("max", s(1), 2), s(2)),
    op("pick", STREAM, PILE),
    op("pick", STREAM, where("x", PILE, lambda x: binary(">", s(x), 2))),
    op("product", s(1), binary("-", 0, s(2))),
    op("product", binary("*", s(1), 40000), binary("*", s(2), 20000)),
    op("within", s(3), 0, binary("+", s(4), 1)),
    op("times", binary("*", s(4), 400)),
    op("nth", PILE, binary("*", s(1), 3)),
    op("only", where("x", PILE, lambda x: binary("==", s(x), 3))),
    op("card", binary("-", s(1), 1)),
    op("top", ir.Zone(s(1)), s(1)),
    op("own", s(1), s(2)),
    op("found", binary("-", s(1), 2)),
    op("hits", items(1, 5, 6, 3), s(1), 5),
    op("path", ir.ConstantTable("K_near", Set(0, 11)), 0, items(0), items(5, 10), where("x", ALL, s), gives=BOOL),
    binary("and", binary(">", s(1), 0), binary(">", call("p_take", s(2)), 3)),
    binary("or", binary(">", s(1), 1), binary("and", s(2), call("p_even", s(3), gives=BOOL))),
    ir.Not(binary(">", op("len", where("x", ALL, lambda x: binary(">", s(x), 2))), 0)),
    binary(">=", op("len", where("x", ALL, lambda x: binary(">", s(x), 2))), 1),
    binary("==", op("len", where("x", ALL, lambda x: binary(">", s(x), 2))), 0),
    binary(">", op("len", where("x", ALL, lambda x: binary(">=", call("p_sure", s(x)), 0))), 0),
    binary(">", op("len", where("x", ALL, lambda x: binary(">", call("p_take", x), 5))), 0),
    ir.Contains(s(1), PILE),
    ir.Contains(s(1), ir.Range(n(0), op("card", binary("-", s(2), 1)))),
    ir.Contains(binary("+", s(1), 1), items(2, s(3))),
    ir.Contains(s(1), where("x", ALL, lambda x: binary(">", s(x), 1))),
    ir.Contains(call("p_take", 1), where("x", ALL, lambda x: binary(">=", call("p_sure", x), 0))),
    ir.Between(n(0), binary("-", s(1), 1), n(1)),
    binary("+", s(s(1)), s(binary("-", s(2), 3))),
    ir.Subscript(COLOUR, binary("-", s(1), 2)),
    s(binary("*", s(1), 150)),
    search("path", items(0, 8), BOOL, ends=where("e", ALL, lambda x: binary(">", s(x), 2))),
    search("fewest", items(0), Int(0, 99), ends=where("e", ALL, lambda x: binary(">", s(x), 2))),
    search("fewest-points", items(0), Int(0, 99), ends=where("e", ALL, lambda x: binary(">", s(x), 2))),
    search("fewest-points", items(0), Int(0, 99), ends=items(1, 2), cost=binary("-", s(local("y")), 1)),
]
X, OUT = local("x"), local("out", Seq())
CHANGED = (
    ir.Do(op("insort", ORDERED, X, gives=VOID)),
    ir.Do(op("insert_first", ir.Zone(n(2), Seq()), X, gives=VOID)),
)
COSTLY = ir.Do(listed("counted", items(0), 20, 3))
MOVED = ir.For(X, PILE, (ir.Do(op("lift", binary("+", X, 200), X)), *CHANGED))
SENTENCES: list[ir.Block] = [
    (MOVED, ir.Do(op("shuffle", STREAM, ORDERED, gives=VOID))),
    (ir.For(X, ALL, (ir.Store(binary("+", X, 200), n(0)),)), MOVED),
    (
        ir.Store(n(210), n(203)),
        ir.Store(n(203), n(7)),
        let("a", op("lift", 210, 7)),
        *outcome(items(local("a"), s(210))),
    ),
    (
        ir.For(X, ALL, (ir.Store(binary("+", X, 200), binary("+", X, 3 + 210)),)),
        ir.Store(n(213), n(9)),
        *outcome(op("lift", binary("+", s(1), 200), 9)),
    ),
    (
        ir.For(local("r"), ir.Range(n(0), s(1)), (COSTLY, ir.Increase(n(99), n(1)))),
        ir.For(X, listed("counted", listed("tuple", PILE), 9, 0), CHANGED),
    ),
    (ir.For(X, PILE, (ir.Store(binary("+", X, 200), X),), live=True),),
    (
        let("at", 0),
        let("out", listed("list", items())),
        ir.Loop(
            (
                let("at", binary("+", local("at"), 1)),
                ir.If(binary("==", local("at"), 3), (ir.Continue(),)),
                ir.If(binary(">", local("at"), binary("+", s(1), 40)), (ir.Break(),)),
                ir.Do(op("append", OUT, local("at"), gives=VOID)),
            )
        ),
        *outcome(OUT),
    ),
    (
        let("out", where("x", PILE, s)),
        ir.For(
            local("r"),
            ir.Range(n(0), s(1)),
            (ir.Do(op("append", OUT, op("sum", each("y", OUT, lambda y: y)), gives=VOID)),),
        ),
        *outcome(OUT),
    ),
    (
        let("out", items(1)),
        ir.For(
            X,
            ALL,
            (let("more", each("y", near(X), lambda y: y)), let("out", listed("united", OUT, local("more", Seq())))),
        ),
        *outcome(OUT),
    ),
    (ir.If(binary(">", s(1), 1), (ir.Fail(44),), (ir.Increase(n(99), call("p_take", 2), less=True),)),),
    (ir.Increase(binary("+", s(1), 99), binary("*", s(2), 5)), ir.Increase(binary("-", s(1), 2), n(3))),
    *((ir.Do(call(f"e_entry{k}", 3, gives=VOID)), *outcome(s(5))) for k in range(4)),
    (
        ir.Push((s(1), PILE, call("p_even", s(2), gives=BOOL)), 0),
        ir.Pop((local("a"), local("l", Seq(0, 11)), local("b", BOOL))),
        ir.Do(op("append", ir.Zone(n(2), Seq()), ir.Subscript(local("l", Seq(0, 11)), n(1)), gives=VOID)),
        *outcome(items(local("a"), local("b"))),
    ),
    (ir.End(items(0, s(0), 1, op("len", where("y", PILE, lambda y: binary(">", s(y), 1)))), 2, 1),),
]
BODIES: list[ir.Block] = [*map(outcome, LISTS), *map(outcome, NUMBERS), *SENTENCES]
ASKING = len(BODIES)
"""A step that asks, one that all carry out at once, and what goes on after them."""
BODIES += [
    (ir.Push((s(1),), ASKING + 1), ir.Suspend(0, n(0), where("x", PILE, lambda x: binary("<", x, 9)))),
    (),
    (ir.Push((), ASKING), ir.Fork("q_part", (s(2),))),
]
PART = ir.Function(
    "q_part",
    (local("a"), local("me")),
    (ir.Push((local("a"), local("me")), ASKING + 3), ir.Suspend(0, local("me"), PILE), ir.Return()),
    asks=True,
)
A, ME, V = local("a"), local("me"), local("v")
AFTER = (ir.Pop((A,)), *outcome(items(A, V)), ir.Return())
AFTER_PART = (ir.Pop((A, ME)), ir.Store(binary("+", ME, 120), binary("+", A, V)), ir.Return())
GOING_ON = (
    ir.Function("r_after", (V,), AFTER, sort="step", asks=True),
    ir.Function("r_part", (V,), AFTER_PART, sort="step", asks=True),
)
Both = tuple[list[tuple[Callable[..., Any], ...]], NativeLibrary]


def whole() -> ir.Module:
    of = module(BODIES, [PART, *GOING_ON])
    names = list(of.steps)
    names[ASKING + 1 : ASKING + 2] = ["r_after"]
    return expand_searches(ir.Module(of.functions, of.tables, (*names, "r_part")))


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Both:
    """(the module as Python, as it is and flat; as a library)"""
    of = whole()
    return [steps(of), steps(flatten(of))], made(of, tmp_path_factory.mktemp("words"))


def in_python(match: Match, python: tuple[Callable[..., Any], ...], seed: int) -> int | None:
    """Plays a match as the library should; gives how many answers there were, None where it is left to Python."""
    x, made = chance(seed), 0

    def draw() -> int:
        nonlocal x, made
        x, made = x * 6364136223846793005 + 1442695040888963407 & 0xFFFFFFFFFFFFFFFF, made + 1
        return x >> 33

    try:
        Playout(match, python, draw).all()
    except GameEnded:
        match.finish()
    except (Failure, IndexError, ValueError, ZeroDivisionError):
        return None
    match.decided += made
    return made


@pytest.mark.parametrize("rule", range(len(BODIES)))
def test_what_a_module_does_is_the_same_in_c(rule: int, both: Both) -> None:
    (python, flat), library = both
    outcomes: set[str | None] = set()
    for seed in range(40):
        before, fast = state(seed, rule), state(seed, rule)
        for modules in (python, flat):
            slow = state(seed, rule)
            answers = in_python(slow, modules, seed)
            assert library.play(fast, chance(seed), 9) == answers
            assert fast.value() == (before if answers is None else slow).value()
            outcomes.add(None if answers is None else repr(slow.value()))
            fast = state(seed, rule)
    assert len(outcomes) > 2 or rule == ASKING + 1, "Python plays it each time"


def test_flat_expressions_only_read() -> None:
    for function in flatten(whole()).functions.values():
        for x in expressions(function.body):
            assert not isinstance(x, ir.Filter | ir.Map)
            if isinstance(x, ir.Op | ir.Call) and x.type != VOID:
                assert all(not isinstance(a, ir.Call | ir.DeviceCall) for a in x.args)
            if isinstance(x, ir.Contains) and isinstance(x.source, ir.Items):
                assert isinstance(x.item, ir.Const | ir.Local)


def test_every_operation_is_tried() -> None:
    functions = whole().functions.values()
    tried = {x.name for f in functions for x in expressions(f.body) if isinstance(x, ir.Op)}
    assert tried | {"empty"} == {row.name for row in ROWS if not row.python}
