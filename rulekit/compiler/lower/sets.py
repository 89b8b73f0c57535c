"""Sets: members of kinds and places, filters, rankings, the table in clockwise order."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import (
    FALSE,
    and_,
    between,
    compare,
    exists,
    not_,
    number,
    or_,
    size,
    subtract,
)
from rulekit.compiler.ir.types import NUMBER, Bool, Int, Seq, element, join
from rulekit.compiler.lower import tables
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import condition, lowers, negates, several, value
from rulekit.compiler.lower.scope import Scope
from rulekit.compiler.lower.values import adjective
from rulekit.dsl.tree import Node

Test = Callable[[ir.Expr], ir.Expr]


@lowers("all")
def _all(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    return all_of(low, node.data["kind"])


def all_of(low: Lowering, kind: str) -> ir.Expr:
    base = low.layout.bases[kind]
    return ir.Range(number(base), number(base + low.layout.sizes[kind]))


def filtered(low: Lowering, source: ir.Expr, test: Test) -> ir.Expr:
    """The members for which the test holds; a filter over a filter becomes one."""
    x = source.var if isinstance(source, ir.Filter) else low.variable("x", element(several(source)))
    found = test(x)
    if found.const is not None:
        return source if found.const else ir.Items((), source.type)
    if isinstance(source, ir.Filter):
        return ir.Filter(x, source.source, and_(source.test, found))
    return ir.Filter(x, source, found)


def in_range(low: Lowering, x: ir.Expr, kind: str) -> ir.Expr:
    """Whether something is a member of a kind."""
    base, many = low.layout.bases[kind], low.layout.sizes[kind]
    return between(base, x, base + many - 1) if many else FALSE


@lowers("where")
def _where(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    return filtered(low, value(low, node.args["s"], c), lambda x: condition(low, node.args["c"], c.bind(it=x)))


@lowers("that-adjective")
def _that_adjective(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    def test(x: ir.Expr) -> ir.Expr:
        found = adjective(low, node.data["mark"], x)
        return not_(found) if "no" in node.data else found

    return filtered(low, value(low, node.args["a"], c), test)


@lowers("that-are")
def _that_are(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    return filtered(low, value(low, node.args["s"], c), lambda x: in_range(low, x, node.data["k"]))


@lowers("things-in")
def _things_in(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    source, kind = value(low, node.args["a"], c), node.data["k"]
    return source if node.args["a"].type.of == kind else filtered(low, source, lambda x: in_range(low, x, kind))


@lowers("except")
def _except(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    other = value(low, node.args["x"], c)
    return filtered(low, value(low, node.args["s"], c), lambda x: compare(x, "!=", other))


@lowers("together")
def _together(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    source, one = value(low, node.args["s"], c), value(low, node.args["x"], c)
    whole, more = several(source), one.type if isinstance(one.type, Int) else NUMBER
    return ir.Op("together", (source, one), -1, Seq(min(whole.low, more.low), max(whole.high, more.high)))


@lowers("first-of")
def _first_of(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    source = value(low, node.args["s"], c)
    return ir.Op("firsts", (source, value(low, node.args["n"], c)), c.line, source.type)


@lowers("list")
def _list(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    items = tuple([value(low, item, c) for item in node.data["items"]])
    return ir.Items(items, sequence(items))


def sequence(items: tuple[ir.Expr, ...]) -> Seq:
    """The type of what is written out."""
    whole = None
    for item in items:
        whole = item.type if whole is None else join(whole, item.type)
    return Seq(whole.low, whole.high) if isinstance(whole, Int) else Seq(0, 1) if isinstance(whole, Bool) else Seq()


# ---------------------------------------------------------------- folds and rankings
def mapped(low: Lowering, node: Node, key: str, source: ir.Expr, c: Scope) -> ir.Expr:
    """A value for each member."""
    x = source.var if isinstance(source, ir.Filter) else low.variable("x", element(several(source)))
    found = value(low, node.args[key], c.bind(it=x))
    held = found.type if isinstance(found.type, Int) else NUMBER
    return ir.Map(x, source, found, Seq(held.low, held.high))


def _ranked(low: Lowering, node: Node, c: Scope, name: str) -> ir.Expr:
    source = value(low, node.args["s"], c)
    whole = several(source)
    made = whole if name.startswith("with") else Seq(whole.low, whole.high)
    return ir.Op(name, (source, mapped(low, node, "n", source, c)), -1, made)


@lowers("with-most")
def _with_most(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    return _ranked(low, node, c, "with_most")


@lowers("with-least")
def _with_least(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    return _ranked(low, node, c, "with_least")


@lowers("ranked")
def _rank(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    if "shuffled" in node.data:
        source = value(low, node.args["s"], c)
        whole = several(source)
        keys = mapped(low, node, "n", source, c)
        return ir.Op("ranked_shuffled", (low.cards_stream, source, keys), -1, Seq(whole.low, whole.high))
    return _ranked(low, node, c, "ranked_high" if "high" in node.data else "ranked_low")


@lowers("random-one")
def _random_one(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    source = value(low, node.args["s"], c)
    return ir.Op("pick", (low.cards_stream, source), c.line, element(several(source)))


@lowers("sum")
def _sum(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    return ir.Op("sum", (mapped(low, node, "n", value(low, node.args["s"], c), c),))


@lowers("most-of")
def _most_of(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    return ir.Op("most", (mapped(low, node, "n", value(low, node.args["s"], c), c),))


@lowers("size")
def _size(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    source = node.args["s"]
    return number(low.layout.sizes[source.data["kind"]]) if source.op == "all" else size(value(low, source, c))


# ---------------------------------------------------------------- the table
@lowers("clockwise-after")
def _clockwise_after(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    n = low.layout.players
    return _clockwise(low, node, c, "AFTER", [tuple((k + j) % n for j in range(1, n)) for k in range(n)])


@lowers("clockwise-from")
def _clockwise_from(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    n = low.layout.players
    return _clockwise(low, node, c, "FROM", [tuple((k + j) % n for j in range(n)) for k in range(n)])


def _clockwise(low: Lowering, node: Node, c: Scope, name: str, rows: list[tuple[int, ...]]) -> ir.Expr:
    table = tables.constant(low, name, tuple(rows), Seq(0, low.layout.players - 1))
    return ir.Item(table, value(low, node.args["w"], c))


@lowers("neighbours")
def _neighbours(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    kind = node.args["x"].type.of
    member = subtract(value(low, node.args["x"], c), number(low.layout.bases[kind]))
    return ir.Item(tables.neighbours(low, kind), member)


@lowers("route")
def _route(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    kind = node.args["a"].type.of
    a, b = value(low, node.args["a"], c), value(low, node.args["b"], c)
    near = ir.Item(tables.neighbours(low, kind, node.data["r"]), subtract(a, number(low.layout.bases[kind])))
    return ir.Contains(b, near)


negates("no-route", "route")


# ---------------------------------------------------------------- conditions about sets
def meant(low: Lowering, node: Node, c: Scope) -> list[ir.Expr]:
    """The cards that a name stands for: all copies of an entry."""
    if node.op == "entity" and node.data["kind"] in low.program.families:
        return [number(k) for k in low.copies(node.data["kind"], node.data["index"])]
    return [value(low, node, c)]


@lowers("among")
def _among(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    source = value(low, node.args["s"], c)
    out: ir.Expr = FALSE
    if isinstance(source, ir.Items) and not source.items:
        return out
    for x in meant(low, node.args["a"], c):
        out = or_(out, ir.Contains(x, source))
    return out


negates("not-among", "among")


@lowers("exist")
def _exist(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    return exists(value(low, node.args["s"], c))


negates("exist-no", "exist")


@lowers("is-a")
def _is_a(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    return in_range(low, value(low, node.args["a"], c), node.data["k"])


negates("is-not-a", "is-a")
