"""What comes by chance besides dice: shuffles, draws, picks, ties. In rule tests a test may say what comes (given chance ...)."""

from __future__ import annotations

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import number
from rulekit.compiler.ir.types import Seq, Type
from rulekit.compiler.lower.context import Lowering


def sort_of(low: Lowering, kind: str) -> int:
    """The sort of a thing in a script; -1 for what no script can name."""
    root = low.layout.roots.get(kind)
    return -1 if root is None else sorted({*low.layout.roots.values()}).index(root)


def script(low: Lowering) -> ir.Expr:
    assert low.layout.drawn is not None
    return ir.Zone(number(low.layout.drawn), Seq())


def by_chance(low: Lowering, name: str, kind: str, args: tuple[ir.Expr, ...], line: int, made: Type) -> ir.Op:
    """An operation that draws from the stream for cards among things of a kind."""
    sort = sort_of(low, kind) if low.layout.drawn is not None else -1
    if sort < 0:
        return ir.Op(name, (low.cards_stream, *args), line, made)
    return ir.Op(f"{name}_scripted", (script(low), number(sort), low.cards_stream, *args), line, made)


def shuffled(low: Lowering, kind: str, cards: ir.Expr, on_top: bool, made: Type) -> ir.Op:
    """``on_top``: the cards are a pile, whose top is the end of the list; else they are laid from the first one on."""
    sort = sort_of(low, kind) if low.layout.drawn is not None else -1
    if sort < 0:
        return ir.Op("shuffle", (low.cards_stream, cards), made=made)
    what = (script(low), number(sort), number(on_top), low.cards_stream, cards)
    return ir.Op("shuffle_scripted", what, made=made)
