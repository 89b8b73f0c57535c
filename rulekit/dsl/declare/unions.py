"""What all parts of a union have in common can be read of the union: a column of the same name and sort."""

from __future__ import annotations

from rulekit.dsl.declare.context import DeclarationContext
from rulekit.dsl.phrases import Literal, Slot
from rulekit.dsl.symbols import Column, Kind
from rulekit.dsl.syntax import Line
from rulekit.dsl.types import NUMBER, Type, certain, kind, optional


def share_columns(d: DeclarationContext, union: Kind, line: Line, done: set[str]) -> None:
    """Its phrase reads things of the union itself: those of a part are read by the phrase of the part."""
    if union.name in done or union.span is None:
        return
    done.add(union.name)
    parts = [d.program.kinds[p] for p in union.parts if p in d.program.kinds]
    for part in parts:
        if part.sort == "union":
            share_columns(d, part, line, done)
    readable = [_readable(part) for part in parts]
    for name in readable[0] if len(parts) == len(union.parts) else ():
        type_ = _common([r.get(name) for r in readable])
        if type_ is None:
            continue
        union.columns[name] = Column(name, type_, None, union.span)
        d.say(
            "V",
            str(type_),
            [Literal(name), Literal("of"), Slot("a", f"exact/{union.name}")],
            "column",
            line,
            data={"column": name, "kind": union.name},
        )


def _readable(part: Kind) -> dict[str, Type]:
    ways = {name: kind(of) if of else NUMBER for name, of, _, _ in part.ways}
    return {**ways, **{name: column.type for name, column in part.columns.items()}}


def _common(types: list[Type | None]) -> Type | None:
    found = [t for t in types if t is not None]
    if len(found) < len(types) or len({certain(t) for t in found}) > 1:
        return None
    return optional(found[0]) if any(t.maybe for t in found) else found[0]
