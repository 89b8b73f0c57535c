"""Deeds that nothing carries out: often a misspelt heading. A warning, because a variant may still use them."""

from __future__ import annotations

from pathlib import PurePath

from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.program import Program


def check(program: Program, graph: CallGraph) -> None:
    used = {called for name in graph.names for called in graph.calls(name)}
    for test in program.tests:
        for op, values, _, _ in test.lines:
            if op == "do":
                used |= {x.data["point"] for x in values["statement"].walk() if "point" in x.data}
    for point in program.points.values():
        if (
            point.sort == "deed"
            and point.name not in used
            and point.name != program.begins
            and "tests" not in PurePath(point.span.file).parts[:-1]
        ):
            program.report(
                "RK346",
                f"nothing ever says `{point.name}`",
                point.span,
                "is the heading spelt as it is used?",
                severity="warning",
            )
