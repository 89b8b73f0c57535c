"""What stands inside of a sentence: values, conditions and names, said by templates.

Each phrase of the language has a template for each language of rulebooks (``rulekit/dsl/phrases/en.phrases``,
``zh-Hans.phrases``). What a language does beyond templates stands in :mod:`rulekit.rulebook.english` and
:mod:`rulekit.rulebook.chinese`. A phrase that the game brings has words in its ``words.yaml``, with the slots by their names:
``"pay {n} coins to {target}": 付给{target}{n}枚钱币``. Places, marks and columns need none: `purse of {player}` is said with the
word of the purse. What has no words is shown as it stands in the rules.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from html import escape

from attrs import frozen

from rulekit.dsl.phrases import FOLDER, Literal, Part, Phrase, bare
from rulekit.dsl.points import Point
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, TextTemplate
from rulekit.dsl.types import TRUTH, Type
from rulekit.rulebook.speech import Speech, says

SLOT = re.compile(r"\{([\w-]+)\}")
GAP = re.compile(r"\{(\d*)\}")
"""Where a value stands in a translated text: `{}`, or `{2}` where the values change places"""
CLOSED = ("and", "or")
SIGNS = {"+": " + ", "-": " − ", "*": " × "}
IT = "\0"
"""A member of the set that is spoken of, before the sentence is put together"""
GIVEN = "⟦|⟧"
"""Round the name of what a rule has given one, and the words for it"""


@cache
def templates(language: str) -> Mapping[str, str]:
    """``category phrase`` -> what is said in a language. Raises FileNotFoundError for one that has no table."""
    out = {}
    for row in (FOLDER / f"{language}.phrases").read_text(encoding="utf-8").splitlines():
        if row.strip() and not row.startswith("#"):
            key, _, said = row.partition(" | ")
            out[key.strip()] = said.strip()
    return out


@frozen
class RenderedHtml:
    """What has been said already, for a slot."""

    html: str


class Wording(Speech):
    """Speech by templates: what stands inside of a sentence."""

    def __init__(self, program: Program, language: str) -> None:
        super().__init__(program, language)
        self.templates = templates(language)
        self.shows_gaps = False
        """Whether what a rule has given a name stands as ``⟦name|words⟧``, so that its value can be put there."""
        self.stands_alone = False
        """Whether a condition is said by itself, and not as what makes a member of a set."""

    # ------------------------------------------------------------ what languages do differently
    @abstractmethod
    def settle(self, said: str) -> str:
        """A sentence in which a member of the set that is spoken of is still a mark: with a word for it, or without."""

    @abstractmethod
    def owned(self, word: str, n: Node) -> str:
        """``purse of Ash``; of several owners the first has it, the others say for what."""

    @abstractmethod
    def common(self, phrase: Phrase) -> str:
        """The shapes of phrases that declarations bring: adjectives, things that belong together, tables."""

    @abstractmethod
    def counted(self, template: str, values: Mapping[str, object]) -> str:
        """A template in which so many of a piece are spoken of, as the language counts this piece."""

    @abstractmethod
    def denied(self, said: str) -> str:
        """That something is not so."""

    # ------------------------------------------------------------ values and conditions
    def node(self, n: Node, within: str = "") -> str:
        """A value or a condition. ``within``: the `and` or `or` that it stands in."""
        method = self.methods.get(n.op)
        said = method.of(n, self, n) if method is not None else None
        if said is None and n.phrase is not None:
            return self.phrase(n.phrase, {**n.data, **n.args})
        if said is None:
            said = self.word(n.word or n.op)
        return self.text("brackets", said=said) if within and n.op in CLOSED and n.op != within else said

    def value(self, n: Node) -> str:
        """A value by itself, where no line says it."""
        return self.node(n)

    @says("local")
    def _local(self, n: Node, *, name: str) -> str:
        if name == "it":  # a member of the set that is spoken of is not named again; a number so far is
            return self.member_of_set(n) if n.type.head in ("kind", "spot") else self.text("so_far")
        return self._gap(name, n)

    @says("role")
    def _role(self, n: Node, *, role: str) -> str:
        return self._gap(role, n)

    def _gap(self, name: str, n: Node) -> str:
        said = self.local(name, n)
        return f"{GIVEN[0]}{name}{GIVEN[1]}{said}{GIVEN[2]}" if self.shows_gaps and self.leaves_gap(name) else said

    def member_of_set(self, n: Node) -> str:
        """The member of the set that is spoken of, before the sentence is put together."""
        return IT

    def leaves_gap(self, name: str) -> bool:
        """Whether the value of what has this name can stand in its place as it is."""
        return True

    def local(self, name: str, n: Node) -> str:
        """What a rule has given a name."""
        return self.slot(name)

    @says("number")
    def _number(self, _: Node, *, n: int) -> str:
        return str(n)

    @says("truth")
    def _truth(self, n: Node, *, yes: bool) -> str:
        return self.text("yes" if yes else "no")

    @says("none")
    def _none(self, n: Node) -> str:
        return self.text("none")

    @says("text")
    def _text(self, n: Node, *, text: str) -> str:
        return f"“{self.word(text)}”"

    @says("pieces")
    def _pieces(self, n: Node, *, piece: str) -> str:
        one, group = self.program.pieces.get(piece), self.program.groups.get(piece)
        return self.word(one.plural if one is not None else group.plural if group is not None else piece)

    @says("thing-of-group")
    def _thing_of_group(self, n: Node, *, piece: str) -> str:
        return self.word(piece)

    @says("all")
    def _all(self, n: Node, *, kind: str) -> str:
        return self.text("all of", what=self.members(kind))

    @says("entity")
    def _entity(self, n: Node, *, kind: str, index: int) -> str:
        of = self.program.kinds[kind]
        said = self.member(of, index)
        return f"“{said}”" if of.members[index] in self.program.entries else said

    @says("arithmetic")
    def _arithmetic(self, n: Node, *, a: Node, b: Node, sign: str) -> str:
        parts = [self.node(x) for x in (a, b)]
        if sign == "*":
            inner = (x.op == "arithmetic" for x in (a, b))
            parts = [self.text("brackets", said=p) if b else p for p, b in zip(parts, inner, strict=True)]
        return SIGNS[sign].join(parts)

    @says("and", "or")
    def _joined(self, n: Node, *, a: Node, b: Node) -> str:
        return self.text(n.op).join(self.node(x, n.op) for x in (a, b))

    @says("not")
    def _not(self, n: Node, *, c: Node) -> str:
        if negated(c):  # a phrase with `not` in its words says it itself
            assert c.phrase is not None
            return self._not_so(c.phrase, {**c.data, **c.args})
        said = self.node(c)
        return self.denied(self.text("brackets", said=said) if c.op in CLOSED else said)

    def _not_so(self, phrase: Phrase, values: Mapping[str, object]) -> str:
        """`{here} is not held by {who}`: by the game's words or the language's; without them the point itself is denied."""
        own = self.words.get(phrase.bare) or self.common(phrase)
        if own or phrase.point is None:
            return self.fill(own, values) if own else self.as_it_stands(phrase.parts, values)
        return self.denied(self.point(self.program.points[phrase.point.name], values))

    @says("list")
    def _list(self, n: Node, *, items: tuple[Node, ...]) -> str:
        return self.text("sep").join(self.node(item) for item in items)

    @says("permission")
    def _permission(self, n: Node, *, point: str) -> str:
        return self.point(self.program.points[point], n.args)

    @says("place")
    def _place(self, n: Node, *, place: str, a: Node | None = None) -> str:
        if a is not None and self.program.places[place].holder:
            return self.node(a)
        return self.owned(place, n)

    @says("place-row")
    def _place_row(self, n: Node, *, place: str) -> str:
        return self.owned(place, n)

    @says("mark")
    def _mark(self, n: Node, *, mark: str) -> str:
        return self.owned(mark, n)

    @says("column")
    def _column(self, n: Node, *, column: str) -> str:
        said = self.owned(column, n)
        return self.text("is so", what=said) if n.type == TRUTH else said

    @says("way")
    def _way(self, n: Node, *, kind: str, way: int) -> str:
        return self.owned(self.program.kinds[kind].ways[way][0], n)

    @says("pair")
    def _pair(self, n: Node, *, kind: str, a: Node, b: Node) -> str:
        return self.text("pair", what=self.word(kind), a=self.node(a), b=self.node(b))

    @says("each-of")
    def _each_of(self, n: Node, *, s: Node) -> str:
        assert n.phrase is not None and n.phrase.single is not None
        one, many = (" ".join(phrase.words[:-1]) for phrase in (n.phrase.single, n.phrase))
        return self.text("each of", what=self.many(one, many), s=self.node(s))

    @says("holder-of")
    def _holder_of(self, n: Node, *, kind: str) -> str:
        return self.owned(kind, n)

    def slot(self, name: str) -> str:
        return f'<span class="slot">{self.word(name)}</span>'

    # ------------------------------------------------------------ phrases
    def phrase(self, phrase: Phrase, values: Mapping[str, object]) -> str:
        """A phrase with its values: by the language's template, by the game's, or as it stands."""
        if phrase.point is not None and phrase.point.sort != "choice":
            return self.of_point(phrase, values)
        key = phrase.bare
        said = self.templates.get(f"{phrase.category} {key}") or self.words.get(key) or self.common(phrase)
        return self.fill(said, values) if said else self.as_it_stands(phrase.parts, values)

    def of_point(self, phrase: Phrase, values: Mapping[str, object]) -> str:
        """A phrase that reads a point."""
        own = self.words.get(phrase.bare)
        if own:
            return self.fill(own, values)
        if phrase.point is None or phrase.data.get("no"):  # of those that are not so the point would say the contrary
            return self.as_it_stands(phrase.parts, values)
        return self.point(self.program.points[phrase.point.name], values)

    def as_it_stands(self, parts: Sequence[Part], values: Mapping[str, object]) -> str:
        said = (
            escape(p.shown) if isinstance(p, Literal) else self.argument(values.get(p.name, p.name), p.name)
            for p in parts
        )
        return " ".join(said).replace(" ,", ",")

    def fill(self, template: str, values: Mapping[str, object]) -> str:
        template = self.counted(template, values)
        said = (
            escape(part) if k % 2 == 0 else self.argument(values.get(part, part), part)
            for k, part in enumerate(SLOT.split(template))
        )
        return self.settle("".join(said))

    def argument(self, value: object, name: str = "") -> str:
        """What stands in a slot of a phrase; in ``x`` and ``y`` stand names that it introduces."""
        if isinstance(value, RenderedHtml):
            return value.html
        if isinstance(value, Node):
            return self.node(value)
        if isinstance(value, TextTemplate):
            return self.reason(value)
        if isinstance(value, (tuple, list)):
            return self.text("sep").join(self.argument(v) for v in value)
        if isinstance(value, str):
            new = name in ("x", "y") or value not in self.program.kinds
            return self.slot(value) if new else self.members(value)
        return self.word(str(getattr(value, "name", value)))

    def reason(self, reason: TextTemplate) -> str:
        """A text for people, with its values."""
        return f"“{self.told(reason)}”"

    def told(self, reason: TextTemplate, setting: Callable[[str], str] | None = None) -> str:
        """The text without quotes; ``setting``: how options are said, where what they are set to is meant."""
        key = "".join(p if isinstance(p, str) else "{}" for p in reason.parts)
        values = [
            setting(part.data["option"]) if setting is not None and part.op == "option" else self._amounts(part)
            for part in reason.parts
            if isinstance(part, Node)
        ]
        said = GAP.split(escape(self.words.get(key, key)))
        for k in range(1, len(said), 2):  # the number of a value, or nothing: the next one
            number = int(said[k]) - 1 if said[k] else k // 2
            said[k] = values[number] if number < len(values) else ""
        return self.settle("".join(said))

    def _amounts(self, part: Node) -> str:
        if part.op != "amounts":
            return self.node(part)
        return " ".join(self.argument(item) for item in part.data["items"])

    # ------------------------------------------------------------ points
    def point(self, point: Point, values: Mapping[str, object]) -> str:
        said = self.words.get(bare(point.parts)) or self.words.get(point.name)
        if said:
            return self.fill(said, values)
        return self.as_it_stands(point.parts, values) or escape(point.name)

    def heading(self, point: Point) -> str:
        """What a rule is called, with its slots."""
        return self.point(
            point, {name: RenderedHtml(self.introduced(name, type_)) for name, type_ in point.slots.items()}
        )

    def introduced(self, name: str, type_: Type) -> str:
        """A slot of a heading: what it is, and what it is called below."""
        if len(name) == 1 and type_.of in self.program.groups:
            return self.slot(type_.of)
        if len(name) == 1 and type_.head == "kind" and self.word(type_.of) not in self.word(name):
            return f"{self.word(type_.of)}{self.blank}{self.slot(name)}"
        return self.slot(name)

    def quoted(self, point: Point) -> str:
        return f"“{self.heading(point)}”"


def negated(n: Node) -> bool:
    """Whether the phrase of a condition has `not` in its words: around it stands a node that denies it."""
    return n.phrase is not None and n.phrase.negated
