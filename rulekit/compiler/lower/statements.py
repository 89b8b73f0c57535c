"""Sentences: control, calls and the course of the game. Each sort of sentence has one function, registered by its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from attrs import define, field

from rulekit.compiler.errors import CompileError, Register
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import add, and_, compare, empty, not_, number, snapshot
from rulekit.compiler.ir.types import BOOL, DATA, NUMBER, SEVERAL, Bool, Int, Seq, element
from rulekit.compiler.lower import calls, modifiers, narration_scopes, templates
from rulekit.compiler.lower.compared import working
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import condition, several, value
from rulekit.compiler.lower.failures import fail_for, known
from rulekit.compiler.lower.scope import Scope, Writer
from rulekit.compiler.lower.values import first_value
from rulekit.dsl import accessors as get
from rulekit.dsl.arguments import HandlerSlots, taken
from rulekit.dsl.call_graph import carried
from rulekit.dsl.operations import has
from rulekit.dsl.points import Modifier
from rulekit.dsl.tree import Node, Statement, TextTemplate, leaves

MOST_REPEATS = 1_000
"""Most rounds of a loop whose number is only known in play (``times`` in :mod:`rulekit.runtime.prelude`)"""
Sentence = Callable[["BodyLowering", Statement, Scope], Scope | None]
ByName = TypeVar("ByName", bound=Callable[..., Scope | None])
"""What lowers a sentence, with the arguments that it takes by name: parts as they were read (`Node`) or lowered (`ir.Expr`)."""
SENTENCES: Register[Sentence] = Register(
    "nothing lowers the sentence `{}`: add a function with @sentence to the module of its subject in rulekit/compiler/lower/"
)
"""Operation -> what lowers it; filled by the modules that are named after their subject. A sentence that gives something a
name gives the scope of the lines after it."""


def sentence(*ops: str) -> Callable[[ByName], ByName]:
    """Registers a function for sentences of the typed tree. Raises TypeError for arguments that they do not have."""

    def register(handler: ByName) -> ByName:
        assert not SENTENCES.keys() & {*ops}, ops
        SENTENCES.update(dict.fromkeys(ops, _given(handler, taken(handler, 3, "sentence", *ops, made=ir.Expr))))
        return handler

    return register


def _given(handler: Callable[..., Scope | None], arguments: HandlerSlots) -> Sentence:
    """The handler, given its arguments."""

    def handle(b: BodyLowering, x: Statement, c: Scope) -> Scope | None:
        named = arguments.of(x.args, x.data)
        for name, slot in arguments.lowered:
            if slot in x.args:
                named[name] = value(b.low, x.args[slot], c)
        return handler(b, x, c, **named)

    return handle


@define
class BodyLowering:
    """Lowers the body of a function."""

    low: Lowering
    out: Writer
    in_loop: bool = False
    gather: Sentence | None = None
    """What takes the changes of an `all at once`, as long as it is open"""

    def add(self, *statements: ir.Stmt) -> None:
        self.out.add(*statements)

    # ------------------------------------------------------------ blocks
    def block(self, body: Sequence[Statement], c: Scope) -> Scope:
        """The sentences in their order; raises CompileError, with the place, of what cannot be carried out."""
        for x in body:
            c = self._come_to(x, c)
            if has(x.op, "leaves"):
                self._leave(x)
                return c
            try:
                lower = self.gather if self.gather is not None and changes(x) else SENTENCES[x.op]
                c = lower(self, x, c) or c
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
                self.add(*working(self.low, x, c))
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
        test = condition(self.low, get.condition(x), c).const
        return test is not None and leaves(x.body if test else x.otherwise or [])

    # ------------------------------------------------------------ values
    def atom(self, code: ir.Expr, stem: str) -> ir.Expr:
        """The expression in a local, so that it is evaluated once."""
        return code if code.atomic else self.keep(code, stem)

    def keep(self, code: ir.Expr, stem: str) -> ir.Local:
        held = code.type
        local = self.low.variable(stem, Int(0, 1) if isinstance(held, Bool) else held)
        self.add(ir.Let(local, code))
        return local

    def journal(self, c: Scope, row: ir.RowName, *what: ir.Expr) -> None:
        self.add(ir.Log(c.line, c.me, row, what))

    def named(self, name: str, code: ir.Expr, c: Scope) -> Scope:
        """The value under a name of the rules, for the lines after it."""
        local = self.out.local(self.low.local_name(name), code.type)
        self.add(ir.Let(local, code))
        return c.bind(**{name: local})


def changes(x: Statement) -> bool:
    """Whether a sentence itself changes the position."""
    return has(x.op, "sets") or has(x.op, "moves cards")


# ---------------------------------------------------------------- control
@sentence("let")
def _let(b: BodyLowering, said: Statement, c: Scope, *, x: str, v: ir.Expr) -> Scope:
    return b.named(x, snapshot(v) if isinstance(v.type, SEVERAL) else v, c)


@sentence("if")
def _if(b: BodyLowering, said: Statement, scope: Scope, *, c: Node) -> None:
    test = b.low.asked(said.span, condition(b.low, c, scope))
    _either(b, test, said.body, said.otherwise, scope)


@define(eq=False)
class ModifierBranch(Statement):
    """What a card or a variant says before, after or instead of a deed, as a branch of it."""

    modifier: Modifier = field(kw_only=True)


@sentence("said")
def _said(b: BodyLowering, x: Statement, c: Scope) -> None:
    assert isinstance(x, ModifierBranch)
    _either(b, modifiers.heard(b.low, x.modifier, c), x.body, x.otherwise, c)


def _either(
    b: BodyLowering, test: ir.Expr, body: Sequence[Statement], otherwise: Sequence[Statement] | None, c: Scope
) -> None:
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
        test = b.low.asked(chained.span, condition(b.low, get.condition(chained), here))
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
def _each(b: BodyLowering, said: Statement, c: Scope, *, x: str, s: ir.Expr) -> None:
    var = b.out.local(b.low.local_name(x), element(several(s)))
    b.add(ir.For(var, s, b.loop(said.body, c.bind(**{x: var}))))


@sentence("each-player")
def _each_player(b: BodyLowering, x: Statement, c: Scope, *, s: ir.Expr) -> None:
    me = b.low.variable("me", element(several(s)))
    b.add(ir.For(me, s, b.loop(x.body, c.bind(me=me))))


@sentence("for-player")
def _for_player(b: BodyLowering, x: Statement, c: Scope, *, w: Node) -> None:
    me = b.low.variable("me", b.low.me.type)
    b.add(ir.Let(me, value(b.low, w, c)))
    b.block(x.body, c.bind(me=me))


def rounds(n: ir.Expr, c: Scope) -> ir.Expr:
    """The rounds of a loop; how many there are is held against a limit where it is only known in play."""
    return ir.Range(number(0), _times(n, c))


def _times(n: ir.Expr, c: Scope) -> ir.Expr:
    return n if n.const is not None else ir.Op("times", (n,), c.line, Int(NUMBER.low, MOST_REPEATS))


@sentence("repeat")
def _repeat(b: BodyLowering, x: Statement, c: Scope, *, n: Node) -> None:
    k = b.low.variable("k", Int(0, NUMBER.high))
    b.add(ir.For(k, rounds(value(b.low, n, c), c), b.loop(x.body, c)))


@sentence("repeat-until", "repeat-while")
def _repeat_until(b: BodyLowering, x: Statement, scope: Scope, *, c: Node, n: Node) -> None:
    """After the last round it is over, or it fails, or an `otherwise` says what is done."""
    test = condition(b.low, c, scope)
    over = test if x.op == "repeat-until" else not_(test)
    times = _times(value(b.low, n, scope), scope)
    most: ir.Expr = times
    if times.const is None:  # it is counted once, before the first round
        most = held = b.low.variable("most", times.type)
        b.add(ir.Let(held, times))
    if x.otherwise is None:
        last: ir.Block = (fail_for(b.low, scope, "rounds over", known(b.low, scope, n), most),)
    else:
        last = (*b.inside(x.otherwise, scope), ir.Break())
    k = b.low.variable("k", Int(0, NUMBER.high))
    body = b.loop(x.body, scope)
    over_at_last = (ir.If(over, (ir.Break(),)), ir.If(compare(k, ">=", most), last))
    b.add(ir.For(k, ir.Range(number(0), add(most, number(1))), (*over_at_last, *body)))


@sentence("repeat-still")
def _repeat_still(b: BodyLowering, x: Statement, c: Scope, *, n: Node) -> None:
    """Before each round but the first it is seen whether the last one has changed anything."""
    before, k = b.low.variable("before", Seq()), b.low.variable("k", Int(0, NUMBER.high))
    through = rounds(value(b.low, n, c), c)
    b.add(ir.Let(before, empty(Seq())))
    chance = ir.Items(tuple(number(at) for at in b.low.layout.streams.values()), Seq())
    still = and_(compare(k, ">", number(0)), ir.Op("unchanged", (chance, before), made=BOOL))
    head = (ir.If(still, (ir.Break(),)), ir.Let(before, ir.Op("position", (chance,), made=Seq())))
    b.add(ir.For(k, through, (*head, *b.loop(x.body, c))))


@sentence("at-once")
def _at_once(b: BodyLowering, x: Statement, c: Scope) -> None:
    me = b.low.variable("me", b.low.me.type)
    rule = narration_scopes.at_once(b.low, c.line)
    b.journal(c, "Called")
    b.add(ir.Log(c.line, number(-1), "Begun", (number(rule), ir.Tuple((), DATA))))
    outer, b.in_loop = b.in_loop, False
    with narration_scopes.inside(b.low, rule):
        body = b.inside(x.body, c.bind(me=me))
    b.add(ir.AtOnce(me, (ir.Log(c.line, me, "PartBegun", ()), *body)))
    b.in_loop = outer


# ---------------------------------------------------------------- calls
@sentence("do")
def _do(b: BodyLowering, x: Statement, c: Scope, *, point: str) -> None:
    """A sentence that is a deed of the game."""
    deed = b.low.points[point]
    args = {n: _as_it_is(b, node, c) for n, node in x.args.items()}
    if "me" not in args and "me" in c.names:
        args["me"] = c.names["me"]
    if deed.sort == "entry":
        args["this-card"] = c.names["this-card"]
    b.journal(c, "Called")
    b.add(ir.Do(ir.Call(calls.deed(b.low, deed), calls.arguments(deed, args))))


def _as_it_is(b: BodyLowering, node: Node, c: Scope) -> ir.Expr:
    """What a deed is given; a set as it is now, whatever moves away later."""
    code = value(b.low, node, c)
    return snapshot(code) if isinstance(code.type, SEVERAL) and not code.atomic else code


@sentence("carry-out")
def _carry_out(
    b: BodyLowering, x: Statement, c: Scope, *, a: Node, p: Node | None = None, others: bool = False
) -> None:
    """A card of a family that is carried out, on a thing or not."""
    family = a.type.of
    args = [c.me, value(b.low, a, c)]
    if b.low.program.families[family].slot is not None:
        args.append(value(b.low, p, c) if p is not None else number(-1))
    fails = c.line if others else None
    carry = calls.carry(b.low, family, carried(b.low.program, x), fails)
    b.journal(c, "Called")
    b.add(ir.Do(ir.Call(carry, tuple(args))))


@sentence("open")
def _open(b: BodyLowering, x: Statement, c: Scope, *, w: str) -> None:
    """A window that is opened."""
    made = b.low.program.windows[w]
    b.journal(c, "Called")
    b.add(ir.Do(ir.Call(calls.window(b.low, made), (c.me,))))


# ---------------------------------------------------------------- the course of the game
@sentence("begin")
def _begin(b: BodyLowering, x: Statement, c: Scope, *, point: str) -> Scope | None:
    """The roles and the marks of a scene, as they are at its beginning; then its body."""
    low, scene = b.low, b.low.program.scenes[point]
    for slot in scene.slots:
        b.add(ir.Store(number(low.layout.roles[point, slot]), value(low, x.args[slot], c)))
    for mark_name in scene.marks:
        mark = low.program.marks[mark_name]
        base = low.layout.marks[mark_name]
        for k, it in enumerate(low.layout.first_owners(mark)):
            b.add(ir.Store(number(base + k), first_value(low, mark, it, c)))
    b.journal(c, "Called")
    rule = narration_scopes.of_point(low, low.points[point])
    roles = [ir.Load(number(low.layout.roles[point, slot])) for slot in scene.slots if slot != "me"]
    b.add(ir.Log(c.line, c.me, "Begun", (number(rule), ir.Tuple(tuple(roles), DATA))))
    with narration_scopes.inside(low, rule):
        return b.block(x.body, c)


@sentence("needs")
def _needs(b: BodyLowering, x: Statement, scope: Scope, *, c: Node, reason: TextTemplate | None = None) -> None:
    test = b.low.asked(x.span, not_(condition(b.low, c, scope)))
    if test.const == 0:
        return
    fail = ir.Fail(scope.line, templates.reason(b.low, reason, scope))
    b.add(fail if test.const else ir.If(test, (fail,)))
