"""Questions: what the options are, and, only when somebody looks, how they are called and why others are refused.

For each question the module keeps what the runtime needs to show it: its line, the sort of its options, and three functions
over the locals in sight while it waits: its prompt, the label of a branch, and the candidates that are refused, with reasons.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import TRUE, append, compare, empty, exists, fresh, not_, number, size
from rulekit.compiler.ir.types import Int, Seq, element
from rulekit.compiler.lower import explain, texts
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import condition, several, value
from rulekit.compiler.lower.options import options_of, sort_of
from rulekit.compiler.lower.scope import Scope
from rulekit.compiler.lower.statements import Body, held, sentence
from rulekit.dsl.tree import Statement


# ---------------------------------------------------------------- choose x among ...
@sentence("choose", "choose-number", "choose-numbers")
def _choose(b: Body, x: Statement, c: Scope) -> Scope:
    low, name, none = b.low, x.data["x"], x.data.get("none")
    options, element_ = _options_list(b, x, c)
    if none == "always":
        b.add(append(options, number(-1)))
    elif none == "if":
        b.out.when(condition(low, x.args["c"], c), append(options, number(-1)))
    local = b.out.local(low.local_name(name), held(Int(-1, element_.high) if none else element_))
    chosen = c.bind(**{name: local})
    with b.out.inner() as asking:
        question = ask(b, x, c, sort_of(low, x), options, local)
        b.journal(c, "choice", number(question), local)
    asked = tuple(asking)
    if "unasked" in x.data:
        only = (ir.Let(local, ir.Item(options, number(0))),)
        asked = (ir.If(compare(size(options), "==", number(1)), only, asked),)
    if none == "always":
        b.add(*asked)
    elif x.otherwise is None:
        b.add(ir.If(not_(exists(options)), (ir.Fail(c.line),)), *asked)
    else:
        b.add(ir.If(exists(options), asked, b.inside(x.otherwise, c)))
    return chosen


def _options_list(b: Body, x: Statement, c: Scope) -> tuple[ir.Local, Int]:
    """A fresh list of the options, in a local; and what a member of it is."""
    source = options_of(b.low, x, c)
    found = several(source)
    options = b.low.variable("options", Seq(min(found.low, -1), found.high))
    b.add(ir.Let(options, fresh(source, options.type)))
    return options, element(found)


# ---------------------------------------------------------------- choose one: to "..." / may "..."
@sentence("choose-one")
def _branches(b: Body, x: Statement, c: Scope) -> None:
    low = b.low
    tests = [low.asked(y.span, condition(low, y.args["c"], c)) if "c" in y.args else TRUE for y in x.body]
    options = b.low.variable("options", Seq(-1, max(len(x.body), 1)))
    b.add(ir.Let(options, empty(options.type)))
    for k, test in enumerate(tests):
        b.out.when(test, append(options, number(k)))
    b.add(ir.If(not_(exists(options)), (ir.Fail(c.line),)))
    branch = low.variable("branch", Int(0, max(len(x.body) - 1, 0)))
    labels = [y.data["label"] for y in x.body]
    asked = ask(b, x, c, ["branch"], options, branch, labels, tests)
    last: ir.Block = ()
    for k, y in reversed(list(enumerate(x.body))):
        with b.out.inner() as chosen:
            b.journal(c, "choice", number(asked), branch, texts.reason(low, y.data["label"], c))
            if low.trace is not None:
                b.add(ir.Do(low.seen(y.span, number(0))))
            b.block(y.body, c)
        last = (
            tuple(chosen) if k == len(x.body) - 1 else (ir.If(compare(branch, "==", number(k)), tuple(chosen), last),)
        )
    b.add(*last)


@sentence("may")
def _may(b: Body, x: Statement, c: Scope) -> None:
    low = b.low
    me = low.variable("me", low.me.type)
    b.add(ir.Let(me, value(low, x.args["w"], c)))
    mine = c.bind(me=me)
    test = condition(low, x.args["c"], mine) if "c" in x.args else TRUE
    yes = low.variable("yes", Int(0, 1))
    with b.out.inner() as asking:
        options = low.variable("options", Seq(0, 1))
        yes_or_no = ir.Items((number(1), number(0)), options.type)
        b.add(ir.Let(options, fresh(yes_or_no)))
        asked = ask(b, x, mine, ["yesno"], options, yes, [x.data["label"]])
        with b.out.inner() as then:
            b.journal(mine, "choice", number(asked), yes, texts.reason(low, x.data["label"], mine))
            b.block(x.body, mine)
        otherwise = b.inside(x.otherwise or [], c)
        b.add(ir.If(compare(yes, "!=", number(0)), tuple(then), otherwise))
    if test.const is None:
        b.add(ir.If(test, tuple(asking), b.inside(x.otherwise or [], c)))
    else:
        b.add(*(asking if test.const else b.inside(x.otherwise or [], c)))


# ---------------------------------------------------------------- the question itself
def _secret(low: Lowering, x: Statement, sort: Sequence[str]) -> bool:
    """Whether an option may be a card that the player may not read."""
    of = x.args["s"].type.of if "s" in x.args and sort[0] == "kind" else ""
    return low.secrets.hides(of) and not low.secrets.nameable(x.args["s"])


def ask(
    b: Body,
    x: Statement,
    c: Scope,
    sort: list[str],
    options: ir.Local,
    answer: ir.Local,
    labels: Sequence[Any] = (),
    tests: Sequence[ir.Expr] = (),
    device: ir.Device | None = None,
) -> int:
    """Adds a question, with what is called only when somebody looks; gives its number."""
    asked = explain.Asked(b.low.question(), x, c, labels, tests, device)
    b.low.questions[asked.number].update(
        line=c.line,
        name=x.data.get("x", "") if device is None else x.data["device"],
        choice=x.data.get("choice", "") if device is None else "",
        sort=sort,
        text=x.text,
        op=x.op,
        **({"secret": True} if device is None and _secret(b.low, x, sort) else {}),
    )
    b.add(ir.Ask(asked.number, c.me, options, answer, explain.question(b.low, asked)))
    return asked.number
