"""Numbers, values, sets, conditions and permissions as functions, or inline where that is cheaper.

A point that nothing can touch is a plain expression. Otherwise: the general rule from the top, then its exceptions, then
what cards and variants say (its modifiers), layer by layer, each behind the test whether it is in force.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import define

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import (
    FALSE,
    TRUE,
    add,
    and_,
    arithmetic,
    not_,
    number,
    or_,
    subtract,
)
from rulekit.compiler.ir.traverse import walk
from rulekit.compiler.ir.types import BOOL, NUMBER, SEVERAL, Int, Seq
from rulekit.compiler.ir.types import Type as IrType
from rulekit.compiler.lower import modifiers
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import condition, lowers, type_of, value
from rulekit.compiler.lower.modifiers import RefusalClause
from rulekit.compiler.lower.scope import Scope, Writer
from rulekit.compiler.lower.sets import filtered
from rulekit.diagnostics import Span
from rulekit.dsl.given_names import GivenNames
from rulekit.dsl.points import Modifier, Point
from rulekit.dsl.tree import Clause, Node
from rulekit.dsl.types import Type

MOST_VALUES = 30
"""Values in a point that is written into the expressions that read it."""
MOST_INSIDE = 6
"""Points that are written into each other before a function is made of one."""
LARGEST_INSIDE = 120
"""Nodes of a point that is written into an expression."""

ADJUSTING = {"plus": "+", "minus": "-", "at-most": "min", "at-least": "max"}
"""Adjustments of numbers; others put something in place of the result, or change the members of a set."""
CHANGED, ALONE = ("changed", "same"), ("alone", "shared")
"""What a trace that measures is told: whether an adjustment gave another value, whether a refusal alone decided"""


# ------------------------------------------------------------ reading a point
def read(low: Lowering, point: Point, args: Mapping[str, ir.Expr]) -> ir.Expr:
    told = low.trace is not None and (point.sort == "permission" or any(map(low.trace.watches, _spans(point))))
    if not told and point.name not in low.large_points and low.inside < MOST_INSIDE:
        low.inside += 1
        inline = _inline(low, point, args)
        low.inside -= 1
        if inline is not None and (inline.const is not None or sum(1 for _ in walk(inline)) <= LARGEST_INSIDE):
            return inline
        if inline is not None:
            low.large_points.add(point.name)
    return ir.Call(function(low, point), tuple([args[name] for name in point.slots]), gives(low, point))


def _spans(point: Point) -> Iterator[Span]:
    return (clause.span for clause in point.clauses)


def gives(low: Lowering, point: Point) -> IrType:
    """What a point is."""
    if point.sort in ("whether", "permission"):
        return BOOL
    if point.type is None:
        return NUMBER
    found = type_of(low, point.type)
    return Seq(found.low, found.high) if isinstance(found, SEVERAL) else found


def params(low: Lowering, point: Point) -> list[ir.Local]:
    return [ir.Local(low.local_name(n), slot_type(low, n, t)) for n, t in point.slots.items()]


def slot_type(low: Lowering, name: str, type_: Type) -> IrType:
    """What a point or deed is given in a slot."""
    if name == "me":
        return low.me.type
    found = type_of(low, type_)
    if isinstance(found, SEVERAL):
        return Seq(found.low, found.high)
    if isinstance(found, Int) and type_.head == "kind":
        return Int(-1 if found.low == 0 else found.low, found.high)  # a hand-written test may be given none
    return found


def _inline(low: Lowering, point: Point, args: Mapping[str, ir.Expr]) -> ir.Expr | None:
    if point.sort == "permission":
        return None if modifiers.of(low, point) else _inline_permission(low, point, args)
    if modifiers.of(low, point) or len(point.clauses) != 1:
        return None
    clause = point.clauses[0]
    if clause.op != "be" or clause.condition is not None or clause.value is None:
        return None
    if sum(1 for _ in clause.value.walk()) > MOST_VALUES:
        return None
    for name, type_ in point.slots.items():
        if not args[name].atomic and (type_.head == "set" or _uses(low, clause.value, name) > 1):
            return None  # it would be worked out more than once
    names = Scope({n: args[n] for n in point.slots}, low.line(clause.span))
    return condition(low, clause.value, names) if point.sort == "whether" else value(low, clause.value, names)


def _inline_permission(low: Lowering, point: Point, args: Mapping[str, ir.Expr]) -> ir.Expr | None:
    if any(r.op != "refuse" for r in point.rulings) or not all(a.atomic for a in args.values()):
        return None
    names = Scope({n: args[n] for n in point.slots})
    out: ir.Expr = TRUE
    for ruling in point.rulings:
        assert ruling.condition is not None
        out = and_(out, not_(condition(low, ruling.condition, names.at(low.line(ruling.span)))))
    return out


def _uses(low: Lowering, node: Node, name: str) -> int:
    return sum(1 for n in node.walk() if n.op == "local" and n.data["name"] == name)


@lowers("point", "permission")
def _point(low: Lowering, node: Node, c: Scope, *, point: str) -> ir.Expr:
    return read(low, low.points[point], {k: value(low, v, c) for k, v in node.args.items()})


@lowers("allowed")
def _allowed(low: Lowering, node: Node, c: Scope, *, p: Node) -> ir.Expr:
    return condition(low, p, c)


@lowers("not-allowed")
def _not_allowed(low: Lowering, node: Node, c: Scope, *, p: Node) -> ir.Expr:
    return not_(condition(low, p, c))


@lowers("that-point")
def _that_point(low: Lowering, node: Node, c: Scope, *, point: str, no: str = "") -> ir.Expr:
    """The members of a set of which a condition of the game holds."""
    made = low.points[point]
    head = next(iter(made.slots))

    def test(x: ir.Expr) -> ir.Expr:
        args = {k: (x if k == head else value(low, v, c)) for k, v in node.args.items()}
        found = read(low, made, args)
        return not_(found) if no else found

    return filtered(low, value(low, node.args[head], c), test)


# ------------------------------------------------------------ functions
def scope(low: Lowering, point: Point) -> Scope:
    """The names in sight of a point as a function."""
    names = dict(zip(point.slots, params(low, point), strict=True))
    return Scope(names, low.line(point.span), GivenNames.of_point(low.secrets, point).not_open())


def function(low: Lowering, point: Point) -> str:
    """The function of a point: ``(slots ...)``."""
    return low.want("point", point, f"point {point.name}", "p", point.name)


def lower_point(low: Lowering, point: Point, name: str) -> None:
    """The body of a point's function."""
    low.here = point.span
    out = Writer()
    if point.sort == "permission":
        names = scope(low, point)
        for refusal in refusals(low, point, names, out):
            out.when(refusal.test, *_alone(low, point, refusal, names), ir.Return(FALSE))
        out.add(ir.Return(TRUE))
    else:
        _value(low, point, scope(low, point), out)
    low.function(name, params(low, point), out.block, gives(low, point), "point")


