"""Who calls whom: deeds and entries by their statements, points by their values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulekit.diagnostics import Span
from rulekit.dsl.carrying import carried
from rulekit.dsl.points import Point
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement


def statements(point: Point, program: Program) -> Iterator[Statement]:
    """All statements of a deed or an entry, with those that are said before, after and instead of it."""
    entry = program.entries.get(point.name)
    for body in (point.body, entry.body if entry is not None else [], *(s.body for s in point.said)):
        for statement in body:
            yield from statement.walk()


def placed(point: Point, program: Program) -> Iterator[tuple[Node, Span]]:
    """The values that a point rests on, whole, with the lines that they stand in."""
    for clause in point.clauses:
        yield from ((n, clause.span) for n in (clause.value, clause.condition) if n is not None)
    for ruling in point.rulings:
        if ruling.condition is not None:
            yield ruling.condition, ruling.span
    for saying in point.said:
        said = (saying.condition, saying.adjustment[1] if saying.adjustment is not None else None)
        yield from ((n, saying.span) for n in said if n is not None)
    for x in statements(point, program):
        yield from ((n, x.span) for n in x.args.values())


def nodes(point: Point, program: Program) -> Iterator[Node]:
    """All values that a point rests on."""
    for clause in point.clauses:
        for node in (clause.value, clause.condition):
            if node is not None:
                yield from node.walk()
    for ruling in point.rulings:
        if ruling.condition is not None:
            yield from ruling.condition.walk()
    for saying in point.said:
        if saying.condition is not None:
            yield from saying.condition.walk()
        if saying.adjustment is not None:
            yield from saying.adjustment[1].walk()
    for statement in statements(point, program):
        yield from statement.nodes()


def called(point: Point, program: Program) -> Iterator[str]:
    """The names of the points that a point reads, carries out or begins."""
    for node in nodes(point, program):
        if "point" in node.data:
            yield str(node.data["point"])
    for statement in statements(point, program):
        if statement.op in ("do", "begin"):
            yield str(statement.data["point"])
        if statement.op == "open":
            yield from (name for name, _ in program.windows[statement.data["w"]].plays)
        if statement.op == "carry-out":
            yield from (e.name for e in carried(program, statement))


def bottom_up(calls: Mapping[str, Sequence[str]], start: Iterable[str]) -> list[str]:
    """All that is called from some names, each after what it calls. Nothing may come back to itself."""
    done: dict[str, None] = {}
    for first in start:
        work = [first]
        while work:
            waiting = [n for n in calls[work[-1]] if n not in done and n in calls]
            if waiting:
                work += waiting
            else:
                done[work.pop()] = None
    return list(done)
