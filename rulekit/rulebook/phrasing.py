"""The sentences of a rulebook: statements, clauses, rulings, and what cards and variants say, from the typed tree of a game.

What stands inside of a sentence is said by :mod:`rulekit.rulebook.wording`.
"""

from __future__ import annotations

import re
from html import escape

from rulekit.dsl import accessors as get
from rulekit.dsl.points import Modifier, Point
from rulekit.dsl.tree import Clause, Node, Ruling, Statement, TextTemplate
from rulekit.rulebook.wording import SLOT, Wording, negated

OPEN = "…"
"""What is said for an option in a text that tells why it cannot be set so"""


class Phrasing(Wording):
    """Whole sentences."""

    def statement(self, x: Statement) -> str:
        """A sentence, without the block below it."""
        point = self.program.points.get(x.data["point"]) if x.op in ("do", "begin") else None
        if point is not None:
            said = self.point(point, {**x.data, **x.args})
        elif x.data.get("chained"):
            said = self.text("otherwise if", c=self.node(get.condition(x)))
        elif x.op == "let" and "yes" in get.new_value(x).data:
            said = self.text("begins as", x=self.argument(x.data["x"], "x"), v=self.node(get.new_value(x)))
        elif x.phrase is None:
            said = escape(self.source.heading(x.span))
        else:
            text = x.data.get("label", x.data.get("told"))
            said = self.phrase(x.phrase, {**x.data, **({"t": text} if text is not None else {}), **x.args})
        return said + "".join(self._behind(x.data.get(key)) for key in ("prompt", "reason"))

    def _behind(self, text: object) -> str:
        """The text for players behind a sentence."""
        return self._told_behind(self.told(text)) if isinstance(text, TextTemplate) else ""

    def _told_behind(self, said: str) -> str:
        return f'{self.text("colon")}<span class="told">“{said}”</span>'

    def clause(self, x: Clause, point: Point) -> str:
        """One clause of a number, a value, a set or a condition."""
        values: dict[str, object] = {
            k: v for k, v in (("v", x.value), ("n", x.value), ("c", x.condition), ("x", x.name)) if v
        }
        if x.op in ("plus", "minus"):
            key = f"B {x.op} {{n}}" + (" if {c}" if x.condition is not None else "")
        elif x.op == "let":
            key = "B let {x} be {v}"
        elif x.op == "be" and x.value is not None:
            key = "B {v} otherwise" if x.otherwise else "B {v} if {c}" if x.condition is not None else "B {v}"
        elif x.value is not None:
            when = self.text("but if", c=self.node(x.condition)) if x.condition is not None else ""
            return self.text("exception", name=self.word(x.name), when=when, value=self.node(x.value))
        else:
            return escape(self.source.line(x.span))
        return self.fill(self.templates[key], values)

    def ruling(self, x: Ruling) -> str:
        """One clause of a permission."""
        return self._judged(x.op, x.condition, x.despite, x.name) + self._behind(x.reason)

    def _judged(self, op: str, condition: Node | None, despite: str, name: str = "") -> str:
        c = self.node(condition) if condition is not None else ""
        if op == "allow":
            return self.text("allowed if" if c else "allowed", c=c, despite=self._by_name(despite))
        named = self.text("by name", name=self._by_name(name)) if name else ""
        if condition is not None and condition.op == "not" and not negated(get.denied(condition)):
            return self.text("refused unless", c=self.node(get.denied(condition)), name=named)
        return self.text("refused if" if c else "refused always", c=c, name=named)

    def _by_name(self, name: str) -> str:
        return self.entry(name) if name in self.program.entries else self.word(name)

    def modifier(self, x: Modifier, point: Point) -> str:
        """What a card or a variant says about a point, without a block below it."""
        if x.op in ("before", "after", "instead"):
            when = self.text("but if", c=self.node(x.condition)) if x.condition is not None else ""
            return self.text(f"{x.op} what", what=self.quoted(point), when=when)
        if x.op == "adjust" and x.adjustment is not None:
            op, value = x.adjustment
            said = self.fill(self.templates[ADJUSTMENTS[op]], {"n": value, "x": value, "s": value})
            when = self.text("when", c=self.node(x.condition)) if x.condition is not None else ""
            return self.text("adjusted", what=self.quoted(point), when=when, said=said)
        said = self._judged(x.op, x.condition, x.despite)
        return self.text("adjusted", what=self.quoted(point), when="", said=said) + self._behind(x.reason)

    def need(self, condition: object, reason: object) -> str:
        """A requirement of a set-up."""
        if not isinstance(condition, Node):
            return ""
        if not isinstance(reason, TextTemplate):
            return self.node(condition)
        return f"{self.node(condition)}{self._told_behind(self.told(reason, lambda option: OPEN))}"

    def place(self, home: object) -> str:
        """The place where something lies at the start."""
        return self.word(str(home.data["place"])) if isinstance(home, Node) and "place" in home.data else ""

    def entry(self, name: str) -> str:
        entry = self.program.entries[name]
        said = self.words.get(re.sub(r"\{[^}]*\}", "{}", entry.title))
        if self.language in entry.names or not said:
            return super().entry(name)
        row, kind = entry.over or ("", "")
        for slot in re.findall(r"\{([^}]*)\}", entry.title):
            said = said.replace("{}", f"{{{kind if slot == row else slot}}}", 1)
        return "".join(escape(x) if k % 2 == 0 else self.slot(x) for k, x in enumerate(SLOT.split(said)))


ADJUSTMENTS = {
    "at-most": "A at most {n}",
    "at-least": "A at least {n}",
    "plus": "A plus {n}",
    "minus": "A minus {n}",
    "becomes": "A becomes {n}",
    "yes": "A yes",
    "no": "A no",
    "with": "A together with {s}",
    "without": "A without {s}",
}
"""What an adjustment is called in the tree -> its row in the templates."""
