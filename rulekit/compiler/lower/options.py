"""The options of a choice: what can be chosen, what cards and variants refuse of it, the conditions of a subset."""

from __future__ import annotations

from attrs import frozen

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import TRUE, and_, not_
from rulekit.compiler.ir.types import NUMBER, Int, Seq
from rulekit.compiler.lower import modifiers, templates
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import value
from rulekit.compiler.lower.interchangeable import alike, has_alike
from rulekit.compiler.lower.scope import Scope
from rulekit.compiler.lower.sets import filtered
from rulekit.dsl import accessors as get
from rulekit.dsl.points import Point
from rulekit.dsl.subset_choice import peel, speaks_of
from rulekit.dsl.tree import Node, Statement
from rulekit.image import Sort


def sort_of(low: Lowering, x: Statement) -> Sort:
    if x.op in ("choose-number", "choose-numbers"):
        return Sort("number")
    found = low.program.words.kinds.element(get.options(x).type)
    return templates.sort(low, found) if found is not None else Sort("number")


def options_of(low: Lowering, x: Statement, c: Scope) -> ir.Expr:
    """What can be chosen."""
    source = value(low, get.options(x), c) if x.op == "choose" else numbers_of(low, x, c)
    if refused_outside(low, x):
        source = filtered(low, source, lambda y: allowed(low, x, c.bind(**{x.data["x"]: y})))
    if x.op == "choose" and has_alike(low.layout, get.options(x).type.of):
        return ir.Op("unlike", (source, alike(low, get.options(x).type.of)), -1, source.type)
    return source


def numbers_of(low: Lowering, x: Statement, c: Scope) -> ir.Expr:
    if x.op == "choose-numbers":
        return value(low, get.numbers(x), c)
    a, z = value(low, get.least(x), c), value(low, get.most(x), c)
    low_type, high_type = a.type, z.type
    ends = (
        low_type.low if isinstance(low_type, Int) else NUMBER.low,
        high_type.high if isinstance(high_type, Int) else NUMBER.high,
    )
    return ir.Op("numbers", (a, z), c.line, Seq(*ends))


# ---------------------------------------------------------------- from outside
def point(low: Lowering, x: Statement) -> Point | None:
    """What cards and variants refuse options of."""
    return low.program.choices.get(x.data.get("choice", ""))


def refused_outside(low: Lowering, x: Statement) -> bool:
    """Whether a card or a variant may refuse options of this choice."""
    made = point(low, x)
    return made is not None and any(s.op == "refuse" for s in made.modifiers)


def allowed(low: Lowering, x: Statement, names: Scope) -> ir.Expr:
    """True unless a modifier refuses an option."""
    out: ir.Expr = TRUE
    for refusal in modifiers.refusals(low, point(low, x), names):
        out = and_(out, not_(refusal.test))
    return out


# ---------------------------------------------------------------- conditions
@frozen
class Parts:
    """Who can be chosen: the members of ``base`` (None: numbers) for which conditions hold. ``fixed`` ones are asked once,
    ``moving`` ones speak of what is chosen so far, where several are."""

    base: Node | None
    fixed: list[Node]
    moving: list[Node]

    @property
    def tests(self) -> list[Node]:
        return [*self.fixed, *self.moving]


def parts(x: Statement) -> Parts:
    if x.op not in ("choose", "choose-band"):
        return Parts(None, [], [])
    base, tests = peel(get.options(x))
    fixed, moving = list[Node](), list[Node]()
    for test in tests:
        (moving if x.op == "choose-band" and speaks_of(test, x.data["x"]) else fixed).append(test)
    return Parts(base, fixed, moving)


def about(x: Statement, member: ir.Expr, c: Scope) -> Scope:
    """What is in sight of conditions about a member; of a subset, its name stands for what is chosen so far."""
    return c.bind(it=member) if x.op == "choose-band" else c.bind(it=member, **{x.data["x"]: member})
