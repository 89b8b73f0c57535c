"""Sentences of rules as lists of a page, with their notes, the clauses that they state, and what a variant changed in them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from html import escape

from rulekit.dsl.operations import has
from rulekit.dsl.tree import Statement
from rulekit.rulebook.changes import Changes
from rulekit.rulebook.page import capital, tag
from rulekit.rulebook.phrasing import Phrasing

_ENDED = re.compile(r"[.。?？!！:：；][”)）]?$")


class Sentences:
    """``ruled``: the rulings that the book tells, to which citations lead."""

    def __init__(self, say: Phrasing, changes: Changes, ruled: Collection[str]) -> None:
        self.say, self.program, self.changes, self.ruled = say, say.program, changes, ruled

    def block(self, body: Sequence[Statement]) -> str:
        """Sentences as a list, with lists inside."""
        return tag("ul", "".join(self._items(body)), class_="rules") if body else ""

    def _items(self, body: Sequence[Statement]) -> Iterator[str]:
        for x in body:
            if silent(x):
                continue
            yield self.item(self._said(x), x)
            yield from self._otherwise(x)

    def item(self, said: str, x: Statement) -> str:
        """One sentence with what stands below it: a single sentence follows on the same line."""
        note = self.say.note(x.span)
        before = tag("div", note, class_="note") if note else ""
        inner = [y for y in x.body if not silent(y)]
        alone = inner[0] if len(inner) == 1 and not inner[0].body and inner[0].otherwise is None else None
        if (
            alone is not None
            and not self.say.note(alone.span)
            and self.changes.by(alone.span) == self.changes.by(x.span)
        ):
            said = said + self.say.text("colon") + self._said(alone)
            cites = dict.fromkeys((*x.citations, *alone.citations))
            return self.line(before, self.sentence(said), cites, x)
        if x.body and inner:
            return self.line(
                before, capital(said) + self.say.text("colon").rstrip(), x.citations, x, self.block(x.body)
            )
        return self.line(before, self.sentence(said), x.citations, x)

    def line(self, before: str, said: str, cites: Iterable[str], x: Statement, below: str = "") -> str:
        """An entry of a list, marked where it is a variant's."""
        old = self.changes.struck(x.span)
        changed = "changed" if self.changes.by(x.span) else ""
        return tag("li", before + old + said + self.cited(cites) + self.changes.badge(x.span) + below, class_=changed)

    def _said(self, x: Statement) -> str:
        said = self.say.statement(x)
        point = self.program.points.get(x.data["point"]) if x.op in ("do", "begin") else None
        return tag("a", said, href=f"#{anchor(point.name)}") if point is not None else said

    def sentence(self, said: str) -> str:
        """A whole sentence: with a capital, and with a full stop."""
        bare = re.sub(r"<[^>]*>", "", said)
        return capital(said) + ("" if _ENDED.search(bare) else self.say.text("stop"))

    def _otherwise(self, x: Statement) -> Iterator[str]:
        if x.otherwise is None:
            return
        if all(map(silent, x.otherwise)):
            return
        if x.otherwise[0].data.get("chained"):
            yield from self._items(x.otherwise)
        else:
            held = Statement("otherwise", {}, {}, x.otherwise_span or x.span, "", body=list(x.otherwise))
            yield self.item(self.say.otherwise(), held)

    def spelt(self, name: str) -> str:
        """What something is called in the rule files, for who reads of it in another language and writes a house rule."""
        return tag("span", escape(name), class_="spelt", lang="en") if self.say.language != "en" else ""

    def cited(self, citations: Iterable[str]) -> str:
        """The clauses that a line states; rulings lead to what they say."""
        names = (tag("a", escape(c), href=f"#c-{c}") if c in self.ruled else escape(c) for c in citations)
        said = ", ".join(names)
        return tag("span", said, class_="cite") if said else ""


def silent(x: Statement) -> bool:
    """Whether a sentence does nothing but tell, stands with a question, or speaks of such sentences only."""
    if x.op == "said" or has(x.op, "is told") or has(x.op, "is a note"):
        return True
    inside = [y for y in (*x.body, *(x.otherwise or ())) if not has(y.op, "is a note")]
    return bool(inside) and all(map(silent, inside)) and x.op not in ("choose-one", "branch", "may")


def anchor(name: str) -> str:
    """The anchor of a point or an entry on the page."""
    return "r-" + "".join(c if c.isalnum() else "-" for c in name)
