"""The heading of a chapter of the rulebook: prose for people, which plays nothing."""

from __future__ import annotations

from rulekit.dsl.declare.context import DeclarationContext, DeferredBody
from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Line
from rulekit.dsl.tree import ProseChapter


def chapter(d: DeclarationContext, line: Line, *, x: str, t: str) -> None:
    made = ProseChapter(x, t, line.span)
    if not d.known(x, "the chapter", d.program.chapters, line):
        d.program.chapters[x] = made
        d.deferred.bodies.append(DeferredBody("chapter", line, Scope(), None, made))


HANDLERS = {"chapter": chapter}
