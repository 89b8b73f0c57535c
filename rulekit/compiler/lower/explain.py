"""Why something is refused or allowed: the same conditions as the rules, with their texts, worked out only when somebody asks.

``refused_n``: for each candidate that is no option ``(value, line, reason)``. ``facts_n(frame, v)``: what option ``v`` rests
on, ``(line, sort, holds, [(template, values), ...])`` in the order in which the rules look; it ends with the line that
refuses, so that nothing is asked which the rules would not ask. What somebody at the table may not see is not among the
values. ``named_n``: what the names in these conditions stand for, ``[(template, values), ...]``. There is no second copy of the
rules: the conditions are those of the filters.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from attrs import frozen

from rulekit.compiler.analysis.liveness import free
from rulekit.compiler.errors import CompileError
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import TRUE, append, compare, empty, given, not_, number
from rulekit.compiler.ir.types import DATA, NUMBER, TEXT, VOID, Seq, element
from rulekit.compiler.lower import modifiers, notes, options, points, templates
from rulekit.compiler.lower.compared import SHOWN, WORKED, compared, compared_value, put
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.courses import courses_of
from rulekit.compiler.lower.expressions import condition, several, value
from rulekit.compiler.lower.modifiers import RefusalClause
from rulekit.compiler.lower.scope import Scope, Writer
from rulekit.compiler.lower.sets import those
from rulekit.dsl import accessors as get
from rulekit.dsl.points import Modifier, Point
from rulekit.dsl.subset_choice import conditions, peel
from rulekit.dsl.tree import Node, Statement, TextTemplate

OUT, WHY = ir.Local("out", DATA), ir.Local("why", DATA)
V = ir.Local("v", NUMBER)
"""The answer"""
NOTHING = ir.Const("None", DATA)
Bodies = dict[str, tuple[ir.Block, tuple[ir.Local, ...]]]
"""sort of function -> what it does, and what it is given besides the locals in sight"""


def _truth(test: ir.Expr) -> ir.Expr:
    """The condition as a truth, also where it is a number."""
    return ir.Not(ir.Not(test))


def _explaining(low: Lowering, prefix: str, point: Point, write: Callable[[Lowering, Point, Writer], None]) -> str:
    """The name of a function that explains a permission."""
    key = f"{prefix} {point.name}"
    if key not in low.made:
        low.made[key] = low.names.new(prefix, point.name)
        out = Writer()
        write(low, point, out)
        low.function(low.made[key], points.params(low, point), out.block, DATA, "explain")
    return low.made[key]


def _called(low: Lowering, explaining: Callable[[Lowering, Point], str], permission: Node, names: Scope) -> ir.Call:
    """A call of such a function, about what a condition asks of the permission."""
    point = low.points[permission.data["point"]]
    args = tuple([value(low, permission.args[n], names) for n in point.slots])
    return ir.Call(explaining(low, point), args, DATA)


@frozen
class QuestionInfo:
    """A question, for those who explain it."""

    number: int
    x: Statement
    c: Scope
    labels: Sequence[TextTemplate]
    tests: Sequence[ir.Expr]
    device: ir.DeviceCall | None


# ---------------------------------------------------------------- questions
def question(low: Lowering, q: QuestionInfo) -> tuple[ir.Local, ...]:
    """The functions of a question; gives the locals that they have to be given."""
    bodies: Bodies = {}
    for sort, (write, more) in WRITERS.items():
        out = Writer()
        write(low, q, out)
        if out.block:
            bodies[sort] = (out.block, more)
    named = _named(low, q, {local.name for body, more in bodies.values() for local in free(body, more)})
    if named:
        bodies["named"] = (named, ())
    bodies |= notes.bodies(low, q.x, q.c)
    return _functions(low, q.number, bodies)


def of_window(low: Lowering, number: int, prompt: TextTemplate | None, c: Scope) -> tuple[ir.Local, ...]:
    """The same for the question of a window: only its text is worked out."""
    if prompt is None:
        return ()
    return _functions(low, number, {"prompt": ((ir.Return(templates.reason(low, prompt, c)),), ())})


def _functions(low: Lowering, number: int, bodies: Bodies) -> tuple[ir.Local, ...]:
    shown: dict[str, ir.Local] = {}
    for body, more in bodies.values():
        shown.update({local.name: local for local in free(body, more)})
    low.explaining[number] = [f"{sort}__{number}" for sort in bodies]
    for sort, (body, more) in bodies.items():
        low.function(f"{sort}__{number}", (*shown.values(), *more), body, DATA, "explain")
    return tuple(shown.values())


def _prompt(low: Lowering, q: QuestionInfo, out: Writer) -> None:
    if q.device is not None:
        asked = ir.Local("asked", DATA)
        said = ir.Tuple((ir.Subscript(asked, number(0)),), DATA)
        template = number(templates.of_token(low, q.x.data["question"]))
        out.add(ir.Let(asked, q.device), ir.Return(ir.Tuple((template, said), DATA)))
    elif q.x.data.get("prompt") is not None:
        out.add(ir.Return(templates.reason(low, q.x.data["prompt"], q.c)))


def _label(low: Lowering, q: QuestionInfo, out: Writer) -> None:
    if q.x.op != "choose-one":
        for label in q.labels:
            out.add(ir.If(compare(V, "==", number(1)), (ir.Return(templates.reason(low, label, q.c)),)))
        return
    courses = courses_of(low, q.x)
    for k, label in enumerate(q.labels):
        with out.inner() as then:
            inside = courses.scope(low, k, V, q.c, out)
            out.add(ir.Return(templates.reason(low, label, inside)))
        out.add(ir.If(compare(courses.course(V), "==", number(k)), tuple(then)))


# ------------------------------------------------------------ what is refused, and why
def _refused(low: Lowering, q: QuestionInfo, out: Writer) -> None:
    x, c = q.x, q.c
    out.add(ir.Let(OUT, empty(DATA)))
    if q.device is not None:
        pass
    elif x.op == "choose-one":
        for k, (branch, test) in enumerate(zip(x.body, q.tests, strict=True)):
            if test.const is None:
                _refused_branch(low, k, get.condition(branch), c.at(low.line(branch.span)), out)
    elif x.op in ("choose", "choose-band") or (x.op != "may" and options.refused_outside(low, x)):
        _refused_members(low, x, c, out)
    out.add(ir.Return(OUT))


def _refused_members(low: Lowering, x: Statement, c: Scope, out: Writer) -> None:
    """Members that a condition of the choice, or a modifier from outside, refuses."""
    found = options.parts(x)
    source = options.numbers_of(low, x, c) if found.base is None else value(low, found.base, c)
    member = low.variable("x", element(several(source)))
    names = options.about(x, member, c)
    with out.inner() as body:
        if x.op == "choose-band":
            out.add(ir.If(ir.Contains(member, c.names[x.data["x"]]), (ir.Continue(),)))
        for test in found.tests:
            _why(low, test, names, out, member)
        for refusal in modifiers.refusals(low, options.point(low, x), names):
            said = templates.reason(low, refusal.by.reason, refusal.names)
            entry = put(OUT, member, number(low.line(refusal.by.span)), said)
            out.when(refusal.test, entry, ir.Continue())
    out.add(ir.For(member, source, tuple(body)))


def _refused_branch(low: Lowering, branch: int, rule: Node, names: Scope, out: Writer) -> None:
    """Why a branch of a `choose one` is refused: what the author says of the first condition that does not hold, if that is one
    permission, or if all things of which there should be one are refused alike; else its line."""
    option = low.variable("x", NUMBER)
    with out.inner() as body:
        for part in conditions(rule):
            if part.op == "exist":
                _none_allowed(low, part, option, names, out)
            _why(low, part, names, out, option)
    out.add(ir.For(option, ir.Items((number(branch),), Seq(branch, branch)), tuple(body)))


def _none_allowed(low: Lowering, part: Node, option: ir.Local, names: Scope, out: Writer) -> None:
    """`there are towns where entering it is allowed`: the reason, where all towns are refused for one and the same."""
    base, filters = peel(get.members(part))
    asked = [f for f in filters if f.op == "allowed"]
    if len(asked) != 1:
        return
    source = value(low, base, names)
    for other in (f for f in filters if f is not asked[0]):
        source = those(low, source, other, names)
    member, whys = low.variable("y", element(several(source))), ir.Local("whys", DATA)
    found = _called(low, reason, get.permission(asked[0]), names.bind(it=member))
    out.add(ir.Let(whys, ir.Map(member, source, found, DATA)))
    _refused_for(ir.Op("common", (whys,), -1, DATA), option, out)


def _why(low: Lowering, test: Node, names: Scope, out: Writer, member: ir.Local) -> None:
    """Adds: if the condition does not hold, the member is refused with the line and the reason."""
    failed = not_(condition(low, test, names))
    if failed.const == 0:
        return
    if test.op == "allowed":
        _refused_for(_called(low, reason, get.permission(test), names), member, out)
    else:
        out.when(failed, put(OUT, member, number(names.line), NOTHING), ir.Continue())


def _refused_for(reason: ir.Expr, member: ir.Local, out: Writer) -> None:
    """Adds: the member is refused, if there is a reason."""
    entry = put(OUT, member, ir.Subscript(WHY, number(0)), ir.Subscript(WHY, number(1)))
    out.add(ir.Let(WHY, reason), ir.If(given(WHY), (entry, ir.Continue())))


def reason(low: Lowering, point: Point) -> str:
    """The function of a permission: ``(line, (template, values))`` of the refusal that speaks, or None.

    Where a refusal rests on another permission, that one's reason is given: it is closer to the cause.
    """
    return _explaining(low, "why", point, _reason)


def _reason(low: Lowering, point: Point, out: Writer) -> None:
    for refusal in points.refusals(low, point, points.scope(low, point), out):
        if refusal.test.const == 0:
            continue
        by = refusal.by
        with out.inner() as body:
            for node in _asked(by.condition) if by.condition is not None else ():
                if node.op == "allowed":
                    out.add(ir.Let(WHY, _called(low, reason, get.permission(node), refusal.names)))
                    out.add(ir.If(given(WHY), (ir.Return(WHY),)))
            said = templates.reason(low, by.reason, refusal.names)
            out.add(ir.Return(ir.Tuple((number(low.line(by.span)), said), DATA)))
        out.when(refusal.test, *body)
    out.add(ir.Return(NOTHING))


# ------------------------------------------------------------ what an option rests on
def _facts(low: Lowering, q: QuestionInfo, out: Writer) -> None:
    if low.trace is not None or q.device is not None:
        return
    x, c = q.x, q.c
    out.add(ir.Let(OUT, empty(DATA)))
    match x.op:
        case "choose-one":
            for k, branch in enumerate(x.body):
                if "c" in branch.args:
                    here = c.at(low.line(branch.span))
                    _condition_where(low, compare(V, "==", number(k)), get.condition(branch), here, out)
        case "may":
            if "c" in x.args:
                _condition_where(low, compare(V, "!=", number(0)), get.condition(x), c, out)
        case "choose-number":
            _bounds(low, x, c, out)
            _outside(low, x, options.about(x, V, c), out)
        case "choose-numbers":
            _outside(low, x, options.about(x, V, c), out)
        case "choose" | "choose-band":
            out.add(ir.If(compare(V, "<", number(0)), (ir.Return(OUT),)))
            names = options.about(x, V, c)
            for test in options.parts(x).tests:
                _condition(low, test, names, out)
            _outside(low, x, names, out)
    out.add(ir.Return(OUT))


def _bounds(low: Lowering, x: Statement, c: Scope, out: Writer) -> None:
    out.add(ir.Let(WORKED, empty(DATA)))
    for slot in "ab":
        compared_value(low, x.args[slot], c, out)
    least, most = (value(low, x.args[slot], c) for slot in "ab")
    out.add(put(OUT, number(c.line), ir.Const("filter", TEXT), ir.Between(least, V, most), WORKED))


def _condition(low: Lowering, test: Node, names: Scope, out: Writer) -> None:
    """A condition that has to hold; where it does not, nothing more is looked at."""
    found = condition(low, test, names)
    if found.const is not None:
        return
    out.add(ir.Let(WORKED, empty(DATA)))
    out.add(put(OUT, number(names.line), ir.Const("filter", TEXT), _truth(found), WORKED))
    compared(low, test, names, out, _worked_of, wanted=True)
    out.add(ir.If(not_(found), (ir.Return(OUT),)))


def _condition_where(low: Lowering, where: ir.Expr, test: Node, names: Scope, out: Writer) -> None:
    """The same for one of the answers."""
    with out.inner() as then:
        _condition(low, test, names, out)
    out.add(ir.If(where, tuple(then)))


def _outside(low: Lowering, x: Statement, names: Scope, out: Writer) -> None:
    """Refusals by cards and variants, as far as they are in force."""
    for refusal in modifiers.refusals(low, options.point(low, x), names):
        _refusal(low, refusal, out)


def _named(low: Lowering, q: QuestionInfo, known: Collection[str]) -> ir.Block:
    """What the names in the conditions of a question stand for, as far as the other functions are given them (``known``): a frame
    holds nothing for this alone."""
    if low.trace is not None or q.device is not None or q.x.op not in ("choose", "choose-band"):
        return ()
    out, told = Writer(), set[str]()
    out.add(ir.Let(OUT, empty(DATA)))
    for node in (inner for test in options.parts(q.x).tests for inner in test.walk() if inner.op in ("local", "role")):
        name = str(node.data.get("name") or node.data.get("role"))
        if name in told or node.type.head not in SHOWN or not low.secrets.open(node, q.c.unseen):
            continue
        try:
            found = value(low, node, q.c)
        except (KeyError, CompileError):  # the member of a set
            continue
        told.add(name)
        if free((ir.Return(found),), ()) and {local.name for local in free((ir.Return(found),), ())} <= {*known}:
            template = number(templates.named(low, name, node))
            out.add(append(OUT, ir.Tuple((template, ir.Tuple((found,), DATA)), DATA)))
    out.add(ir.Return(OUT))
    return out.block if told else ()


def _worked_of(low: Lowering, permission: Node, names: Scope, out: Writer) -> None:
    """Adds what a permission that a condition asks for rests on."""
    call = _called(low, _permission, permission, names)
    out.add(ir.Do(ir.Op("extend", (OUT, call), made=VOID)))


def _permission(low: Lowering, point: Point) -> str:
    return _explaining(low, "facts", point, _permission_facts)


def _permission_facts(low: Lowering, point: Point, out: Writer) -> None:
    out.add(ir.Let(OUT, empty(DATA)))
    for refusal in points.refusals(low, point, points.scope(low, point), out):
        _refusal(low, refusal, out)
    out.add(ir.Return(OUT))


def _refusal(low: Lowering, refusal: RefusalClause, out: Writer) -> None:
    by, names = refusal.by, refusal.names
    force = modifiers.in_force(low, by, names) if isinstance(by, Modifier) else TRUE
    if refusal.test.const is not None or force.const == 0:
        return
    line = number(low.line(by.span))
    with out.inner() as body:
        out.add(ir.Let(WORKED, empty(DATA)))
        out.add(put(OUT, line, ir.Const("refusal", TEXT), _truth(refusal.test), WORKED))
        if by.condition is not None:
            compared(low, by.condition, names, out, _worked_of, wanted=False)
        out.add(ir.If(refusal.test, (ir.Return(OUT),)))
    out.when(force, *body)


def _asked(test: Node) -> Iterator[Node]:
    """The conditions that one is put together from; not those about the members of a set."""
    yield test
    if test.op in ("and", "or", "not"):
        for part in test.args.values():
            yield from _asked(part)


WRITERS: Mapping[str, tuple[Callable[[Lowering, QuestionInfo, Writer], None], tuple[ir.Local, ...]]] = {
    "prompt": (_prompt, ()),
    "label": (_label, (V,)),
    "refused": (_refused, ()),
    "facts": (_facts, (V,)),
}
"""The functions of a question, and what each is given besides the locals in sight."""
