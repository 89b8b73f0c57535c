"""Deeds, terms and permissions in the rulebook, each with everything that other rules say about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.dsl.points import Modifier, Point
from rulekit.dsl.tree import Clause, Ruling
from rulekit.rulebook.page import Chapter, tag
from rulekit.rulebook.sentences import Sentences, anchor


class Points:
    def __init__(self, sentences: Sentences) -> None:
        self.sentences, self.say, self.program, self.changes = (
            sentences,
            sentences.say,
            sentences.program,
            sentences.changes,
        )

    def deed(self, point: Point, terms: Sequence[Point] = ()) -> str:
        """A rule that is carried out; ``terms``: those of its scene."""
        parts = [self._head(point), *(self.term(p, "h4") for p in terms)]
        parts += [self.sentences.block(point.body), self.gone(point.name), *self.said(point)]
        return tag("div", "\n".join(p for p in parts if p))

    def _head(self, point: Point, level: str = "h3") -> str:
        title = self.say.heading(point) + self.sentences.spelt(point.name) + self.sentences.cited(point.citations)
        title += self.changes.badge(point.span)
        return tag(level, title, id=anchor(point.name)) + self._note(point)

    def _note(self, point: Point) -> str:
        """The note of the authors, or that of a variant that changed the rule."""
        notes = self.changes.notes(point, point.name)
        note = self.say.note(point.span)
        return "".join(notes) or (tag("p", note, class_="note") if note else "")

    def gone(self, home: str) -> str:
        """The lines that variants removed from a rule or a card."""
        lines = "".join(tag("li", old + badge, class_="changed") for old, badge in self.changes.removed(home) if old)
        return tag("ul", lines, class_="rules") if lines else ""

    def term(self, point: Point, level: str = "h3") -> str:
        """A number, a value, a set or a condition."""
        if len(point.clauses) == 1 and not point.modifiers:
            clause = self.say.clause(point.clauses[0], point)
            cites = self.sentences.cited(dict.fromkeys((*point.citations, *point.clauses[0].citations)))
            head = tag("b", self.say.heading(point), id=anchor(point.name)) + self.sentences.spelt(point.name)
            badge = self.changes.badge(point.clauses[0].span)
            old = self.changes.struck(point.clauses[0].span)
            changed = "changed" if badge else ""
            colon, stop = self.say.text("colon"), self.say.text("stop")
            return self._note(point) + tag("p", f"{head}{colon}{old}{clause}{stop}{cites}{badge}", class_=changed)
        items = (self._item(self.say.clause(c, point), c) for c in point.clauses)
        parts = [self._head(point, level), tag("ul", "".join(items), class_="rules"), self.gone(point.name)]
        return tag("div", "\n".join([*(p for p in parts if p), *self.said(point)]))

    def _item(self, said: str, x: Clause | Ruling) -> str:
        changed = "changed" if self.changes.by(x.span) else ""
        whole = self.sentences.sentence(said) + self.sentences.cited(x.citations) + self.changes.badge(x.span)
        return tag("li", self.changes.struck(x.span) + whole, class_=changed)

    def permissions(self) -> Chapter:
        """A permission, and the lines that refuse it."""
        parts = []
        for point in (p for p in self.program.points.values() if p.sort == "permission"):
            items = (self._item(self.say.ruling(r), r) for r in point.rulings)
            parts += [self._head(point), tag("ul", "".join(items), class_="rules"), self.gone(point.name)]
            parts += self.said(point)
        return Chapter("may", self.say.text("may"), [p for p in parts if p])

    def said(self, point: Point) -> Iterator[str]:
        """The modifiers of a point from elsewhere, with links to their sources."""
        for modifier in point.modifiers:
            if modifier.carrier == point.name:
                continue
            who, changed = self.say.text("rule"), self.changes.by(modifier.span)
            if modifier.carrier:
                who = tag("a", self.say.entry(modifier.carrier), href=f"#{anchor(modifier.carrier)}")
            elif changed:
                who = self.changes.badge(modifier.span)
            inner = tag("ul", self.modifier(modifier, point), class_="rules")
            yield tag(
                "div", tag("b", self.say.text("by", who=who)) + inner, class_="also changed" if changed else "also"
            )

    def modifier(self, modifier: Modifier, point: Point) -> str:
        """What a card or a variant says about a point."""
        said, below = self.say.modifier(modifier, point), self.sentences.block(modifier.body)
        note = self.say.note(modifier.span) if modifier.op != "instead" else ""
        before = tag("div", note, class_="note") if note else ""
        end = self.say.text("colon").rstrip() if below else ""
        whole = self.sentences.sentence(said + end) + self.sentences.cited(modifier.citations)
        return tag("li", before + whole + below)
