"""Generated sentences for events without a text of their author: made from headings, changes and reasons."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rulekit import languages
from rulekit.image import Rule, Sort
from rulekit.runtime.events import Event
from rulekit.runtime.labels import Labels, Part, Thing

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState
    from rulekit.runtime.visibility import Sight

OWNER = Sort("kind", "player")
TEXTS: dict[str, dict[str, str]] = {
    "moved": {"en": "{n} from {a} to {b}", "zh": "{n}从{a}移到{b}", "zh-Hant": "{n}從{a}移到{b}", "ja": "{n}：{a}→{b}"},
    "put": {"en": "{n} to {b}", "zh": "{n}移到{b}", "ja": "{n}→{b}"},
    "turned up": {"en": "{card} is turned up", "zh": "翻开{card}", "zh-Hant": "翻開{card}", "ja": "{card}を公開"},
    "number": {"en": "{what} {new} ({plus})", "zh": "{what}{new}（{plus}）", "ja": "{what}{new}（{plus}）"},
    "got": {"en": "{who} gets {things}", "zh": "{who}得到{things}", "ja": "{who}が{things}を得る"},
    "lost": {"en": "{who} loses {things}", "zh": "{who}失去{things}", "ja": "{who}が{things}を失う"},
    "mark": {"en": "{what} is now {new}", "zh": "{what}现为{new}", "zh-Hant": "{what}現為{new}", "ja": "{what}は{new}"},
    "so": {
        "en": "{who} is now {what}",
        "zh": "{who}标为“{what}”",
        "zh-Hant": "{who}標為「{what}」",
        "ja": "{who}は「{what}」になる",
    },
    "no longer": {
        "en": "{who} is no longer {what}",
        "zh": "{who}不再标为“{what}”",
        "zh-Hant": "{who}不再標為「{what}」",
        "ja": "{who}は「{what}」でなくなる",
    },
    "begins": {
        "en": "from now on: {what}",
        "zh": "“{what}”生效",
        "zh-Hant": "「{what}」生效",
        "ja": "「{what}」となる",
    },
    "ends": {
        "en": "no longer: {what}",
        "zh": "“{what}”不再有效",
        "zh-Hant": "「{what}」不再有效",
        "ja": "「{what}」は終わる",
    },
    "skip": {
        "en": "not carried out: {why}",
        "zh": "未能执行：{why}",
        "zh-Hant": "未能執行：{why}",
        "ja": "実行せず：{why}",
    },
    "at once": {
        "en": "{names} chose in secret",
        "zh": "{names}已暗中作出选择",
        "zh-Hant": "{names}已暗中作出選擇",
        "ja": "{names}が伏せて決定",
    },
    "won": {"en": "{names} wins", "zh": "{names}获胜", "zh-Hant": "{names}獲勝", "ja": "{names}の勝ち"},
    "won together": {
        "en": "{names} share the victory",
        "zh": "{names}并列获胜",
        "zh-Hant": "{names}並列獲勝",
        "ja": "{names}が勝利を分け合う",
    },
    "over": {"en": "The game is over.", "zh": "游戏结束。", "zh-Hant": "遊戲結束。", "ja": "ゲーム終了。"},
    "gains": {"en": "{who}: {n} ({total})", "zh": "{who}：{n}（共{total}）", "ja": "{who}：{n}（計{total}）"},
}


Reads = Callable[[str, int], bool]
"""Whether somebody can read a thing: its kind, and which one it is"""


def form(sort: str, labels: Labels) -> str:
    """A text of this module in the language of the labels."""
    return languages.form(TEXTS[sort], labels.lang)


# ---------------------------------------------------------------- headings
def heading(event: Event, match: MatchState, labels: Labels, sight: Sight | None, now: Reads) -> list[Part]:
    """What a rule is called, with what it was given: ``Red: pay 2 coins for Alder``.

    ``sight``: of who reads it. What this person could not read then, and can not
    read ``now``, is not said, nor numbers that may rest on it.
    """
    image = match.compiled.image
    rule = image.rules[event.rule] if event.rule >= 0 else Rule("")
    match rule.sort:
        case "entry":
            said = _card(rule, event, labels, sight, now)
        case "deed" | "scene":
            said = _phrase(rule, event, labels, sight, now)
        case _:
            return []
    if event.me >= 0 and not any(isinstance(x, Thing) and x.kind == "player" for x in said):
        who = labels.thing("player", event.me)
        return [who, labels.side(who.name) + labels.colon, *said]
    return _capital(said, labels)


def _capital(said: list[Part], labels: Labels) -> list[Part]:
    if said and isinstance(said[0], str) and labels.base == "en":
        return [said[0][:1].upper() + said[0][1:], *said[1:]]
    return said


def _card(rule: Rule, event: Event, labels: Labels, sight: Sight | None, now: Reads) -> list[Part]:
    """``Draw a card (Alder)``"""
    last = len(event.values) - 1
    out = _value(Sort("kind", rule.root), last, event, labels, sight, now)
    for k, slot in enumerate(rule.slots):
        if slot.name == rule.on and (not slot.sort.kind or event.values[k] >= 0):
            before, _, after = labels.within.partition("{}")[2].partition("{}")
            out += [before, *_value(slot.sort, k, event, labels, sight, now), after]
    return out


def _phrase(rule: Rule, event: Event, labels: Labels, sight: Sight | None, now: Reads) -> list[Part]:
    slots = {slot.name: (slot.sort, k) for k, slot in enumerate(rule.slots)}
    own = labels.words.get(rule.key)
    out: list[Part] = []
    for k, part in enumerate((own or rule.key).replace("}", "{").split("{")):  # every other one is the name of a slot
        if k % 2 == 0:
            out.append(part if own else part.replace("-", " "))
        elif part == "me":
            out += [labels.thing("player", event.me)] if event.me >= 0 else []
        elif part in slots:
            out += _value(*slots[part], event, labels, sight, now)
    out = [said for x in out if x != "" for said in (x, _side(x, labels)) if said != ""]
    return out if own or labels.base != "en" else [_one(x) if out[k - 1 : k] == ["1"] else x for k, x in enumerate(out)]


def _side(said: Part, labels: Labels) -> str:
    """What a player's name takes behind it in a sentence."""
    return labels.side(said.name) if isinstance(said, Thing) and said.kind == "player" else ""


