"""A rulebook in another language: the typed tree of a game said again, phrase by phrase.

Each phrase of the language has a template beside it (``rulekit/dsl/phrases/zh-Hans.phrases``). A phrase that the game brings
has one in its ``words.yaml``, with the slots by their names: ``"attack {target} with {n} armies": 以{n}支军队进攻{target}``.
Places, marks and columns need none: `purse of {player}` is said with the word of the purse. What has no words is shown as it
stands in the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from html import escape
from typing import Any

from rulekit.diagnostics import Span
from rulekit.dsl.names import plural_of
from rulekit.dsl.phrases import FOLDER, Literal, Part, Phrase, bare
from rulekit.dsl.points import Point, Saying
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Clause, Node, Reason, Ruling, Statement
from rulekit.dsl.types import TRUTH
from rulekit.rulebook.speech import Speech
from rulekit.rulebook.texts import SMALL, TEXTS

_SLOT = re.compile(r"\{([\w-]+)\}")
_CLOSED = ("and", "or")
SIGNS = {"+": " + ", "-": " − ", "*": " × "}


@cache
def templates(language: str) -> Mapping[str, str]:
    """``category phrase`` -> what is said in a language. Raises FileNotFoundError for one that has no table."""
    out = {}
    for row in (FOLDER / f"{language}.phrases").read_text(encoding="utf-8").splitlines():
        if row.strip() and not row.startswith("#"):
            key, _, said = row.partition(" | ")
            out[key.strip()] = said.strip()
    return out


class Phrasing(Speech):
    """Speech by templates."""

    def __init__(self, program: Program, language: str) -> None:
        super().__init__(program)
        self.language = language
        self.words = program.translations.get(language, {})
        self._templates = templates(language)

    def text(self, key: str, **values: object) -> str:
        return TEXTS[key][1].format(**values)

    def word(self, word: str) -> str:
        return escape(self.words.get(word) or SMALL.get(word) or super().word(word))

    def many(self, name: str, plural: str) -> str:
        return self.word(plural if plural in self.words else name)

    # ------------------------------------------------------------ values and conditions
    def node(self, n: Node, within: str = "") -> str:
        """A value or a condition. ``within``: the `and` or `or` that it stands in."""
        simple: Callable[[Node], str] | None = getattr(self, "_n_" + n.op.replace("-", "_"), None)
        if n.phrase is not None and n.op not in ("place", "place-row", "mark", "column", "way", "holder-of"):
            return self._phrase(n.phrase, {**n.data, **n.args})
        said = simple(n) if simple is not None else self.word(n.word or n.op)
        return f"（{said}）" if within and n.op in _CLOSED and n.op != within else said

    def value(self, n: Node) -> str:
        return self.node(n)

    def _n_local(self, n: Node) -> str:
        return self._slot(str(n.data["name"]))

    def _n_role(self, n: Node) -> str:
        return self._slot(str(n.data["role"]))

    def _n_number(self, n: Node) -> str:
        return str(n.data["n"])

    def _n_truth(self, n: Node) -> str:
        return self.text("yes" if n.data["yes"] else "no")

    def _n_none(self, n: Node) -> str:
        return self.text("none")

    def _n_text(self, n: Node) -> str:
        return f"“{self.word(str(n.data['text']))}”"

    def _n_pieces(self, n: Node) -> str:
        name = n.data["piece"]
        piece, group = self.program.pieces.get(name), self.program.groups.get(name)
        return self.word(piece.plural if piece is not None else group.plural if group is not None else name)

    def _n_thing_of_group(self, n: Node) -> str:
        return self.word(n.data["piece"])

    def _n_all(self, n: Node) -> str:
        return f"所有{self.many(n.data['kind'], plural_of(n.data['kind']))}"

    def _n_entity(self, n: Node) -> str:
        return self.member(self.program.kinds[n.data["kind"]], n.data["index"])

    def _n_arithmetic(self, n: Node) -> str:
        sign = n.data["sign"]
        parts = [self.node(n.args[k]) for k in "ab"]
        if sign == "*":
            parts = [f"（{p}）" if n.args[k].op == "arithmetic" else p for k, p in zip("ab", parts, strict=True)]
        return SIGNS[sign].join(parts)

    def _n_and(self, n: Node) -> str:
        return "，且".join(self.node(n.args[k], "and") for k in "ab")

    def _n_or(self, n: Node) -> str:
        return "，或".join(self.node(n.args[k], "or") for k in "ab")

    def _n_not(self, n: Node) -> str:
        inner = n.args["c"]
        if _negated(inner):  # a phrase with `not` in its words says it itself
            assert inner.phrase is not None
            return self._denied(inner.phrase, {**inner.data, **inner.args})
        return f"并非{self.node(inner)}" if inner.op not in _CLOSED else f"并非（{self.node(inner)}）"

    def _denied(self, phrase: Phrase, values: Mapping[str, Any]) -> str:
        """`{here} is not held by {who}`: by the game's template or the language's; without one the point itself is denied."""
        own = self.words.get(phrase.bare) or self._common(phrase)
        if own or phrase.point is None:
            return self._fill(own, values) if own else self._as_it_stands(phrase.parts, values)
        return f"并非{self._point(phrase.point, values)}"

    def _n_list(self, n: Node) -> str:
        return "、".join(self.node(item) for item in n.data["items"])

    def _n_permission(self, n: Node) -> str:
        point = self.program.points[n.data["point"]]
        return self._point(point, n.args)

    def _n_place(self, n: Node) -> str:
        if "a" in n.args and self.program.places[n.data["place"]].holder:
            return self.node(n.args["a"])
        return self._owned(str(n.data["place"]), n)

    def _n_place_row(self, n: Node) -> str:
        return self._owned(str(n.data["place"]), n)

    def _n_mark(self, n: Node) -> str:
        return self._owned(str(n.data["mark"]), n)

    def _n_column(self, n: Node) -> str:
        said = self._owned(str(n.data["column"]), n)
        return f"{said}为{self.text('yes')}" if n.type == TRUTH else said

    def _n_way(self, n: Node) -> str:
        ways = self.program.kinds[n.data["kind"]].ways
        name = ways[n.data["way"]][0] if "way" in n.data else str(n.data["kind"])
        return self._owned(name, n)

    def _n_holder_of(self, n: Node) -> str:
        return self._owned(str(n.data["kind"]), n)

    def _owned(self, word: str, n: Node) -> str:
        """``purse of Ash``; of several owners the first has it, the others say for what."""
        owners = list(n.args.values())
        said = self.word(word)
        if not owners:
            return said
        name = owners[0].data.get("name") if owners[0].op == "local" else None
        if name in ("me", "it"):
            said = f"自己的{said}" if name == "me" else f"其{said}"
        else:
            said = f"{self.node(owners[0])}的{said}"
        return said + "".join(f"（{self.node(other)}）" for other in owners[1:])

    def _slot(self, name: str) -> str:
        return f'<span class="slot">{self.word(name)}</span>'

    # ------------------------------------------------------------ phrases
    def _phrase(self, phrase: Phrase, values: Mapping[str, Any]) -> str:
        """A phrase with its values: by the language's template, by the game's, or as it stands."""
        if phrase.point is not None and phrase.point.sort != "choice":
            own = self.words.get(phrase.bare)
            if not own and phrase.data.get("no"):  # of those that are not so the point would say the contrary
                return self._as_it_stands(phrase.parts, values)
            return self._fill(own, values) if own else self._point(phrase.point, values)
        key = phrase.bare
        said = self._templates.get(f"{phrase.category} {key}") or self.words.get(key) or self._common(phrase)
        return self._fill(said, values) if said else self._as_it_stands(phrase.parts, values)

    def _common(self, phrase: Phrase) -> str:
        """The shapes of phrases that declarations bring: adjectives, things that belong together, tables."""
        text = phrase.bare
        for pattern, said in SHAPES:
            found = re.fullmatch(pattern, text)
            if found:
                return said.format(*(self.words.get(w, w) if "{" not in w else w for w in found.groups()))
        return ""

    def _as_it_stands(self, parts: Sequence[Part], values: Mapping[str, Any]) -> str:
        said = (escape(p.text) if isinstance(p, Literal) else self._value(values.get(p.name, p.name)) for p in parts)
        return " ".join(said).replace(" ,", ",")

    def _fill(self, template: str, values: Mapping[str, Any]) -> str:
        said = (
            escape(part) if k % 2 == 0 else self._value(values.get(part, part))
            for k, part in enumerate(_SLOT.split(template))
        )
        return "".join(said)

    def _value(self, value: Any) -> str:
        if isinstance(value, Node):
            return self.node(value)
        if isinstance(value, Reason):
            return self.reason(value)
        if isinstance(value, (tuple, list)):
            return "、".join(self._value(v) for v in value)
        if isinstance(value, str):
            return self._slot(value) if value not in self.program.kinds else self.word(value)
        return self.word(str(getattr(value, "name", value)))

    def reason(self, reason: Reason) -> str:
        """A text for people, with its values."""
        key = "".join(p if isinstance(p, str) else "{}" for p in reason.parts)
        said = escape(self.words.get(key, key))
        for part in reason.parts:
            if isinstance(part, Node):
                said = said.replace("{}", self._told(part), 1)
        return f"“{said}”"

    def _told(self, part: Node) -> str:
        if part.op != "amounts":
            return self.node(part)
        return " ".join(self._value(item) for item in part.data["items"])

    # ------------------------------------------------------------ points
    def _point(self, point: Point, values: Mapping[str, Any]) -> str:
        said = self.words.get(bare(point.parts)) or self.words.get(point.name)
        if said:
            return self._fill(said, values)
        return self._as_it_stands(point.parts, values)

    def heading(self, point: Point) -> str:
        return self._point(point, {name: name for name in point.slots})

    def _named(self, point: Point) -> str:
        return f"“{self.heading(point)}”"

    # ------------------------------------------------------------ sentences
    def statement(self, x: Statement) -> str:
        point = self.program.points.get(x.data["point"]) if x.op in ("do", "begin") else None
        if point is not None:
            said = self._point(point, {**x.data, **x.args})
        elif x.data.get("chained"):
            said = f"否则，若{self.node(x.args['c'])}"
        elif x.phrase is None:
            said = super().statement(x)
        else:
            said = self._phrase(x.phrase, {**x.data, **({"t": x.data["label"]} if "label" in x.data else {}), **x.args})
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
        return self._fill(self._templates[key], values)

    def ruling(self, x: Ruling) -> str:
        """One clause of a permission."""
        said = self._judged(x.op, x.condition, x.despite, x.name)
        return said + (f'：<span class="told">{self.reason(x.reason)}</span>' if x.reason is not None else "")

    def _judged(self, op: str, condition: Node | None, despite: str, name: str = "") -> str:
        when = f"若{self.node(condition)}，则" if condition is not None else ""
        if op == "allow":
            return f"{when}不受“{self._by_name(despite)}”限制，仍然允许"
        if condition is not None and condition.op == "not" and not _negated(condition.args["c"]):
            when = f"除非{self.node(condition.args['c'])}，否则"
        return f"{when}不允许" + (f"（{self._by_name(name)}）" if name else "")

    def _by_name(self, name: str) -> str:
        return self.entry(name) if name in self.program.entries else self.word(name)

    def saying(self, x: Saying, point: Point) -> str:
        """What a card or a variant says about a point, without a block below it."""
        when = f"若{self.node(x.condition)}，" if x.condition is not None else ""
        if x.op == "adjust" and x.adjustment is not None:
            op, value = x.adjustment
            key = ADJUSTMENTS[op]
            return (
                f"{self._named(point)}：{when}{self._fill(self._templates[key], {'n': value, 'x': value, 's': value})}"
            )
        if x.op in ("before", "after", "instead"):
            place = {"before": "之前", "after": "之后", "instead": "改为"}[x.op]
            joined = f"在{self._named(point)}{place}" if x.op != "instead" else f"{self._named(point)}{place}"
            return joined + (f"，{when.rstrip('，')}" if when else "")
        said = f"{self._named(point)}：{self._judged(x.op, x.condition, x.despite)}"
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
        return "".join(escape(x) if k % 2 == 0 else self._slot(x) for k, x in enumerate(_SLOT.split(said)))


def _negated(n: Node) -> bool:
    """Whether the phrase of a condition has `not` in its words: around it stands a node that denies it."""
    return n.phrase is not None and n.phrase.negated


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

SHAPES = (
    (r"\{a\} is no longer ([\w-]+)", "{{a}}不再是{0}"),
    (r"\{a\} becomes ([\w-]+)", "{{a}}变为{0}"),
    (r"\{a\} is not ([\w-]+)", "{{a}}不是{0}"),
    (r"\{a\} is ([\w-]+)", "{{a}}是{0}"),
    (r"\{a\} that are not ([\w-]+)", "不是{0}的{{a}}"),
    (r"\{a\} that are ([\w-]+)", "是{0}的{{a}}"),
    (r"([\w-]+) of ([\w-]+) for (\{\w+\})", "“{1}”表中{2}的{0}"),
    (r"([\w-]+) of (\{\w+\})", "{1}的{0}"),
    (r"my ([\w-]+)", "自己的{0}"),
)
"""Phrases that declarations bring -> how they are said; the words in brackets are words of the game."""