def _value(low: Lowering, point: Point, names: Scope, out: Writer) -> None:
    adjusting = modifiers.of(low, point, "adjust")
    exceptions = [x for x in point.clauses if x.op == "exception"]
    general = [x for x in point.clauses if x.op != "exception"]
    if not adjusting and not exceptions:
        _GeneralRule(low, point, out).write(general, names)
        return
    it = out.local("it", gives(low, point))
    if any(x.op == "be" for x in general) and _is_tally(general):
        # a plain clause ends the tally, but not what others say about it: the general rule is a function of its own
        given = tuple(params(low, point))
        out.add(ir.Let(it, ir.Call(_printed(low, point, general), given, gives(low, point))))
    else:
        names = _GeneralRule(low, point, out, it).write(general, names)
    names = names.bind(it=it)
    overridden = {x.despite for x in exceptions if x.despite}
    for clause in sorted(exceptions, key=lambda x: x.name not in overridden):
        here = names.at(low.line(clause.span))
        out.when(_test(low, clause, here), ir.Let(it, _result(low, point, clause, here)))
    for layer in _by_layer(adjusting):
        _adjust_in_layer(low, layer, names, it, out)
    out.add(ir.Return(it))


def _printed(low: Lowering, point: Point, general: Sequence[Clause]) -> str:
    name = low.names.new("p", f"{point.name} as printed")
    out = Writer()
    _GeneralRule(low, point, out).write(general, scope(low, point))
    low.function(name, params(low, point), out.block, gives(low, point), "point")
    return name


