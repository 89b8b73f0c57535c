"""Sentences: control, calls and the course of the game. Each sort of sentence has one function, registered by its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define

from rulekit.compiler.errors import CompileError
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import not_, number, size, snapshot
from rulekit.compiler.ir.types import DATA, NUMBER, SEVERAL, Bool, Int, Seq, Type, element
from rulekit.compiler.lower import calls, explain, modifiers, rules, texts
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import condition, several, value
from rulekit.compiler.lower.scope import Scope, Writer
from rulekit.compiler.lower.values import first_value
from rulekit.dsl.call_graph import carried
from rulekit.dsl.operations import has
from rulekit.dsl.tree import Node, Statement, leaves

Sentence = Callable[["Body", Statement, Scope], Scope | None]
SENTENCES: dict[str, Sentence] = {}
"""Operation -> what lowers it; filled by the modules that are named after their subject. A sentence that gives something a
name gives the scope of the lines after it."""


def sentence(*ops: str) -> Callable[[Sentence], Sentence]:
    """Registers a function for sentences of the typed tree."""

    def register(handler: Sentence) -> Sentence:
        for op in ops:
            assert op not in SENTENCES, op
            SENTENCES[op] = handler
        return handler

    return register


@define
class Body:
    """The body of a function in the making."""

    low: Lowering
    out: Writer
    in_loop: bool = False

    def add(self, *statements: ir.Stmt) -> None:
        self.out.add(*statements)

    # ------------------------------------------------------------ blocks
    def block(self, body: Sequence[Statement], c: Scope) -> Scope:
        """The sentences in their order; raises CompileError, with the place, of what can not be carried out."""
        for x in body:
            c = self._come_to(x, c)
            if has(x.op, "leaves"):
                self._leave(x)
                return c
            try:
                c = SENTENCES[x.op](self, x, c) or c
            except CompileError as error:
                error.span = error.span or x.span
                raise
            if self._never_goes_on(x, c):
                return c
        return c

    def inside(self, body: Sequence[Statement], c: Scope) -> ir.Block:
        """The sentences as a block of their own."""
        with self.out.inner() as made:
            self.block(body, c)
        return tuple(made)

    def loop(self, body: Sequence[Statement], c: Scope) -> ir.Block:
        """The same as the body of a loop."""
        outer, self.in_loop = self.in_loop, True
        made = self.inside(body, c)
        self.in_loop = outer
        return made

    def _come_to(self, x: Statement, c: Scope) -> Scope:
        self.low.here = x.span
        c = c.at(self.low.line(x.span))
        self.low.rule_of.setdefault(c.line, self.low.rule)
        if self.low.trace is not None and x.op != "said":
            self.add(ir.Do(self.low.seen(x.span, number(0))))
            if self.low.trace.listens:
                self.add(*explain.working(self.low, x, c))
        return c

    def _leave(self, x: Statement) -> None:
        """`stop`, `skip` or `succeed`."""
        if x.op == "succeed":
            self.add(ir.Store(number(self.low.layout.success), number(1)))
        self.add(ir.Continue() if x.op == "skip" and self.in_loop else ir.Return())

    def _never_goes_on(self, x: Statement, c: Scope) -> bool:
        """Whether options decide an `if` so that nothing after it is carried out."""
        if x.op != "if":
            return False
        test = condition(self.low, x.args["c"], c).const
        return test is not None and leaves(x.body if test else x.otherwise or [])

    # ------------------------------------------------------------ values
    def atom(self, code: ir.Expr, stem: str) -> ir.Expr:
        """The expression in a local, so that it is worked out once."""
        return code if code.atomic else self.keep(code, stem)

    def keep(self, code: ir.Expr, stem: str) -> ir.Local:
        held = code.type
        local = self.low.variable(stem, Int(0, 1) if isinstance(held, Bool) else held)
        self.add(ir.Let(local, code))
        return local

    def journal(self, c: Scope, sort: str, *what: ir.Expr) -> None:
        self.add(ir.Journal(c.line, c.me, sort, what))

    def named(self, name: str, code: ir.Expr, c: Scope) -> Scope:
        """The value under a name of the rules, for the lines after it."""
        local = self.out.local(self.low.local_name(name), held(code.type))
        self.add(ir.Let(local, code))
        return c.bind(**{name: local})


def held(type_: Type) -> Type:
    """What a local holds that may be set anew: no narrower than what else may be put there."""
    if not isinstance(type_, Int):
        return type_
    return Int(min(type_.low, -1), type_.high) if type_.low >= -1 and type_.high < 4096 else NUMBER


# ---------------------------------------------------------------- control
@sentence("let")
def _let(b: Body, x: Statement, c: Scope) -> Scope:
    code = value(b.low, x.args["v"], c)
    if isinstance(code.type, SEVERAL):
        code = snapshot(code)
    return b.named(x.data["x"], code, c)


@sentence("if")
def _if(b: Body, x: Statement, c: Scope) -> None:
    test = b.low.asked(x.span, condition(b.low, x.args["c"], c))
    _either(b, test, x.body, x.otherwise, c)


@sentence("said")
def _said(b: Body, x: Statement, c: Scope) -> None:
    _either(b, modifiers.heard(b.low, x.data["modifier"], c), x.body, x.otherwise, c)


def _either(b: Body, test: ir.Expr, body: Sequence[Statement], otherwise: Sequence[Statement] | None, c: Scope) -> None:
    """`otherwise if` goes no deeper here, however many of them there are."""
    if test.const is not None:
        b.block(body if test.const else otherwise or [], c)
        return
    branches, last = [(test, b.inside(body, c))], None
    while last is None:
        chained = _chained(otherwise)
        if chained is None:
            last = b.inside(otherwise or [], c)
            break
        here = c.at(b.low.line(chained.span))
        b.low.here = chained.span
        test = b.low.asked(chained.span, condition(b.low, chained.args["c"], here))
        otherwise = chained.otherwise
        if test.const is None:
            branches.append((b.low.seen(chained.span, test), b.inside(chained.body, here)))
        elif test.const:
            last = b.inside(chained.body, here)
    for test, block in reversed(branches):
        last = (ir.If(test, block, last),)
    b.add(*last)


def _chained(otherwise: Sequence[Statement] | None) -> Statement | None:
    """The `otherwise if` of an `if`."""
    first = otherwise[0] if otherwise else None
    return first if first is not None and first.data.get("chained") else None


@sentence("each")
def _each(b: Body, x: Statement, c: Scope) -> None:
    source = value(b.low, x.args["s"], c)
    var = b.out.local(b.low.local_name(x.data["x"]), element(several(source)))
    b.add(ir.For(var, source, b.loop(x.body, c.bind(**{x.data["x"]: var}))))


@sentence("each-player")
def _each_player(b: Body, x: Statement, c: Scope) -> None:
    source = value(b.low, x.args["s"], c)
    me = b.low.variable("me", b.low.me.type)
    b.add(ir.For(me, source, b.loop(x.body, c.bind(me=me))))


@sentence("for-player")
def _for_player(b: Body, x: Statement, c: Scope) -> None:
    me = b.low.variable("me", b.low.me.type)
    b.add(ir.Let(me, value(b.low, x.args["w"], c)))
    b.block(x.body, c.bind(me=me))


def times(b: Body, x: Statement, c: Scope) -> ir.Expr:
    """How often a loop runs; a number that is only known in play is held against a limit."""
    n = value(b.low, x.args["n"], c)
    return n if n.const is not None else ir.Op("times", (n,), c.line)


@sentence("repeat")
def _repeat(b: Body, x: Statement, c: Scope) -> None:
    b.add(ir.Repeat(times(b, x, c), b.loop(x.body, c)))


@sentence("repeat-until", "repeat-while")
def _repeat_until(b: Body, x: Statement, c: Scope) -> None:
    test = condition(b.low, x.args["c"], c)
    over = test if x.op == "repeat-until" else not_(test)
    count = times(b, x, c)
    body = b.loop(x.body, c)
    b.add(ir.Repeat(count, (ir.If(over, (ir.Break(),)), *body)))


@sentence("at-once")
def _at_once(b: Body, x: Statement, c: Scope) -> None:
    me = b.low.variable("me", b.low.me.type)
    rule = rules.at_once(b.low, c.line)
    b.journal(c, "call")
    b.add(ir.Journal(c.line, number(-1), "begin", (number(rule), ir.Tuple((), DATA))))
    outer, b.in_loop = b.in_loop, False
    with rules.inside(b.low, rule):
        body = b.inside(x.body, c.bind(me=me))
    b.add(ir.AtOnce(me, (ir.Journal(c.line, me, "part", ()), *body)))
    b.in_loop = outer


# ---------------------------------------------------------------- calls
@sentence("do")
def _do(b: Body, x: Statement, c: Scope) -> None:
    """A sentence that is a deed of the game."""
    point = b.low.program.points[x.data["point"]]
    args = {n: _given(b, node, c) for n, node in x.args.items()}
    if "me" not in args and "me" in c.names:
        args["me"] = c.names["me"]
    if point.sort == "entry":
        args["this-card"] = c.names["this-card"]
    b.journal(c, "call")
    b.add(ir.Do(ir.Call(calls.deed(b.low, point), calls.arguments(point, args))))


def _given(b: Body, node: Node, c: Scope) -> ir.Expr:
    """What a deed is given; a set as it is now, whatever moves away later."""
    code = value(b.low, node, c)
    return snapshot(code) if isinstance(code.type, SEVERAL) and not code.atomic else code


@sentence("carry-out")
def _carry_out(b: Body, x: Statement, c: Scope) -> None:
    """A card of a family that is carried out, on a thing or not."""
    family = x.args["a"].type.of
    args = [c.me, value(b.low, x.args["a"], c)]
    if b.low.program.families[family].slot is not None:
        args.append(value(b.low, x.args["p"], c) if "p" in x.args else number(-1))
    fails = c.line if "others" in x.data else None
    carry = calls.carry(b.low, family, carried(b.low.program, x), fails)
    b.journal(c, "call")
    b.add(ir.Do(ir.Call(carry, tuple(args))))


@sentence("open")
def _open(b: Body, x: Statement, c: Scope) -> None:
    """A window that is opened."""
    made = b.low.program.windows[x.data["w"]]
    b.journal(c, "call")
    b.add(ir.Do(ir.Call(calls.window(b.low, made), (c.me,))))


# ---------------------------------------------------------------- the course of the game
@sentence("begin")
def _begin(b: Body, x: Statement, c: Scope) -> Scope | None:
    """The roles and the marks of a scene, as they are at its beginning; then its body."""
    low, name = b.low, x.data["point"]
    scene = low.program.scenes[name]
    for slot in scene.slots:
        b.add(ir.Store(number(low.layout.roles[name, slot]), value(low, x.args[slot], c)))
    for mark_name in scene.marks:
        mark = low.program.marks[mark_name]
        base = low.layout.marks[mark_name]
        for k, it in enumerate(low.layout.first_owners(mark)):
            b.add(ir.Store(number(base + k), first_value(low, mark, it, c)))
    b.journal(c, "call")
    rule = rules.of_point(low, low.program.points[name])
    roles = [ir.Load(number(low.layout.roles[name, slot])) for slot in scene.slots if slot != "me"]
    b.add(ir.Journal(c.line, c.me, "begin", (number(rule), ir.Tuple(tuple(roles), DATA))))
    with rules.inside(low, rule):
        return b.block(x.body, c)


@sentence("needs")
def _needs(b: Body, x: Statement, c: Scope) -> None:
    test = b.low.asked(x.span, not_(condition(b.low, x.args["c"], c)))
    if test.const == 0:
        return
    why = texts.reason(b.low, x.data.get("reason"), c)
    fail = ir.Fail(c.line, why)
    b.add(fail if test.const else ir.If(test, (fail,)))


@sentence("end-game")
def _end_game(b: Body, x: Statement, c: Scope) -> None:
    source = value(b.low, x.args["s"], c)
    who = b.low.variable("x", element(several(source)))
    keys = [value(b.low, x.args[k], c.bind(it=who)) for k in "nm" if k in x.args]
    b.add(ir.End(who, source, tuple(keys), c.line), ir.Return())


@sentence("end-won")
def _end_won(b: Body, x: Statement, c: Scope) -> None:
    """Those who have won rank before all others; somebody must have."""
    node = x.args["w"]
    code = value(b.low, node, c)
    players = Seq(0, b.low.layout.players - 1)
    won = b.keep(ir.Items((code,), players) if node.type.head == "kind" else snapshot(code), "won")
    b.add(ir.If(not_(ir.Binary(">", size(won), number(0))), (ir.Fail(c.line),)))
    who = b.low.variable("x", Int(0, b.low.layout.players - 1))
    rank = ir.Either(ir.Contains(who, won), number(1), number(0))
    b.add(ir.End(who, ir.Range(number(0), number(b.low.layout.players)), (rank,), c.line), ir.Return())
