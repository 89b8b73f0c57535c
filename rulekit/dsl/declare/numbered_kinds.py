"""Kinds whose members have no names of their own: as many for each thing as a column of its table says."""

from __future__ import annotations

from rulekit.dsl.declare.context import DeclarationContext
from rulekit.dsl.declare.holders import lines, own_line
from rulekit.dsl.phrases import Literal, Slot
from rulekit.dsl.symbols import Column, Kind
from rulekit.dsl.syntax import Line
from rulekit.dsl.types import NUMBER
from rulekit.dsl.types import kind as kind_type

MOST_MEMBERS = 5000


def kind_many(d: DeclarationContext, line: Line, *, x: str, k: str, y: str) -> None:
    """``kind guest, as many for each town as income of it``; what their number rests on may be declared below."""
    if d.known(x, "the kind", d.program.kinds, line):
        return
    kind = Kind(x, "many", line.span, ways=[(k, k, 0, 0)], counts=(k, y))
    d.program.kinds[x] = kind
    for found, sub in lines(d, kind, line):
        own_line(d, kind, found, sub)
    d.after_kinds.insert(0, lambda: _members(d, kind, k, y, line))  # before unions ask for columns


def _members(d: DeclarationContext, kind: Kind, of: str, column: str, line: Line) -> None:
    other = d.program.kinds.get(of)
    if other is None:
        d.reader.report(
            "RK301", f"no kind is called `{of}`", line.span, d.reader.suggestions.near(of, d.words.kinds.names)
        )
        return
    found = other.columns.get(column)
    if found is None or found.type != NUMBER or found.each is not None:
        d.reader.report(
            "RK301",
            f"`{column}` is no column of {of} that holds one number for each",
            line.span,
            d.reader.suggestions.near(column, other.columns)
            or f"add a line below the heading of {of}:  column {column} is a number",
        )
        return
    if any(n < 0 for n in found.numbers) or sum(found.numbers) > MOST_MEMBERS:
        text = f"`{column}` of all {d.words.kinds.names[of]} together: from 0 to {MOST_MEMBERS}, none less than 0"
        d.reader.report("RK201", text, found.span, f"give smaller numbers in the column {column}")
        return
    owners = [k for k, n in enumerate(found.numbers) for _ in range(n)]
    for k, n in enumerate(found.numbers):
        kind.members += [f"{kind.name} {j} of {other.members[k]}" for j in range(1, n + 1)]
    kind.display = [{} for _ in owners]
    kind.columns[of] = Column(of, kind_type(of), None, line.span, [[k] for k in owners])
    d.say(
        "V",
        of,
        [Literal(of), Literal("of"), Slot("a", kind.name)],
        "column",
        line,
        data={"column": of, "kind": kind.name},
    )


HANDLERS = {"kind-many": kind_many}
