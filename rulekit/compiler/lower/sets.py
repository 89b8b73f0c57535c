"""Sets: members of kinds and places, filters, rankings, the table in clockwise order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import FALSE, and_, between, compare, exists, not_, number, or_, size, subtract
from rulekit.compiler.ir.types import NUMBER, Bool, Int, Seq, element, join
from rulekit.compiler.lower import straight, tables
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.drawing import by_chance
from rulekit.compiler.lower.expressions import Handler, condition, lowers, negation, register, several, value
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
def _list(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    items = tuple([value(low, item, c) for item in node.data["items"]])
    return ir.Items(items, sequence(items))


@lowers("together")
def _together(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    source, one = value(low, node.args["s"], c), value(low, node.args["x"], c)
    whole, more = several(source), one.type if isinstance(one.type, Int) else NUMBER
    return ir.Op("together", (source, one), -1, Seq(min(whole.low, more.low), max(whole.high, more.high)))


@lowers("together-all")
def _together_all(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    source, other = value(low, node.args["s"], c), value(low, node.args["x"], c)
    whole, more = several(source), several(other)
    return ir.Op("united", (source, other), -1, Seq(min(whole.low, more.low), max(whole.high, more.high)))


@lowers("each-of")
def _each_of(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    """`the stations of S`: those things that a member of the set has, each once, in the order of the table."""
    had = mapped(low, node, value(low, node.args["s"], c), c)
    found = ir.Op("united", (ir.Items((), had.type), had), -1, had.type)
    if not node.args["n"].type.maybe:
        return found
    return filtered(low, found, lambda x: compare(x, ">=", number(0)))


@lowers("first-of")
def _first_of(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    source = value(low, node.args["s"], c)
    return ir.Op("firsts", (source, value(low, node.args["n"], c)), c.line, source.type)


@lowers("only-of")
def _only_of(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    source = value(low, node.args["s"], c)
    return ir.Op("only", (source,), c.line, element(several(source)))


@lowers("random-one")
def _random_one(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    source = value(low, node.args["s"], c)
    kind = node.type.of if node.type.head == "kind" else ""
    return by_chance(low, "pick", kind, (source,), c.line, element(several(source)))


@lowers("size")
def _size(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    source = node.args["s"]
    return number(low.layout.sizes[source.data["kind"]]) if source.op == "all" else size(value(low, source, c))


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


def _where(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    called = (node.data["x"],) if "x" in node.data else ()
    return those(low, value(low, node.args["s"], c), node.args["c"], c, *called)


@lowers("that-adjective")
def _that_adjective(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    def test(x: ir.Expr) -> ir.Expr:
        found = adjective(low, node.data, x)
        return not_(found) if "no" in node.data else found

    return filtered(low, value(low, node.args["a"], c), test)


@lowers("things-in")
def _things_in(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    source, kind = value(low, node.args["a"], c), node.data["k"]
    return source if node.args["a"].type.of == kind else filtered(low, source, lambda x: in_range(low, x, kind))


@lowers("except")
def _except(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    other = value(low, node.args["x"], c)
    return filtered(low, value(low, node.args["s"], c), lambda x: compare(x, "!=", other))


@lowers("except-all")
def _except_all(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    others = value(low, node.args["x"], c)
    return filtered(low, value(low, node.args["s"], c), lambda x: not_(ir.Contains(x, others)))


# ---------------------------------------------------------------- folds and rankings
def mapped(low: Lowering, node: Node, source: ir.Expr, c: Scope) -> ir.Map:
    """The number that is asked for, of each member."""
    x = source.var if isinstance(source, ir.Filter) else low.variable("x", element(several(source)))
    found = value(low, node.args["n"], c.bind(it=x))
    held = found.type if isinstance(found.type, Int) else NUMBER
    return ir.Map(x, source, found, Seq(held.low, held.high))


def _fold(name: str) -> Handler:
    return lambda low, x, c: ir.Op(name, (mapped(low, x, value(low, x.args["s"], c), c),))


def _best(name: str) -> Handler:
    """The members with the most or least, in the order of the set."""

    def best(low: Lowering, node: Node, c: Scope) -> ir.Expr:
        source = value(low, node.args["s"], c)
        return ir.Op(name, (source, mapped(low, node, source, c)), -1, source.type)

    return best


@lowers("ranked")
def _rank(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    source = value(low, node.args["s"], c)
    keys, whole = mapped(low, node, source, c), several(source)
    if "shuffled" in node.data and "high" not in node.data:  # the lowest first: the highest of what is below 0
        keys = ir.Map(keys.var, keys.source, subtract(number(0), keys.value), Seq())
    made = Seq(whole.low, whole.high)
    if "shuffled" in node.data:
        kind = "" if node.type.head == "row" else node.type.of
        return by_chance(low, "ranked_shuffled", kind, (source, keys), -1, made)
    return ir.Op("ranked_high" if "high" in node.data else "ranked_low", (source, keys), -1, made)


# ---------------------------------------------------------------- the table, the map
def _clockwise(name: str, first: int) -> Handler:
    """The players clockwise of one, from the ``first`` after him."""

    def clockwise(low: Lowering, node: Node, c: Scope) -> ir.Expr:
        n = low.layout.players
        rows = tuple(tuple((k + j) % n for j in range(first, n)) for k in range(n))
        return ir.Item(tables.constant(low, name, rows, Seq(0, n - 1)), value(low, node.args["w"], c))

    return clockwise


def _near(low: Lowering, x: Node, routes: Sequence[str], c: Scope) -> ir.Expr:
    """What is next to a place of the map, along some sorts of routes."""
    kind = x.type.of
    near = tables.along(low, kind, routes) if routes else tables.neighbours(low, kind)
    return ir.Item(near, subtract(value(low, x, c), number(low.layout.bases[kind])))


@lowers("route")
def _route(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    near = _near(low, node.args["a"], (node.data["r"],), c)
    return ir.Contains(value(low, node.args["b"], c), near)


# ---------------------------------------------------------------- conditions about sets
def meant(low: Lowering, node: Node, c: Scope) -> list[ir.Expr]:
    """The cards that a name stands for: all copies of an entry."""
    if node.op == "entity" and node.data["kind"] in low.program.families:
        return [number(k) for k in low.copies(node.data["kind"], node.data["index"])]
    return [value(low, node, c)]


@lowers("among")
def _among(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    if node.args["s"].op == "straight":
        met = straight.meets(low, node.args["s"], value(low, node.args["a"], c), c)
        if met is not None:
            return met
    source = value(low, node.args["s"], c)
    out: ir.Expr = FALSE
    if isinstance(source, ir.Items) and not source.items:
        return out
    for x in meant(low, node.args["a"], c):
        out = or_(out, ir.Contains(x, source))
    return out


register(
    {
        "all": lambda low, x, c: all_of(low, x.data["kind"]),
        "where": lambda low, x, c: _where(low, x, c),
        "that-are": lambda low, x, c: filtered(
            low, value(low, x.args["s"], c), lambda y: in_range(low, y, x.data["k"])
        ),
        "sum": _fold("sum"),
        "most-of": _fold("largest"),
        "with-most": _best("with_most"),
        "with-least": _best("with_least"),
        "clockwise-after": _clockwise("AFTER", 1),
        "clockwise-from": _clockwise("FROM", 0),
        "neighbours": lambda low, x, c: _near(low, x.args["x"], x.data.get("roads", ()), c),
        "no-route": negation("route"),
        "not-among": negation("among"),
        "among-numbers": lambda low, x, c: ir.Contains(value(low, x.args["a"], c), value(low, x.args["l"], c)),
        "not-among-numbers": negation("among-numbers"),
        "exist": lambda low, x, c: exists(value(low, x.args["s"], c)),
        "exist-no": negation("exist"),
        "is-a": lambda low, x, c: in_range(low, value(low, x.args["a"], c), x.data["k"]),
        "is-not-a": negation("is-a"),
    }
)
