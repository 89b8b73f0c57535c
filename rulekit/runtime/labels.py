"""Names of things, places and values in the reader's language."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.i18n.catalogue import MessageCatalogue, translated
from rulekit.image import Block, Gap, Image, Question, Sort, StateColumn, Told, Value
from rulekit.languages import base, form, punctuation

if TYPE_CHECKING:
    from rulekit.runtime.visibility import Perspective

NAMES = MessageCatalogue(
    "name", {"of": "{place} of {owner}", "both": "{} and {}", "of for": "{place} of {owner} for {other}"}
)
WORDS = ("done", "pass", "play a card?", "none", "yes", "no", "a card", "empty")
"""What the engine itself shows, where the game has no word of its own for it"""

NO_MORE = {"choose-band": "done", "window": "pass"}
"""What none is called where it stands for more than nothing."""


def engine_word(text: str, lang: str) -> str:
    """The engine's own text in a language, for what the game has no word of its own; any other text unchanged."""
    return translated("word", text, lang) if text in WORDS else text


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
PLAYERS = Sort("kind", "player")
_GAP = re.compile(r"\{(\d*)\}")


def _filled(text: str, values: Sequence[str]) -> str:
    """A text with its values, in their order or by their places: ``{2} of {1}``."""
    said = iter(values)
    return _GAP.sub(lambda gap: values[int(gap[1]) - 1] if gap[1] else next(said), text)


QUOTES = ("“”", "「」", "『』")
"""What stands round the names of cards and actions in some languages"""


