"""Ways lead over a graph that there is, between members of one kind, by steps whose ends have names of their own."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.diagnostics import Span
from rulekit.dsl.checks.calls import statements
from rulekit.dsl.points import Point
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node

SEARCHES = (
    "path",
    "path-through",
    "reach",
    "within-steps",
    "within-points",
    "nearest",
    "fewest-steps",
    "fewest-points",
)
ENDS = {"route": "ab", "no-route": "ab", "neighbours": "x"} | dict.fromkeys(SEARCHES, "asbt")
"""operation -> its slots that are members of the graph, the first of them given in any case"""


def check(program: Program) -> None:
    seen: set[str] = set()
    for point in list(program.points.values()):
        for whole, span in _places(point, program):
            for node in whole.walk():
                for code, message, hint in _wrong(program, node):
                    if f"{span}{message}" not in seen:
                        seen.add(f"{span}{message}")
                        program.report(code, message, span, hint)


def _places(point: Point, program: Program) -> Iterator[tuple[Node, Span]]:
    """Every value that a point rests on, with the line where it stands."""
    for clause in point.clauses:
        yield from ((n, clause.span) for n in (clause.value, clause.condition) if n is not None)
    for ruling in point.rulings:
        if ruling.condition is not None:
            yield ruling.condition, ruling.span
    for saying in point.said:
        said = [saying.condition, saying.adjustment[1] if saying.adjustment is not None else None]
        yield from ((n, saying.span) for n in said if n is not None)
    for x in statements(point, program):
        yield from ((n, x.span) for n in x.args.values())


def _wrong(program: Program, node: Node) -> Iterator[tuple[str, str, str | None]]:
    if node.op == "local" and "hides" in node.data:
        yield "RK312", f"`{node.data['name']}` is in sight here already", "use another word for this end of the step"
    if node.op not in ENDS:
        return
    first, *others = (node.args[slot] for slot in ENDS[node.op] if slot in node.args)
    kind = first.type.of
    if kind not in program.graphs:
        maps = ", ".join(program.words.kinds.names.get(k, k) for k in program.graphs)
        yield (
            "RK360",
            f"there is no graph over {program.words.kinds.names.get(kind, kind)}",
            f"there is one over {maps}" if maps else 'declare it:  graph of ... from "....yaml", with roads',
        )
        return
    for name in [other.type.of for other in others] + ([node.data["k"]] if "k" in node.data else []):
        if name != kind:
            many = program.words.kinds.names.get(name, name)
            yield "RK304", f"the way begins at a {kind}, but {many} are no members of that graph", None
