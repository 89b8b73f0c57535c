"""Calls of deeds, entries, cards of a family and windows: their functions by name, and what they are given.

Their bodies are lowered later (:mod:`rulekit.compiler.lower.deeds`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import number
from rulekit.compiler.lower import points
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import range_of
from rulekit.dsl.points import Point
from rulekit.dsl.symbols import FamilyEntry, Window


def slots(point: Point) -> list[str]:
    """The slots of a deed: its parameters besides the player who carries it out."""
    return [name for name in point.slots if name != "me"]


def params(low: Lowering, point: Point) -> list[ir.Local]:
    """``me``, the slots, and of an entry the card itself."""
    out = [low.me]
    out += [ir.Local(low.local_name(n), points.slot_type(low, n, point.slots[n])) for n in slots(point)]
    if point.sort == "entry":
        entry = low.program.entries.get(point.name.removesuffix(", as printed"))
        out.append(this_card(low, entry.family) if entry is not None else ir.Local("this_card"))
    return out


def this_card(low: Lowering, family: str) -> ir.Local:
    """The card whose text is being carried out."""
    return ir.Local("this_card", range_of(low, family))


def arguments(point: Point, args: Mapping[str, ir.Expr]) -> tuple[ir.Expr, ...]:
    """The arguments of a deed, in the order of its parameters."""
    card = (args["this-card"],) if "this-card" in args else ()
    return (args.get("me", number(-1)), *[args[n] for n in slots(point)], *card)


def deed(low: Lowering, point: Point) -> str:
    """The function of a deed: ``(me, slots ...)``."""
    return low.want("deed", point, f"deed {point.name}", "d", point.name)


def entry(low: Lowering, name: str) -> str:
    """The function of a card's text: ``(me, slots ..., this_card)``."""
    return low.want("entry", name, f"entry {name}", "e", name)


def window(low: Lowering, made: Window) -> str:
    """The function that opens a window: ``(me)``."""
    return low.want("window", made, f"window {made.name}", "window", made.name)


def can_play(low: Lowering, name: str, public: bool = False) -> str:
    """Whether an entry gets as far as its first deed: ``(me, this_card)``; ``public``: as far as everybody can tell."""
    word = "could" if public else "can"
    return low.want("can-play", (name, public), f"{word} {name}", word, name)


def carry(low: Lowering, family: str, entries: Sequence[FamilyEntry], fails: int | None = None) -> str:
    """``(me, card[, thing])``: the entry of a card is carried out, if it is one of these.

    ``fails``: the line that fails for another card.
    """
    key = f"carry {family}: {', '.join(e.name for e in entries)}; {fails}"
    return low.want("carry", (family, tuple(entries), fails), key, "carry", family)
