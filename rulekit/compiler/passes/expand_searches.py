"""Writes every search over a graph as a function of its own, with the conditions of a step in its loops.

::

    reach from a over K_near: s[y] > 0   ->   search_0(a)
                                              def search_0(starts):
                                                  seen = flags; edge = list(starts)
                                                  for x in edge: for y in K_near[x]: if not seen[y] and s[y] > 0: ...

``seen`` and ``goal`` are lists with a 1 at the id of each member that is in them. ``edge`` is gone through while it grows. It
comes after all that works on searches, for every target.
"""

from __future__ import annotations

from itertools import count

from attrs import evolve

from rulekit.compiler.analysis.liveness import reads
from rulekit.compiler.analysis.verify import compiler_pass
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import FALSE, TRUE, add, and_, compare, multiply, not_, number, or_, size, subtract
from rulekit.compiler.ir.traverse import renamed, rewrite_module
from rulekit.compiler.ir.types import BOOL, NUMBER, VOID, Seq, Type

NONE, ONE = number(0), number(1)


@compiler_pass(ir.GraphSearch)
def expand_searches(module: ir.Module) -> ir.Module:
    functions: dict[str, ir.Function] = {}
    names: dict[ir.Expr, str] = {}

    def written(x: ir.Expr) -> ir.Expr:
        if not isinstance(x, ir.GraphSearch):
            return x
        fresh = count()
        inner = renamed(x, lambda var: evolve(var, name=f"x{next(fresh)}__"))  # equal ones are one function
        assert isinstance(inner, ir.GraphSearch)
        ends = {"starts": x.starts, "ends": x.ends, "most": x.most}
        params = {part: ir.Local(f"{part}__", held.type) for part, held in ends.items() if held is not None}
        key = evolve(inner, starts=params["starts"], ends=params.get("ends"), most=params.get("most"))
        given = reads(held for held in (x.leave, x.step, x.back, x.cost) if held is not None)
        own = [local for name, local in given.items() if name not in (x.x.name, x.y.name)]
        if key not in names:
            name = names[key] = f"search_{len(names)}"
            made = _Writer(key, len(ir.rows(module.tables, x.near.name))).function()
            functions[name] = ir.Function(name, (*own, *params.values()), made, x.made, "point")
        return ir.Call(names[key], (*own, *[held for held in ends.values() if held is not None]), x.made)

    changed = rewrite_module(module, written)
    return evolve(changed, functions={**functions, **changed.functions})


