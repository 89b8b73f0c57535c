"""What is wrong with a module is found: one fault each, put into a function that is well formed."""

from __future__ import annotations

import pytest

from rulekit.compiler.analysis.verify import VARIABLE, compiler_pass, verify
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.types import BOOL, NUMBER, TEXT, VOID, Int, Set, Type

X, TOWNS = ir.Local("x", Int(0, 8)), ir.Local("towns", Set(0, 8))
ONE = ir.Const(1)
OTHER = ir.Function("other", (X,), (ir.Return(X),), NUMBER)


def faults(*body: ir.Stmt, gives: Type = VOID) -> list[str]:
    function = ir.Function("f", (X, TOWNS), body, gives)
    return verify(ir.Module({"f": function, "other": OTHER}, {"K_row": (1, 2)}))


def test_a_good_function_has_none() -> None:
    counted = ir.Let(ir.Local("n", NUMBER), ir.Op("len", (ir.Filter(X, TOWNS, ir.Binary("==", X, ONE)),)))
    called = ir.Return(ir.Call("other", (ir.Subscript(ir.ConstantTable("K_row"), ONE),), NUMBER))
    assert faults(counted, ir.For(X, TOWNS, (ir.If(ir.Const(True), (ir.Continue(),)),)), called, gives=NUMBER) == []


@pytest.mark.parametrize(
    ("fault", "body"),
    [
        ("y may be read before being set", (ir.Store(ONE, ir.Local("y")),)),
        (
            "y may be read before being set",
            (ir.If(ir.Const(True), (ir.Let(ir.Local("y"), ONE),)), ir.Store(ONE, ir.Local("y"))),
        ),
        ("Break outside of a loop", (ir.If(ir.Const(True), (ir.Break(),)),)),
        ("n = ...: Int is wanted, Set 0..8 is there", (ir.Let(ir.Local("n"), TOWNS),)),
        ("an index: a number is wanted, Set 0..8 is there", (ir.Store(ONE, ir.Load(TOWNS)),)),
        ("a loop: several are wanted, Int 0..8 is there", (ir.For(ir.Local("y"), X, ()),)),
        ("a member: a number is wanted, Text is there", (ir.If(ir.Contains(ir.Const("a", TEXT), TOWNS), ()),)),
        ("a condition of the type Text", (ir.If(ir.Const("a", TEXT), ()),)),
        ("Set 0..8 == Int 1..1", (ir.If(ir.Binary("==", TOWNS, ONE), ()),)),
        ("other takes 1 and is given 0", (ir.Do(ir.Call("other", (), NUMBER)),)),
        ("x of other: Int 0..8 is wanted, Set 0..8 is there", (ir.Do(ir.Call("other", (TOWNS,), NUMBER)),)),
        ("other: Set 0..8 is wanted, Int is there", (ir.Do(ir.Call("other", (ONE,), Set(0, 8))),)),
        ("no function elsewhere", (ir.Do(ir.Call("elsewhere", ())),)),
        ("no table K_none", (ir.Store(ONE, ir.Subscript(ir.ConstantTable("K_none"), ONE)),)),
        ("no operation conjure", (ir.Do(ir.Op("conjure", ())),)),
        ("options: several are wanted, Int 0..8 is there", (ir.Ask(0, ONE, X, ir.Local("v")),)),
        ("return: Void is wanted, Int 0..8 is there", (ir.Return(X),)),
    ],
)
def test_a_fault_is_found(fault: str, body: ir.Block) -> None:
    assert f"f: {fault}" in faults(*body)


def test_what_a_pass_has_taken_out_does_not_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    function = ir.Function("f", (X,), (ir.Store(ONE, X), ir.Log(1, ONE, "TurnedUp", ())))
    module = ir.Module({"f": function}, {})

    @compiler_pass(ir.Log)
    def forgetful(module: ir.Module) -> ir.Module:
        return module

    monkeypatch.delenv(VARIABLE, raising=False)
    assert verify(forgetful(module)) == ["f: Log is there, which a pass before has taken out"]
    monkeypatch.setenv(VARIABLE, "1")
    with pytest.raises(AssertionError, match="after forgetful: f: Log is there"):
        forgetful(module)


@pytest.mark.parametrize(
    "body",
    [(), (ir.If(ir.Const(True), (ir.Return(ir.Const(True)),)),), (ir.Loop((ir.If(ir.Const(True), (ir.Break(),)),)),)],
)
def test_a_function_that_may_give_nothing(body: ir.Block) -> None:
    assert faults(*body, gives=BOOL) == ["f: may end without a value"]