def _is_tally(clauses: Sequence[Clause]) -> bool:
    return any(x.op in ("plus", "minus") for x in clauses)


@define
class _GeneralRule:
    """The general rule of a point from the top: the first clause that holds; in a tally, plain clauses end it and `plus` adds.

    The result is put into ``it``, or where that is None returned.
    """

    low: Lowering
    point: Point
    out: Writer
    it: ir.Local | None = None

    def write(self, clauses: Sequence[Clause], names: Scope) -> Scope:
        """Gives what is in sight afterwards."""
        made, tally = gives(self.low, self.point), _is_tally(clauses)
        total = self.it or self.out.local("it", made)
        if tally:
            self.out.add(ir.Let(total, number(0)))
        rest = self._clauses(clauses, names, total, self.it is None or tally)
        if self.it is None and tally:
            self.out.add(ir.Return(total))
        elif self.it is None and not _leaves(self.out.block):
            self.out.add(ir.Return(_nothing(made)))
        return rest

    def _clauses(self, clauses: Sequence[Clause], names: Scope, it: ir.Local, leave: bool) -> Scope:
        """``leave``: a plain clause returns its result; else it is put into ``it``, and the others are its `otherwise`."""
        low, out = self.low, self.out
        for k, clause in enumerate(clauses):
            names = names.at(low.line(clause.span))
            low.here = clause.span
            if clause.op == "let":
                assert clause.value is not None
                names = _let(low, clause.name, low.seen(clause.span, value(low, clause.value, names)), names, out)
                continue
            test = _test(low, clause, names)
            if test.const == 0:
                continue
            found = _result(low, self.point, clause, names)
            if clause.op in ("plus", "minus"):
                out.when(test, ir.Let(it, add(it, found) if clause.op == "plus" else subtract(it, found)))
                continue
            put: ir.Stmt = ir.Return(found) if leave else ir.Let(it, found)
            if test.const:
                out.add(put)
                break
            if leave:
                out.add(ir.If(test, (put,)))
                continue
            with out.inner() as otherwise:
                names = self._clauses(clauses[k + 1 :], names, it, leave)
            out.add(ir.If(test, (put,), tuple(otherwise)))
            break
        return names


def _let(low: Lowering, name: str, found: ir.Expr, names: Scope, out: Writer) -> Scope:
    """A value under a name of the rules, for the lines after it."""
    local = out.local(low.local_name(name), found.type)
    out.add(ir.Let(local, found))
    return names.bind(**{name: local})


def _result(low: Lowering, point: Point, clause: Clause, names: Scope) -> ir.Expr:
    assert clause.value is not None
    found = condition if point.sort == "whether" else value
    return low.seen(clause.span, found(low, clause.value, names))


def _test(low: Lowering, clause: Clause, names: Scope) -> ir.Expr:
    if clause.condition is None:
        return TRUE
    return low.asked(clause.span, condition(low, clause.condition, names))


def _by_layer(adjusting: Sequence[Modifier]) -> list[list[Modifier]]:
    layers: dict[str, list[Modifier]] = {}
    for modifier in adjusting:
        layers.setdefault(modifier.layer, []).append(modifier)
    return list(layers.values())


def _adjust_in_layer(low: Lowering, layer: Sequence[Modifier], names: Scope, it: ir.Local, out: Writer) -> None:
    """For all of one layer `it` is what the layers before have left: so their order does not matter."""
    if len(layer) > 1 and any(x.speaks_of("it") for x in layer[1:]):
        before = low.variable("before", it.type)
        out.add(ir.Let(before, it))
        names = names.bind(it=before)
    for modifier in layer:
        _adjust(low, modifier, names, it, out)


