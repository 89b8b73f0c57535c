"""Cards and actions in the rulebook, and when other players may answer with one."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.dsl.symbols import FamilyEntry
from rulekit.rulebook.page import Chapter, capital, tag
from rulekit.rulebook.points import Points
from rulekit.rulebook.sentences import Sentences, anchor


class Cards:
    def __init__(self, sentences: Sentences, points: Points) -> None:
        self.sentences, self.points, self.say = sentences, points, sentences.say
        self.program, self.changes = sentences.program, sentences.changes

    def families(self) -> Iterator[Chapter]:
        """A chapter for each sort of cards."""
        for family in self.program.families.values():
            entries = [e for e in self.program.entries.values() if e.family == family.name]
            title = self.say.members(family.name)
            yield Chapter(f"family-{family.name}", capital(title), [self.entry(e) for e in entries])

    def entry(self, entry: FamilyEntry) -> str:
        """A card or an action with its text and what it says about rules."""
        head = self.say.entry(entry.name) + self.sentences.spelt(entry.name) + self.sentences.cited(entry.citations)
        head += self.changes.badge(entry.span)
        parts = [tag("h3", head, id=anchor(entry.name))]
        note = "".join(self.changes.notes(None, entry.name)) or self.say.note(entry.span)
        if note:
            parts.append(note if note.startswith("<p") else tag("p", note, class_="note"))
        if entry.over is not None:
            parts.append(tag("p", self.say.text("one each", what=self.say.word(entry.over[1])), class_="note"))
        elif entry.indices:
            copies = self._copies(entry)
            parts.append(tag("p", copies, class_="note") if copies else "")
        parts += [self.sentences.block(entry.body), self.points.gone(entry.name)]
        carried = [(p, s) for p in self.program.points.values() for s in p.modifiers if s.carrier == entry.name]
        if carried:
            parts.append(tag("ul", "".join(self.points.modifier(s, p) for p, s in carried), class_="rules"))
        point = self.program.points.get(entry.name)
        if point is not None:
            parts += self.points.said(point)
        return tag("div", "\n".join(p for p in parts if p), class_="card")

    def _copies(self, entry: FamilyEntry) -> str:
        """How many cards have this text, and what the columns of the family say of each."""
        said = [self.say.text("copies", n=len(entry.indices))] if len(entry.indices) > 1 else []
        for column in self.program.kinds[entry.family].columns.values():
            values = [str(column.cells[k][0]) for k in entry.indices if k < len(column.cells)]
            if values:
                name = capital(self.say.word(column.name))
                said.append(name + self.say.text("colon") + self.say.text("sep").join(values))
        return self.say.text("semicolon").join(said)

    def windows(self) -> Chapter:
        """The moments at which other players may play something: who is asked, and what can be played."""
        parts = []
        for window in self.program.windows.values():
            parts.append(tag("h3", capital(self.say.word(window.name)), id=anchor(f"window {window.name}")))
            if window.prompt is not None:
                question = tag("span", self.say.reason(window.prompt), class_="told")
                parts.append(tag("p", self.say.text("question", text=question)))
            asked = self.say.text("asked", who=self.say.text("sep").join(self.say.value(n) for n in window.asked))
            closing = [k for k in ("turn", "until_pass", "until_success") if getattr(window, k)]
            whom = [] if window.alike is None else ["asked_all" if window.alike else "asked_only"]
            said = self.say.blank.join([asked, *(self.say.text(k) for k in (*whom, *closing))])
            parts.append(tag("p", said + self.changes.badge(window.span)))
            played = [name for name, _ in window.plays if name in self.program.entries]
            cards = [tag("li", tag("a", self.say.entry(name), href=f"#{anchor(name)}")) for name in played]
            parts.append(tag("ul", "".join(cards), class_="rules") if cards else "")
        return Chapter("windows", self.say.text("windows"), [p for p in parts if p])
