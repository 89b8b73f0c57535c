"""The types of the intermediate form: what a local may be, whatever is put into it later."""

from __future__ import annotations

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import add, number
from rulekit.compiler.ir.traverse import expressions, statements, widened
from rulekit.compiler.ir.types import LARGEST, NUMBER, Int, Seq

N = ir.Local("n", Int(1, 1))


def raised(by: int) -> ir.Stmt:
    return ir.Let(N, ir.Op("within", (add(N, number(by)), number(-LARGEST), number(LARGEST)), 3, NUMBER))


def types_of(body: ir.Block) -> set[object]:
    reads = {x.type for x in expressions(body) if isinstance(x, ir.Local)}
    return reads | {x.var.type for x in statements(body) if isinstance(x, ir.Let)}


def test_a_local_is_as_wide_as_all_that_is_put_into_it() -> None:
    body = (ir.Let(N, number(1)), ir.If(ir.Load(number(0)), (ir.Let(N, number(7)),)), ir.Store(N, number(0)))
    assert types_of(widened(body)) == {Int(1, 7)}


def test_what_it_makes_wider_is_made_wider_too() -> None:
    m = ir.Local("m", Int(1, 1))
    body = (ir.Let(N, number(1)), ir.For(ir.Local("k"), ir.Range(number(0), N), (ir.Let(m, N), raised(2))))
    assert {x.var.type for x in statements(widened(body)) if isinstance(x, ir.Let)} == {NUMBER}


def test_what_is_wide_enough_stays_as_it_is() -> None:
    body = (ir.Let(N, number(1)), ir.Let(ir.Local("l", Seq(0, 9)), ir.Range(number(2), number(4))))
    assert widened(body) is body
