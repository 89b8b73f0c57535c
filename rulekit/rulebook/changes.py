"""What variants change in a rulebook: every line that is theirs is marked, and what it stands for is struck out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property, partial
from html import escape

from rulekit.diagnostics import Span
from rulekit.dsl.points import Point
from rulekit.dsl.symbols import Cell, Column, Kind
from rulekit.dsl.syntax import Line
from rulekit.rulebook.page import tag
from rulekit.rulebook.phrasing import Phrasing


class Changes:
    """``files``: those of the variants. ``before``: how the game without them is said, where somebody wants to read that."""

    def __init__(self, say: Phrasing, files: Collection[str], before: Phrasing | None = None) -> None:
        self.say, self.files, self.before = say, files, before

    def by(self, span: Span | None) -> bool:
        """Whether a variant says this."""
        return span is not None and span.file in self.files

    def badge(self, span: Span | None) -> str:
        """A sign with the name of the variant that says this; nothing where the game does."""
        if span is None or span.file not in self.files:
            return ""
        return tag("span", self._title(span.file), class_="variant")

    def _title(self, file: str) -> str:
        program = self.say.program
        made = program.variants.get(program.variant_of.get(file, ""))
        return self.say.named(made.names, made.title) if made is not None else escape(self.say.text("variant"))

    # ------------------------------------------------------------ lines
    def struck(self, span: Span) -> str:
        """The lines of the game that this line replaces."""
        return "".join(
            self._old(edit.at) for edit in self.say.program.edits if edit.destroys and _begins(edit.new, span)
        )

    def removed(self, home: str) -> Iterator[tuple[str, str]]:
        """The lines of a rule or a card that a variant took away, each with its badge."""
        for edit in self.say.program.edits:
            if edit.home == home and edit.sort == "remove" and not edit.whole:
                yield self._old(edit.at), self.badge(edit.span)

    def _old(self, at: Span) -> str:
        said = self._said.get((at.file, at.line), "")
        return tag("del", said) if said else ""

    @cached_property
    def _said(self) -> dict[tuple[str, int], str]:
        """The texts of removed lines."""
        wanted = {(edit.at.file, edit.at.line) for edit in self.say.program.edits if edit.destroys}
        out: dict[tuple[str, int], str] = {}
        if self.before is None or not wanted:
            return out
        for place, said in _lines(self.before, wanted):
            out.setdefault(place, said)
        return out

    def notes(self, point: Point | None, home: str) -> list[str]:
        """The notes of variants that stand in place of that of a rule: above what they do instead, and above its lines."""
        spans = [m.span for m in point.modifiers if m.op == "instead" and self.by(m.span)] if point is not None else []
        spans += [edit.span for edit in self.say.program.edits if edit.home == home and edit.destroys]
        found = ((self.say.note(span), self.badge(span)) for span in spans)
        return [tag("p", note + badge, class_="note changed") for note, badge in found if note]

    # ------------------------------------------------------------ data
    def cell(self, kind: Kind, member: str, column: Column, option: int = 0) -> Cell | None:
        """The cell of a table before a variant changed it; None if nothing has changed."""
        old = self.before.program.kinds.get(kind.name) if self.before is not None else None
        if old is None or member not in old.members or column.name not in old.columns:
            return None
        was = old.columns[column.name].cells[old.members.index(member)][option]
        now = column.cells[kind.members.index(member)][option]
        return None if was == now else was

    def new(self, kind: Kind, member: str) -> bool:
        """Whether a row is a variant's."""
        old = self.before.program.kinds.get(kind.name) if self.before is not None else None
        return old is not None and member not in old.members


def _begins(new: Sequence[Line], span: Span) -> bool:
    return bool(new) and new[0].file == span.file and new[0].number == span.line


def _lines(say: Phrasing, wanted: Collection[tuple[str, int]]) -> Iterator[tuple[tuple[str, int], str]]:
    """The texts of some lines of a game."""
    program = say.program
    bodies = [*(p.body for p in program.points.values()), *(e.body for e in program.entries.values())]
    bodies += [m.body for p in program.points.values() for m in p.modifiers]
    found: list[tuple[Span, Callable[[], str]]] = []
    for statement in (x for body in bodies for outer in body for x in outer.walk()):
        found.append((statement.span, partial(say.statement, statement)))
    for point in program.points.values():
        found += [(x.span, partial(say.ruling, x)) for x in point.rulings]
        found += [(x.span, partial(say.clause, x, point)) for x in point.clauses]
        found += [(x.span, partial(say.modifier, x, point)) for x in point.modifiers]
    for prose in program.chapters.values():
        found += [(text.span, partial(say.told, text)) for lines in prose.paragraphs for text in lines]
    for span, said in found:
        if (span.file, span.line) in wanted:
            yield (span.file, span.line), said()
