"""Names of things, places and values in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulekit.image import Image

if TYPE_CHECKING:
    from rulekit.runtime.visibility import Look

OF = {"en": "{place} of {owner}", "zh": "{owner}的{place}", "ja": "{owner}の{place}"}
OF_FOR = {
    "en": "{place} of {owner} for {other}",
    "zh": "{owner}的{place}（{other}）",
    "ja": "{owner}の{place}（{other}）",
}
SMALL = {
    "done": {"zh": "完成", "ja": "決定"},
    "none": {"zh": "无", "ja": "なし"},
    "yes": {"zh": "是", "ja": "はい"},
    "no": {"zh": "否", "ja": "いいえ"},
    "a card": {"zh": "一张牌", "ja": "カード1枚"},
    "empty": {"zh": "空", "ja": "空"},
}


@frozen
class Thing:
    """A member of a kind that a text names. ``id`` is the same in every language."""

    kind: str
    id: str
    name: str

    def __str__(self) -> str:
        return self.name


Part = str | Thing
"""A text is made of these, so that whoever shows it can link, colour and light up what it names."""
_GAP = re.compile(r"\{(\d*)\}")


class Labels:
    """Texts of one image in one language (``en``, ``zh-Hans``, ``zh-Hant``, ``ja``)."""

    def __init__(self, image: Image, lang: str = "en") -> None:
        self.image, self.lang = image, lang
        self.words = image.words.get(lang, {})
        self.base = lang.partition("-")[0]
        self.colon = "：" if self.base in ("zh", "ja") else ": "
        self.comma = "、" if self.base in ("zh", "ja") else ", "
        self.last = self.comma if self.base in ("zh", "ja") else " and "
        self.within = "{}（{}）" if self.base in ("zh", "ja") else "{} ({})"

    def word(self, text: str) -> str:
        """A word or a text of the game; in English hyphens become blanks."""
        if text in self.words:
            return self.words[text]
        if text in SMALL and self.base in SMALL[text]:
            return SMALL[text][self.base]
        return text.replace("-", " ") if text.islower() else text

    def member(self, root: str, index: int) -> str:
        members = self.image.kinds[root]["members"]
        if not 0 <= index < len(members):
            return self.word("none")
        name, display = members[index]
        if "of" in display:  # one of several without names: called by its kind and by what it belongs to
            owner = self.member(display["of"], display["member"])
            return OF.get(self.base, OF["en"]).format(place=self.word(display["word"]), owner=owner)
        if "word" in display:
            return f"{self.word(display['word'])} {display['number']}"
        if self.lang in display:
            return str(display[self.lang])
        for text in (display.get("title"), name):
            if text in self.words:
                return self.words[text]
        return str(display.get("en") or display.get("title") or name)

    def id(self, sort: Sequence[str], value: int) -> str:
        """A stable name of a value, the same in every language."""
        if value < 0 and sort[0] in ("kind", "spot"):
            return "none"
        if sort[0] == "kind":
            return str(self.image.kinds[sort[1]]["members"][value][0])
        if sort[0] == "spot":
            return self.spot_number(value)
        if sort[0] == "yesno":
            return "yes" if value else "no"
        return str(value)

    def answer(self, ask: Mapping[str, Any], value: int, look: Look | None = None) -> str:
        """What was or can be chosen at a question; where several are chosen, none more is `done`."""
        if value < 0 and ask["op"] == "choose-band":
            return self.word("done")
        return self.value(ask["sort"], value, look)

    def value(self, sort: Sequence[Any], value: Any, look: Look | None = None) -> str:
        """A value as people read it; with ``look`` a spot also says which card lies there, if it can be read."""
        match sort[0]:
            case "kind":
                return self.member(sort[1], value)
            case "set":
                return self.comma.join(self.member(sort[1], v) for v in value)
            case "spot":
                where = self.spot(value)
                lying = look.s[value] if look is not None and value >= 0 else -1
                seen = lying >= 0 and look is not None and look.reads(sort[1], lying)
                return f"{where}{self.colon}{self.member(sort[1], lying)}" if seen else where
            case "amount":
                return self.counted(value, sort[1], sort[2])
            case "token":
                return self.pieces(value)
            case "truth" | "yesno":
                return self.word("yes" if value else "no")
        return str(value)

    def template(
        self, number: int, values: Sequence[Any], look: Look | None = None, hidden: Collection[int] = ()
    ) -> str:
        """A text with its values; the text is looked up as it stands in the rule file, with ``{}`` for the values.

        ``look``: who reads it, and when; what that person may not know is left out. ``hidden``: the values of which that was
        settled before.
        """
        return "".join(map(str, self.spoken(number, values, look, hidden)))

    def spoken(
        self, number: int, values: Sequence[Any], look: Look | None = None, hidden: Collection[int] = ()
    ) -> list[Part]:
        """The same, in parts. In other languages the values may stand in another order: ``{2} of {1}``."""
        parts = self.image.templates[number]
        key = "".join(p if isinstance(p, str) else "{}" for p in parts)
        unread = {*hidden, *(look.hidden(parts, values) if look is not None else ())}
        sorts = [p for p in parts if not isinstance(p, str)]
        out: list[Part] = []
        for k, said in enumerate(_GAP.split(self.words.get(key, key))):
            if k % 2 == 0:
                out.append(said)
                continue
            n = int(said) - 1 if said else k // 2
            if n < len(sorts):
                out += self._parts(sorts[n], values[n], look, n in unread)
        return [x for x in out if x != ""]

    def _parts(self, sort: Sequence[Any], value: Any, look: Look | None, hidden: bool) -> Iterator[Part]:
        """A value of a text: the things that it names, or how it is said."""
        told = value[0] if len(sort) > 3 and not hidden else value
        things = [told] if sort[0] == "kind" else list(told) if sort[0] == "set" and len(sort) > 1 else []
        if hidden or not things or any(x < 0 for x in things):
            yield self._part(sort, value, look, hidden)
            return
        for k, x in enumerate(things):
            if k:
                yield self.comma
            yield self.thing(sort[1], x)

    def thing(self, root: str, index: int) -> Thing:
        """A member of a kind, as a text names it."""
        return Thing(root, self.id(["kind", root], index), self.member(root, index))

    def _part(self, sort: Sequence[Any], value: Any, look: Look | None, hidden: bool) -> str:
        if hidden:
            return self.word("a card") if sort[0] in ("kind", "set") and len(sort) < 4 else "?"
        return self.value(sort, value[0] if len(sort) > 3 else value, look)

    def counted(self, n: int, one: str, many: str) -> str:
        """``3 coins``; where the words have ``"{} coins"``, as that says it: with a measure word, say."""
        said = self.words.get(f"{{}} {one if n == 1 else many}") or self.words.get(f"{{}} {many}")
        return said.replace("{}", str(n), 1) if said else f"{n} {self.word(one if n == 1 else many)}"

    # ------------------------------------------------------------ places
    @cached_property
    def _columns(self) -> list[list[Any]]:
        return sorted(self.image.columns, key=lambda c: c[2])

    def column(self, index: int) -> list[Any]:
        """[sort, name, base, size, token] of the block that an index of the state lies in."""
        low, high = 0, len(self._columns)
        while high - low > 1:
            middle = (low + high) // 2
            if self._columns[middle][2] <= index:
                low = middle
            else:
                high = middle
        return self._columns[low]

    def owners(self, owners: Sequence[str], instance: int) -> list[str]:
        """The names of the owners of an instance of a place or mark."""
        out = []
        for owner in reversed(owners):
            root, (base, size) = self.range_of(owner)
            out.append(self.member(root, base + instance % size))
            instance //= size
        return out[::-1]

    def range_of(self, kind: str) -> tuple[str, list[int]]:
        for root, entry in self.image.kinds.items():
            if kind in entry["ranges"]:
                return root, entry["ranges"][kind]
        raise KeyError(kind)

    def instance(self, name: str, owners: Sequence[str], instance: int) -> str:
        word = self.word(name)
        who = self.owners(owners, instance)
        if not who:
            return word
        if self.image.places.get(name, {}).get("holder"):  # the members of a kind are places themselves
            return who[0]
        if len(who) == 1:
            return OF.get(self.base, OF["en"]).format(place=word, owner=who[0])
        return OF_FOR.get(self.base, OF_FOR["en"]).format(place=word, owner=who[0], other=who[1])

    def owned(self, name: str) -> str:
        """``owner of {owner}``: what a mark or a place of something is called."""
        return OF.get(self.base, OF["en"]).format(place=self.word(name), owner="{owner}")

    def slot(self, index: int) -> str:
        """The place whose count stands at an index of the state."""
        sort, name, base, _, token = self.column(index)
        if sort == "store":
            return self.word(str(name.partition(":")[0]))
        place = self.image.places[name]
        instance = self.image.tokens[token]["owner"] if place["mine"] and token >= 0 else index - base
        return self.instance(name, place["owners"], instance)

    def place(self, code: int) -> str:
        """The place of a card, written as one number."""
        if code < 0:
            return ""
        lists = len(self.image.z)
        if code >= lists:
            return self.spot(code - lists)
        name, instance = self._heap(code)
        return self.instance(name, self.image.places[name]["owners"], instance) if name else ""

    def is_pile(self, code: int) -> bool:
        """Whether the order of the cards there counts, so that one can be moved within it."""
        name, _ = self._heap(code)
        return bool(name) and bool(self.image.places[name]["pile"])

    def _heap(self, code: int) -> tuple[str, int]:
        """The place whose list of cards has this number, and which of its instances; "" when it is none."""
        for name, place in self.image.places.items():
            if place["counted"] or place["spot"] or place["row"] is not None:
                continue
            if place["base"] <= code < place["base"] + place["size"]:
                return name, code - place["base"]
        return "", 0

    def spot(self, index: int) -> str:
        if index < 0:
            return self.word("none")
        _, name, base, _, _ = self.column(index)
        place = self.image.places[name]
        if place["row"] is not None:
            return f"{self.word(name)} {place['row'][1] + index - base}"
        return self.instance(name, place["owners"], index - base)

    def spot_number(self, index: int) -> str:
        _, name, base, _, _ = self.column(index)
        row = self.image.places[name]["row"]
        return f"{name} {row[1] + index - base}" if row is not None else f"{name} {index - base}"

    def pieces(self, token: int, n: int | None = None) -> str:
        """A number of pieces, or (without a number) their sort: ``armies of Blue``."""
        entry = self.image.tokens[token]
        word = self.word(entry["plural"]) if n is None else self.counted(n, entry["piece"], entry["plural"])
        if entry["owner"] >= 0:
            word = OF.get(self.base, OF["en"]).format(place=word, owner=self.word(self.image.seats[entry["owner"]]))
        return word

    def line(self, number: int) -> str:
        """``games/x/y.rules:14``"""
        file, line, _, _ = self.image.lines[number]
        return f"{file}:{line}"
