"""What is done all at once is nothing but changes: whoever is asked, and what is drawn, would see some of them made already."""

from __future__ import annotations

from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.operations import has
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Statement


def check(program: Program, graph: CallGraph) -> None:
    for name in graph.names:
        for body in graph.bodies(name):
            for x in body:
                for whole in x.walk():
                    if whole.op == "all-at-once":
                        _check(program, whole)


def _check(program: Program, whole: Statement) -> None:
    for x in (x for inner in whole.body for x in inner.walk()):
        target = x.args.get("x")
        if not has(x.op, "goes all at once"):
            text = "this cannot be done at once with others: only marks that are set and things that are moved, one by one, can"
            hint = "say it before, or after all is done; of a deed write the lines here; of a set  each x among S: move x to ..."
        elif has(x.op, "sets") and target is not None and target.op in ("local", "role"):
            text, hint = "what has a name in this rule alone is not set at once with others", "use a mark"
        elif any("chance" in n.data for n in x.nodes()):
            text, hint = "chance cannot be drawn here: what is done at once is worked out before", "draw before"
        else:
            continue
        program.report("RK358", text, x.span, hint)
