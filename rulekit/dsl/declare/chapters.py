"""The heading of a chapter of the rulebook: prose for people, which plays nothing."""

from __future__ import annotations

from rulekit.dsl.declare.context import DeclarationContext, Later
from rulekit.dsl.readings import Bound
from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Line
from rulekit.dsl.tree import Chapter


def chapter(d: DeclarationContext, bound: Bound, line: Line) -> None:
    name = bound.values["x"]
    made = Chapter(name, bound.values["t"], line.span)
    if not d.known(name, "the chapter", d.program.chapters, line):
        d.program.chapters[name] = made
        d.deferred.bodies.append(Later("chapter", line, Scope(), None, made))


HANDLERS = {"chapter": chapter}
