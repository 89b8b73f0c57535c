"""Works out once what a loop would work out again in its next rounds: loop-invariant values, each when it is first needed.

::

    for me in players:                              kept = [None] * 3
      for b in buildings:                           for me in players:
        points[me] += most(n for n in of(b))    ->    for b in buildings:
                                                        if kept[b] is None: kept[b] = most(n for n in of(b))
                                                        points[me] += kept[b]

A value is kept by those locals that it asks for and that change in the loop. It goes through members itself, changes and draws
nothing, cannot fail, and the loop writes nothing that it reads. A sum over what one owner has, in a loop over owners, becomes
its place among the sums of all of them, which are worked out together (`flat_loops`).
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen

from rulekit.compiler.analysis.effects import Effects
from rulekit.compiler.analysis.footprint import NOTHING, Footprint, Footprints
from rulekit.compiler.analysis.liveness import Reads
from rulekit.compiler.analysis.verify import compiler_pass
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import add, multiply, number, subtract
from rulekit.compiler.ir.traverse import (
    OfNode,
    binds,
    children,
    expressions,
    map_parts,
    renamed,
    statements,
    substitute,
    walk,
)
from rulekit.compiler.ir.types import SEVERAL, Bool, Cells, Int, Seq
from rulekit.compiler.passes.flat_loops import by_owner

GOING_THROUGH = (ir.Filter, ir.Map, ir.GraphSearch, ir.Call)
MOST = 64
"""Values that are kept of one expression"""
Held = dict[ir.Expr, tuple[ir.Local, int]]
"""What is kept, by its shape: the local that holds the values, and how many there can be"""


@compiler_pass()
def hoist_invariants(module: ir.Module) -> ir.Module:
    effects, footprints = Effects(module.functions), Footprints(module.functions)
    functions = {name: _Hoister(f, effects, footprints).made() for name, f in module.functions.items()}
    return evolve(module, functions=functions)


@frozen(eq=False)
class _Loop:
    """A loop round an expression. ``own``: the locals that may be others in its next round; ``inner``: the variables of the
    loops inside of it; ``held``: what is kept while it runs."""

    own: frozenset[str]
    inner: frozenset[str]
    does: Footprint
    held: Held


@frozen(eq=False)
class _Position:
    """Where an expression stands: in which loops, the outermost first, and what its statement keeps. ``read``: only the
    members of a list are asked for, so that others may have the same one."""

    loops: tuple[_Loop, ...]
    held: Held
    read: bool = False


class _Hoister:
    """One function. It is gone through twice: ``wanted`` is what was found worth keeping at first, not as a part of more."""

    def __init__(self, function: ir.Function, effects: Effects, footprints: Footprints) -> None:
        self.function, self.effects, self.footprints = function, effects, footprints
        self.goes_through, self.reads = _Iterates(), Reads()
        self.wanted: set[ir.Expr] = set()
        self.making: set[ir.Expr] = set()
        self.decided = False
        self.count = 0

    def made(self) -> ir.Function:
        self.block(self.function.body, ())
        if not self.wanted:
            return self.function
        self.decided = True
        return evolve(self.function, body=self.block(self.function.body, ()))

    def fresh(self, stem: str, type_: Int | Cells) -> ir.Local:
        self.count += 1
        return ir.Local(f"{stem}__{self.count}", type_)

    # ------------------------------------------------------------ the way to it
    def block(self, body: ir.Block, loops: tuple[_Loop, ...]) -> ir.Block:
        out: list[ir.Stmt] = []
        for x in body:
            held: Held = {}
            made = self.statement(x, _Position(loops, held))
            out += [ir.Let(var, ir.Op("blank", (number(room),), -1, var.type)) for var, room in held.values()]
            out.append(made)
        return tuple(out)

    def statement(self, x: ir.Stmt, at: _Position) -> ir.Stmt:
        if not isinstance(x, ir.For):
            return map_parts(x, lambda y: self.expression(y, at), lambda inner: self.block(inner, at.loops))
        loop = _loop(x.var, [*statements(x.body), *expressions(x.body)], self.footprints.of(*x.body), at.held)
        source = self.expression(x.source, evolve(at, read=True))
        return evolve(x, source=source, body=self.block(x.body, (*at.loops, loop)))

    def expression(self, x: ir.Expr, at: _Position) -> ir.Expr:
        if at.loops and (at.read or not isinstance(x.type, SEVERAL)):
            kept = self.kept(x, at)
            if kept is not None:
                return kept
        match x:
            case ir.GraphSearch():
                return x  # its condition is a function of its own
            case ir.Filter(var, source, inner) | ir.Map(var, source, inner):
                loop = _loop(var, [*walk(inner)], NOTHING, at.held)
                made = self.expression(inner, _Position((*at.loops, loop), at.held))
                through = self.expression(source, evolve(at, read=True))
                same = made is inner and through is source
                if isinstance(x, ir.Filter):
                    return x if same else evolve(x, source=through, test=made)
                return x if same else evolve(x, source=through, value=made)
        read = isinstance(x, ir.Op | ir.Contains | ir.Subscript) or (at.read and isinstance(x, ir.Either))
        below = at if read == at.read else evolve(at, read=read)
        return map_parts(x, lambda y: self.expression(y, below))

    # ------------------------------------------------------------ what is kept
    def kept(self, x: ir.Expr, at: _Position) -> ir.Expr | None:
        """The local that holds a loop-invariant value; None where there is none."""
        if not isinstance(x.type, (Int, Bool, *SEVERAL)) or not self.goes_through(x) or not self.effects.pure(x):
            return None
        together = self.together(x)
        for loop in at.loops:
            if (found := self.kept_in(loop, x, at)) is not None:
                return found
            if together is not None and (found := self.kept_in(loop, together, at)) is not None:
                owner = by_owner(x)
                assert owner is not None
                return ir.Subscript(found, owner.who)
        return None

    def together(self, x: ir.Expr) -> ir.Map | None:
        """The sums of all owners, of a sum over what one of them has."""
        found = by_owner(x)
        if found is None:
            return None
        each = self.fresh("owner", Int(0, found.most))
        made = x.type if isinstance(x.type, Int) else Int()
        source = ir.Range(number(0), number(found.most + 1))
        return ir.Map(each, source, substitute(x, {found.who.name: each}), Seq(made.low, made.high))

    def kept_in(self, loop: _Loop, x: ir.Expr, at: _Position) -> ir.Expr | None:
        free = self.reads(x)
        if free.keys() & loop.own or not loop.does.spares(self.footprints.of(x)):
            return None
        changing: set[str] = set()
        for other in at.loops:
            if other.held is loop.held:  # those of one statement: what they keep is kept as long as the outermost runs
                changing |= other.own | other.inner
        place, room = _numbered([free[name] for name in free if name in changing])
        if room > MOST:
            return None
        shape = _shape(x)
        if not self.decided:
            self.wanted.add(shape)
            return x
        if shape not in self.wanted or shape in self.making:
            return None
        assert isinstance(x.type, (Int, Bool, *SEVERAL))
        var, _ = loop.held.setdefault(shape, (self.fresh("kept", Cells(x.type)), room))
        self.making.add(shape)
        made = self.expression(x, at)
        self.making.discard(shape)
        return ir.Op("kept", (var, place, made), -1, x.type)


class _Iterates(OfNode[ir.Expr, bool]):
    """Whether it goes through members."""

    def make(self, x: ir.Expr) -> bool:
        return isinstance(x, GOING_THROUGH) or any(map(self, children(x)))


def _loop(var: ir.Local, inside: Iterable[ir.Expr | ir.Stmt], does: Footprint, held: Held) -> _Loop:
    own, inner = {var.name}, set()
    for x in inside:
        names = {local.name for local in (*binds(x), *(x.frame if isinstance(x, ir.Pop) else ()))}
        if isinstance(x, ir.Filter | ir.Map | ir.For):
            inner |= names
        else:
            own |= names
    return _Loop(frozenset(own), frozenset(inner), does, held)


def _numbered(keys: Iterable[ir.Local]) -> tuple[ir.Expr, int]:
    """(a number for each of the values that locals can have together, how many there are)"""
    place: ir.Expr = number(0)
    room = 1
    for key in keys:
        held = key.type if isinstance(key.type, Int) else Int()
        wide = held.high - held.low + 1
        place, room = add(multiply(place, number(wide)), subtract(key, number(held.low))), room * wide
    return place, room


def _shape(x: ir.Expr) -> ir.Expr:
    """The expression with names for its own variables that are the same wherever it stands."""
    count = iter(range(1_000_000))
    return renamed(x, lambda var: evolve(var, name=f"_{next(count)}"))