def _one(said: Part) -> Part:
    """What stands behind a 1 in a heading, which was written for any number: `` units of`` -> `` unit of``."""
    return _PLURAL.sub(lambda m: f" {m[1]}{'y' if m[2] == 'ies' else ''}", said, 1) if isinstance(said, str) else said


_PLURAL = re.compile(r"^ ([a-z]+?)(ies|(?<![siu])s)\b")


def _value(sort: Sort, k: int, event: Event, labels: Labels, sight: Sight | None, now: Reads) -> list[Part]:
    """The k-th of the values that a rule was given."""
    value = event.values[k]
    seat = -1 if sight is None or sight.viewer is None else sight.viewer
    shown = sort.head == "kind" and now(sort.of, value)
    if sight is not None and k in event.unread.get(seat, ()) and not shown:
        return [labels.word("a card")]
    if sort.head == "kind" and value >= 0:
        return [labels.thing(sort.of, value)]
    if sort.head == "set" and sort.of:
        out: list[Part] = []
        for n, x in enumerate(value):
            out += [labels.last if n == len(value) - 1 else labels.comma] if n else []
            out.append(labels.thing(sort.of, x))
        return out or [labels.word("none")]
    if sort.head not in ("kind", "spot") and sight is not None:
        return ["?"]  # it may rest on what this person does not know
    return [labels.value(sort, value)]


