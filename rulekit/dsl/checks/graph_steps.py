"""Ways lead over a graph that there is, between members of one kind, by steps whose ends have names of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from rulekit.dsl.call_graph import CallGraph, needed
from rulekit.dsl.operations import having
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node

ENDS = {"route": "ab", "no-route": "ab", "neighbours": "x", "straight": "ab"} | dict.fromkeys(
    having("searches a graph"), "asbt"
)
"""operation -> its slots that are members of the graph, the first of them given in any case"""


def check(program: Program, graph: CallGraph) -> None:
    seen: set[str] = set()
    for whole, span in chain(*(graph.values(name) for name in graph.names), needed(program)):
        for node in whole.walk():
            for code, message, hint in _wrong(program, node):
                if f"{span}{message}" not in seen:
                    seen.add(f"{span}{message}")
                    program.report(code, message, span, hint)


def _forks(program: Program, kind: str, routes: Sequence[str]) -> Iterator[tuple[str, str, str | None]]:
    """Straight on means something where a sort of route leads from each member to two others at most."""
    graph = program.graphs[kind]
    for k, route in enumerate(graph.routes):
        ends = Counter(end for a, b, sort in graph.edges for end in (a, b) if sort == k)
        most = max(ends, key=lambda end: ends[end], default=None)
        if route in routes and most is not None and ends[most] > 2:
            name = program.kinds[kind].members[most]
            yield (
                "RK357",
                f"`{route}` do not go straight on: {ends[most]} of them meet at {name}",
                "divide them into sorts of which two at most meet anywhere, one for each line",
            )


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
    if node.op == "straight":
        yield from _forks(program, kind, node.data["roads"])
    for name in [other.type.of for other in others] + ([node.data["k"]] if "k" in node.data else []):
        if name != kind:
            many = program.words.kinds.names.get(name, name)
            yield "RK304", f"the way begins at a {kind}, but {many} are no members of that graph", f"name a {kind}"