class _Writer:
    """The statements of one search."""

    def __init__(self, x: ir.GraphSearch, rows: int) -> None:
        self.search, self.span = x, x.base + rows
        """``span``: above the id of every member"""
        several = Seq(x.base, self.span - 1)
        self.edge, self.last, self.best, self.found = (
            ir.Local(f"{name}__", several) for name in ("edge", "last", "best", "found")
        )
        self.seen, self.goal, self.known, self.pairs = (
            ir.Local(f"{name}__", Seq()) for name in ("seen", "goal", "known", "pairs")
        )
        self.one, self.met, self.n = ir.Local("one__", x.x.made), ir.Local("met__", BOOL), ir.Local("n__", NUMBER)

    def function(self) -> ir.Block:
        match self.search.sort:
            case "path":
                arrived: ir.Block = (ir.If(has(self.goal, self.search.y), (ir.Return(TRUE),)),)
                return (*self.aimed(), *self.begun(), *self.meeting(TRUE), *self.all_(arrived), ir.Return(FALSE))
            case "reach":
                return (*self.begun(), *self.all_(), self.members(self.seen))
            case "within":
                return self.within()
            case "nearest":
                return self.nearest()
            case "fewest":
                return self.fewest()
            case "connected":
                return self.connected()
        return self.costs(limited=self.search.sort == "within-points")

    # ------------------------------------------------------------ pieces
    def begun(self) -> ir.Block:
        """``seen`` and ``edge`` with those where it starts."""
        return (
            *self.flags(self.seen, self.search.starts),
            ir.Let(self.edge, listed(self.search.starts, self.edge.type)),
        )

    def aimed(self) -> ir.Block:
        assert self.search.ends is not None
        return self.flags(self.goal, self.search.ends)

    def flags(self, into: ir.Local, members: ir.Expr | None = None) -> ir.Block:
        fill = [] if members is None else [ir.For(self.one, members, (put(into, self.one),), live=True)]
        return (ir.Let(into, ir.Op("flags", (number(self.span),), made=into.type)), *fill)

    def empty(self, made: ir.Local) -> ir.Stmt:
        return ir.Let(made, listed(ir.Items((), made.type), made.type))

    def members(self, of: ir.Local) -> ir.Stmt:
        return ir.Return(ir.Op("flagged", (of,), made=self.search.made))

    def meeting(self, answer: ir.Expr | None = None) -> ir.Block:
        """``met``: whether one of the edge is a goal; or with ``answer``: that is returned then."""
        if answer is not None:
            return (ir.For(self.one, self.edge, (ir.If(has(self.goal, self.one), (ir.Return(answer),)),), live=True),)
        hit = ir.If(has(self.goal, self.one), (ir.Let(self.met, TRUE), ir.Break()))
        return (ir.Let(self.met, FALSE), ir.For(self.one, self.edge, (hit,), live=True))

    def neighbours(self, body: ir.Block) -> ir.Block:
        """``body`` for each neighbour y of the member x."""
        x = self.search
        near: ir.Expr = ir.Subscript(x.near, subtract(x.x, number(x.base)))
        if x.weight:
            near = ir.Op("counted", (near, number(x.weight), number(0)), made=near.type)
        loop: ir.Stmt = ir.For(x.y, near, body, live=True)
        if x.leave.const is None:
            return (ir.If(x.leave, (loop,)),)
        return (loop,) if x.leave.const else ()

    def step(self, arrived: ir.Block = ()) -> ir.Block:
        """Every neighbour that was not seen, where the step is one."""
        y = self.search.y
        taken = (*arrived, put(self.seen, y), append(self.edge, y))
        return self.neighbours((ir.If(and_(not_(has(self.seen, y)), self.search.step), taken),))

    def all_(self, arrived: ir.Block = ()) -> ir.Block:
        return (ir.For(self.search.x, self.edge, self.step(arrived), live=True),)

    def round(self) -> ir.Block:
        """One step further from everything that was found last."""
        return (
            ir.Let(self.last, self.edge),
            self.empty(self.edge),
            ir.For(self.search.x, self.last, self.step(), live=True),
        )

    # ------------------------------------------------------------ searches
    def within(self) -> ir.Block:
        most = self.search.most
        assert isinstance(most, ir.Local)
        over = or_(compare(most, "<=", NONE), compare(size(self.edge), "==", NONE))
        loop = ir.Loop((ir.If(over, (ir.Break(),)), ir.Let(most, subtract(most, ONE)), *self.round()))
        return (self.none_below(most), *self.begun(), loop, self.members(self.seen))

    def none_below(self, most: ir.Expr) -> ir.Stmt:
        nobody = listed(ir.Items((), self.search.made), self.search.made)
        return ir.If(compare(most, "<", NONE), (ir.Return(nobody),))

    def nearest(self) -> ir.Block:
        """Those that are met in the first round in which one is met, in their order in the set."""
        over = or_(self.met, compare(size(self.edge), "==", NONE))
        ends = self.search.ends
        assert ends is not None
        kept = ir.If(has(self.seen, self.one), (append(self.found, self.one),))
        return (
            *self.aimed(),
            *self.begun(),
            ir.Loop((*self.meeting(), ir.If(over, (ir.Break(),)), *self.round())),
            *self.flags(self.seen, self.edge),
            self.empty(self.found),
            ir.For(self.one, ends, (kept,), live=True),
            ir.Return(self.found),
        )

    def fewest(self) -> ir.Block:
        stuck = ir.If(compare(size(self.edge), "==", NONE), (ir.Fail(self.search.line),))
        further = (stuck, ir.Let(self.n, add(self.n, ONE)), *self.round())
        loop = ir.Loop((*self.meeting(self.n), *further))
        return (*self.aimed(), *self.begun(), ir.Let(self.n, NONE), loop)

    def connected(self) -> ir.Block:
        """The first of the largest, in the order of the set. A step in either direction connects."""
        x, left = self.search, self.seen
        assert x.back is not None
        first = ir.Local("first__", x.x.made)
        taken = (put(left, x.y, NONE), append(self.edge, x.y))
        near = self.neighbours((ir.If(and_(has(left, x.y), or_(x.step, x.back)), taken),))
        larger = compare(size(self.edge), ">", size(self.best))
        body = (
            ir.If(not_(has(left, first)), (ir.Continue(),)),
            put(left, first, NONE),
            self.empty(self.edge),
            append(self.edge, first),
            ir.For(x.x, self.edge, near, live=True),
            ir.If(larger, (ir.Let(self.best, self.edge),)),
        )
        return (
            *self.flags(left, x.starts),
            self.empty(self.best),
            ir.For(first, x.starts, body, live=True),
            *self.flags(left, self.best),
            self.members(left),
        )

    def costs(self, limited: bool) -> ir.Block:
        """``known``: what each member costs, as far as it is seen; the cheapest that is still open goes first. A pair of both
        is one number, the cost times ``span`` and the member."""
        x, at, d, e = self.search, ir.Local("at__", NUMBER), ir.Local("d__", NUMBER), ir.Local("e__", NUMBER)
        span, known = number(self.span), ir.Subscript(self.known, x.y)
        assert x.cost is not None
        cheaper = or_(not_(has(self.seen, x.y)), compare(e, "<", known))
        if limited and x.most is not None:
            cheaper = and_(compare(e, "<=", x.most), cheaper)
        taken = (put(self.seen, x.y), put(self.known, x.y, e), push(self.pairs, add(multiply(e, span), x.y)))
        priced = (
            ir.Let(e, x.cost),
            ir.If(compare(e, "<", NONE), (ir.Fail(x.line),)),
            ir.Let(e, add(e, d)),
            ir.If(cheaper, taken),
        )
        reached = () if limited else (ir.If(has(self.goal, x.x), (ir.Return(d),)),)
        near = self.neighbours((ir.If(x.step, priced),))
        start = (put(self.seen, self.one), push(self.pairs, self.one))
        over = ir.Break() if limited else ir.Fail(x.line)
        loop = (
            ir.If(compare(size(self.pairs), "==", NONE), (over,)),
            ir.Let(at, ir.Op("heappop", (self.pairs,))),
            ir.Let(d, ir.Binary("//", at, span)),
            ir.Let(x.x, ir.Binary("%", at, span)),
            *reached,
            ir.If(compare(d, ">", ir.Subscript(self.known, x.x)), (ir.Continue(),)),
            *near,
        )
        return (
            *([self.none_below(x.most)] if limited and x.most is not None else self.aimed()),
            *self.flags(self.seen),
            *self.flags(self.known),
            self.empty(self.pairs),
            ir.For(self.one, x.starts, (ir.If(not_(has(self.seen, self.one)), start),), live=True),
            ir.Loop(loop),
            *([self.members(self.seen)] if limited else []),
        )


def listed(source: ir.Expr, type_: Type) -> ir.Expr:
    return ir.Op("list", (source,), made=type_)


def has(flags: ir.Local, member: ir.Expr) -> ir.Expr:
    return ir.Subscript(flags, member)


def put(flags: ir.Local, member: ir.Expr, value: ir.Expr = ONE) -> ir.Stmt:
    return ir.Do(ir.Op("put", (flags, member, value), made=VOID))


def append(to: ir.Local, member: ir.Expr) -> ir.Stmt:
    return ir.Do(ir.Op("append", (to, member), made=VOID))


def push(heap: ir.Local, value: ir.Expr) -> ir.Stmt:
    return ir.Do(ir.Op("heappush", (heap, value), made=VOID))
