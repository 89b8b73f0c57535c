"""Internal marks stay internal: no text of the story or above the table shows a mark that the journal does not report."""

from __future__ import annotations

from rulekit.diagnostics import Span
from rulekit.dsl.call_graph import CallGraph, shown_texts
from rulekit.dsl.paraphrase import say
from rulekit.dsl.program import Program
from rulekit.dsl.symbols import Mark
from rulekit.dsl.tree import Node, TextTemplate


def check(program: Program, graph: CallGraph) -> None:
    for x in {id(x): x for name in graph.names for x in graph.statements(name)}.values():
        if isinstance(x.data.get("told"), TextTemplate) and x.span.file not in program.test_files:
            _text(program, x.data["told"], x.span)
    for reason, span in shown_texts(program):
        _text(program, reason, span)


def _text(program: Program, reason: TextTemplate, span: Span) -> None:
    for part in reason.parts:
        mark = _internal_mark(program, part) if isinstance(part, Node) else None
        if mark is not None and isinstance(part, Node):
            program.report(
                "RK366",
                f"`{say(part)}` is only kept in mind, and everybody is told it here",
                span,
                "let the text say what happens, or declare the mark below  marks seen by all:",
                "warning",
                ((f"`{mark.name}` is not told", mark.span),),
            )
            return


def _internal_mark(program: Program, value: Node) -> Mark | None:
    """The internal mark that a value reads, if any. A mark that names a thing may be shown: it is not mere bookkeeping."""
    mark = program.marks.get(str(value.data.get("mark"))) if value.op == "mark" else None
    return mark if mark is not None and not mark.told and mark.type.head != "kind" else None
