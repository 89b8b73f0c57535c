"""Which rule is being carried out, and with what: the shape of the story, noted beside the journal.

``begin`` stands where a rule begins and ``call`` where a line carries
another one out. No event says where a rule ends: every line belongs to one rule (:attr:`Lowering.rule_of`), so whoever reads
the notes knows from the line of each that the rules begun since have come to their end. Other forms are none the slower for it:
:mod:`rulekit.compiler.passes.strip_journal` takes all of this out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import number
from rulekit.compiler.ir.types import DATA
from rulekit.compiler.lower import texts
from rulekit.compiler.lower.context import Lowering
from rulekit.dsl.phrases import Literal, Part, bare
from rulekit.dsl.points import Point
from rulekit.dsl.program import Window


# ---------------------------------------------------------------- rules
def of_point(low: Lowering, point: Point) -> int:
    """The number of a deed, an entry or a scene in the image; what stands around a deed belongs to it."""
    name = low.belongs_to.get(point.name, point.name)
    return _rule(low, name, lambda: _about(low, low.program.points[name]))


def of_window(low: Lowering, window: Window) -> int:
    return _rule(
        low, f"window {window.name}", lambda: {"sort": "window", "name": window.name, "slots": [], "sorts": []}
    )


def at_once(low: Lowering, line: int) -> int:
    """What all players do at once, in the middle of a rule."""
    return _rule(low, f"at once {line}", lambda: {"sort": "at-once", "name": "", "slots": [], "sorts": []})


def _rule(low: Lowering, key: str, make: Any) -> int:
    if key not in low.rule_numbers:
        low.rule_numbers[key] = len(low.rules)
        low.rules.append({})
        low.rules[-1].update(make())
    return low.rule_numbers[key]


def _about(low: Lowering, point: Point) -> dict[str, Any]:
    """``key``: the heading with its slots by name, as `words.yaml` has it; ``slots``: [name, sort] in the order of values;
    ``sorts``: the sorts of all values, if some of them may lie hidden."""
    entry = low.program.entries.get(point.name)
    slots = [[name, texts.sort(low, type_)] for name, type_ in point.slots.items() if name != "me"]
    about: dict[str, Any] = {"sort": point.sort, "name": point.name, "slots": slots, "key": bare(point.parts)}
    if entry is not None:
        about["root"] = low.layout.roots[entry.family]
        slot = low.program.families[entry.family].slot
        about["on"] = slot[0] if slot is not None else None
    about["says"] = _heading(point.parts)
    sorts = [sort for _, sort in slots] + ([["kind", about["root"]]] if entry is not None else [])
    roots = {sort[1] for sort in sorts if len(sort) > 1}
    hides = any(low.secrets.hides(kind) for kind, root in low.layout.roots.items() if root in roots)
    about["sorts"] = sorts if hides else []
    return about


def _heading(parts: Sequence[Part]) -> list[Any]:
    """``["attack ", ["target"], " with ", ["n"]]``"""
    out: list[Any] = []
    for k, part in enumerate(parts):
        blank = " " if k and not (isinstance(part, Literal) and part.text == ",") else ""
        if isinstance(part, Literal):
            out.append(blank + part.text)
        else:
            out += [blank, [part.name]]
    return out


# ---------------------------------------------------------------- where rules begin
def begins(low: Lowering, point: Point, params: Sequence[ir.Local]) -> ir.Block:
    """What a deed or an entry notes first. ``params``: `me`, the slots, and the card of an entry."""
    if point.name in low.belongs_to:
        return ()
    rule = of_point(low, point)
    return (ir.Journal(low.line(point.span), params[0], "begin", (number(rule), ir.Tuple(tuple(params[1:]), DATA))),)


def window_begins(low: Lowering, window: Window, me: ir.Expr) -> ir.Block:
    """What a window notes first, and before each card that is played in it."""
    rule = of_window(low, window)
    line = low.line(window.span)
    low.rule_of.setdefault(line, rule)
    return (ir.Journal(line, me, "begin", (number(rule), ir.Tuple((), DATA))),)


@contextmanager
def inside(low: Lowering, rule: int) -> Iterator[None]:
    """The lines that are lowered now belong to this rule."""
    outer, low.rule = low.rule, rule
    yield
    low.rule = outer
