"""No rule comes back to itself: so every rule ends, and no stack grows without bound."""

from __future__ import annotations

from rulekit.dsl.carrying import carried
from rulekit.dsl.checks.calls import called, statements
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Statement


def check(program: Program) -> None:
    calls = {name: sorted(set(called(point, program))) for name, point in program.points.items()}
    state: dict[str, int] = {}
    reported: set[str] = set()

    def visit(start: str) -> None:
        path: list[tuple[str, int]] = [(start, 0)]
        state[start] = 1
        while path:
            name, k = path.pop()
            following = calls.get(name, [])
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
                elif other in calls and other not in state:
                    state[other] = 1
                    path.append((other, 0))
            else:
                state[name] = 2

    for name in calls:
        if name not in state:
            visit(name)
    _scenes(program, calls)


def _scenes(program: Program, calls: dict[str, list[str]]) -> None:
    """A scene does not begin within itself: it has one set of roles."""
    for point in program.points.values():
        for x in (s for s in statements(point, program) if s.op == "begin"):
            scene, seen = x.data["point"], set[str]()
            work = [n for inner in x.body for s in inner.walk() for n in _called_by(s, program)]
            work += [scene for inner in x.body for s in inner.walk() if s.op == "begin" and s.data["point"] == scene]
            while work:
                name = work.pop()
                if name == scene:
                    program.report(
                        "RK340",
                        f"the scene `{scene}` would begin within itself",
                        x.span,
                        "end it first: begin it again behind the block of this `begin`",
                    )
                    break
                if name not in seen:
                    seen.add(name)
                    work += calls.get(name, [])


def _called_by(x: Statement, program: Program) -> list[str]:
    if x.op == "do":
        return [str(x.data["point"])]
    if x.op == "open":
        return [name for name, _ in program.windows[x.data["w"]].plays]
    if x.op == "carry-out":
        return [e.name for e in carried(program, x)]
    return []
