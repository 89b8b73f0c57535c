"""Words of test files are for tests: whoever plays reads no test file, so a rule that uses one could not be understood."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from rulekit.diagnostics import Span
from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.program import Program


def check(program: Program, graph: CallGraph) -> None:
    said = [
        point for point in program.points.values() if point.sort != "entry"
    ]  # a card needs no word to be carried out
    helpers = {point.name for point in said if point.span.file in program.test_files}
    if not helpers:
        return
    told = set[tuple[str, int]]()
    for name in graph.names:
        if helpers.isdisjoint(graph.calls(name)):
            continue
        for called, span in _uses(graph, name):
            if called in helpers and span.file not in program.test_files and (span.file, span.line) not in told:
                told.add((span.file, span.line))
                _report(program, called, span)


def _report(program: Program, called: str, span: Span) -> None:
    there = program.points[called].span
    text = f"`{called}` is said in a file of tests, which nobody reads who plays"
    beside = PurePath(span.file)
    hint = f"what only tests of this file need belongs into  tests/{beside.name}  beside it"
    program.report("RK302", text, span, hint, also=(("it is declared here", there),))


def _uses(graph: CallGraph, name: str) -> Iterator[tuple[str, Span]]:
    """The points that a point uses, with the lines in which it does."""
    for x in graph.statements(name):
        yield from ((called, x.span) for called in graph.leads(x))
    for value, span in graph.values(name):
        yield from ((str(n.data["point"]), span) for n in value.walk() if "point" in n.data)
