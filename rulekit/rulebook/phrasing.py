"""A rulebook in another language: the typed tree of a game said again, sentence by sentence.

What stands inside of a sentence is said by the templates of :mod:`rulekit.rulebook.wording`.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

from rulekit.diagnostics import Span
from rulekit.dsl.points import Modifier, Point
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Clause, Node, Reason, Ruling, Statement
from rulekit.rulebook.speech import Speech
from rulekit.rulebook.wording import SLOT, Wording, negated


class Phrasing(Wording):
    """Speech by templates: whole sentences, clauses, rulings, and what cards and variants say."""

    def statement(self, x: Statement) -> str:
        point = self.program.points.get(x.data["point"]) if x.op in ("do", "begin") else None
        if point is not None:
            said = self.point(point, {**x.data, **x.args})
        elif x.data.get("chained"):
            said = f"否则，若{self.node(x.args['c'])}"
        elif x.phrase is None:
            said = super().statement(x)
        else:
            text = x.data.get("label", x.data.get("told"))
            said = self.phrase(x.phrase, {**x.data, **({"t": text} if text is not None else {}), **x.args})
        for key in ("prompt", "reason"):
            if isinstance(x.data.get(key), Reason):
                said += f'：<span class="told">{self.reason(x.data[key])}</span>'
        return said

    def clause(self, x: Clause, point: Point) -> str:
        """One clause of a number, a value, a set or a condition."""
        values: dict[str, Any] = {
            k: v for k, v in (("v", x.value), ("n", x.value), ("c", x.condition), ("x", x.name)) if v
        }
        if x.op in ("plus", "minus"):
            key = f"B {x.op} {{n}}" + (" if {c}" if x.condition is not None else "")
        elif x.op == "let":
            key = "B let {x} be {v}"
        elif x.op == "be" and x.value is not None:
            key = "B {v} otherwise" if x.otherwise else "B {v} if {c}" if x.condition is not None else "B {v}"
        elif x.value is not None:
            condition = f"，若{self.node(x.condition)}" if x.condition is not None else ""
            return f"例外“{self.word(x.name)}”{condition}：{self.node(x.value)}"
        else:
            return super().clause(x, point)
        return self.fill(self.templates[key], values)

    def ruling(self, x: Ruling) -> str:
        """One clause of a permission."""
        said = self._judged(x.op, x.condition, x.despite, x.name)
        return said + (f'：<span class="told">{self.reason(x.reason)}</span>' if x.reason is not None else "")

    def _judged(self, op: str, condition: Node | None, despite: str, name: str = "") -> str:
        when = f"若{self.node(condition)}，则" if condition is not None else ""
        if op == "allow":
            return f"{when}不受“{self._by_name(despite)}”限制，仍然允许"
        if condition is not None and condition.op == "not" and not negated(condition.args["c"]):
            when = f"除非{self.node(condition.args['c'])}，否则"
        return f"{when}不允许" + (f"（{self._by_name(name)}）" if name else "")

    def _by_name(self, name: str) -> str:
        return self.entry(name) if name in self.program.entries else self.word(name)

    def modifier(self, x: Modifier, point: Point) -> str:
        """What a card or a variant says about a point, without a block below it."""
        when = f"若{self.node(x.condition)}，" if x.condition is not None else ""
        if x.op == "adjust" and x.adjustment is not None:
            op, value = x.adjustment
            key = ADJUSTMENTS[op]
            return f"{self.quoted(point)}：{when}{self.fill(self.templates[key], {'n': value, 'x': value, 's': value})}"
        if x.op in ("before", "after", "instead"):
            place = {"before": "之前", "after": "之后", "instead": "改为"}[x.op]
            joined = f"在{self.quoted(point)}{place}" if x.op != "instead" else f"{self.quoted(point)}{place}"
            return joined + (f"，{when.rstrip('，')}" if when else "")
        said = f"{self.quoted(point)}：{self._judged(x.op, x.condition, x.despite)}"
        return said + (f'：<span class="told">{self.reason(x.reason)}</span>' if x.reason is not None else "")

    def need(self, condition: object, reason: object, span: Span) -> str:
        if not isinstance(condition, Node):
            return super().need(condition, reason, span)
        told = f'：<span class="told">{self.reason(reason)}</span>' if isinstance(reason, Reason) else ""
        return self.node(condition) + told

    def place(self, home: object) -> str:
        return self.word(str(home.data["place"])) if isinstance(home, Node) and "place" in home.data else ""

    def entry(self, name: str) -> str:
        entry = self.program.entries[name]
        said = self.words.get(re.sub(r"\{[^}]*\}", "{}", entry.title))
        if self.language in entry.names or not said:
            return super().entry(name)
        for slot in re.findall(r"\{([^}]*)\}", entry.title):
            said = said.replace("{}", f"{{{slot}}}", 1)
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


def speech(program: Program, language: str) -> Speech:
    """The speech of a language."""
    return Speech(program) if language == "en" else Phrasing(program, language)
