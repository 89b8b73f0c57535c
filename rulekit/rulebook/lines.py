"""The lines of the rules one by one in another language, for whoever asks at the table which rule it was."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape

from rulekit.diagnostics import Span
from rulekit.dsl.paraphrase import say
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement
from rulekit.explain.quotes import bare, said
from rulekit.rulebook.languages import speech as speech_of

_TOLD = '：<span class="told">'
_TAG = re.compile(r"<[^>]*>")


def said_lines(program: Program, language: str) -> dict[str, str]:
    """Rows as they are quoted, and the values and conditions in them -> what they say. What a rule has given a name stands there
    as ``⟦name|words⟧``.

    Raises FileNotFoundError for a language that has no table of phrases.
    """
    speech = speech_of(program, language)
    speech.shows_gaps = True
    rows = {file: text.splitlines() for file, text in program.sources.items()}
    out: dict[str, str] = {}

    def plain(html: str) -> str:
        return unescape(_TAG.sub("", html.partition(_TOLD)[0]))

    def line(span: Span, *html: str) -> None:
        if span.file in rows and 0 < span.line <= len(rows[span.file]):
            out.setdefault(bare(said(rows[span.file][span.line - 1])), "：".join(map(plain, html)))

    def values(nodes: Iterable[Node | None]) -> None:
        for node in (inner for outer in nodes if outer is not None for inner in outer.walk()):
            words = say(node)
            if words and words not in out:
                speech.stands_alone = True
                out[words] = plain(speech.settle(speech.node(node)))
                speech.stands_alone = False

    for x in _statements(program):
        beside = [s for s in x.body if s.span.line == x.span.line and s.op != "said"]
        line(x.span, *map(speech.statement, (x, *beside[:1])))
        values(x.nodes())
    for point in program.points.values():
        for ruling in point.rulings:
            line(ruling.span, speech.ruling(ruling))
            values([ruling.condition])
        for modifier in point.modifiers:
            line(modifier.span, speech.modifier(modifier, point))
            values([modifier.condition])
        for clause in point.clauses:
            head = [speech.heading(point)] if clause.span.line == point.span.line else []
            line(clause.span, *head, speech.clause(clause, point))
            values([clause.value, clause.condition])
    return out


def _statements(program: Program) -> Iterator[Statement]:
    """Every sentence, each before those below it."""
    bodies = [p.body for p in program.points.values()] + [e.body for e in program.entries.values()]
    bodies += [s.body for p in program.points.values() for s in p.modifiers]
    for statement in (s for body in bodies for s in body):
        yield from statement.walk()
