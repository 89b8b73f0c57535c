"""No rule comes back to itself: so every rule ends, and no stack grows without bound."""

from __future__ import annotations

from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.program import Program


def check(program: Program, graph: CallGraph) -> None:
    state: dict[str, int] = {}
    reported: set[str] = set()

    def visit(start: str) -> None:
        path: list[tuple[str, int]] = [(start, 0)]
        state[start] = 1
        while path:
            name, k = path.pop()
            following = graph.calls(name)
            if k < len(following):
                path.append((name, k + 1))
                other = following[k]
                if state.get(other) == 1 and other not in reported:
                    reported.add(other)
                    names = [n for n, _ in path]
                    circle = [*names[names.index(other) :], other]
                    program.report(
                        "RK340",
                        f"`{other}` comes back to itself",
                        program.points[other].span,
                        "by way of: " + " → ".join(circle) + "; say it in one rule, with a `repeat`",
                    )
                elif other not in state:
                    state[other] = 1
                    path.append((other, 0))
            else:
                state[name] = 2

    for name in graph.names:
        if name not in state:
            visit(name)
    _scenes(program, graph)


def _scenes(program: Program, graph: CallGraph) -> None:
    """A scene does not begin within itself: it has one set of roles."""
    for name in graph.names:
        for x in (s for s in graph.statements(name) if s.op == "begin"):
            scene = x.data["point"]
            if any(s.op == "begin" and s.data["point"] == scene for s in graph.carried_out(x.body)):
                program.report(
                    "RK340",
                    f"the scene `{scene}` would begin within itself",
                    x.span,
                    "end it first: begin it again behind the block of this `begin`",
                )