class Labels:
    """Texts of one image in one language (``en``, ``zh-Hans``, ``zh-Hant``, ``ja``).

    ``speaker``: the seat whose line it is; what is theirs needs no word for that. -1 where nobody's name stands before the line.
    """

    def __init__(self, image: Image, lang: str = "en", speaker: int = -1) -> None:
        self.image, self.lang, self.speaker = image, lang, speaker
        self.words = image.words.get(lang, {})
        self._said: dict[str, str] = {}
        self._members: dict[tuple[str, int], str] = {}
        self._keys: dict[str, list[str]] = {}
        self._namesakes: dict[str, Set[str]] = {}
        self._split: dict[int, tuple[list[str], list[Gap]]] = {}
        self.base = base(lang)
        self.colon, self.comma, self.semicolon = punctuation(lang)
        self._last = self.comma if self.base in ("zh", "ja") else " and "
        self.within = "{}（{}）" if self.base in ("zh", "ja") else "{} ({})"

    def word(self, text: str) -> str:
        """A word or a text of the game; in English hyphens become blanks."""
        said = self._said.get(text)
        if said is None:
            said = self._said[text] = self._word(text)
        return said

    def _word(self, text: str) -> str:
        if text in self.words:
            return self.words[text]
        if (small := engine_word(text, self.lang)) != text:
            return small
        return text.replace("-", " ") if text.islower() else text

    def member(self, root: str, index: int) -> str:
        """A thing, or ``none``, as people call it."""
        said = self._members.get((root, index))
        if said is None:
            said = self._members[root, index] = self._member(root, index)
        return said

    def _member(self, root: str, index: int) -> str:
        members = self.image.kinds[root].members
        if not 0 <= index < len(members):
            return self.word("none")
        found = members[index]
        blank = "" if self.base in ("zh", "ja") else " "
        if found.called:
            parts = [*(self.member(*owner) for owner in found.owners), *([found.number] if found.number else [])]
            return _filled(self.words.get(found.called, found.called), [parts[k] for k in found.order])
        if found.number:  # called by its kind and number, and between them by what it belongs to
            return blank.join([self.word(found.word), *(self.member(*owner) for owner in found.owners), found.number])
        if found.owners:  # one of several without names: called by its kind and by what it belongs to
            owners = [self.member(*owner) for owner in found.owners]
            owner = NAMES.form("both", self.lang).format(*owners) if len(owners) > 1 else owners[0]
            return NAMES.form("of", self.lang).format(place=self.word(found.word), owner=owner)
        if self.lang in found.names:
            return found.names[self.lang]
        title = found.names.get("title", "")
        for text in (title, found.name):
            if text in self.words:
                return self.words[text]
        return found.names.get("en") or title or found.name

    def id(self, sort: Sort, value: int) -> str:
        """The stable name of a value, the same in every language."""
        if value < 0 and sort.head in ("kind", "spot"):
            return "none"
        if sort.head == "kind":
            return self.image.kinds[sort.of].members[value].name
        if sort.head == "spot":
            return self.spot_number(value)
        if sort.head == "yesno":
            return "yes" if value else "no"
        return str(value)

    def key(self, root: str, index: int) -> str:
        """The name of a thing in views, that nothing else of its kind has: things of which each player has the same ones are
        numbered."""
        found = self._keys.get(root)
        if found is None:
            names = [member.name for member in self.image.kinds[root].members]
            found = self._keys[root] = [
                n if (k := names[:i].count(n)) == 0 else f"{n} ({k + 1})" for i, n in enumerate(names)
            ]
        return found[index] if index >= 0 else "none"

    def namesakes(self, root: str) -> Set[str]:
        """The names that more than one thing of a kind has."""
        found = self._namesakes.get(root)
        if found is None:
            names = Counter(member.name for member in self.image.kinds[root].members)
            found = self._namesakes[root] = {name for name, n in names.items() if n > 1}
        return found

    def whose(self, root: str, index: int) -> int | None:
        """The number of the player who owns a thing, where each player has a set of the same things; None otherwise."""
        for fact in self.image.kinds[root].facts:
            if fact.sort == PLAYERS:
                owner = fact.values[index]
                return None if owner is None or owner < 0 else owner
        return None

    def full_id(self, sort: Sort, value: int) -> str:
        """The same as :meth:`id`, which nothing else of its kind has where each player has the same ones: `promise 1 of Ash`."""
        name = self.id(sort, value)
        if sort.head != "kind" or value < 0 or name not in self.namesakes(sort.of):
            return name
        owner = self.whose(sort.of, value)
        return name if owner is None else f"{name} of {self.image.seats[owner]}"

    def answer(self, ask: Question, value: int, look: Perspective | None = None) -> str:
        """An answer to a question. Declining is called `done` where several things are chosen, and `pass` in a window."""
        if value < 0 and ask.op in NO_MORE:
            return self.word(NO_MORE[ask.op])
        return self.value(ask.sort, value, look)

    def value(self, sort: Sort, value: Told, look: Perspective | None = None) -> str:
        """A value as people read it; with ``look`` a spot also says which card lies there, if it can be read."""
        if not isinstance(value, int):
            return self.comma.join(self.member(sort.of, v) for v in value)
        match sort.head:
            case "kind":
                return self.member(sort.of, value)
            case "spot":
                where = self.spot(value, -1 if look is None or look.sight.viewer is None else look.sight.viewer)
                lying = look.s[value] if look is not None and value >= 0 else -1
                seen = lying >= 0 and look is not None and look.reads(sort.of, lying)
                return f"{where}{self.colon}{self.member(sort.of, lying)}" if seen else where
            case "token":
                return self.pieces(value)
            case "truth" | "yesno":
                return self.word("yes" if value else "no")
        return str(value)

    def template(
        self, number: int, values: Sequence[Value], look: Perspective | None = None, hidden: Collection[int] = ()
    ) -> str:
        """A text with its values; the text is looked up as it stands in the rule file, with ``{}`` for the values.

        ``look``: who reads it, and when; what that person may not know is left out. ``hidden``: the values of which that was
        settled before.
        """
        return "".join(map(str, self.spoken(number, values, look, hidden)))

    def spoken(
        self, number: int, values: Sequence[Value], look: Perspective | None = None, hidden: Collection[int] = ()
    ) -> list[Part]:
        """The same, in parts. In other languages the values may stand in another order: ``{2} of {1}``."""
        split = self._split.get(number)
        if split is None:
            split = self._split[number] = self._in_parts(number)
        pieces, gaps = [*split[0]], split[1]
        unread = {*hidden, *(look.hidden(self.image.templates[number], values) if look is not None else ())}
        out: list[Part] = []
        for k, said in enumerate(pieces):
            if k % 2 == 0:
                out.append(said)
                continue
            n = int(said) - 1 if said else k // 2
            if n < len(gaps):
                out += self._parts(gaps[n], values[n], look, n in unread)
                quoted = pieces[k - 1][-1:] + pieces[k + 1][:1]
                if n in unread and quoted in QUOTES:  # no name to be quoted
                    out[-2], pieces[k + 1] = str(out[-2])[:-1], pieces[k + 1][1:]
        return [x for x in out if x != ""]

    def _in_parts(self, number: int) -> tuple[list[str], list[Gap]]:
        """A text in this language as alternating words and gap numbers (from 1, or empty for the next one), and the gaps."""
        parts = self.image.templates[number]
        key = "".join(p if isinstance(p, str) else "{}" for p in parts)
        return _GAP.split(self.words.get(key, key)), [p for p in parts if not isinstance(p, str)]

    def _parts(self, gap: Gap, value: Value, look: Perspective | None, hidden: bool) -> Iterator[Part]:
        """A value of a text: the things that it names, or how it is said."""
        sort = gap.sort
        if hidden:
            yield self.word("a card") if sort.head in ("kind", "set") and not gap.cards else "?"
            return
        told, _ = gap.parts(value)
        things = sort.things(told)
        if not things or any(x < 0 for x in things):
            if isinstance(told, int) and gap.plural:
                yield self.counted(told, sort.of, gap.plural)
            else:
                yield self.value(sort, told, look)
            return
        yield from self._named([self.thing(sort.of, x) for x in things])

    def _named(self, things: Sequence[Thing]) -> Iterator[Part]:
        """``Alder, guard ×3``: things with the same name are counted, since the reader cannot tell them apart."""
        alike: dict[str, list[Thing]] = {}
        for thing in things:
            alike.setdefault(thing.name, []).append(thing)
        for k, found in enumerate(alike.values()):
            yield from [self.comma] if k else []
            yield found[0]
            yield from [self.times(len(found))] if len(found) > 1 else []

    def listed(self, things: Sequence[Thing]) -> list[Part]:
        """``A, B and C``"""
        out: list[Part] = []
        for k, thing in enumerate(things):
            out += [self._last if k == len(things) - 1 else self.comma] if k else []
            out.append(thing)
        return out

    def times(self, n: int) -> str:
        """The suffix of a name that is listed ``n`` times; empty for once."""
        return "" if n == 1 else f" ×{n}" if self.base == "en" else f"×{n}"

    def thing(self, root: str, index: int) -> Thing:
        """A member of a kind, as a text names it."""
        return Thing(root, self.key(root, index), self.member(root, index))

    def counted(self, n: int, one: str, many: str) -> str:
        """``3 coins``, by the translation of ``"{} coins"`` where there is one: it may add a measure word."""
        said = self.words.get(f"{{}} {one if n == 1 else many}") or self.words.get(f"{{}} {many}")
        return said.replace("{}", str(n), 1) if said else f"{n} {self.word(one if n == 1 else many)}"

    # ------------------------------------------------------------ players
    def side(self, name: str) -> str:
        """The suffix of a player's name in a sentence: in Chinese a name of one character is followed by 方."""
        return "方" if self.base == "zh" and len(name) == 1 else ""

    def seat(self, index: int) -> str:
        """A player as sentences speak of them."""
        name = self.word(self.image.seats[index])
        return name + self.side(name)

    # ------------------------------------------------------------ places
    @cached_property
    def _columns(self) -> list[StateColumn]:
        return sorted(self.image.columns, key=lambda c: c.base)

    @cached_property
    def counts(self) -> Mapping[str, Sequence[StateColumn]]:
        """Maps each place for counted pieces to the blocks of its counts, one for each sort of piece."""
        found: dict[str, list[StateColumn]] = {}
        for block in self.image.columns:
            if block.sort == "count":
                found.setdefault(block.name, []).append(block)
        return found

    def column(self, index: int) -> StateColumn:
        """The block that an index of the state lies in."""
        return self._columns[max(bisect_right(self._columns, index, key=lambda c: c.base) - 1, 0)]

    def owners(self, owners: Sequence[str], instance: int) -> list[str]:
        """The names of the owners of an instance of a place or mark."""
        out = []
        for owner in reversed(owners):
            root, (base, size) = self.range_of(owner)
            out.append(self.seat(instance % size) if root == "player" else self.member(root, base + instance % size))
            instance //= size
        return out[::-1]

    def range_of(self, kind: str) -> tuple[str, Block]:
        for root, entry in self.image.kinds.items():
            if kind in entry.ranges:
                return root, entry.ranges[kind]
        raise KeyError(kind)

    def instance(self, name: str, owners: Sequence[str], instance: int, reader: int = -1) -> str:
        """``reader``: the seat of who reads it; the words may say their own otherwise: ``my plan for {}``."""
        word = self.word(name)
        who = self.owners(owners, instance)
        if not who:
            return word
        if (
            self.speaker >= 0 and owners[0] == "player" and who[0] == self.seat(self.speaker)
        ):  # whose line it is, is said
            return word if len(who) == 1 else self.within.format(word, who[1])
        if name in self.image.places and self.image.places[name].holder:  # the members of a kind are places themselves
            return who[0]
        gaps = [" of {}", " for {}"][: len(who)]
        own = f"my {name}" + "".join(gaps[1:])
        if own in self.words and reader >= 0 and who[0] == self.seat(reader):
            return _filled(self.words[own], who[1:])
        whole = name + "".join(gaps)
        if whole in self.words:
            return _filled(self.words[whole], who)
        if len(who) == 1:
            return NAMES.form("of", self.lang).format(place=word, owner=who[0])
        return NAMES.form("of for", self.lang).format(place=word, owner=who[0], other=who[1])

    def owned(self, name: str) -> str:
        """``owner of {owner}``: the name of a mark or a place that belongs to something."""
        return NAMES.form("of", self.lang).format(place=self.word(name), owner="{owner}")

    def slot(self, index: int) -> str:
        """The place whose count has this index in the state."""
        block = self.column(index)
        if block.sort == "store":
            return self.word(block.name.partition(":")[0])
        place = self.image.places[block.name]
        instance = self.image.tokens[block.token].owner if place.mine and block.token >= 0 else index - block.base
        return self.instance(block.name, place.owners, instance)

    def place(self, code: int) -> str:
        """The place of a card, written as one number."""
        if code < 0:
            return ""
        lists = len(self.image.z)
        if code >= lists:
            return self.spot(code - lists)
        name, instance = self._heap(code)
        return self.instance(name, self.image.places[name].owners, instance) if name else ""

    def place_name(self, code: int) -> str:
        """What the place of a card is called in the rules; "" for no place."""
        lists = len(self.image.z)
        return self.column(code - lists).name if code >= lists else self._heap(code)[0]

    def is_pile(self, code: int) -> bool:
        """Whether the order of the cards there counts, so that one can be moved within it."""
        name, _ = self._heap(code)
        return bool(name) and self.image.places[name].pile

    def _heap(self, code: int) -> tuple[str, int]:
        """The place whose list of cards has this number, and which of its instances; "" when it is none."""
        for name, place in self.image.places.items():
            if place.listed and place.base <= code < place.base + place.size:
                return name, code - place.base
        return "", 0

    def spot(self, index: int, reader: int = -1) -> str:
        if index < 0:
            return self.word("none")
        block = self.column(index)
        name, base, place = block.name, block.base, self.image.places[block.name]
        if place.row is not None:
            number = str(place.row.first + index - base)
            return _filled(self.words.get(f"{name} {{}}", f"{self.word(name)} {{}}"), [number])
        return self.instance(name, place.owners, index - base, reader)

    def spot_number(self, index: int) -> str:
        block = self.column(index)
        row = self.image.places[block.name].row
        return f"{block.name} {index - block.base + (row.first if row is not None else 0)}"

    def pieces(self, token: int, n: int | None = None) -> str:
        """A number of pieces, or (without a number) their sort: ``coins of Blue``."""
        entry = self.image.tokens[token]
        word = self.word(entry.plural) if n is None else self.counted(n, entry.piece, entry.plural)
        if entry.owner >= 0 and entry.owner != self.speaker:
            word = NAMES.form("of", self.lang).format(place=word, owner=self.seat(entry.owner))
        return word

    def line(self, number: int) -> str:
        """``games/x/y.rules:14``"""
        return self.image.lines[number].place

    def variant(self, name: str) -> str:
        """The title of a variant."""
        return form(self.image.variants[name], self.lang)
