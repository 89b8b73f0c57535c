"""The journal: what happened, line by line, each entry with the rule line that caused it. Texts are made when somebody looks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from attrs import define

from rulekit import languages
from rulekit.image import Line, Sort
from rulekit.runtime import showing
from rulekit.runtime.labels import Labels
from rulekit.runtime.visibility import Sight

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState

TEXTS = {
    "pieces": {"en": "{n}: {a} → {b}", "zh": "{n}从{a}移到{b}", "zh-Hant": "{n}從{a}移到{b}", "ja": "{n}：{a} → {b}"},
    "card": {"en": "{n}: {a} → {b}", "zh": "{n}从{a}移到{b}", "zh-Hant": "{n}從{a}移到{b}", "ja": "{n}：{a} → {b}"},
    "put": {"en": "{n} → {b}", "zh": "{n}移到{b}", "ja": "{n} → {b}"},
    "mark": {
        "en": "{what}: {old} → {new}",
        "zh": "{what}由{old}改为{new}",
        "zh-Hant": "{what}由{old}改為{new}",
        "ja": "{what}：{old} → {new}",
    },
    "more": {"zh": "{what}由{old}增至{new}"},
    "less": {"zh": "{what}由{old}减至{new}", "zh-Hant": "{what}由{old}減至{new}"},
    "so": {"zh": "“{what}”成立"},
    "not so": {"zh": "“{what}”取消"},
    "given": {"zh": "{what}定为{new}", "zh-Hant": "{what}定為{new}"},
    "gone": {"zh": "{what}空缺（原为{old}）", "zh-Hant": "{what}空缺（原為{old}）"},
    "turn": {"en": "{card} is turned up", "zh": "翻开{card}", "zh-Hant": "翻開{card}", "ja": "{card}を公開"},
    "becomes": {
        "en": "{who} becomes {what}",
        "zh": "{who}：标为“{what}”",
        "zh-Hant": "{who}：標為“{what}”",
        "ja": "{who}：{what}",
    },
    "no longer": {
        "en": "{who} is no longer {what}",
        "zh": "{who}：取消“{what}”",
        "ja": "{who}：{what}でなくなる",
    },
    "shuffle": {"en": "{a} is shuffled", "zh": "洗混{a}", "ja": "{a}を混ぜる"},
    "skip": {
        "en": "not carried out: {why}",
        "zh": "未执行：{why}",
        "zh-Hant": "未執行：{why}",
        "ja": "実行せず：{why}",
    },
    "choice": {"en": "decides: {what}", "zh": "决定：{what}", "zh-Hant": "決定：{what}", "ja": "決定：{what}"},
    "secret": {"en": "decides", "zh": "作出决定", "zh-Hant": "作出決定", "ja": "決定"},
    "end": {"en": "the game is over", "zh": "游戏结束", "zh-Hant": "遊戲結束", "ja": "ゲーム終了"},
    "dice": {"en": "dice {dice}", "zh": "掷骰{dice}", "zh-Hant": "擲骰{dice}", "ja": "ダイス{dice}"},
    "hits": {
        "en": "dice {dice}: {n} {hits}",
        "zh": "掷骰{dice}：{n}次命中",
        "zh-Hant": "擲骰{dice}：{n}次命中",
        "ja": "ダイス{dice}：{n}ヒット",
    },
    "device": {"en": "{what}: {parts}", "zh": "{what}：{parts}", "ja": "{what}：{parts}"},
}


@define(eq=False)
class Entry:
    """One thing that happened. ``rule`` is the causing line, ``clauses`` what it cites."""

    number: int
    code: tuple[Any, ...]
    match: MatchState

    @property
    def _line(self) -> Line:
        number: int = self.code[0]
        return self.match.compiled.image.lines[number]

    @property
    def rule(self) -> str:
        """Where the causing line stands: ``FILE:LINE``."""
        return self._line.place

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the causing line cites."""
        return self._line.clauses

    @property
    def player(self) -> str | None:
        """The player who carried the rule out, where there was one."""
        seats = self.match.compiled.image.seats
        return seats[self.code[1]] if 0 <= self.code[1] < len(seats) else None

    @property
    def sort(self) -> str:
        """What sort of thing: pieces, card, mark, skip, end and the like."""
        return str(self.code[2])

    def text(self, lang: str = "en", viewer: str | None = "") -> str:
        """What a player sees of it. ``viewer``: a name, None for an onlooker, "" for the whole truth."""
        image = self.match.compiled.image
        labels = Labels(image, lang, self.code[1] if self.player and lang.startswith("zh") else -1)
        sight = None if viewer == "" else self.match.compiled.sight(viewer)
        said = _say(self.code, labels, sight, self.match)
        if not said:
            return ""
        who = f"{labels.seat(self.code[1])}{labels.colon}" if self.player else ""
        return who + said


class Journal(Sequence[Entry]):
    """All that has happened, in its order; an entry is made when it is looked at."""

    def __init__(self, match: MatchState) -> None:
        self.match = match
        self.codes = match.log or []

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, k: int) -> Entry: ...
    @overload
    def __getitem__(self, k: slice) -> Sequence[Entry]: ...
    def __getitem__(self, k: int | slice) -> Entry | Sequence[Entry]:
        if isinstance(k, slice):
            return [self[j] for j in range(*k.indices(len(self)))]
        k = k + len(self) if k < 0 else k
        return Entry(k + 1, self.codes[k], self.match)

    def __iter__(self) -> Iterator[Entry]:
        return (Entry(k + 1, code, self.match) for k, code in enumerate(self.codes))


