"""A warning (RK381) where a text reports a number before it has its final value: the story says seven, and four are bought."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.dsl import accessors as get
from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.operations import has
from rulekit.dsl.paraphrase import say
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement, TextTemplate


def check(program: Program, graph: CallGraph) -> None:
    for name in graph.names:
        asked = {n.key for value, _ in graph.values(name) for n in _compared(value)}
        limited = {str(x.data["x"]) for x in graph.statements(name) if _limits(x)}
        for body in graph.bodies(name):
            lines = [x for first in body for x in first.walk()]
            for k, x in enumerate(lines):
                if has(x.op, "is told"):
                    _told_too_soon(program, x, lines[k + 1 :])
                    _told_in_full(program, x, lines, asked, limited)


def _told_too_soon(program: Program, told: Statement, later: Sequence[Statement]) -> None:
    """A name that is told, is given another value below, and is put to use with that."""
    shown = {n.key: n for n in _shown(told) if n.op == "local" and n.type.head == "number"}
    for k, x in enumerate(later):
        changed = get.target(x) if has(x.op, "sets") and "x" in x.args else None
        if changed is None or changed.key not in shown:
            continue
        if any(n.key == changed.key for y in later[k + 1 :] if not has(y.op, "changes nothing") for n in y.nodes()):
            text = f"this tells `{say(changed)}` before it is given the value with which the rule goes on"
            hint = "let the text stand below the line that changes it"
            program.report("RK381", text, told.span, hint, "warning", (("it is changed here", x.span),))
            return


def _told_in_full(
    program: Program, told: Statement, lines: Sequence[Statement], asked: set[str], limited: set[str]
) -> None:
    """A number that is told as if it were moved, of which `move up to` moves what is there: nobody asked whether that is all."""
    shown = {n.key for n in _shown(told)}
    for x in lines:
        number = x.args["n"] if x.op == "move-up-to" else None
        if number is None or number.op == "number" or number.data.get("name") in limited:
            continue
        if number.key in shown - asked:
            text = f"this tells `{say(number)}`, and `move up to` may move fewer"
            hint = "work out first how many it is, with `the smaller of`; then tell that number and move as many"
            program.report("RK381", text, told.span, hint, "warning", (("it is moved here", x.span),))
            return


def _limits(x: Statement) -> bool:
    """Whether a line makes a name for a number that rests on how many there are."""
    if x.op == "choose-number":
        return get.most(x).op != "number"
    return x.op == "let" and any(has(n.op, "looks what pieces lie") for n in get.new_value(x).walk())


def _shown(x: Statement) -> list[Node]:
    """The values in the texts of a line."""
    texts = [value for value in x.data.values() if isinstance(value, TextTemplate)]
    return [n for text in texts for part in text.parts if isinstance(part, Node) for n in part.walk()]


def _compared(value: Node) -> list[Node]:
    """What is compared with something somewhere in a value."""
    return [part for node in value.walk() if has(node.op, "compares") for a in node.args.values() for part in a.walk()]
