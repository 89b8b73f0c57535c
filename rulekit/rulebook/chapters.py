"""The chapters of a rulebook, from the typed program: what is said about a thing stands with the thing, whoever says it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from rulekit.dsl.names import plural_of
from rulekit.dsl.operations import has
from rulekit.dsl.points import VALUES, Modifier, Point
from rulekit.dsl.program import Entry, Program
from rulekit.dsl.tree import Statement
from rulekit.files import shown, variant_rules
from rulekit.rulebook.components import Components
from rulekit.rulebook.page import Chapter, tag
from rulekit.rulebook.speech import Speech


class Chapters:
    """All chapters of one game in one language."""

    def __init__(self, program: Program, folder: Path, speech: Speech, variants: Sequence[Path] = ()) -> None:
        self.program, self.folder, self.say = program, folder, speech
        self.overlays = {shown(path) for v in variants for path in variant_rules(v)}
        self.components = Components(program, folder, speech)
        self._told: set[str] = set()

    @property
    def title(self) -> tuple[str, str]:
        """What the game is called, and what stands under it."""
        under = self.say.text("under")
        if self.program.variants:
            names = self.say.text("semicolon").join(
                self.say.named(v.names, v.title) for v in self.program.variants.values()
            )
            under += " · " + self.say.text("with", variants=names)
        return self.say.named(self.program.names, self.program.title), under

    def all(self) -> list[Chapter]:
        """The chapters that have something to say."""
        course, deeds = (
            self._course(),
            self._deeds(),
        )  # the terms of a scene stand in the scene, and not among the others
        made = [self.components.table(), self.components.things(), self.components.board()]
        made += [course, *self._families(), self._windows(), deeds, self._terms(), self._permissions()]
        made += [self.components.tables(), self.components.devices(), self.components.rulings()]
        return [chapter for chapter in made if chapter.parts]

    # ------------------------------------------------------------ the course
    def _course(self) -> Chapter:
        begin = self.program.begins
        first = next((p for p in self.program.points.values() if p.sort == "deed" and p.name == begin), None)
        parts = [self.deed(p) for p in self._reached(first)] if first is not None else []
        return Chapter("course", self.say.text("course"), parts)

    def _reached(self, first: Point) -> Iterator[Point]:
        """A deed, then those that it comes to, each once and where it is first needed."""
        if first.name in self._told:
            return
        self._told.add(first.name)
        yield first
        for body in (first.body, *(s.body for s in first.modifiers)):
            for x in (inner for outer in body for inner in outer.walk()):
                point = self.program.points.get(x.data["point"]) if x.op in ("do", "begin") else None
                if point is not None and point.sort in ("deed", "scene"):
                    yield from self._reached(point)

    def _deeds(self) -> Chapter:
        """What only cards come to, or nothing that is in the course."""
        rest = [p for p in self.program.points.values() if p.sort in ("deed", "scene") and p.name not in self._told]
        return Chapter("deeds", self.say.text("deeds"), [self.deed(p) for p in rest])

    def deed(self, point: Point) -> str:
        parts = [self._head(point)]
        if point.sort == "scene":
            inner = [p for p in self.program.points.values() if p.scene == point.name and p.sort in VALUES]
            parts += [self._term(p, "h4") for p in inner]
            self._told.update(p.name for p in inner)
        parts += [self.block(point.body), *self._said(point)]
        return tag("div", "\n".join(p for p in parts if p))

    def _head(self, point: Point, level: str = "h3") -> str:
        note = self.say.note(point.span)
        head = tag(level, self.say.heading(point) + self._cited(point.citations), id=anchor(point.name))
        return head + (tag("p", note, class_="note") if note else "")

    # ------------------------------------------------------------ sentences
    def block(self, body: Sequence[Statement]) -> str:
        """Sentences as a list, with lists inside."""
        return tag("ul", "".join(self._sentences(body)), class_="rules") if body else ""

    def _sentences(self, body: Sequence[Statement]) -> Iterator[str]:
        for x in body:
            if x.op == "said" or has(x.op, "is told"):
                continue
            said = self.say.statement(x)
            point = self.program.points.get(x.data["point"]) if x.op in ("do", "begin") else None
            if point is not None:
                said = tag("a", said, href=f"#{anchor(point.name)}")
            note = self.say.note(x.span)
            before = tag("div", note, class_="note") if note else ""
            yield tag("li", before + said + self._cited(x.citations) + self.block(x.body))
            yield from self._otherwise(x)

    def _otherwise(self, x: Statement) -> Iterator[str]:
        if x.otherwise is None:
            return
        chained = x.otherwise[0] if x.otherwise and x.otherwise[0].data.get("chained") else None
        if chained is not None:
            yield from self._sentences(x.otherwise)
        else:
            yield tag("li", self.say.otherwise() + self.block(x.otherwise))

    # ------------------------------------------------------------ cards and actions
    def _families(self) -> Iterator[Chapter]:
        for family in self.program.families.values():
            entries = [e for e in self.program.entries.values() if e.family == family.name]
            title = self.say.many(family.name, plural_of(family.name))
            yield Chapter(f"family-{family.name}", title[:1].upper() + title[1:], [self.entry(e) for e in entries])

    def entry(self, entry: Entry) -> str:
        parts = [tag("h3", self.say.entry(entry.name) + self._cited(entry.citations), id=anchor(entry.name))]
        note = self.say.note(entry.span)
        if note:
            parts.append(tag("p", note, class_="note"))
        if entry.over is not None:
            parts.append(tag("p", self.say.text("one each", what=self.say.word(entry.over[1])), class_="note"))
        elif entry.indices:
            copies = self._copies(entry)
            parts.append(tag("p", copies, class_="note") if copies else "")
        point = self.program.points.get(entry.name)
        parts.append(self.block(entry.body))
        carried = [(p, s) for p in self.program.points.values() for s in p.modifiers if s.carrier == entry.name]
        if carried:
            items = "".join(self._modifier(s, p) for p, s in carried)
            parts.append(tag("ul", items, class_="rules"))
        if point is not None:
            parts += self._said(point)
        return tag("div", "\n".join(p for p in parts if p), class_="card")

    def _copies(self, entry: Entry) -> str:
        """How many cards have this text, and what the columns of the family say of each."""
        said = [self.say.text("copies", n=len(entry.indices))] if len(entry.indices) > 1 else []
        for column in self.program.kinds[entry.family].columns.values():
            values = [str(column.values[k]) for k in entry.indices if k < len(column.values)]
            if values:
                said.append(self.say.word(column.name) + self.say.text("colon") + self.say.text("sep").join(values))
        return self.say.text("semicolon").join(said)

    def _windows(self) -> Chapter:
        """When other players may play something: who is asked, and what can be played then."""
        parts = []
        for window in self.program.windows.values():
            title = self.say.word(window.name)
            parts.append(tag("h3", title[:1].upper() + title[1:], id=anchor(f"window {window.name}")))
            asked = self.say.text("asked", who=self.say.text("sep").join(self.say.value(n) for n in window.asked))
            closing = [k for k in ("turn", "until_pass", "until_success") if getattr(window, k)]
            whom = [] if window.alike is None else ["asked_all" if window.alike else "asked_only"]
            parts.append(tag("p", " ".join([asked, *(self.say.text(k) for k in (*whom, *closing))])))
            played = [name for name, _ in window.plays if name in self.program.entries]
            cards = [tag("li", tag("a", self.say.entry(name), href=f"#{anchor(name)}")) for name in played]
            parts.append(tag("ul", "".join(cards), class_="rules") if cards else "")
        return Chapter("windows", self.say.text("windows"), [p for p in parts if p])

    # ------------------------------------------------------------ points
    def _terms(self) -> Chapter:
        terms = [p for p in self.program.points.values() if p.sort in VALUES and p.name not in self._told]
        return Chapter("terms", self.say.text("terms"), [self._term(p) for p in terms])

    def _term(self, point: Point, level: str = "h3") -> str:
        if len(point.clauses) == 1 and not point.modifiers:
            clause = self.say.clause(point.clauses[0], point)
            cites = self._cited(dict.fromkeys((*point.citations, *point.clauses[0].citations)))
            note = self.say.note(point.span)
            head = tag("b", self.say.heading(point), id=anchor(point.name))
            said = tag("p", f"{head}{self.say.text('colon')}{clause}{cites}")
            return (tag("p", note, class_="note") if note else "") + said
        items = (tag("li", self.say.clause(c, point) + self._cited(c.citations)) for c in point.clauses)
        parts = [self._head(point, level), tag("ul", "".join(items), class_="rules"), *self._said(point)]
        return tag("div", "\n".join(parts))

    def _permissions(self) -> Chapter:
        parts = []
        for point in (p for p in self.program.points.values() if p.sort == "permission"):
            items = (tag("li", self.say.ruling(r) + self._cited(r.citations)) for r in point.rulings)
            parts += [self._head(point), tag("ul", "".join(items), class_="rules"), *self._said(point)]
        return Chapter("may", self.say.text("may"), parts)

    def _said(self, point: Point) -> Iterator[str]:
        """What is said about a point from elsewhere, with a link to who says it."""
        for modifier in point.modifiers:
            if modifier.carrier == point.name:
                continue
            who = self.say.text("variant" if modifier.span.file in self.overlays else "rule")
            if modifier.carrier:
                who = tag("a", self.say.entry(modifier.carrier), href=f"#{anchor(modifier.carrier)}")
            inner = tag("ul", self._modifier(modifier, point), class_="rules")
            yield tag("div", tag("b", self.say.text("by", who=who)) + inner, class_="also")

    def _modifier(self, modifier: Modifier, point: Point) -> str:
        return tag(
            "li", self.say.modifier(modifier, point) + self._cited(modifier.citations) + self.block(modifier.body)
        )

    def _cited(self, citations: Iterable[str]) -> str:
        """The clauses that a line states; rulings lead to what they say."""
        ruled = self.components.ruled
        names = (tag("a", escape(c), href=f"#c-{c}") if c in ruled else escape(c) for c in citations)
        said = ", ".join(names)
        return tag("span", said, class_="cite") if said else ""


def anchor(name: str) -> str:
    """Where a point or an entry stands on the page."""
    return "r-" + "".join(c if c.isalnum() else "-" for c in name)
