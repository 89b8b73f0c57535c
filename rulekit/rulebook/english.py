"""A rulebook in English: what its grammar does beyond templates. The reader is `you`, whoever is meant by `me` in the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rulekit.dsl import accessors as get
from rulekit.dsl.derived_phrases import PREPOSITIONS, infinitive, negatives
from rulekit.dsl.phrases import Literal, Part, Phrase, Slot
from rulekit.dsl.points import Point
from rulekit.dsl.tree import Clause, Node, Statement
from rulekit.dsl.types import NONE, NUMBER, TRUTH, Type, article
from rulekit.rulebook.page import capital
from rulekit.rulebook.phrasing import Phrasing
from rulekit.rulebook.speech import says
from rulekit.rulebook.wording import IT, RenderedHtml

YOU = "you"
ITS = f"{IT}'s"
"""`its`, before the sentence is put together"""
COMPARED = {
    "at-least": "at least {n} {p}",
    "at-most": "at most {n} {p}",
    "more": "more than {n} {p}",
    "less": "fewer than {n} {p}",
    "is": "exactly {n} {p}",
    "is-not": "some other number than {n} of {p}",
}
"""A number of pieces compared with a number"""
_VERBS = {"is": "are", "has": "have", "does": "do", "was": "were"}
_SUBJECT = re.compile(r"(?<!by )(?<!for )(?<!of )(?<!to )(?<!with )(?<!against )(?<!from )\byou (is|has|does|was)\b")
_FOR_YOU = re.compile(r" (?:by|for) you$")
NOT = Literal("not")
_KEYWORD = re.compile(r"^(number|value|set|whether|permission|scene|to) ")
_KIND = re.compile(r", (?:an?|of) [\w-]+(?: or none)?$")
_TYPED = re.compile(r"\{([\w-]+):[^}]*\}")
_HYPHEN = re.compile(r"\{[^}]*\}|(?<=[a-z])-(?=[a-z])")


def _with_article(said: str) -> str:
    """With `a` or `an` in front, by the first letter that is read."""
    read = re.sub(r"<[^>]*>", "", said)
    return article(read)[: -len(read)] + said


class English(Phrasing):
    # ------------------------------------------------------------ words
    def settle(self, said: str) -> str:
        said = said.replace(ITS, "its").replace(IT, "it").replace("the the ", "the ")
        return _SUBJECT.sub(lambda m: f"you {_VERBS[m[1]]}", said)

    def slot(self, name: str) -> str:
        return YOU if name == "me" else super().slot(name)

    def leaves_gap(self, name: str) -> bool:
        return name != "me"  # the verb goes with `you`

    def local(self, name: str, n: Node) -> str:
        if name == "me":
            return YOU
        if name == "here" and n.type.head == "kind":
            return f"this {self.word(n.type.of)}"
        if name == "here" and n.type.head == "spot":
            return "this spot"
        if len(name) == 1 and n.type.of in self.program.groups:
            return self.slot(n.type.of)
        if len(name) == 1 or n.type.head not in ("kind", "spot", "set", "row"):
            return self.slot(name)
        return self.slot(name) if name.startswith("its-") else f"the {self.slot(name)}"

    def owned(self, word: str, n: Node) -> str:
        said, owners = self.word(word), [self.node(x) for x in n.args.values()]
        if not owners:
            return f"the {said}"
        own = {YOU: "your", IT: ITS}.get(owners[0])
        said = f"{own} {said}" if own is not None else f"the {said.removesuffix(' of')} of {owners[0]}"
        return said + "".join(f" for {other}" for other in owners[1:])

    def common(self, phrase: Phrase) -> str:
        return ""

    def denied(self, said: str) -> str:
        return f"not {said}" if " " not in said.partition("<span")[0] else f"it is not so that {said}"

    # ------------------------------------------------------------ values and conditions
    @says("owned")
    def _owned(self, n: Node, *, w: Node, p: Node) -> str | None:
        return f"your {self.node(p)}" if self.node(w) == YOU else None

    @says("sum")
    def _sum(self, _: Node, *, n: Node, s: Node) -> str | None:
        if n.op != "count" or self.node(get.place_of(n)) != IT:
            return None
        return f"the number of {self.node(get.pieces(n))} in {self.node(s)}"

    @says("not")
    def _not(self, n: Node, *, c: Node) -> str:
        if c.op == "column":
            return f"{self.owned(c.data['column'], c)} is no"
        point = c.phrase.point if c.phrase is not None else None
        if c.phrase is not None and point is not None and NOT in c.phrase.parts:  # not (c may not join them)
            return self.as_it_stands([part for part in c.phrase.parts if part != NOT], {**c.data, **c.args})
        contrary = negatives(c.phrase.parts) if c.phrase is not None and point is not None else ()
        if contrary and c.phrase is not None and not c.phrase.negated:
            return self.as_it_stands(contrary[0], {**c.data, **c.args})
        return super()._not(n, c=c)

    @says("option")
    def _option(self, n: Node, *, option: str) -> str:
        found = self.program.options[option]
        title = f"“{self.word(found.text or found.name)}”"
        return f"{title} is chosen" if n.type == TRUTH else title

    def _amounts(self, part: Node) -> str:
        if part.op == "option":
            option = self.program.options[part.data["option"]]
            return self.word(option.text or option.name)
        return super()._amounts(part)

    @says("where")
    def _where(self, n: Node, *, s: Node, c: Node, x: str | None = None) -> str | None:
        if x is not None:
            return None
        members, test = self.node(s), self.node(c)
        return f"{members} whose {test[len(ITS) + 1 :]}" if test.startswith(f"{ITS} ") else f"{members} where {test}"

    @says("is", "is-not")
    def _is(self, n: Node, *, a: Node, b: Node) -> str | None:
        return self._there_is(a, n.op == "is-not") if b.type == NONE else self._compared(n, a=a, b=b)

    def _there_is(self, a: Node, there: bool) -> str:
        """`is none` and `is not none`."""
        said = self.node(a)
        if a.type.of == "player":
            return f"{'somebody' if there else 'nobody'} is {said}"
        if said.startswith("the "):
            return f"there is {_with_article(said[4:]) if there else f'no {said[4:]}'}"
        if said.startswith(f"{ITS} "):
            held = said[len(ITS) + 1 :]
            return f"{IT} has {_with_article(held) if there else f'no {held}'}"
        return f"{said} is {'not ' if there else ''}none"

    @says("at-least", "at-most", "more", "less")
    def _compared(self, n: Node, *, a: Node, b: Node) -> str | None:
        """A number of pieces with a number."""
        if a.op != "count" or b.op not in ("number", "local"):
            return None
        said = self.fill(COMPARED[n.op], {**a.data, **a.args, "n": b})
        return f"there {'is' if b.data.get('n') == 1 else 'are'} {said} in {self.node(get.place_of(a))}"

    def counted(self, template: str, values: Mapping[str, object]) -> str:
        """One piece in the singular; a number that is worked out stands behind."""
        for kept in ("holds a {p} and a {q} and a {r}", "holds a {p} and a {q}", "holds a {p}"):
            template = (
                template.replace(kept, kept.replace("{", "{one-")) if "holds a {one-" not in template else template
            )
        n, of = values.get("n"), "k" if "{n} {k}" in template else "p"
        if "{one-" in template or not isinstance(n, Node):
            return template
        if n.op == "number" and n.data["n"] == 1:
            return template.replace(f"{{n}} {{{of}}}", f"1 {{one-{of}}}")
        if n.op in ("number", "local"):
            return template
        for said in (f"up to {{n}} of {{{of}}}", f"up to {{n}} {{{of}}}", f"{{n}} of {{{of}}}", f"{{n}} {{{of}}}"):
            if said in template:
                behind = " (at most: {n})" if said.startswith("up") else " (as many as: {n})"
                return template.replace(said, f"{{{of}}}", 1).replace(", as many as there are", "") + behind
        return template

    def fill(self, template: str, values: Mapping[str, object]) -> str:
        template = self.counted(template, values)
        single = {
            f"one-{key}": RenderedHtml(self._single(values.get(key))) for key in "pqrk" if f"{{one-{key}}}" in template
        }
        return super().fill(template, {**values, **single})

    def _single(self, value: object) -> str:
        """One of some pieces, or of a kind."""
        if isinstance(value, Node) and value.op in ("pieces", "thing-of-group"):
            return self.word(value.data["piece"])
        if isinstance(value, Node):
            return self.node(value)
        return self.word(str(getattr(value, "name", value)))

    # ------------------------------------------------------------ phrases
    def as_it_stands(self, parts: Sequence[Part], values: Mapping[str, object]) -> str:
        said: list[str] = []
        for part in parts:
            if isinstance(part, Slot):
                value = self.argument(values.get(part.name, part.name), part.name)
                if (
                    value == YOU
                    and len(said) > 1
                    and said[-1] == "of"
                    and all(isinstance(x, Literal) for x in parts[: len(said)])
                ):
                    said[:] = ["your", *said[:-1]]
                else:
                    said.append(value)
                continue
            word = self._literal(part.shown)
            if word == "my":
                word = "your"
            elif said and said[-1] == YOU and word.endswith("s") and (len(said) == 1 or said[-2] not in PREPOSITIONS):
                word = _VERBS.get(word) or infinitive(word)
            elif said and said[-1] == "1":
                word = self._literal(self.program.words.pieces.get(part.text, part.text))
            said.append(word)
        return _FOR_YOU.sub("", self.settle(" ".join(said).replace(" ,", ",")))

    def _literal(self, text: str) -> str:
        return self.word(text) if text.islower() and text not in ("yes", "no") else text

    def phrase(self, phrase: Phrase, values: Mapping[str, object]) -> str:
        said = super().phrase(phrase, values)
        first = phrase.parts[0]
        named = phrase.category == "V" and phrase.point is None and isinstance(first, Literal) and first.text != "my"
        known = f"{phrase.category} {phrase.bare}" in self.templates or phrase.bare in self.words
        return f"the {said}" if named and not known and not said.startswith("your ") else said

    def of_point(self, phrase: Phrase, values: Mapping[str, object]) -> str:
        """As the author said it, with `the` before what is a value."""
        own = self.words.get(phrase.bare)
        said = self.fill(own, values) if own else self.as_it_stands(phrase.parts, values)
        bare = isinstance(phrase.parts[0], Literal) and phrase.parts[0].text != "my"
        article = (
            bare
            and phrase.point is not None
            and phrase.point.sort in ("number", "value", "set")
            and not said.startswith("your ")
        )
        return f"the {said}" if article else said

    def point(self, point: Point, values: Mapping[str, object]) -> str:
        """In the words of its heading, with the articles that a phrase does without."""
        own = self.words.get(point.name)
        text = own or _TYPED.sub(r"{\1}", _KIND.sub("", _KEYWORD.sub("", self.source.heading(point.span))))
        for name, value in values.items():
            if isinstance(value, Node) and name in point.slots and value.type == NUMBER:
                text = self._counting(text, name, value)
        return _FOR_YOU.sub("", self.fill(_plain(text), values))

    def _counting(self, text: str, name: str, value: Node) -> str:
        """``pay {n} coins``: one in the singular, and behind it what is worked out."""
        found = re.search(rf"\{{{name}\}} ([\w-]+)", text)
        if found is None:
            return text
        if value.op == "number":
            one = self.program.words.pieces.get(found[1], found[1]) if value.data["n"] == 1 else found[1]
            return text.replace(found[0], f"{{{name}}} {one}")
        return text if value.op == "local" else f"{text.replace(found[0], found[1])} (as many as: {{{name}}})"

    def heading(self, point: Point) -> str:
        slots = {name: self.introduced(name, type_) for name, type_ in point.slots.items()}
        text = _TYPED.sub(r"{\1}", _KIND.sub("", _KEYWORD.sub("", self.source.heading(point.span))))
        said = re.sub(r"\{([\w-]+)\}", lambda m: slots.get(m[1], m[1]), _plain(text))
        return capital(_FOR_YOU.sub("", self.settle(re.sub(r" of you$", "", said))))

    def introduced(self, name: str, type_: Type) -> str:
        if name == "here" and type_.head == "kind":
            said = self.word(type_.of)
            return _with_article(f'<span class="slot">{said}</span>')
        return super().introduced(name, type_)

    def entry(self, name: str) -> str:
        entry = self.program.entries[name]
        said = super().entry(name)
        if entry.over is not None:
            said = said.replace(f"<i>{entry.over[0]}</i>", f"<i>{self.word(entry.over[1])}</i>")
        return said

    # ------------------------------------------------------------ sentences
    def statement(self, x: Statement) -> str:
        if x.op == "each-player" and get.options(x).op == "all":
            return "for each player"
        if x.op == "repeat" and get.count(x).op != "number":
            return f"as many times as this: {self.node(get.count(x))}"
        if x.op == "if" and not x.data.get("chained") and (denied := self._denied(get.condition(x))) is not None:
            return f"unless {self.node(denied)}"
        if (
            x.op == "let" and x.data.get("x") == "here" and get.new_value(x).type.head == "kind"
        ):  # as it is called from here on
            return f"this {self.word(get.new_value(x).type.of)} is {self.node(get.new_value(x))}"
        return super().statement(x)

    def clause(self, x: Clause, point: Point) -> str:
        if x.op == "let" and x.name == "here" and x.value is not None and x.value.type.head == "kind":
            return f"this {self.word(x.value.type.of)} is {self.node(x.value)}"
        denied = self._denied(x.condition) if x.op in ("be", "plus", "minus") else None
        if denied is None:
            return super().clause(x, point)
        bare = Clause(x.op, x.value, None, x.span, x.text)
        return f"{super().clause(bare, point)}, unless {self.node(denied)}"

    def _denied(self, condition: Node | None) -> Node | None:
        """What must not be so, where the contrary has no words of its own."""
        inner = get.denied(condition) if condition is not None and condition.op == "not" else None
        if inner is None or condition is None or not self.node(condition).startswith(("it is not so", "not ")):
            return None
        return inner

    def argument(self, value: object, name: str = "") -> str:
        if name == "x" and value == "here":
            return "place"
        return super().argument(value, name)


def _plain(text: str) -> str:
    """A heading without the hyphens of its words; slots keep theirs."""
    return _HYPHEN.sub(lambda m: " " if m[0] == "-" else m[0], text)