# ---------------------------------------------------------------- changes
def change(code: tuple[Any, ...], labels: Labels, sight: Sight | None) -> list[Part]:
    """An entry of the journal as a person says it; empty where the viewer has nothing to see, or nothing has changed."""
    from rulekit.runtime.journal import card_seen, pieces_seen

    _, _, sort, *what = code
    match sort:
        case "pieces":
            token, n, a, b = what
            if a == b or not pieces_seen(labels, sight, a, b):
                return []
            return [form("moved", labels).format(n=labels.pieces(token, n), a=labels.slot(a), b=labels.slot(b))]
        case "card":
            root, card, old, new, up = what
            if old == new:
                return []
            seen = card_seen(sight, old, new, bool(up))
            text = form("put" if old < 0 else "moved", labels)
            name: Part = labels.thing(root, card) if seen else labels.word("a card")
            before, _, after = text.partition("{n}")
            return [before, name, after.format(a=labels.place(old), b=labels.place(new))]
        case "turn":
            before, _, after = form("turned up", labels).partition("{card}")
            return [x for x in (before, labels.thing(what[0], what[1]), after) if x]
        case "mark":
            return _mark(what, labels, sight)
        case "skip":
            return [form("skip", labels).format(why=reason(code, labels, sight))]
        case "end":
            return [form("over", labels)]
    return []


def _flag(labels: Labels, name: str, owners: Sequence[str], instance: int, holds: bool) -> list[Part]:
    """``Kai is now walled``, ``no longer: truce``"""
    who, what = labels.owners(owners, instance), labels.word(name)
    sort = ("so" if holds else "no longer") if who else ("begins" if holds else "ends")
    return [form(sort, labels).format(who=labels.comma.join(who), what=what)]


def hides(code: tuple[Any, ...], sight: Sight | None) -> bool:
    """Whether an entry tells of a card that the viewer can not read."""
    from rulekit.runtime.journal import card_seen

    return code[2] == "card" and not card_seen(sight, code[5], code[6], bool(code[7]))


def reason(code: tuple[Any, ...], labels: Labels, sight: Sight | None) -> str:
    """Why something was not carried out, as far as the viewer may know it."""
    line, why, *unread = code[3:]
    seat = -1 if sight is None or sight.viewer is None else sight.viewer
    hidden = unread[0][seat] if unread and sight is not None else ()
    return labels.template(why[0], why[1], hidden=hidden) if why else labels.image.lines[line].text


def hands(things: Sequence[Thing], old: int, new: int, labels: Labels) -> list[Part]:
    """``Red gets Kai, Shinano``; where ``new`` is nobody (-1) ``Red loses Kai``, with ``old`` who had it."""
    names: list[Part] = []
    for k, thing in enumerate(things):
        names += [labels.comma if k else "", thing]
    who = new if new >= 0 else old
    before, _, after = form("got" if new >= 0 else "lost", labels).partition("{things}")
    owner = labels.thing("player", who)
    said = [owner, before.replace("{who}", labels.side(owner.name)), *names, after]
    return [x for x in said if x != ""]


def won(seats: Sequence[int], labels: Labels) -> list[Part]:
    """``Red wins``; ``seats``: of those who have won, from 0."""
    names: list[Part] = []
    for k, seat in enumerate(seats):
        names += [(labels.last if k == len(seats) - 1 else labels.comma) if k else "", labels.thing("player", seat)]
    before, _, after = form("won" if len(seats) == 1 else "won together", labels).partition("{names}")
    side = labels.side(names[-1].name) if isinstance(names[-1], Thing) else ""
    return [x for x in (before, *names, side + after) if x != ""]


def _mark(what: Sequence[Any], labels: Labels, sight: Sight | None) -> list[Part]:
    index, old, new = what
    block = labels.column(index)
    name, base = block.name, block.base
    mark = labels.image.marks[name]
    if mark.scene:  # a variable of the scene
        return []
    if old == new or (sight is not None and not sight.mark(mark, index - base)):
        return []
    said = labels.instance(name, mark.owners, index - base)
    if mark.type.head in ("yesno", "truth"):
        return _flag(labels, name, mark.owners, index - base, bool(new))
    if mark.type == OWNER and len(mark.owners) == 1 and mark.owners[0] != "player":
        root, (first, _) = labels.range_of(mark.owners[0])
        return hands([labels.thing(root, first + index - base)], old, new, labels)
    if mark.type.head == "number":
        return [form("number", labels).format(what=said, new=new, plus=f"{new - old:+}")]
    value = labels.value(mark.type, new)
    return [form("mark", labels).format(what=said, new=value)]
