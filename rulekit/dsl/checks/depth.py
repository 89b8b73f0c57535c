"""Nothing is so deep, so long or so many that a machine could stumble over it: limits of ours, each with a message."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.dsl.checks.calls import bottom_up, called, placed, statements
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement

CHAIN = 60
"""Most rules that call each other in a chain."""
LOOPS = 15
"""Most loops inside each other in one rule."""
VALUES = 100
"""Most values inside each other in one line."""
LOOPING = ("each", "each-player", "at-once", "repeat", "repeat-until", "repeat-while")


def check(program: Program) -> None:
    _chains(program)
    for point in program.points.values():
        for x in _loops(statements(point, program)):
            program.report(
                "RK348",
                f"more than {LOOPS} loops stand inside each other here",
                x.span,
                "make a deed of the inner ones:  to NAME: ...",
            )
        for span in dict.fromkeys(span for node, span in placed(point, program) if _depth(node) > VALUES):
            program.report(
                "RK348",
                f"more than {VALUES} values stand inside each other in this line",
                span,
                "give parts of it names:  let NAME be ...",
            )


def _chains(program: Program) -> None:
    """Each rule's longest chain of calls; told is the rule from which on it is too long."""
    if any(d.code == "RK340" for d in program.found):
        return  # a rule that comes back to itself: there is no longest chain
    calls = {name: sorted(set(called(point, program))) for name, point in program.points.items()}
    length: dict[str, int] = {}
    for name in bottom_up(calls, calls):
        length[name] = 1 + max((length[n] for n in calls[name] if n in length), default=0)
        if length[name] == CHAIN + 1:
            program.report(
                "RK348",
                f"`{name}` is the first of more than {CHAIN} rules that call each other in a chain",
                program.points[name].span,
                "let one rule say what several say one after another",
            )


def _loops(statements: Iterator[Statement]) -> Iterator[Statement]:
    """The loops that stand deeper than is allowed, each once."""
    deep: dict[int, int] = {}
    for x in statements:  # a rule comes before what stands in it
        here = deep.get(id(x), 0) + (x.op in LOOPING)
        if here == LOOPS + 1 and x.op in LOOPING:
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
