"""The first pass over the headings of all files: each is handed to its module, in an order in which it finds what it needs."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.diagnostics import Span
from rulekit.dsl.datum import Datum
from rulekit.dsl.declare import (
    families,
    game,
    graphs,
    kinds,
    marks,
    numbered_kinds,
    pieces,
    places,
    points,
    rule_tables,
    unused_data,
    variants,
)
from rulekit.dsl.declare.context import DeclarationContext, Handler, Later
from rulekit.dsl.reader import Reader
from rulekit.dsl.syntax import Line

MODULES = (game, kinds, numbered_kinds, pieces, graphs, rule_tables, places, marks, points, families, variants)


def declare_all(reader: Reader, lines: list[Line], tables: Callable[[str, str, Span], Datum | None]) -> list[Later]:
    """Declares what all headings of all files bring into being; gives the bodies that are to be read.

    ``tables``: (file that asks, name of the table file, place of asking) -> its data.
    """
    handlers: dict[str, Handler] = {op: handler for module in MODULES for op, handler in module.HANDLERS.items()}
    context, words = DeclarationContext(reader, tables, handlers), reader.words
    for line in lines:
        if line.first == "kind" and len(line.tokens) > 1 and line.tokens[1].kind == "WORD":
            words.add_kind(line.tokens[1].text)
        elif line.first == "family" and len(line.tokens) > 1:
            words.add_kind(line.tokens[1].text)
            words.families.add(line.tokens[1].text)
    context.headings(lines)
    for step in context.finish:
        step()
    unused_data.check(context, context.program.texts)
    return context.later
