"""Simultaneous changes: everything that they depend on is evaluated before any of them is made.

    all at once:                                         gathered = []
      each u among movers: move u to goal of u    ->     for u in movers: gathered += [0, me, u, goal of u]
      move envoy to home                                 gathered += [1, me, envoy, home]
                                                         for each of gathered: take up what is moved
                                                         for each of gathered: lay it down, or set the mark

So two things may change places where each has room for one only.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, evolve, field, frozen

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import add, append, compare, empty, number, size
from rulekit.compiler.ir.types import NUMBER, Bool, Int, Seq
from rulekit.compiler.lower.changes import laid, root_of
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import lowers, value
from rulekit.compiler.lower.places import place_code
from rulekit.compiler.lower.scope import Scope
from rulekit.compiler.lower.statements import SENTENCES, BodyLowering, sentence
from rulekit.dsl import accessors as get
from rulekit.dsl.operations import has
from rulekit.dsl.tree import Node, Statement


@frozen
class GatheredChange:
    """One line of those that are gathered."""

    made: Statement
    scope: Scope
    kept: tuple[ir.Local, ...]
    """What whoever carries it out and its values are called where it is made"""

    @property
    def moves(self) -> bool:
        return has(self.made.op, "moves cards")


@define
class ChangeBuffer:
    """The changes of one `all at once`, and the list that they are gathered in: for each its number, then its values."""

    low: Lowering
    into: ir.Local
    changes: list[GatheredChange] = field(factory=list)
    _values: list[ir.Local] = field(factory=list)

    def add(self, b: BodyLowering, x: Statement, c: Scope) -> None:
        """A line of the block: its values are worked out now."""
        self._values = []
        names: dict[str, ir.Expr] = {"me": self._keep(b, c.me)}
        if has(x.op, "moves cards"):
            held = {"x": self._keep(b, value(self.low, get.thing(x), c)), "b": self._keep(b, self._place(x, c))}
            names |= {f"handed {key}": local for key, local in held.items()}
            made = x
        else:
            made = self._handed(b, x, c, names)
        b.add(*(append(self.into, n) for n in (number(len(self.changes)), *self._values)))
        kept = tuple(self.low.variable("kept", local.type) for local in self._values)
        again = {local: kept[k] for k, local in enumerate(self._values)}
        scope = c.bind(**{name: again[local] for name, local in names.items() if isinstance(local, ir.Local)})
        self.changes.append(GatheredChange(made, scope, kept))

    def _place(self, x: Statement, c: Scope) -> ir.Expr:
        return place_code(self.low, get.goal(x), c)

    def _handed(self, b: BodyLowering, x: Statement, c: Scope, names: dict[str, ir.Expr]) -> Statement:
        """The line with what it is set to, and whose mark it is, as they were."""

        def handed(node: Node) -> Node:
            if node.op == "mark" and node is x.args.get("x"):
                return evolve(node, args={key: handed(n) for key, n in node.args.items()})
            name = f"handed {len(self._values)}"
            names[name] = self._keep(b, value(self.low, node, c))
            return Node("handed", node.type, {"was": node}, {"name": name})

        made = x.at(x.span)
        made.args = {key: handed(node) for key, node in x.args.items()}
        return made

    def _keep(self, b: BodyLowering, code: ir.Expr) -> ir.Local:
        local = self.low.variable("handed", Int(0, 1) if isinstance(code.type, Bool) else code.type)
        b.add(ir.Let(local, code))
        self._values.append(local)
        return local


@lowers("handed")
def _handed(low: Lowering, node: Node, c: Scope, *, name: str) -> ir.Expr:
    return c.names[name]


@sentence("all-at-once")
def _all_at_once(b: BodyLowering, x: Statement, c: Scope) -> None:
    gathered = b.low.variable("gathered", Seq())
    b.add(ir.Let(gathered, empty(Seq())))
    gathering = ChangeBuffer(b.low, gathered)
    b.gather = gathering.add
    b.block(x.body, c)
    b.gather = None
    changes = gathering.changes
    lifted = b.low.variable("lifted", Seq())
    if any(change.moves for change in changes):
        b.add(ir.Let(lifted, empty(Seq())))
        _each(b, gathered, changes, lambda change: _lift(b, change, lifted))
    at = b.low.variable("lift", NUMBER)
    b.add(ir.Let(at, number(0)))
    _each(b, gathered, changes, lambda change: _make(b, change, lifted, at))


def _each(
    b: BodyLowering, gathered: ir.Local, changes: list[GatheredChange], carry_out: Callable[[GatheredChange], None]
) -> None:
    """For each change that was gathered, with its values under their names."""
    at, sort = b.low.variable("at", NUMBER), b.low.variable("sort", Int(0, max(len(changes) - 1, 0)))
    last: ir.Block = ()
    for k, change in reversed([*enumerate(changes)]):
        with b.out.inner() as made:
            for n, local in enumerate(change.kept):
                b.add(ir.Let(local, _nth(gathered, add(at, number(n + 2)), local, change.scope)))
            carry_out(change)
            b.add(ir.Let(at, add(at, number(len(change.kept) + 1))))
        last = (ir.If(compare(sort, "==", number(k)), tuple(made), last),)
    over = ir.If(compare(at, ">=", size(gathered)), (ir.Break(),))
    first = ir.Let(sort, _nth(gathered, add(at, number(1)), sort, Scope()))
    b.add(ir.Let(at, number(0)), ir.Loop((over, first, *last)))


def _nth(items: ir.Expr, n: ir.Expr, local: ir.Local, c: Scope) -> ir.Expr:
    return ir.Op("nth", (items, n), c.line, local.type)


def _lift(b: BodyLowering, change: GatheredChange, lifted: ir.Local) -> None:
    if change.moves:
        b.add(append(lifted, _taken_up(b, change)))


def _taken_up(b: BodyLowering, change: GatheredChange) -> ir.Expr:
    """Where the thing lay (-1: nowhere), which lies nowhere then."""
    card = change.scope.names["handed x"]
    return ir.Op("lift", (add(number(b.low.layout.where[root_of(b.low, get.thing(change.made))]), card), card))


def _make(b: BodyLowering, change: GatheredChange, lifted: ir.Local, at: ir.Local) -> None:
    x, c = change.made, change.scope
    b.low.here = x.span
    if not change.moves:
        SENTENCES[x.op](b, x, c)
        return
    b.add(ir.Let(at, add(at, number(1))))
    again = b.keep(_taken_up(b, change), "again")  # what was moved twice lies where it came to last
    old = ir.Either(compare(again, ">=", number(0)), again, ir.Op("nth", (lifted, at), c.line, NUMBER))
    face, under = x.data.get("face"), x.op == "move-under"
    laid(b, c.names["handed x"], root_of(b.low, get.thing(x)), get.goal(x), c.names["handed b"], face, c, under, old)
