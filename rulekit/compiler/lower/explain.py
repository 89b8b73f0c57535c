"""Why something is refused or allowed: the same conditions as the rules, with their texts, worked out only when somebody asks.

``refused_n``: for each candidate that is no option ``(value, line, reason)``. ``facts_n(frame, v)``: what option ``v`` rests
on, ``(line, sort, holds, [(template, values), ...])`` in the order in which the rules look; it ends with the line that
refuses, so that nothing is asked which the rules would not ask. What somebody at the table may not see is not among the
values. There is no second copy of the rules: the conditions are those of the filters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from attrs import frozen

from rulekit.compiler.analysis.liveness import free
from rulekit.compiler.impossible import Impossible
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import compare, not_, number
from rulekit.compiler.ir.types import BOOL, DATA, NUMBER, TEXT, VOID, Seq, element
from rulekit.compiler.lower import options, points, texts
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import condition, several, value
from rulekit.compiler.lower.scope import Scope, Writer
from rulekit.compiler.lower.sets import filtered
from rulekit.diagnostics import Span
from rulekit.dsl.bands import conditions, peel
from rulekit.dsl.operations import has, having
from rulekit.dsl.points import Point, Saying
from rulekit.dsl.spoken import say
from rulekit.dsl.tree import Node, Statement

PLAIN = ("entity", "number", "none", "truth", "group-member")
SHOWN = ("number", "kind", "truth")
"""Sorts of values that say something to a person"""
OUT, WORKED, WHY = ir.Local("out", DATA), ir.Local("w", DATA), ir.Local("why", DATA)
NOTHING = ir.Const("None", DATA)


def _list() -> ir.Expr:
    return ir.Op("list", (ir.Items((), DATA),), -1, DATA)


def _put(target: ir.Local, *items: ir.Expr) -> ir.Stmt:
    return ir.Do(ir.Op("append", (target, ir.Tuple(items, DATA)), made=VOID))


def _truth(test: ir.Expr) -> ir.Expr:
    """The condition as a truth, also where it is a number."""
    return ir.Not(ir.Not(test))


@frozen
class Asked:
    """A question, for those who explain it."""

    number: int
    x: Statement
    c: Scope
    labels: Sequence[Any]
    tests: Sequence[ir.Expr]
    device: ir.Device | None


# ---------------------------------------------------------------- questions
def question(low: Lowering, q: Asked) -> tuple[ir.Local, ...]:
    """The functions of a question; gives the locals that they have to be given."""
    x, c = q.x, q.c
    bodies: dict[str, tuple[ir.Block, tuple[ir.Local, ...]]] = {}
    v = ir.Local("v", NUMBER)
    prompt = _prompt(low, q)
    if prompt is not None:
        bodies["prompt"] = (prompt, ())
    if q.labels:
        out = Writer()
        for k, label in enumerate(q.labels):
            said = texts.reason(low, label, c)
            out.add(ir.If(compare(v, "==", number(k if x.op == "choose-one" else 1)), (ir.Return(said),)))
        bodies["label"] = (out.block, (v,))
    bodies["refused"] = (_refused(low, q), ())
    if low.trace is None and q.device is None:
        bodies["facts"] = (_question_facts(low, x, c, v), (v,))
    shown: dict[str, ir.Local] = {}
    for body, more in bodies.values():
        shown.update({local.name: local for local in free(body, more)})
    names = []
    for sort, (body, more) in bodies.items():
        name = f"{sort}__{q.number}"
        names.append(name)
        low.function(name, (*shown.values(), *more), body, DATA, "explain")
    low.explaining[q.number] = names
    return tuple(shown.values())


def _prompt(low: Lowering, q: Asked) -> ir.Block | None:
    if q.device is not None:
        asked = ir.Local("asked", DATA)
        said = ir.Tuple((ir.Item(asked, number(0)),), DATA)
        template = number(texts.of_token(low, q.x.data["question"]))
        return (ir.Let(asked, q.device), ir.Return(ir.Tuple((template, said), DATA)))
    if q.x.data.get("prompt") is None or (q.x.op == "choose-one" and "prompt" not in q.x.data):
        return None
    return (ir.Return(texts.reason(low, q.x.data["prompt"], q.c)),)


# ------------------------------------------------------------ what is refused, and why
def _refused(low: Lowering, q: Asked) -> ir.Block:
    x, c = q.x, q.c
    out = Writer()
    out.add(ir.Let(OUT, _list()))
    if q.device is not None:
        pass
    elif x.op == "choose-one":
        for k, (branch, test) in enumerate(zip(x.body, q.tests, strict=True)):
            if test.const is None:
                _refused_branch(low, k, branch.args["c"], c.at(low.line(branch.span)), out)
    elif x.op == "choose-band":
        _refused_subset(low, x, c, out)
    elif x.op == "choose" or (x.op != "may" and options.refused_outside(low, x)):
        _refused_members(low, x, c, out)
    out.add(ir.Return(OUT))
    return out.block


def _refused_members(low: Lowering, x: Statement, c: Scope, out: Writer) -> None:
    tests: list[Node] = []
    if x.op == "choose":
        base, tests = peel(x.args["s"])
        source = value(low, base, c)
    else:
        source = options.numbers_of(low, x, c)
    member = low.variable("x", element(several(source)))
    names = c.bind(it=member, **{x.data["x"]: member})
    with out.inner() as body:
        for test in tests:
            why(low, test, names, out, member)
        _refused_outside(low, x, member, names, out)
    out.add(ir.For(member, source, tuple(body)))


def _refused_branch(low: Lowering, branch: int, rule: Node, names: Scope, out: Writer) -> None:
    """Why a course of a `choose one` is refused: what the author says of the first condition that does not hold, if that is one
    permission, or if all things of which there should be one are refused alike; else its line."""
    option = low.variable("x", NUMBER)
    with out.inner() as body:
        for part in conditions(rule):
            if part.op == "exist":
                _none_allowed(low, part, option, names, out)
            why(low, part, names, out, option)
    out.add(ir.For(option, ir.Items((number(branch),), Seq(branch, branch)), tuple(body)))


def _none_allowed(low: Lowering, part: Node, option: ir.Local, names: Scope, out: Writer) -> None:
    """`there are towns where entering it is allowed`: the reason, where all towns are refused for one and the same."""
    base, filters = peel(part.args["s"])
    asked = [f for f in filters if f.op == "allowed"]
    if len(asked) != 1:
        return
    source, permission = value(low, base, names), asked[0].args["p"]
    for other in (f for f in filters if f is not asked[0]):
        source = filtered(low, source, partial(_holds, low, other, names))
    point, member = low.program.points[permission.data["point"]], low.variable("y", element(several(source)))
    args = tuple([value(low, permission.args[n], names.bind(it=member)) for n in point.slots])
    whys = ir.Local("whys", DATA)
    out.add(ir.Let(whys, ir.Map(member, source, ir.Call(reason(low, point), args, DATA), DATA)))
    out.add(ir.Let(WHY, ir.Op("common", (whys,), -1, DATA)))
    entry = _put(OUT, option, ir.Item(WHY, number(0)), ir.Item(WHY, number(1)))
    out.add(ir.If(ir.Op("some", (WHY,), made=BOOL), (entry, ir.Continue())))


def _holds(low: Lowering, rule: Node, names: Scope, member: ir.Expr) -> ir.Expr:
    return condition(low, rule, names.bind(it=member))


def _refused_subset(low: Lowering, x: Statement, c: Scope, out: Writer) -> None:
    """A condition, or somebody from outside."""
    found, chosen = options.parts(x), c.names[x.data["x"]]
    source = value(low, found.base, c)
    member = low.variable("x", element(several(source)))
    names = c.bind(it=member)
    with out.inner() as body:
        out.add(ir.If(ir.Contains(member, chosen), (ir.Continue(),)))
        for test in (*found.fixed, *found.moving):
            why(low, test, names, out, member)
        _refused_outside(low, x, member, names, out)
    out.add(ir.For(member, source, tuple(body)))


def _refused_outside(low: Lowering, x: Statement, member: ir.Local, names: Scope, out: Writer) -> None:
    point = low.program.choices.get(x.data.get("choice", ""))
    for saying in points.modifiers(low, point) if point is not None else ():
        if saying.op == "refuse":
            why = texts.reason(low, saying.reason, points.scope_of(low, saying, names))
            entry = _put(OUT, member, number(low.line(saying.span)), why)
            out.when(points.heard(low, saying, names), entry, ir.Continue())


def why(low: Lowering, test: Node, names: Scope, out: Writer, member: ir.Local) -> None:
    """Adds: if the condition does not hold, the member is refused with the line and the reason."""
    failed = not_(condition(low, test, names))
    if failed.const == 0:
        return
    inner = test.args["p"] if test.op == "allowed" else None
    if inner is None:
        out.when(failed, _put(OUT, member, number(names.line), NOTHING), ir.Continue())
        return
    point = low.program.points[inner.data["point"]]
    args = tuple([value(low, inner.args[n], names) for n in point.slots])
    out.add(ir.Let(WHY, ir.Call(reason(low, point), args, DATA)))
    entry = _put(OUT, member, ir.Item(WHY, number(0)), ir.Item(WHY, number(1)))
    out.add(ir.If(ir.Op("some", (WHY,), made=BOOL), (entry, ir.Continue())))


def reason(low: Lowering, point: Point) -> str:
    """The function of a permission: ``(line, (template, values))`` of the refusal that speaks, or None.

    Where a refusal rests on another permission, that one's reason is given: it is closer to the cause.
    """
    key = f"why {point.name}"
    if key in low.made:
        return low.made[key]
    name = low.made[key] = low.names.new("why", point.name)
    out = Writer()
    for ruling, saying, test, scope in points.refusals(low, point, points.scope(low, point), out):
        if test.const == 0:
            continue
        source = ruling or saying
        assert source is not None
        with out.inner() as body:
            for node in _asked(source.condition) if source.condition is not None else ():
                if node.op == "allowed":
                    nested = node.args["p"]
                    other = low.program.points[nested.data["point"]]
                    args = tuple([value(low, nested.args[n], scope) for n in other.slots])
                    out.add(ir.Let(WHY, ir.Call(reason(low, other), args, DATA)))
                    out.add(ir.If(ir.Op("some", (WHY,), made=BOOL), (ir.Return(WHY),)))
            said = texts.reason(low, source.reason, scope)
            out.add(ir.Return(ir.Tuple((number(low.line(source.span)), said), DATA)))
        out.when(test, *body)
    out.add(ir.Return(NOTHING))
    low.function(name, points.params(low, point), out.block, DATA, "explain")
    return name


# ------------------------------------------------------------ what an option rests on
def _question_facts(low: Lowering, x: Statement, c: Scope, v: ir.Local) -> ir.Block:
    out, low = Writer(), low
    out.add(ir.Let(OUT, _list()))
    member = ir.Local("v", NUMBER)
    stop = ir.If(compare(v, "<", number(0)), (ir.Return(OUT),))
    match x.op:
        case "choose-one":
            for k, branch in enumerate(x.body):
                if "c" in branch.args:
                    with out.inner() as then:
                        _condition(low, branch.args["c"], c, low.line(branch.span), out)
                    out.add(ir.If(compare(v, "==", number(k)), tuple(then)))
        case "may":
            if "c" in x.args:
                with out.inner() as then:
                    _condition(low, x.args["c"], c, c.line, out)
                out.add(ir.If(compare(v, "!=", number(0)), tuple(then)))
        case "choose-number":
            _bounds(low, x, c, v, out)
            _outside(low, x, c.bind(it=member, **{x.data["x"]: member}), out)
        case "choose":
            names = c.bind(it=member, **{x.data["x"]: member})
            out.add(stop)
            for test in peel(x.args["s"])[1]:
                _condition(low, test, names, c.line, out)
            _outside(low, x, names, out)
        case "choose-band":
            out.add(stop)
            found, names = options.parts(x), c.bind(it=member)
            for test in (*found.fixed, *found.moving):
                _condition(low, test, names, c.line, out)
            _outside(low, x, names, out)
    out.add(ir.Return(OUT))
    return out.block


def working(low: Lowering, x: Statement, c: Scope) -> ir.Block:
    """Before a sentence of a rule: the values that it works with, for whoever listens (:mod:`rulekit.explain.causes`)."""
    if not has(x.op, "works with numbers") and x.op not in ("if", "may", "repeat-until", "repeat-while"):
        return ()
    out = Writer()
    for slot, node in x.args.items():
        if slot == "c":
            _leaves(low, node, c, out, calls=False)
        elif node.type.head == "number" and has(x.op, "works with numbers"):
            _value(low, node, c, out)
    told = ir.Do(ir.Op("compared", (number(c.line), WORKED), made=VOID))
    return (ir.Let(WORKED, _list()), *out.block, told) if out.block else ()


def _bounds(low: Lowering, x: Statement, c: Scope, v: ir.Local, out: Writer) -> None:
    out.add(ir.Let(WORKED, _list()))
    for slot in "ab":
        _value(low, x.args[slot], c, out)
    least, most = (value(low, x.args[slot], c) for slot in "ab")
    test = ir.Between(least, v, most)
    out.add(_put(OUT, number(c.line), ir.Const("filter", TEXT), test, WORKED))


def _condition(low: Lowering, test: Node, names: Scope, line: int, out: Writer) -> None:
    """A condition that has to hold; where it does not, nothing more is looked at."""
    found = condition(low, test, names)
    if found.const is not None:
        return
    out.add(ir.Let(WORKED, _list()))
    out.add(_put(OUT, number(line), ir.Const("filter", TEXT), _truth(found), WORKED))
    _leaves(low, test, names, out)
    out.add(ir.If(not_(found), (ir.Return(OUT),)))


def _outside(low: Lowering, x: Statement, names: Scope, out: Writer) -> None:
    """Refusals by cards and variants, as far as they are in force."""
    point = low.program.choices.get(x.data.get("choice", ""))
    for saying in points.modifiers(low, point) if point is not None else ():
        if saying.op == "refuse":
            test = points.heard(low, saying, names)
            _refusal(low, test, saying, saying.condition, points.scope_of(low, saying, names), saying.span, out)


def _permission(low: Lowering, point: Point) -> str:
    key = f"facts {point.name}"
    if key in low.made:
        return low.made[key]
    name = low.made[key] = low.names.new("facts", point.name)
    out = Writer()
    out.add(ir.Let(OUT, _list()))
    for ruling, saying, test, scope in points.refusals(low, point, points.scope(low, point), out):
        source = ruling or saying
        if test.const is None and source is not None:
            _refusal(low, test, saying, source.condition, scope, source.span, out)
    out.add(ir.Return(OUT))
    low.function(name, points.params(low, point), out.block, DATA, "explain")
    return name


def _refusal(
    low: Lowering, test: ir.Expr, saying: Saying | None, rule: Node | None, names: Scope, span: Span, out: Writer
) -> None:
    force = points.in_force(low, saying, names) if saying is not None else ir.Const(True)
    if test.const is not None or force.const == 0:
        return
    line = number(low.line(span))
    with out.inner() as body:
        out.add(ir.Let(WORKED, _list()))
        out.add(_put(OUT, line, ir.Const("refusal", TEXT), _truth(test), WORKED))
        if rule is not None:
            _leaves(low, rule, names, out)
        out.add(ir.If(test, (ir.Return(OUT),)))
    out.when(force, *body)


# ------------------------------------------------------------ values
def _leaves(low: Lowering, test: Node, names: Scope, out: Writer, calls: bool = True) -> None:
    """What a condition compares; what is behind an `and` is looked at only where the rules would do so."""
    match test.op:
        case "and" | "or":
            first = condition(low, test.args["a"], names)
            _leaves(low, test.args["a"], names, out, calls)
            if first.const is None:
                with out.inner() as then:
                    _leaves(low, test.args["b"], names, out, calls)
                out.add(ir.If(first if test.op == "and" else not_(first), tuple(then)))
            elif bool(first.const) == (test.op == "and"):
                _leaves(low, test.args["b"], names, out, calls)
        case "not" if test.args["c"].op in (*having("compares"), "and", "or", "not", "allowed"):
            _leaves(low, test.args["c"], names, out, calls)
        case op if has(op, "compares"):
            for node in test.args.values():
                _value(low, node, names, out)
        case "allowed" | "not-allowed":
            if calls:
                permission = test.args["p"]
                point = low.program.points[permission.data["point"]]
                args = tuple([value(low, permission.args[n], names) for n in point.slots])
                call = ir.Call(_permission(low, point), args, DATA)
                out.add(ir.Do(ir.Op("extend", (OUT, call), made=VOID)))
        case _:
            _value(low, test, names, out)


def _value(low: Lowering, node: Node, names: Scope, out: Writer) -> None:
    sort = texts.sort(low, node.type)
    if node.op in PLAIN or sort[0] not in SHOWN or not low.secrets.open(node) or _by_chance(node):
        return
    try:
        found = value(low, node, names)
    except Impossible:
        return
    if found.const is None:
        template = number(texts.named(low, say(node), node))
        shown = texts.with_cards(low, node, found, names)
        out.add(_put(WORKED, template, ir.Tuple((shown,), DATA)))


def _asked(test: Node) -> Iterator[Node]:
    """The conditions that one is put together from; not those about the members of a set."""
    yield test
    if test.op in ("and", "or", "not"):
        for part in test.args.values():
            yield from _asked(part)


def _by_chance(node: Node) -> bool:
    """Whether to look at the value would be to draw it."""
    return any(n.phrase is not None and "chance" in n.phrase.data for n in node.walk())
