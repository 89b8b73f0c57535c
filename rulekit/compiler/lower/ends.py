"""The ends of a game: who is ranked by what, or who has won."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import append, empty, not_, number, size, snapshot, subtract
from rulekit.compiler.ir.types import Int, Seq, element
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import several, value
from rulekit.compiler.lower.failures import fail
from rulekit.compiler.lower.scope import Scope
from rulekit.compiler.lower.statements import BodyLowering, sentence
from rulekit.dsl.tree import Node, Statement


@sentence("end-game")
def _end_game(b: BodyLowering, x: Statement, c: Scope, *, s: ir.Expr, n: Node, m: Node | None = None) -> None:
    who = b.low.variable("x", element(several(s)))
    first, *ties = [value(b.low, key, c.bind(it=who)) for key in (n, m) if key is not None]
    lowest = "lowest" in x.data
    b.low.rankings[c.line] = [_called(b.low, key) for key in (n, m) if key is not None]
    _end(b, who, s, [subtract(number(0), first) if lowest else first, *ties], -1 if lowest else 1, c)


def _called(low: Lowering, number_: Node) -> str:
    """What a number is called in one word of the rules: the mark, the pieces that are counted; "" where it has none."""
    if number_.op == "mark":
        return str(number_.data["mark"])
    counted = number_.args.get("p") if number_.op == "count" else None
    if counted is None:
        return ""
    piece = low.program.pieces.get(str(counted.data.get("piece", "")))
    return piece.plural if piece is not None else ""


@sentence("end-won")
def _end_won(b: BodyLowering, x: Statement, c: Scope, *, w: Node) -> None:
    """Those who have won rank before all others; somebody must have."""
    code, players = value(b.low, w, c), Seq(0, b.low.layout.players - 1)
    won = b.keep(ir.Items((code,), players) if w.type.head == "kind" else snapshot(code), "won")
    b.add(ir.If(not_(ir.Binary(">", size(won), number(0))), (fail(c, "nobody"),)))
    who = b.low.variable("x", Int(0, b.low.layout.players - 1))
    rank = ir.Either(ir.Contains(who, won), number(1), number(0))
    _end(b, who, ir.Range(number(0), number(b.low.layout.players)), [rank], 1, c)


def _end(b: BodyLowering, who: ir.Local, source: ir.Expr, keys: Sequence[ir.Expr], sign: int, c: Scope) -> None:
    """``sign``: -1 where the first key is the opposite of what the rules rank by, else 1."""
    rows = b.keep(empty(Seq()), "rows")
    row = (who, *keys, number(sign))
    b.add(ir.For(who, source, tuple([append(rows, part) for part in row])))
    b.add(ir.End(rows, len(row), c.line), ir.Return())
