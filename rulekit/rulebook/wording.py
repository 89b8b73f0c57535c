"""What stands inside of a sentence, in another language: values, conditions and names, said by templates.

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

from rulekit.dsl.names import plural_of
from rulekit.dsl.phrases import FOLDER, Literal, Part, Phrase, bare
from rulekit.dsl.points import Point
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Reason
from rulekit.dsl.types import TRUTH
from rulekit.rulebook.speech import Speech
from rulekit.rulebook.texts import SMALL, TEXTS

SLOT = re.compile(r"\{([\w-]+)\}")
GAP = re.compile(r"\{(\d*)\}")
"""Where a value stands in a translated text: `{}`, or `{2}` where the values change places"""
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


class Wording(Speech):
    """Speech by templates: what stands inside of a sentence."""

    def __init__(self, program: Program, language: str) -> None:
        super().__init__(program)
        self.language = language
        self.words = program.translations.get(language, {})
        self.templates = templates(language)

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
            return self.phrase(n.phrase, {**n.data, **n.args})
        said = simple(n) if simple is not None else self.word(n.word or n.op)
        return f"（{said}）" if within and n.op in _CLOSED and n.op != within else said

    def value(self, n: Node) -> str:
        return self.node(n)

    def _n_local(self, n: Node) -> str:
        return self.slot(str(n.data["name"]))

    def _n_role(self, n: Node) -> str:
        return self.slot(str(n.data["role"]))

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
        if negated(inner):  # a phrase with `not` in its words says it itself
            assert inner.phrase is not None
            return self._denied(inner.phrase, {**inner.data, **inner.args})
        return f"并非{self.node(inner)}" if inner.op not in _CLOSED else f"并非（{self.node(inner)}）"

    def _denied(self, phrase: Phrase, values: Mapping[str, Any]) -> str:
        """`{here} is not held by {who}`: by the game's template or the language's; without one the point itself is denied."""
        own = self.words.get(phrase.bare) or self._common(phrase)
        if own or phrase.point is None:
            return self.fill(own, values) if own else self._as_it_stands(phrase.parts, values)
        return f"并非{self.point(phrase.point, values)}"

    def _n_list(self, n: Node) -> str:
        return "、".join(self.node(item) for item in n.data["items"])

    def _n_permission(self, n: Node) -> str:
        point = self.program.points[n.data["point"]]
        return self.point(point, n.args)

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

    def slot(self, name: str) -> str:
        return f'<span class="slot">{self.word(name)}</span>'

    # ------------------------------------------------------------ phrases
    def phrase(self, phrase: Phrase, values: Mapping[str, Any]) -> str:
        """A phrase with its values: by the language's template, by the game's, or as it stands."""
        if phrase.point is not None and phrase.point.sort != "choice":
            own = self.words.get(phrase.bare)
            if not own and phrase.data.get("no"):  # of those that are not so the point would say the contrary
                return self._as_it_stands(phrase.parts, values)
            return self.fill(own, values) if own else self.point(phrase.point, values)
        key = phrase.bare
        said = self.templates.get(f"{phrase.category} {key}") or self.words.get(key) or self._common(phrase)
        return self.fill(said, values) if said else self._as_it_stands(phrase.parts, values)

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

    def fill(self, template: str, values: Mapping[str, Any]) -> str:
        said = (
            escape(part) if k % 2 == 0 else self._value(values.get(part, part))
            for k, part in enumerate(SLOT.split(template))
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
            return self.slot(value) if value not in self.program.kinds else self.word(value)
        return self.word(str(getattr(value, "name", value)))

    def reason(self, reason: Reason) -> str:
        """A text for people, with its values."""
        key = "".join(p if isinstance(p, str) else "{}" for p in reason.parts)
        values = [self._told(part) for part in reason.parts if isinstance(part, Node)]
        said = GAP.split(escape(self.words.get(key, key)))
        for k in range(1, len(said), 2):  # the number of a value, or nothing: the next one
            number = int(said[k]) - 1 if said[k] else k // 2
            said[k] = values[number] if number < len(values) else ""
        return f"“{''.join(said)}”"

    def _told(self, part: Node) -> str:
        if part.op != "amounts":
            return self.node(part)
        return " ".join(self._value(item) for item in part.data["items"])

    # ------------------------------------------------------------ points
    def point(self, point: Point, values: Mapping[str, Any]) -> str:
        said = self.words.get(bare(point.parts)) or self.words.get(point.name)
        if said:
            return self.fill(said, values)
        return self._as_it_stands(point.parts, values)

    def heading(self, point: Point) -> str:
        return self.point(point, {name: name for name in point.slots})

    def quoted(self, point: Point) -> str:
        return f"“{self.heading(point)}”"


def negated(n: Node) -> bool:
    """Whether the phrase of a condition has `not` in its words: around it stands a node that denies it."""
    return n.phrase is not None and n.phrase.negated


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
