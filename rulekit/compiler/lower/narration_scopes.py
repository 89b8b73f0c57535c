"""The scopes of the narration: journal events for the beginning of each rule, with its arguments.

``Begun`` is written where a rule begins and ``Called`` where a line calls another rule. There is no event for the end of a rule.
Every line belongs to one rule (:attr:`Lowering.rule_of`), so an event of an outer rule's line implies that the inner rules have
ended. Forms without a journal do not pay for this: :mod:`rulekit.compiler.passes.strip_journal` removes the events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import number
from rulekit.compiler.ir.types import DATA
from rulekit.compiler.lower import templates
from rulekit.compiler.lower.context import Lowering
from rulekit.dsl.phrases import bare
from rulekit.dsl.points import Point
from rulekit.dsl.symbols import Window
from rulekit.image import Rule, Slot


# ---------------------------------------------------------------- rules
def of_point(low: Lowering, point: Point) -> int:
    """The number of a deed, an entry or a scene in the image; its `before` and `after` modifiers belong to it."""
    name = low.belongs_to.get(point.name, point.name)
    return _rule(low, name, lambda: _about(low, low.points[name]))


def of_window(low: Lowering, window: Window) -> int:
    return _rule(low, f"window {window.name}", lambda: Rule("window", window.name))


def at_once(low: Lowering, line: int) -> int:
    """The number of an `at once` block, which is a rule of its own."""
    return _rule(low, f"at once {line}", lambda: Rule("at-once"))


def _rule(low: Lowering, key: str, make: Callable[[], Rule]) -> int:
    if key not in low.rule_numbers:
        low.rule_numbers[key] = len(low.rules)
        low.rules.append(make())
    return low.rule_numbers[key]


def _about(low: Lowering, point: Point) -> Rule:
    entry, root, on = low.program.entries.get(point.name), "", None
    slots = {name: templates.sort(low, type_) for name, type_ in point.slots.items() if name != "me"}
    if entry is not None:
        root, slot = low.layout.roots[entry.family], low.program.families[entry.family].slot
        on = slot[0] if slot is not None else None
    roots = {root, *(sort.of for sort in slots.values())}
    return Rule(
        point.sort,
        point.name,
        bare(point.parts),
        [Slot(name, sort) for name, sort in slots.items()],
        any(low.secrets.hides(kind) for kind, root in low.layout.roots.items() if root in roots),
        root,
        on,
    )


# ---------------------------------------------------------------- events at the beginning
def begins(low: Lowering, point: Point, params: Sequence[ir.Local]) -> ir.Block:
    """The event at the beginning of a deed or an entry. ``params``: `me`, the slots, and the card of an entry."""
    if point.name in low.belongs_to:
        return ()
    rule = of_point(low, point)
    return (ir.Log(low.line(point.span), params[0], "Begun", (number(rule), ir.Tuple(tuple(params[1:]), DATA))),)


def window_begins(low: Lowering, window: Window, me: ir.Expr) -> ir.Block:
    """The event at the beginning of a window, repeated before each card that is played in it."""
    rule = of_window(low, window)
    line = low.line(window.span)
    low.rule_of.setdefault(line, rule)
    return (ir.Log(line, me, "Begun", (number(rule), ir.Tuple((), DATA))),)


@contextmanager
def inside(low: Lowering, rule: int) -> Iterator[None]:
    """Lines that are lowered in this context belong to the rule."""
    outer, low.rule = low.rule, rule
    yield
    low.rule = outer
