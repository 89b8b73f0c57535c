"""What the native library does not do: the module is refused by name, or the match stays as it was and Python plays it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulekit
from rulekit.compiler.emit.c_tables import Unsupported
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.types import DATA, NUMBER, VOID, Seq
from rulekit.native import go_native
from rulekit.runtime.native_library import NativeLibrary
from tests.compiler.native_rules import (
    ALL,
    NEEDS_COMPILER,
    PILE,
    SIZE,
    STREAM,
    binary,
    chance,
    each,
    items,
    let,
    local,
    made,
    module,
    n,
    op,
    outcome,
    s,
    state,
    written,
)
from tests.dsl.test_clean_and_wrong import laid_out

pytestmark = NEEDS_COMPILER

N = local("n")


def grows(how: ir.Expr) -> ir.Block:
    return (let("n", binary("+", s(1), 3)), ir.For(local("x"), ir.Range(n(0), n(80)), (ir.Let(N, how),)), *outcome(N))


LARGE: list[ir.Block] = [
    grows(binary("+", N, N)),
    grows(binary("*", N, 3)),
    grows(binary("-", N, binary("*", N, 5))),
    (ir.For(local("r"), ir.Range(n(0), n(80)), (ir.Increase(n(1), binary("+", s(1), 1)),)),),
    outcome(op("sum", each("x", ALL, lambda x: n(1 << 62)))),
    outcome(op("hits", items(1, 1 << 62), 1 << 62, 3)),
    outcome(ir.Range(n(0), n(1 << 40))),
    outcome(op("len", op("counted", ALL, 100_000_000, 0, gives=Seq()))),
    outcome(op("throw", STREAM, 1 << 30, gives=Seq(1, 6))),
    (ir.Loop((ir.Increase(n(1), n(1)), ir.If(binary(">", s(1), 5_000_000), (ir.Break(),)))),),
]
"""Numbers, lists and loops that grow until they are too large for C."""
FINE = len(LARGE)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> NativeLibrary:
    return made(module([*LARGE, outcome(n(1))]), tmp_path_factory.mktemp("refused"))


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ((let("a", ir.Const("text", DATA)),), "a text"),
        ((ir.Let(local("a", DATA), n(1)),), "type Data"),
        ((ir.Let(local("a"), n(1)), ir.Let(local("a", Seq()), PILE)), "a, which is once a number and once several"),
        ((ir.Do(op("told_sum", PILE, 0)),), "the operation told_sum"),
        (outcome(n(1 << 63)), "a number that is too large"),
        (outcome(ir.Subscript(ir.ConstantTable("K_far", NUMBER), s(1))), "too large"),
        (outcome(ir.Subscript(ir.ConstantTable("K_long", NUMBER), s(1))), "too long"),
        ((ir.Do(ir.DeviceCall("imp", "füße", (), VOID)),), "the function füße of imp"),
        (outcome(ir.Probe((1,), n(1))), "Probe"),
        ((ir.Log(1, n(0), "Called", ()),), "Log"),
    ],
)
def test_what_is_not_written_in_c_is_refused_by_name(body: ir.Block, reason: str) -> None:
    of = module([body])
    of.tables.update(K_far=(1, 1 << 63), K_long=range(10_000_000))
    with pytest.raises(Unsupported, match=reason):
        written(of, ["imp"])


@pytest.mark.parametrize("rule", range(FINE))
def test_numbers_without_end_are_left_to_python(rule: int, library: NativeLibrary) -> None:
    match = state(1, rule)
    assert library.play(match, chance(1), 9) is None
    assert match.value() == state(1, rule).value()
    assert library.play(state(1, FINE), chance(1), 9) == 1


@pytest.mark.parametrize("much", [1 << 63, (1 << 63) - 1, -(1 << 63), -(1 << 63) - 1, (1 << 40) + 1])
def test_a_number_that_no_game_comes_to_is_left_to_python(much: int, library: NativeLibrary) -> None:
    match = state(1, FINE)
    match.s[1] = much
    assert library.play(match, chance(1), 9) is None
    assert (match.s[1], match.decided) == (much, 0)
    match.s[1], match.z[0][0] = 1, much
    assert library.play(match, chance(1), 9) is None
    match.z[0][0], match.s[SIZE - 1] = 1 << 40, -(1 << 31)
    assert library.play(match, chance(1), 9) == 1


@pytest.mark.parametrize(
    ("much", "played"), [((1 << 31) - 1, 1), (1 << 31, None), (-(1 << 31), 1), (-(1 << 31) - 1, None)]
)
def test_a_number_of_the_state_has_32_bits(much: int, played: int | None, library: NativeLibrary) -> None:
    match = state(1, FINE)
    match.s[SIZE - 1] = much
    assert library.play(match, chance(1), 9) == played
    assert match.s[SIZE - 1] == much


@pytest.mark.parametrize(
    "stack",
    [[], [(0, 99)], [(0, -1)], [(0,)], [(0, 0, 0)], [((1, 2), 0)], [(None, 0)], [("x", 0)], [(1 << 64, 0)]],
    ids=str,
)
def test_a_stack_that_nobody_has_come_to_is_left_to_python(stack: list[Any], library: NativeLibrary) -> None:
    match = state(1, FINE)
    match.st[:] = stack
    assert library.play(match, chance(1), 9) is None
    assert match.st == stack


def test_questions_that_nobody_has_come_to_are_left_to_python(library: NativeLibrary) -> None:
    match = state(1, FINE)
    match.asks[0][2].clear()
    assert library.play(match, chance(1), 9) is None
    match = state(1, FINE)
    match.asks += [(0, 0, [1], [(0, FINE)]) for _ in range(200)]
    assert library.play(match, chance(1), 9) is None
    assert len(match.asks) == 201


def test_more_choices_than_are_allowed_are_left_to_python(library: NativeLibrary) -> None:
    match = state(1, FINE)
    assert library.play(match, chance(1), 0) is None
    assert match.value() == state(1, FINE).value()
    assert library.play(match, chance(1), 1) == 1


def test_a_rule_that_fails_is_told_as_python_tells_it(tmp_path: Path) -> None:
    rules = rulekit.load(laid_out("lower my points by 50", tmp_path))
    compiled = rules.compiled(2)
    library = go_native(compiled)
    failures = []
    for seed in range(3):
        for compiled.machine.native in (None, library):
            match = rules.start(2, seed, journal=False)
            with pytest.raises(rulekit.RuleFailure, match=r"play\.rules") as told:
                match.play_random(seed)
            failures.append(str(told.value))
        assert failures[-1] == failures[-2]
