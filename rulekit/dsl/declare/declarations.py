"""The first pass over the headings of all files: each is handed to its module, in an order in which it finds what it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulekit.diagnostics import Span
from rulekit.dsl.arguments import by_name
from rulekit.dsl.datum import Datum
from rulekit.dsl.declare import (
    chapters,
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
from rulekit.dsl.declare.context import DeclarationContext, Deferred
from rulekit.dsl.reader import Reader
from rulekit.dsl.syntax import Line

MODULES = (
    game,
    kinds,
    numbered_kinds,
    pieces,
    graphs,
    rule_tables,
    places,
    marks,
    points,
    families,
    variants,
    chapters,
)


HANDLERS: Mapping[str, Callable[..., None]] = {op: f for module in MODULES for op, f in module.HANDLERS.items()}
HEADINGS = by_name(HANDLERS, 2, "declaration")


def _plural(line: Line) -> str | None:
    """`plural oxen` below the heading of a kind: other lines may say it before that one is read."""
    said = [sub.tokens[1] for sub in line.body or () if sub.first == "plural" and len(sub.tokens) == 2]
    return said[0].text if said and said[0].kind == "WORD" else None


def declare_all(reader: Reader, lines: list[Line], tables: Callable[[str, str, Span], Datum | None]) -> Deferred:
    """Declares what all headings of all files bring into being; gives what is to be read after that.

    ``tables``: (file that asks, name of the table file, place of asking) -> its data.
    """
    context, words = DeclarationContext(reader, tables, HEADINGS), reader.words
    for line in lines:
        if line.first == "kind" and len(line.tokens) > 1 and line.tokens[1].kind == "WORD":
            words.add_kind(line.tokens[1].text, _plural(line))
        elif line.first == "family" and len(line.tokens) > 1:
            words.add_kind(line.tokens[1].text)
            words.families.add(line.tokens[1].text)
    context.headings(lines)
    for step in context.finish:
        step()
    context.finish.clear()  # they hold the context
    unused_data.check(context, context.program.texts)
    return context.deferred