def _say(code: tuple[Any, ...], labels: Labels, sight: Sight | None, match: MatchState) -> str:
    """The text of an entry; empty where the viewer has nothing to see."""
    _, me, sort, *what = code
    if sort == "dice" and what[2] >= 0:
        sort = "hits"
    form = _form(sort, labels)
    match sort:
        case "pieces":
            token, n, a, b = what
            if a == b:
                return ""
            if not pieces_seen(labels, sight, a, b):
                return ""
            return form.format(n=labels.pieces(token, n), a=labels.slot(a), b=labels.slot(b))
        case "card":
            return _card(what, labels, sight)
        case "turn":
            return form.format(card=labels.member(what[0], what[1]))
        case "shown":
            return "".join(map(str, showing.phrase([code], labels, sight)))
        case "mark":
            return _mark(what, labels, sight)
        case "shuffle":
            return form.format(a=labels.place(what[0]))
        case "skip":
            line, why, *unread = what
            seat = -1 if sight is None or sight.viewer is None else sight.viewer
            hidden = unread[0][seat] if unread and sight is not None else ()
            text = labels.template(why[0], why[1], hidden=hidden) if why else labels.image.lines[line].text
            return form.format(why=text)
        case "choice":
            if sight is not None and sight.viewer != me:
                return ""
            ask = labels.image.asks[what[0]]
            if ask.sort.head in ("branch", "yesno") and len(what) < 3:
                return ""
            hidden = what[3] if len(what) > 3 and sight is not None else ()
            if len(what) > 2 and what[2]:
                return form.format(what=labels.template(what[2][0], what[2][1], hidden=hidden))
            return form.format(what=labels.word("a card") if hidden else labels.answer(ask, what[1]))
        case "dice" | "hits":
            dice, plus, n = what
            shown = " ".join(map(str, dice)) + (f" {plus:+}" if plus else "")
            return form.format(dice=shown, n=n, hits="hit" if n == 1 else "hits")
        case "device":
            everybody = Labels(labels.image, labels.lang)  # what is his lies among what is not: all is said
            return form.format(what=labels.word(what[0]), parts=_device(what, everybody))
    return form


def _form(sort: str, labels: Labels) -> str:
    forms = TEXTS.get(sort, {})
    return languages.own(forms, labels.lang) or forms.get("en", "")


def _open(labels: Labels, sight: Sight, index: int) -> bool:
    """Whether the viewer sees the pieces of the place whose count stands at an index of the state."""
    block = labels.column(index)
    if block.sort != "count":
        return False
    mine = labels.image.places[block.name].mine
    return sight.pieces(block.name, labels.image.tokens[block.token].owner if mine else index - block.base)


def pieces_seen(labels: Labels, sight: Sight | None, a: int, b: int) -> bool:
    """Whether a viewer sees pieces move from one place to another (indices of the state)."""
    return sight is None or _open(labels, sight, a) or _open(labels, sight, b)


def card_seen(sight: Sight | None, old: int, new: int, up: bool) -> bool:
    """Whether a viewer can read a card that moves from one place to another."""
    return sight is None or sight.card(new, up) or sight.card(old, False)


def _card(what: list[Any], labels: Labels, sight: Sight | None) -> str:
    root, card, old, new, up = what
    if old == new and not labels.is_pile(old):
        return ""  # it stays where it lies
    seen = card_seen(sight, old, new, bool(up))
    name = labels.member(root, card) if seen else labels.word("a card")
    a, b = labels.place(old), labels.place(new)
    return _form("card" if a else "put", labels).format(n=name, a=a, b=b)


def _mark(what: list[Any], labels: Labels, sight: Sight | None) -> str:
    index, old, new = what
    block = labels.column(index)
    name, base = block.name, block.base
    mark = labels.image.marks[name]
    if old == new or (sight is not None and not sight.mark(mark, index - base)):
        return ""
    sort = mark.type
    if sort.head == "truth" and len(mark.owners) == 1:  # an adjective
        who = labels.owners(mark.owners, index - base)[0]
        return _form("becomes" if new else "no longer", labels).format(who=who, what=labels.word(name))
    if mark.states:
        who = labels.owners(mark.owners, index - base)[0]
        return _form("becomes", labels).format(who=who, what=_value(sort, new, labels))
    before, after = (_value(sort, v, labels) for v in (old, new))
    said = labels.instance(name, mark.owners, index - base)
    return _form(_change(sort, old, new, labels), labels).format(what=said, old=before, new=after)


def _change(sort: Sort, old: int, new: int, labels: Labels) -> str:
    """How a language says that a mark is another one now: that a number grew, that there is something, or no longer."""
    found = "mark"
    if sort.head == "truth":
        found = "so" if new else "not so"
    elif sort.head == "number":
        found = "more" if new > old else "less"
    elif sort.head == "kind" and (old < 0 or new < 0):
        found = "given" if old < 0 else "gone"
    return found if labels.base in TEXTS[found] else "mark"


def _value(sort: Sort, value: int, labels: Labels) -> str:
    return (
        labels.seat(value) if sort.head == "kind" and sort.of == "player" and value >= 0 else labels.value(sort, value)
    )


def _device(what: list[Any], labels: Labels) -> str:
    """What lies in the last place that the device was told of: its result."""
    parts = [labels.pieces(token, n) for token, n in enumerate(what[1]) if n > 0] if len(what) > 1 else []
    return labels.comma.join(parts) or labels.word("none")
