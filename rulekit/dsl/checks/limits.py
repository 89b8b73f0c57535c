"""Limits of depth, length and number that keep rules within what any machine can handle, each with a message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.dsl.call_graph import CallGraph, Value, needed
from rulekit.dsl.operations import has
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement

CHAIN = 60
"""Most rules that call each other in a chain."""
LOOPS = 15
"""Most loops inside each other in one rule."""
VALUES = 100
"""Most values inside each other in one line."""


def check(program: Program, graph: CallGraph) -> None:
    _chains(program, graph)
    _values(program, needed(program))
    for name in graph.names:
        for x in _loops(graph.statements(name)):
            program.report(
                "RK348",
                f"more than {LOOPS} loops stand inside each other here",
                x.span,
                "make a deed of the inner ones:  to NAME: ...",
            )
        _values(program, graph.values(name))


def _values(program: Program, values: Iterable[Value]) -> None:
    for span in dict.fromkeys(span for node, span in values if _depth(node) > VALUES):
        program.report(
            "RK348",
            f"more than {VALUES} values stand inside each other in this line",
            span,
            "give parts of it names:  let NAME be ...",
        )


def _chains(program: Program, graph: CallGraph) -> None:
    """Each rule's longest chain of calls; told is the rule from which on it is too long."""
    if any(d.code == "RK340" for d in program.found):
        return  # a rule that comes back to itself: there is no longest chain
    length: dict[str, int] = {}
    for name in graph.bottom_up(graph.names):
        length[name] = 1 + max((length[n] for n in graph.calls(name)), default=0)
        if length[name] == CHAIN + 1:
            program.report(
                "RK348",
                f"`{name}` is the first of more than {CHAIN} rules that call each other in a chain",
                program.points[name].span,
                "let one rule say what several say one after another",
            )


def _loops(statements: Iterable[Statement]) -> Iterator[Statement]:
    """The loops that nest deeper than is allowed, each once."""
    deep: dict[int, int] = {}
    for x in statements:  # a rule comes before its inner sentences
        here = deep.get(id(x), 0) + (has(x.op, "loops"))
        if here == LOOPS + 1 and has(x.op, "loops"):
            yield x
        for inner in (*x.body, *(x.otherwise or ())):
            deep[id(inner)] = here


def _depth(node: Node) -> int:
    deepest, work = 0, [(node, 1)]
    while work:
        here, depth = work.pop()
        deepest = max(deepest, depth)
        work += [(n, depth + 1) for n in here.args.values()]
    return deepest
