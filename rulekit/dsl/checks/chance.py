"""Chance has its time: drawn once, in a `let` of its own; not in numbers and conditions, nor where all act at once."""

from __future__ import annotations

from rulekit.dsl import accessors as get
from rulekit.dsl.call_graph import CallGraph, displayed, needed
from rulekit.dsl.operations import has
from rulekit.dsl.points import VALUES
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement


def check(program: Program, graph: CallGraph) -> None:
    for value, span in needed(program):
        if _draws(value):
            program.report(
                "RK343",
                "whether a game can be set up like this is not left to chance",
                span,
                "say what it needs by options and by what lies where at first",
            )
    looked_at = [program.judge, *(kind.keeper for kind in program.kinds.values()), *displayed(program)]
    for value, span in filter(None, looked_at):
        if _draws(value):
            program.report("RK343", "this is looked at any number of times", span, "say it without chance")
    told: set[str] = set()
    for name in graph.names:
        point = program.points[name]
        if point.sort in (*VALUES, "permission") and any("chance" in n.data for n in graph.nodes(name)):
            program.report(
                "RK343",
                f"`{name}` draws by chance, but may be asked any number of times",
                point.span,
                "draw it in a deed:  let n be ...",
            )
            continue
        for x in graph.statements(name):
            if x.op != "device" and not _alone(x):
                told.add(str(x.span))
                program.report(
                    "RK343",
                    "chance is drawn behind `let`, and by nothing else in its line",
                    x.span,
                    "draw it before:  let n be ...; then use n",
                )
            if x.op == "at-once":
                _at_once(program, graph, x)
        _conditions(program, graph, name, told)


def _conditions(program: Program, graph: CallGraph, name: str, told: set[str]) -> None:
    """What is said of a rule or a choice from outside, and what is played in a window: looked at any number of times."""
    own = {str(x.span) for x in graph.statements(name) if x.op in ("let", "device")}
    for value, span in graph.values(name):
        if _draws(value) and str(span) not in told and str(span) not in own:
            told.add(str(span))
            text = "a condition is looked at any number of times, and each time chance would be drawn anew"
            program.report("RK343", text, span, "draw it in a deed, and keep it in a mark")


def _draws(value: Node) -> bool:
    return any("chance" in n.data for n in value.walk())


def _alone(x: Statement) -> bool:
    """Whether chance is drawn only by `let`, and there only once: by the whole value, or among sums."""
    drawn = [n for n in x.nodes() if "chance" in n.data]
    return not drawn or (x.op == "let" and all(_summand(get.new_value(x), n) for n in drawn))


def _summand(whole: Node, part: Node) -> bool:
    if whole is part:
        return True
    return whole.op in ("arithmetic", "half") and any(_summand(inner, part) for inner in whole.args.values())


def _at_once(program: Program, graph: CallGraph, x: Statement) -> None:
    """Within `secretly and at once` the order of the players must not matter."""
    own = {s.data["x"] for b in x.body for s in b.walk() if isinstance(s.data.get("x"), str)}
    for inner in (s for b in x.body for s in b.walk()):
        target = inner.args.get("x")
        if has(inner.op, "sets") and target is not None and target.op == "local" and target.data["name"] not in own:
            program.report(
                "RK344",
                f"`{target.data['name']}` belongs to what stands outside: each player has a copy of their own here",
                inner.span,
                "use a mark of each player",
            )
    for inner in graph.carried_out(x.body):
        if inner.op == "begin":
            text = "a scene cannot begin while players act at once: they would share its roles"
            program.report("RK344", text, inner.span, "begin it before, or after all are done")
        if inner.op == "at-once":
            program.report("RK344", "players already act at once here", inner.span, "take one `at once` away")
        if has(inner.op, "draws") or "chance" in inner.data or any("chance" in n.data for n in inner.nodes()):
            program.report(
                "RK344",
                "chance cannot be drawn while players act at once: the order of their answers would matter",
                inner.span,
                "draw before, or after all are done",
            )
