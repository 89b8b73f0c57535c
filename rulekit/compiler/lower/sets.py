"""Sets: members of kinds and places, filters, rankings, the table in clockwise order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import FALSE, and_, between, compare, exists, not_, number, or_, size, subtract
from rulekit.compiler.ir.types import NUMBER, Bool, Int, Seq, element, join
from rulekit.compiler.lower import straight, tables
from rulekit.compiler.lower.chance import by_chance
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import condition, lowers, negation, register, several, value
from rulekit.compiler.lower.scope import Scope
from rulekit.compiler.lower.values import adjective
from rulekit.dsl.tree import Node


# ---------------------------------------------------------------- members
def all_of(low: Lowering, kind: str) -> ir.Expr:
    base = low.layout.bases[kind]
    return ir.Range(number(base), number(base + low.layout.sizes[kind]))


def in_range(low: Lowering, x: ir.Expr, kind: str) -> ir.Expr:
    """Whether something is a member of a kind."""
    base, many = low.layout.bases[kind], low.layout.sizes[kind]
    return between(base, x, base + many - 1) if many else FALSE


def sequence(items: tuple[ir.Expr, ...]) -> Seq:
    """The type of what is written out."""
    whole = None
    for item in items:
        whole = item.type if whole is None else join(whole, item.type)
    return Seq(whole.low, whole.high) if isinstance(whole, Int) else Seq(0, 1) if isinstance(whole, Bool) else Seq()


@lowers("list")
def _list(low: Lowering, node: Node, c: Scope, *, items: tuple[Node, ...]) -> ir.Expr:
    lowered = tuple([value(low, item, c) for item in items])
    return ir.Items(lowered, sequence(lowered))


@lowers("together")
def _together(low: Lowering, node: Node, c: Scope, *, s: ir.Expr, x: ir.Expr) -> ir.Expr:
    whole, more = several(s), x.type if isinstance(x.type, Int) else NUMBER
    return ir.Op("together", (s, x), -1, Seq(min(whole.low, more.low), max(whole.high, more.high)))


@lowers("together-all")
def _together_all(low: Lowering, node: Node, c: Scope, *, s: ir.Expr, x: ir.Expr) -> ir.Expr:
    whole, more = several(s), several(x)
    return ir.Op("united", (s, x), -1, Seq(min(whole.low, more.low), max(whole.high, more.high)))


@lowers("each-of")
def _each_of(low: Lowering, node: Node, c: Scope, *, s: ir.Expr, n: Node) -> ir.Expr:
    """`the stations of S`: those things that a member of the set has, each once, in the order of the table."""
    had = mapped(low, n, s, c)
    found = ir.Op("united", (ir.Items((), had.type), had), -1, had.type)
    if not n.type.maybe:
        return found
    return filtered(low, found, lambda x: compare(x, ">=", number(0)))


@lowers("first-of")
def _first_of(low: Lowering, node: Node, c: Scope, *, s: ir.Expr, n: ir.Expr) -> ir.Expr:
    return ir.Op("firsts", (s, n), c.line, s.type)


@lowers("only-of")
def _only_of(low: Lowering, node: Node, c: Scope, *, s: ir.Expr) -> ir.Expr:
    return ir.Op("only", (s,), c.line, element(several(s)))


@lowers("random-one")
def _random_one(low: Lowering, node: Node, c: Scope, *, s: ir.Expr) -> ir.Expr:
    kind = node.type.of if node.type.head == "kind" else ""
    return by_chance(low, "pick", kind, (s,), c.line, element(several(s)))


@lowers("size")
def _size(low: Lowering, node: Node, c: Scope, *, s: Node) -> ir.Expr:
    return number(low.layout.sizes[s.data["kind"]]) if s.op == "all" else size(value(low, s, c))


# ---------------------------------------------------------------- filters
def filtered(low: Lowering, source: ir.Expr, test: Callable[[ir.Expr], ir.Expr]) -> ir.Expr:
    """The members for which the test holds; a filter over a filter becomes one."""
    x = source.var if isinstance(source, ir.Filter) else low.variable("x", element(several(source)))
    found = test(x)
    if found.const is not None:
        return source if found.const else ir.Items((), source.type)
    if isinstance(source, ir.Filter):
        return ir.Filter(x, source.source, and_(source.test, found))
    return ir.Filter(x, source, found)


def those(low: Lowering, source: ir.Expr, test: Node, c: Scope, *called: str) -> ir.Expr:
    """The members, as `it` and as what they are ``called``, for which a condition of the rules holds."""
    return filtered(low, source, lambda x: condition(low, test, c.bind(**dict.fromkeys(("it", *called), x))))


@lowers("where")
def _where(low: Lowering, node: Node, scope: Scope, *, s: ir.Expr, c: Node, x: str | None = None) -> ir.Expr:
    return those(low, s, c, scope, *([] if x is None else [x]))


@lowers("that-adjective")
def _that_adjective(
    low: Lowering, node: Node, c: Scope, *, a: ir.Expr, mark: str, state: int | None = None, no: str = ""
) -> ir.Expr:
    def test(x: ir.Expr) -> ir.Expr:
        found = adjective(low, x, mark, state)
        return not_(found) if no else found

    return filtered(low, a, test)


@lowers("things-in")
def _things_in(low: Lowering, node: Node, c: Scope, *, a: Node, k: str) -> ir.Expr:
    source = value(low, a, c)
    return source if a.type.of == k else filtered(low, source, lambda x: in_range(low, x, k))


@lowers("except")
def _except(low: Lowering, node: Node, c: Scope, *, x: ir.Expr, s: ir.Expr) -> ir.Expr:
    return filtered(low, s, lambda y: compare(y, "!=", x))


@lowers("except-all")
def _except_all(low: Lowering, node: Node, c: Scope, *, x: ir.Expr, s: ir.Expr) -> ir.Expr:
    return filtered(low, s, lambda y: not_(ir.Contains(y, x)))


# ---------------------------------------------------------------- folds and rankings
def mapped(low: Lowering, n: Node, source: ir.Expr, c: Scope) -> ir.Map:
    """The number ``n`` of each member."""
    x = source.var if isinstance(source, ir.Filter) else low.variable("x", element(several(source)))
    found = value(low, n, c.bind(it=x))
    held = found.type if isinstance(found.type, Int) else NUMBER
    return ir.Map(x, source, found, Seq(held.low, held.high))


def _fold(name: str) -> Callable[..., ir.Expr]:
    return lambda low, x, c, s, n: ir.Op(name, (mapped(low, n, value(low, s, c), c),))


def _least(low: Lowering, x: Node, c: Scope, s: Node, n: Node) -> ir.Expr:
    """What lies least below 0, turned round: so nothing is 0, as it is of the most."""
    keys = mapped(low, n, value(low, s, c), c)
    below = ir.Map(keys.var, keys.source, subtract(number(0), keys.value), Seq())
    return subtract(number(0), ir.Op("largest", (below,)))


def _best(name: str) -> Callable[..., ir.Expr]:
    """The members with the most or least, in the order of the set."""

    def best(low: Lowering, node: Node, c: Scope, *, s: ir.Expr, n: Node) -> ir.Expr:
        return ir.Op(name, (s, mapped(low, n, s, c)), -1, s.type)

    return best


@lowers("ranked")
def _rank(low: Lowering, node: Node, c: Scope, *, s: ir.Expr, n: Node, high: str = "", shuffled: str = "") -> ir.Expr:
    keys, whole = mapped(low, n, s, c), several(s)
    if shuffled and not high:  # the lowest first: the highest of what is below 0
        keys = ir.Map(keys.var, keys.source, subtract(number(0), keys.value), Seq())
    made = Seq(whole.low, whole.high)
    if shuffled:
        kind = "" if node.type.head == "row" else node.type.of
        return by_chance(low, "ranked_shuffled", kind, (s, keys), -1, made)
    return ir.Op("ranked_high" if high else "ranked_low", (s, keys), -1, made)


# ---------------------------------------------------------------- the table, the map
def _clockwise(name: str, first: int) -> Callable[..., ir.Expr]:
    """The players clockwise of one, from the ``first`` after them."""

    def clockwise(low: Lowering, node: Node, c: Scope, *, w: Node) -> ir.Expr:
        n = low.layout.players
        rows = tuple(tuple((k + j) % n for j in range(first, n)) for k in range(n))
        return ir.Subscript(tables.constant(low, name, rows, Seq(0, n - 1)), value(low, w, c))

    return clockwise


@lowers("neighbours")
def _neighbours(low: Lowering, node: Node, c: Scope, *, x: Node, roads: tuple[str, ...] = ()) -> ir.Expr:
    return _near(low, x, roads, c)


def _near(low: Lowering, x: Node, routes: Sequence[str], c: Scope) -> ir.Expr:
    """What is next to a place of the map, along some sorts of routes."""
    kind = x.type.of
    near = tables.along(low, kind, routes) if routes else tables.neighbours(low, kind)
    return ir.Subscript(near, subtract(value(low, x, c), number(low.layout.bases[kind])))


@lowers("route")
def _route(low: Lowering, node: Node, c: Scope, *, a: Node, b: Node, r: str) -> ir.Expr:
    near = _near(low, a, (r,), c)
    return ir.Contains(value(low, b, c), near)


# ---------------------------------------------------------------- conditions about sets
def meant(low: Lowering, node: Node, c: Scope) -> list[ir.Expr]:
    """The cards that a name stands for: all copies of an entry."""
    if node.op == "entity" and node.data["kind"] in low.program.families:
        return [number(k) for k in low.copies(node.data["kind"], node.data["index"])]
    return [value(low, node, c)]


@lowers("among")
def _among(low: Lowering, node: Node, c: Scope, *, a: Node, s: Node) -> ir.Expr:
    if s.op == "straight":
        met = straight.meets(low, s, value(low, a, c), c)
        if met is not None:
            return met
    source = value(low, s, c)
    out: ir.Expr = FALSE
    if isinstance(source, ir.Items) and not source.items:
        return out
    for x in meant(low, a, c):
        out = or_(out, ir.Contains(x, source))
    return out


register(
    {
        "all": lambda low, x, c, kind: all_of(low, kind),
        "that-are": lambda low, x, c, s, k: filtered(low, value(low, s, c), lambda y: in_range(low, y, k)),
        "sum": _fold("sum"),
        "most-of": _fold("largest"),
        "least-of": _least,
        "with-most": _best("with_most"),
        "with-least": _best("with_least"),
        "clockwise-after": _clockwise("AFTER", 1),
        "clockwise-from": _clockwise("FROM", 0),
        "no-route": negation("route"),
        "not-among": negation("among"),
        "among-numbers": lambda low, x, c, a, l: ir.Contains(value(low, a, c), value(low, l, c)),
        "not-among-numbers": negation("among-numbers"),
        "exist": lambda low, x, c, s: exists(value(low, s, c)),
        "exist-no": negation("exist"),
        "is-a": lambda low, x, c, a, k: in_range(low, value(low, a, c), k),
        "is-not-a": negation("is-a"),
    }
)
