"""Questions: their options, and functions for display that name the options and explain why others are refused.

For each question the module keeps what the runtime needs to show it: its line, the sort of its options, and three functions
over the locals in sight while it waits: its prompt, the label of a branch, and the candidates that are refused, with reasons.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import TRUE, append, compare, empty, exists, fresh, not_, number, size
from rulekit.compiler.ir.types import Int, Seq, element
from rulekit.compiler.lower import explain, templates
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.courses import courses_of
from rulekit.compiler.lower.expressions import condition, several, value
from rulekit.compiler.lower.failures import fail
from rulekit.compiler.lower.options import options_of, sort_of
from rulekit.compiler.lower.scope import Scope
from rulekit.compiler.lower.statements import BodyLowering, sentence
from rulekit.dsl import accessors as get
from rulekit.dsl.tree import Node, Statement, TextTemplate
from rulekit.image import Question, Sort


# ---------------------------------------------------------------- choose x among ...
@sentence("choose", "choose-number", "choose-numbers")
def _choose(
    b: BodyLowering, said: Statement, scope: Scope, *, x: str, none: str = "", c: Node | None = None, unasked: str = ""
) -> Scope:
    low = b.low
    options, element_ = _options_list(b, said, scope)
    if none == "always" and said.otherwise is None:
        b.add(append(options, number(-1)))
    elif c is not None:
        b.out.when(condition(low, c, scope), append(options, number(-1)))
    local = b.out.local(low.local_name(x), Int(-1, element_.high) if none else element_)
    chosen = scope.bind(**{x: local})
    with b.out.inner() as asking:
        question = ask(b, said, scope, sort_of(low, said), options, local)
        b.journal(scope, "Chosen", number(question), local)
    asked = _asked(bool(unasked), options, local, tuple(asking))
    if none == "always" and said.otherwise is not None:  # whoever can choose nothing but none is not asked
        b.add(ir.If(exists(options), (append(options, number(-1)), *asked), b.inside(said.otherwise, scope)))
    elif none == "always":
        b.add(*asked)
    elif said.otherwise is None:
        b.add(ir.If(not_(exists(options)), (fail(scope, "no options"),)), *asked)
    else:
        b.add(ir.If(exists(options), asked, b.inside(said.otherwise, scope)))
    return chosen


def _asked(unasked: bool, options: ir.Expr, answer: ir.Local, asking: ir.Block) -> ir.Block:
    """The question; where the rule says so, an only option is taken without one."""
    if not unasked:
        return asking
    return (
        ir.If(compare(size(options), "==", number(1)), (ir.Let(answer, ir.Subscript(options, number(0))),), asking),
    )


def _options_list(b: BodyLowering, x: Statement, c: Scope) -> tuple[ir.Local, Int]:
    """A fresh list of the options, in a local; and what a member of it is."""
    source = options_of(b.low, x, c)
    found = several(source)
    options = b.low.variable("options", Seq(min(found.low, -1), found.high))
    b.add(ir.Let(options, fresh(source, options.type)))
    return options, element(found)


# ---------------------------------------------------------------- choose one: to "..." / may "..."
@sentence("choose-one")
def _branches(b: BodyLowering, x: Statement, c: Scope, *, unasked: str = "") -> None:
    low = b.low
    tests = [low.asked(y.span, condition(low, get.condition(y), c)) if "c" in y.args else TRUE for y in x.body]
    courses = courses_of(low, x)
    options = b.low.variable("options", Seq(-1, max(courses.most, 1)))
    b.add(ir.Let(options, empty(options.type)))
    for k, test in enumerate(tests):
        b.out.when(test, *courses.offer(low, k, options, c.at(low.line(x.body[k].span))))
    b.add(ir.If(not_(exists(options)), (fail(c, "no options"),)))
    branch = low.variable("branch", Int(0, courses.most))
    labels = [y.data["label"] for y in x.body]
    with b.out.inner() as asking:
        asked = ask(b, x, c, Sort("branch"), options, branch, labels, tests)
    b.add(*_asked(bool(unasked), options, branch, tuple(asking)))
    last: ir.Block = ()
    for k, y in reversed(list(enumerate(x.body))):
        with b.out.inner() as chosen:
            inside = courses.scope(low, k, branch, c, b.out)
            b.journal(c, "Chosen", number(asked), branch, templates.reason(low, y.data["label"], inside))
            if low.trace is not None:
                b.add(ir.Do(low.seen(y.span, number(0))))
            b.block(y.body, inside)
        this = compare(courses.course(branch), "==", number(k))
        last = tuple(chosen) if k == len(x.body) - 1 else (ir.If(this, tuple(chosen), last),)
    b.add(*last)


@sentence("may")
def _may(b: BodyLowering, x: Statement, scope: Scope, *, w: Node, c: Node | None = None, label: TextTemplate) -> None:
    low = b.low
    me = low.variable("me", low.me.type)
    b.add(ir.Let(me, value(low, w, scope)))
    mine = scope.bind(me=me)
    test = condition(low, c, mine) if c is not None else TRUE
    yes = low.variable("yes", Int(0, 1))
    with b.out.inner() as asking:
        options = low.variable("options", Seq(0, 1))
        yes_or_no = ir.Items((number(1), number(0)), options.type)
        b.add(ir.Let(options, fresh(yes_or_no)))
        asked = ask(b, x, mine, Sort("yesno"), options, yes, [label])
        with b.out.inner() as then:
            b.journal(mine, "Chosen", number(asked), yes, templates.reason(low, label, mine))
            b.block(x.body, mine)
        otherwise = b.inside(x.otherwise or [], scope)
        b.add(ir.If(compare(yes, "!=", number(0)), tuple(then), otherwise))
    if test.const is None:
        b.add(ir.If(test, tuple(asking), b.inside(x.otherwise or [], scope)))
    else:
        b.add(*(asking if test.const else b.inside(x.otherwise or [], scope)))


# ---------------------------------------------------------------- the question itself
def _secret(low: Lowering, x: Statement, sort: Sort) -> bool:
    """Whether an option may be a card that the player may not read."""
    of = get.options(x).type.of if "s" in x.args and sort.kind else ""
    return low.secrets.hides(of) and not low.secrets.nameable(get.options(x))


def ask(
    b: BodyLowering,
    x: Statement,
    c: Scope,
    sort: Sort,
    options: ir.Local,
    answer: ir.Local,
    labels: Sequence[TextTemplate] = (),
    tests: Sequence[ir.Expr] = (),
    device: ir.DeviceCall | None = None,
) -> int:
    """Adds a question and its functions for display; returns its number."""
    about = Question(
        line=c.line,
        name=x.data.get("x", "") if device is None else x.data["device"],
        choice=x.data.get("choice", "") if device is None else "",
        sort=sort,
        text=x.text,
        op=x.op,
        final=bool(x.data.get("final")),
        secret=device is None and _secret(b.low, x, sort),
        among=(get.options(x).type.of,) if "s" in x.args and sort.kind else (),
    )
    asked = explain.QuestionInfo(b.low.question(about), x, c, labels, tests, device)
    b.add(ir.Ask(asked.number, c.me, options, answer, explain.question(b.low, asked)))
    return asked.number
