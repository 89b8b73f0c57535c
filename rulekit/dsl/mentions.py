"""Collects everything that the rules of a program refer to, by walking the typed tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.dsl import accessors as get
from rulekit.dsl.operations import has
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Clause, Node, Ruling, Statement, TextTemplate

SORTS = ("point", "place", "mark", "option", "table", "column", "piece", "w")


def mentioned(program: Program) -> set[tuple[str, str]]:
    """``("mark", "points")``, ``("column", "price")`` ... for all that a value, a condition, a sentence or a text speaks of."""
    return {(sort, str(said)) for x in parts(program) for sort, said in x.data.items() if sort in SORTS}


def read_marks(program: Program) -> set[str]:
    """The marks whose state a value, a condition or a text speaks of: not those that are only set."""
    found = list(parts(program))
    set_only = {id(get.target(x)) for x in found if isinstance(x, Statement) and has(x.op, "sets") and "x" in x.args}
    return {str(x.data["mark"]) for x in found if isinstance(x, Node) and "mark" in x.data and id(x) not in set_only}


def parts(program: Program) -> Iterator[Node | Statement]:
    """All values and sentences of the rules; what test files declare is none of them."""
    for item in _walk(_roots(program)):
        if isinstance(item, (Node, Statement)):
            yield item


def nodes(*roots: object) -> Iterator[Node]:
    """All values in some part of the tree."""
    for item in _walk(roots):
        if isinstance(item, Node):
            yield item


def _roots(program: Program) -> list[object]:
    out: list[object] = [
        program.needs,
        program.above,
        program.beside,
        [c.paragraphs for c in program.chapters.values()],
    ]
    for point in [*program.points.values(), *program.choices.values()]:
        if point.span.file not in program.test_files:
            out += [point.clauses, point.rulings, point.body]
        for said in point.modifiers:
            if said.span.file not in program.test_files:
                out += [said.condition, said.adjustment, said.reason, said.body]
    out += [entry.body for entry in program.entries.values()]
    out += [family.zone for family in program.families.values()] + [f.source for f in program.families.values()]
    out += [piece.home for piece in program.pieces.values()] + [kind.first for kind in program.kinds.values()]
    out += [program.judge, *(kind.keeper for kind in program.kinds.values())]
    out += [mark.first for mark in program.marks.values()]
    for window in program.windows.values():
        out += [window.asked, window.prompt, [condition for _, condition in window.plays]]
    return out


def _walk(roots: Iterable[object]) -> Iterator[object]:
    seen: set[int] = set()
    work = list(roots)
    while work:
        item = work.pop()
        if isinstance(item, (list, tuple)):
            work += item
            continue
        if isinstance(item, dict):
            work += item.values()
            continue
        if not isinstance(item, (Node, Statement, Clause, Ruling, TextTemplate)) or id(item) in seen:
            continue
        seen.add(id(item))
        yield item
        match item:
            case Node():
                work += [*item.args.values(), *item.data.values()]
            case Statement():
                work += [*item.args.values(), *item.data.values(), item.body, item.otherwise]
            case Clause():
                work += [item.value, item.condition]
            case Ruling():
                work += [item.condition, item.reason]
            case TextTemplate():
                work += [x for x in item.parts if isinstance(x, Node)]
