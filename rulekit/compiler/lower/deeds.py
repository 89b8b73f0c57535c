"""A whole program is lowered: from the deed with which it begins to the bodies of all deeds, entries and windows that are called.

What is said before, after and instead of a deed is a deed, too; a card's entry is carried out by its card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulekit.compiler.errors import CompileError
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import between, number, subtract
from rulekit.compiler.ir.traverse import widened
from rulekit.compiler.lower import (
    calls,
    changes,
    choices,
    ends,
    equipment,
    marks,
    modifiers,
    narration,
    narration_scopes,
    places,
    points,
    searches,
    simultaneous,
    subset_choice,
    suppositions,
)
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import range_of
from rulekit.compiler.lower.queries import lower_known
from rulekit.compiler.lower.scope import Scope, Writer
from rulekit.compiler.lower.statements import BodyLowering, ModifierBranch
from rulekit.compiler.lower.windows import lower_can_play, lower_window
from rulekit.dsl.given_names import GivenNames
from rulekit.dsl.points import Modifier, Point
from rulekit.dsl.scope import local
from rulekit.dsl.symbols import FamilyEntry
from rulekit.dsl.tree import Node, Statement
from rulekit.dsl.types import WILD

SUBJECTS = (
    changes,
    choices,
    ends,
    equipment,
    marks,
    places,
    searches,
    simultaneous,
    subset_choice,
    suppositions,
    narration,
)
"""The modules that register what they lower, besides those that are called from here."""


def lower_program(low: Lowering) -> None:
    """Raises CompileError, with the place, of what cannot be compiled."""
    assert low.program.begins is not None
    point = low.points[low.program.begins]
    low.scores = narration.scores_of(low.program)
    call = ir.Call(calls.deed(low, point), calls.arguments(point, {}))
    low.function("begin", [], (ir.Do(call), ir.Return()), sort="begin")
    narration.lower_above(low)
    lower_wanted(low)
    lower_known(low)  # last, so that the lines of the game itself keep their numbers
    narration.lower_beside(low)
    lower_wanted(low)


def lower_wanted(low: Lowering) -> None:
    """Lowers everything that was called. A CompileError without a place gets that of the rule."""
    while low.wanted:
        sort, what, name = low.wanted.pop()
        try:
            LOWERS[sort](low, what, name)
        except CompileError as error:
            error.span = error.span or low.here
            raise


def _body(low: Lowering, name: str, point: Point, body: Sequence[Statement], attempted: bool = False) -> None:
    """``attempted``: it has begun already, in the function that tries it."""
    params = calls.params(low, point)
    names: dict[str, ir.Expr] = dict(zip(("me", *calls.slots(point)), params, strict=False))
    if point.sort == "entry":
        names["this-card"] = params[-1]
    said = modifiers.of(low, point)
    if said:
        body = _with_modifiers(low, point, body, said)
    out = Writer()
    line, rule = low.line(point.span), narration_scopes.of_point(low, point)
    low.rule_of.setdefault(line, rule)
    if not attempted:
        out.add(*narration_scopes.begins(low, point, params))
    with narration_scopes.inside(low, rule):
        BodyLowering(low, out).block(body, Scope(names, line, GivenNames(low.secrets, body).not_open()))
    low.function(name, params, widened(out.block))


def _with_modifiers(
    low: Lowering, point: Point, body: Sequence[Statement], said: Sequence[Modifier]
) -> list[Statement]:
    """The `before` modifiers, the deed itself or its `instead`, the `after` modifiers; the deed becomes a function of its own."""
    inner_name = f"{point.name}, as printed"
    low.belongs_to[inner_name] = low.belongs_to.get(point.name, point.name)
    low.points[inner_name] = Point(
        inner_name,
        point.sort,
        point.slots,
        (),
        None,
        point.span,
        point.text,
        point.scene,
        point.scenes,
        point.roles,
        body=list(body),
    )
    args = {n: _local(n) for n in point.slots}
    core = [Statement("do", {**args, "me": _local("me")}, {"point": inner_name}, point.span, point.text)]
    out: dict[str, list[Statement]] = {"before": [], "after": []}
    for number_, modifier in enumerate(said):
        own = _own_deed(low, point, modifier, number_, args)
        if modifier.op == "instead":
            core = [ModifierBranch("said", {}, {}, modifier.span, modifier.text, own, core, modifier=modifier)]
        elif modifier.op in out:
            out[modifier.op].append(
                ModifierBranch("said", {}, {}, modifier.span, modifier.text, own, modifier=modifier)
            )
    return [*out["before"], *core, *out["after"]]


def _own_deed(low: Lowering, point: Point, modifier: Modifier, number_: int, args: dict[str, Node]) -> list[Statement]:
    """What a card says as a deed of its own, so that `stop` in it leaves the card's words and nothing else."""
    name = f"{point.name}, {modifier.op} {number_}"
    low.belongs_to[name] = low.belongs_to.get(point.name, point.name)
    own = [
        Statement("let", {"v": node}, {"x": n}, modifier.span, modifier.text)
        for n, node in modifiers.own_names(low, modifier).items()
        if modifier.speaks_of(n)
    ]
    low.points[name] = Point(
        name, "deed", point.slots, (), None, modifier.span, modifier.text, point.scene, body=[*own, *modifier.body]
    )
    return [Statement("do", {**args, "me": _local("me")}, {"point": name}, modifier.span, modifier.text)]


def _entry(low: Lowering, name: str, made: str) -> None:
    entry, point = low.program.entries[name], low.points[name]
    if not low.program.families[entry.family].whole:
        _body(low, made, point, entry.body)
        return
    inside = low.names.new("whole", name)
    _body(low, inside, point, entry.body, attempted=True)
    params = calls.params(low, point)
    call = ir.Call(inside, tuple(params))
    attempt = ir.Attempt(call, low.line(point.span), params[0])
    low.function(made, params, (*narration_scopes.begins(low, point, params), attempt))


def _carry(low: Lowering, what: tuple[str, Sequence[FamilyEntry], int | None], name: str) -> None:
    family, entries, fails = what
    slot = low.program.families[family].slot
    card = ir.Local("card", range_of(low, family))
    params = [low.me, card]
    if slot is not None:
        params.append(ir.Local("thing", points.slot_type(low, *slot)))
    out = Writer()
    for entry in entries:
        if not entry.indices:
            continue
        base = low.layout.bases[family]
        first, last = base + entry.indices[0], base + entry.indices[-1]
        args: list[ir.Expr] = [low.me]
        for n in calls.slots(low.points[entry.name]):
            if entry.over is not None and n == entry.over[0]:
                args.append(subtract(card, number(first - low.layout.bases.get(entry.over[1], 0))))
            else:
                args.append(params[-1])
        call = ir.Do(ir.Call(calls.entry(low, entry.name), (*args, card)))
        out.when(between(first, card, last), call, ir.Return())
    if fails is not None:
        out.add(ir.Fail(fails))
    low.function(name, params, out.block)


def _local(name: str) -> Node:
    return local(name, WILD)


LOWERS: dict[str, Callable[..., None]] = {
    "deed": lambda low, point, name: _body(low, name, point, point.body),
    "entry": _entry,
    "window": lower_window,
    "carry": _carry,
    "can-play": lower_can_play,
    "point": points.lower_point,
}
