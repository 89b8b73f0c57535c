"""Reads the prose of a chapter: each line is a sentence, an empty line ends a paragraph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Line
from rulekit.dsl.tree import Node, TextTemplate

if TYPE_CHECKING:
    from rulekit.dsl.body_parts import BodyParts


def read_chapter(bodies: BodyParts, line: Line, scope: Scope) -> list[list[TextTemplate]]:
    """The paragraphs. A line that is no text is reported, and so is a value that is no option."""
    out: list[list[TextTemplate]] = []
    last = None
    lines = [Line(line.tail, None, None, line.file, [])] if line.tail is not None else []
    for sub in [*lines, *(line.body or ())]:
        if not sub.is_note:
            hint = 'write it as a text:  "Most points win."'
            bodies.reader.report("RK310", "a chapter of the rulebook holds texts alone", sub.span, hint)
            continue
        said = bodies.template(sub.tokens[0], sub.file, scope)
        odd = next((x for x in said.parts if isinstance(x, Node) and x.op not in ("option", "number")), None)
        if odd is not None:
            text = "what stands here in braces changes in play, and a rulebook is written before"
            options = ", ".join(bodies.program.options) or "none"
            bodies.reader.report("RK310", text, sub.span, f"the options of this game: {options}")
            continue
        theirs = sub.file != line.file  # a sentence of a variant replaces one of the game
        if last is None or (not theirs and sub.number > last + 1):
            out.append([])
        out[-1].append(said)
        last = (last or 0) + 1 if theirs else sub.number
    return out
