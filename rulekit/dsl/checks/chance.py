"""Chance has its time: drawn once, in a `let` of its own; not in numbers and conditions, nor where all act at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.dsl.carrying import carried
from rulekit.dsl.checks.calls import nodes, statements
from rulekit.dsl.points import VALUES
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement

DRAWING = ("move-random", "shuffle", "lay-row")
CHANGING = ("set", "raise", "lower", "raise-to", "lower-to")


def check(program: Program) -> None:
    for point in list(program.points.values()):
        if point.sort in (*VALUES, "permission") and any("chance" in n.data for n in nodes(point, program)):
            program.report(
                "RK343",
                f"`{point.name}` draws by chance, but may be asked any number of times",
                point.span,
                "draw it in a deed:  let n be ...",
            )
        for x in statements(point, program):
            if x.op != "device" and not _alone(x):
                program.report(
                    "RK343", "chance is drawn in a line of its own", x.span, "draw it before:  let n be ...; then use n"
                )
            if x.op == "at-once":
                _at_once(program, x)


def _alone(x: Statement) -> bool:
    """Whether chance is drawn only by `let`, and there only once: by the whole value, or among sums."""
    drawn = [n for n in x.nodes() if "chance" in n.data]
    return not drawn or (x.op == "let" and all(_summand(x.args["v"], n) for n in drawn))


def _summand(whole: Node, part: Node) -> bool:
    if whole is part:
        return True
    return whole.op in ("arithmetic", "half") and any(_summand(inner, part) for inner in whole.args.values())


def _at_once(program: Program, x: Statement) -> None:
    """Within `secretly and at once` the order of the players must not matter."""
    own = {s.data["x"] for b in x.body for s in b.walk() if isinstance(s.data.get("x"), str)}
    for inner in (s for b in x.body for s in b.walk()):
        target = inner.args.get("x")
        if inner.op in CHANGING and target is not None and target.op == "local" and target.data["name"] not in own:
            program.report(
                "RK344",
                f"`{target.data['name']}` belongs to what stands outside: each player has a copy of his own here",
                inner.span,
                "use a mark of each player",
            )
    for inner in _all(program, x.body, set()):
        if inner.op == "begin":
            text = "a scene can not begin while players act at once: they would share its roles"
            program.report("RK344", text, inner.span, "begin it before, or after all are done")
        if inner.op == "at-once":
            program.report("RK344", "players already act at once here", inner.span, "take one `at once` away")
        if inner.op in DRAWING or "chance" in inner.data or any("chance" in n.data for n in inner.nodes()):
            program.report(
                "RK344",
                "chance can not be drawn while players act at once: the order of their answers would matter",
                inner.span,
                "draw before, or after all are done",
            )


def _all(program: Program, body: Sequence[Statement], seen: set[str]) -> Iterator[Statement]:
    """The statements and all that they carry out."""
    for x in (s for b in body for s in b.walk()):
        yield x
        names: list[str] = []
        if x.op == "do":
            names = [x.data["point"]]
        elif x.op == "carry-out":
            names = [e.name for e in carried(program, x)]
        elif x.op == "open":
            names = [name for name, _ in program.windows[x.data["w"]].plays]
        for name in names:
            if name not in seen:
                seen.add(name)
                entry = program.entries.get(name)
                yield from _all(program, entry.body if entry is not None else program.points[name].body, seen)