def _adjust(low: Lowering, modifier: Modifier, names: Scope, it: ir.Local, out: Writer) -> None:
    if modifier.adjustment is None:
        return
    names = names.at(low.line(modifier.span))
    test = modifiers.heard(low, modifier, names)
    if test.const == 0:
        return
    op, node = modifier.adjustment
    n = low.seen(modifier.span, value(low, node, modifiers.scope(low, modifier, names)))
    made = n
    if op in ADJUSTING:
        made = arithmetic(ADJUSTING[op], it, n)
    elif op in ("with", "without"):
        many = n if node.type.head in ("set", "zone", "row") else ir.Items((n,), it.type)
        made = ir.Op("united" if op == "with" else op, (it, many), -1, it.type)
    if low.measures:
        before = low.variable("before", it.type)
        out.when(test, ir.Let(before, it), ir.Let(it, made), *low.measured(modifier.span, CHANGED, _differ(before, it)))
    else:
        out.when(test, ir.Let(it, made))


def _differ(a: ir.Local, b: ir.Local) -> ir.Expr:
    one, other = (ir.Op("tuple", (x,), made=x.type) if isinstance(x.type, SEVERAL) else x for x in (a, b))
    return ir.Binary("!=", one, other)


# ------------------------------------------------------------ permissions
def refusals(low: Lowering, point: Point, names: Scope, out: Writer) -> Iterator[RefusalClause]:
    """Each refusal in its order; what is allowed despite it is taken out of its test."""
    for ruling in point.rulings:
        names = names.at(low.line(ruling.span))
        if ruling.op == "let" and ruling.condition is not None:
            names = _let(low, ruling.name, value(low, ruling.condition, names), names, out)
        elif ruling.op == "refuse" and ruling.condition is not None:
            test = condition(low, ruling.condition, names)
            test = and_(test, _despite(low, point, ruling.name, names))
            yield RefusalClause(ruling, low.asked(ruling.span, test), names)
    for modifier in modifiers.of(low, point, "refuse"):
        names = names.at(low.line(modifier.span))
        test = and_(modifiers.heard(low, modifier, names), _despite(low, point, modifier.carrier, names))
        yield RefusalClause(modifier, test, modifiers.scope(low, modifier, names))


def _alone(low: Lowering, point: Point, refusal: RefusalClause, names: Scope) -> ir.Block:
    """With a trace that measures: whether what a card or a variant refuses would be allowed without it. Whatever is heard
    before it allowed it, or it would not have been asked."""
    if not low.measures or not isinstance(refusal.by, Modifier):
        return ()
    said = modifiers.of(low, point, "refuse")
    own = next(k for k, x in enumerate(said) if (x.span, x.card) == (refusal.by.span, refusal.by.card))
    others: ir.Expr = FALSE
    with low.untraced():
        for other in said[own + 1 :]:
            test = and_(modifiers.heard(low, other, names), _despite(low, point, other.carrier, names))
            others = or_(others, test)
    return low.measured(refusal.by.span, ALONE, not_(others))


def _despite(low: Lowering, point: Point, name: str, names: Scope) -> ir.Expr:
    """True unless something allows it despite the refusal of this name."""
    out: ir.Expr = TRUE
    if not name:
        return out
    for ruling in point.rulings:
        if ruling.op == "allow" and ruling.despite == name and ruling.condition is not None:
            out = and_(out, not_(condition(low, ruling.condition, names)))
    for modifier in modifiers.of(low, point, "allow"):
        if modifier.despite == name:
            out = and_(out, not_(modifiers.heard(low, modifier, names)))
    return out


def _leaves(block: ir.Block) -> bool:
    return bool(block) and isinstance(block[-1], ir.Return | ir.Fail)


def _nothing(type_: IrType) -> ir.Expr:
    """What a point is of which no clause holds."""
    return FALSE if type_ == BOOL else ir.Items((), type_) if isinstance(type_, SEVERAL) else number(0)
