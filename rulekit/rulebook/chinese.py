"""A rulebook in Simplified Chinese: what its grammar does beyond templates."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulekit.dsl import accessors as get
from rulekit.dsl.phrases import Phrase
from rulekit.dsl.tree import Node
from rulekit.rulebook.phrasing import Phrasing
from rulekit.rulebook.speech import says
from rulekit.rulebook.wording import IT, negated


class Chinese(Phrasing):
    def settle(self, said: str) -> str:
        said = _OBJECT.sub(lambda it: "" if it.start() == 0 else f"该{it[1]}{it[2]}", said)
        return said.replace(f"{IT}的", "").replace(IT, "")

    def member_of_set(self, n: Node) -> str:
        return f"{IT}{self.word(n.type.of)}{IT}" if self.stands_alone else super().member_of_set(n)

    def denied(self, said: str) -> str:
        return f"并非{said}"

    def local(self, name: str, n: Node) -> str:
        if name in ("me", "here"):
            return self.word(name)
        if len(name) == 1 and n.type.of in self.program.groups:  # one sort of the group, and not anything of it
            return ("該種" if self.language == "zh-Hant" else "该种") + self.slot(n.type.of)
        return super().local(name, n)

    def _amounts(self, part: Node) -> str:
        """So many of a piece, with its measure word."""
        if part.op == "amounts" and len(part.data["items"]) == 2:
            n, piece = part.data["items"]
            found = self.program.pieces.get(str(getattr(piece, "data", {}).get("piece", getattr(piece, "name", piece))))
            said = self.words.get(f"{{}} {found.plural}") if found is not None else None
            if said:
                return said.replace("{}", self.argument(n))
        return super()._amounts(part)

    def node(self, n: Node, within: str = "") -> str:
        said = super().node(n, within)
        return _ALL.sub(r"\1", said) if n.op in ("exist", "exist-no") else said

    @says("exist-no")
    def _none_is_not(self, n: Node, *, s: Node) -> str | None:
        """There is none that is not so: all are so."""
        if s.op != "where" or "x" in s.data or get.filtered_by(s).op != "not":
            return None
        inner, base = get.denied(get.filtered_by(s)), self.node(get.members(s))
        if negated(inner) and (inner.phrase is None or inner.phrase.point is None):
            return None
        point = inner.phrase.point if inner.phrase is not None else None
        so = self.point(self.program.points[point.name], inner.args) if point is not None else self.node(inner)
        return self.settle(f"{base if base.startswith('所有') else f'所有{base}'}都{so}")

    def owned(self, word: str, n: Node) -> str:
        owners = list(n.args.values())
        said = self.word(word)
        if not owners:
            return said
        name = owners[0].data.get("name") if owners[0].op == "local" else None
        if name in ("me", "it"):
            said = f"自己的{said}" if name == "me" else said
        else:
            said = f"{self.node(owners[0])}的{said}"
        return said + "".join(f"（{self.node(other)}）" for other in owners[1:])

    def common(self, phrase: Phrase) -> str:
        text = phrase.bare
        for pattern, said in SHAPES:
            found = re.fullmatch(pattern, text)
            if found:
                return said.format(*(self.words.get(w, w).strip('"') if "{" not in w else w for w in found.groups()))
        return ""

    def counted(self, template: str, values: Mapping[str, object]) -> str:
        """``{n}个{p}`` with the measure word of the game, `{} coins`: `{}枚硬币`; a number that is worked out stands behind."""
        n, piece = values.get("n"), values.get("p")
        if not isinstance(n, Node):
            return template
        if "{n}个{p}" not in template:  # words of the game, as `支付{n}个宝箱`
            return template if n.op in ("number", "local") else _COUNTED.sub(r"\1（数目为{n}）", template)
        if n.op != "number":
            return template.replace("至多{n}个{p}", "{p}（至多{n}）").replace("{n}个{p}", "{p}（数目为{n}）")
        name = piece.data.get("piece") if isinstance(piece, Node) else piece
        found = self.program.pieces.get(str(getattr(name, "name", name)))
        said = self.words.get(f"{{}} {found.plural}") if found is not None else None
        return template.replace("{n}个{p}", said.replace("{}", "{n}", 1)) if said else template


_COUNTED = re.compile(r"\{n\}[支个枚张座份]([^{}，。（）]+)$")

_OBJECT = re.compile(f"{IT}([^{IT}]+){IT}(的?)")
"""The member that is spoken of: left out where a sentence begins with it, and behind a verb said as `该区域`"""

_ALL = re.compile(r"^(不?存在)所有")
"""`there are` with `all`: the `all` is left out."""

SHAPES = (
    (r'\{a\} is no longer ("[^"]*"|[\w-]+)', "{{a}}不再是{0}"),
    (r'\{a\} becomes ("[^"]*"|[\w-]+)', "{{a}}变为{0}"),
    (r'\{a\} is not ("[^"]*"|[\w-]+)', "{{a}}不是{0}"),
    (r'\{a\} is ("[^"]*"|[\w-]+)', "{{a}}是{0}"),
    (r'\{a\} that are not ("[^"]*"|[\w-]+)', "不是{0}的{{a}}"),
    (r'\{a\} that are ("[^"]*"|[\w-]+)', "是{0}的{{a}}"),
    (r"([\w-]+) of ([\w-]+) for (\{\w+\})", "“{1}”表中{2}的{0}"),
    (r"([\w-]+) of (\{\w+\})", "{1}的{0}"),
    (r"my ([\w-]+)", "自己的{0}"),
)
"""Phrases that declarations bring -> how they are said; the words in brackets are words of the game."""
