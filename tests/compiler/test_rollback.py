"""What an attempt keeps in hand: the numbers that may have changed before it fails, and whether anything was drawn by then."""

from __future__ import annotations

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import compare, number
from rulekit.compiler.ir.types import LARGEST, VOID, Int, Seq
from rulekit.compiler.passes.plan_rollback import plan_rollback

ME = ir.Local("me", Int(0, 3))
X = ir.Local("x", Int(0, 9))


def pays(at: int) -> ir.Stmt:
    return ir.Increase(ir.Binary("+", number(at), ME), number(1), less=True)


def needs(line: int) -> ir.Stmt:
    return ir.If(compare(ir.Load(number(1)), "<", number(3)), (ir.Fail(line),))


def asked() -> ir.Stmt:
    return ir.Ask(0, ME, ir.Range(number(0), number(9)), X)


DRAW = ir.Let(X, ir.Op("below", (number(0), number(6))))


def tried(*body: ir.Stmt, deed: tuple[ir.Stmt, ...] = ()) -> ir.Attempt:
    """An attempt at a function with this body."""
    attempt = ir.Attempt(ir.Call("whole", (ME,)), 1, ME)
    functions = [
        ir.Function("entry", (ME,), (attempt,)),
        ir.Function("whole", (ME,), body),
        ir.Function("deed", (ME,), deed),
    ]
    made = plan_rollback(ir.Module({f.name: f for f in functions})).functions["entry"].body[0]
    assert isinstance(made, ir.Attempt)
    return made


def test_nothing_is_kept_where_nothing_is_done_before_the_last_failure() -> None:
    made = tried(needs(5), pays(40))
    assert (made.lines, made.counts, made.cards, made.draws) == (frozenset([5]), (0, 0), False, False)


def test_the_numbers_from_the_first_to_the_last_that_changed_are_kept() -> None:
    assert tried(pays(40), pays(20), needs(5), pays(60)).counts == (20, 44)


def test_an_index_that_may_count_from_the_end_keeps_all() -> None:
    n = ir.Local("n", Int(-1, 5))
    assert tried(ir.Let(n, number(-1)), ir.Store(n, number(1)), needs(5)).counts == (0, LARGEST)


def test_a_deed_that_is_called_is_a_part_of_it() -> None:
    made = tried(ir.Do(ir.Call("deed", (ME,))), needs(6), deed=(needs(5), pays(7)))
    assert (made.lines, made.counts) == (frozenset([5, 6]), (7, 11))


def test_lists_are_kept_where_a_card_was_moved() -> None:
    laid = ir.Do(ir.Op("append", (ir.Zone(number(2), Seq(0, 9)), number(4)), made=VOID))
    assert tried(laid, needs(5)).cards
    assert not tried(needs(5), laid).cards


def test_what_comes_after_a_question_stands() -> None:
    made = tried(needs(5), asked(), pays(40), needs(6))
    assert (made.lines, made.counts, made.draws) == (frozenset([5]), (0, 0), False)


def test_a_line_that_fails_before_and_after_a_question_needs_to_know_which_it_was() -> None:
    assert tried(needs(5), asked(), needs(5)).draws
    assert tried(needs(5), DRAW, needs(6)).draws


def test_a_question_on_one_way_only_leaves_the_others_open() -> None:
    made = tried(ir.If(compare(ME, "==", number(0)), (asked(),)), pays(40), needs(5))
    assert (made.lines, made.counts, made.draws) == (frozenset([5]), (40, 44), True)


def test_what_a_first_round_did_lies_before_the_second() -> None:
    assert tried(ir.For(X, ir.Range(number(0), number(3)), (needs(5), pays(40)))).counts == (40, 44)
