"""What is told of an event that its author has no words for: sentences made from headings, changes and reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rulekit.runtime.events import Event
from rulekit.runtime.labels import Labels, Part, Thing

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState
    from rulekit.runtime.visibility import Sight

TEXTS: dict[str, dict[str, str]] = {
    "moved": {"en": "{n} from {a} to {b}", "zh": "{n}从{a}到{b}", "zh-Hant": "{n}從{a}到{b}", "ja": "{n}：{a}→{b}"},
    "put": {"en": "{n} to {b}", "zh": "{n}到{b}", "ja": "{n}→{b}"},
    "turned up": {"en": "{card} is turned up", "zh": "翻开{card}", "zh-Hant": "翻開{card}", "ja": "{card}を公開"},
    "number": {"en": "{what} {new} ({plus})", "zh": "{what}{new}（{plus}）", "ja": "{what}{new}（{plus}）"},
    "mark": {"en": "{what} is now {new}", "zh": "{what}现为{new}", "zh-Hant": "{what}現為{new}", "ja": "{what}は{new}"},
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
    "over": {"en": "The game is over.", "zh": "游戏结束。", "zh-Hant": "遊戲結束。", "ja": "ゲーム終了。"},
    "gains": {"en": "{who}: {n} ({total})", "zh": "{who}：{n}（共{total}）", "ja": "{who}：{n}（計{total}）"},
}


Reads = Callable[[str, int], bool]
"""Whether somebody can read a thing: its kind, and which one it is"""


def form(sort: str, labels: Labels) -> str:
    """A text of this module in the language of the labels."""
    forms = TEXTS[sort]
    return forms.get(labels.lang) or forms.get(labels.base) or forms["en"]


# ---------------------------------------------------------------- headings
def heading(event: Event, match: MatchState, labels: Labels, sight: Sight | None, now: Reads) -> list[Part]:
    """What a rule is called, with what it was given: ``Red: attack Kaga from Tajima with 2 armies``.

    ``sight``: of who reads it. What this person could not read then, and can not
    read ``now``, is not said, nor numbers that may rest on it.
    """
    image = match.compiled.image
    rule = image.rules[event.rule] if event.rule >= 0 else {"sort": "", "name": ""}
    match rule["sort"]:
        case "entry":
            said = _card(rule, event, labels, sight, now)
        case "deed" | "scene":
            said = _phrase(rule, event, labels, sight, now)
        case _:
            return []
    if event.me >= 0 and not any(isinstance(x, Thing) and x.kind == "player" for x in said):
        return [labels.thing("player", event.me), labels.colon, *said]
    return _capital(said, labels)


def _capital(said: list[Part], labels: Labels) -> list[Part]:
    if said and isinstance(said[0], str) and labels.base == "en":
        return [said[0][:1].upper() + said[0][1:], *said[1:]]
    return said


def _card(rule: dict[str, Any], event: Event, labels: Labels, sight: Sight | None, now: Reads) -> list[Part]:
    """``Build a castle (Kaga)``"""
    last = len(event.values) - 1
    out = _value(["kind", rule["root"]], last, event, labels, sight, now)
    for k, (name, sort) in enumerate(rule["slots"]):
        if name == rule["on"] and (sort[0] != "kind" or event.values[k] >= 0):
            before, _, after = labels.within.partition("{}")[2].partition("{}")
            out += [before, *_value(sort, k, event, labels, sight, now), after]
    return out


def _phrase(rule: dict[str, Any], event: Event, labels: Labels, sight: Sight | None, now: Reads) -> list[Part]:
    slots = {name: (sort, k) for k, (name, sort) in enumerate(rule["slots"])}
    own = labels.words.get(rule["key"])
    says = _template(own) if own else rule["says"]
    out: list[Part] = []
    for part in says:
        if isinstance(part, str):
            out.append(part if own else part.replace("-", " "))
        elif part[0] == "me":
            out += [labels.thing("player", event.me)] if event.me >= 0 else []
        elif part[0] in slots:
            out += _value(*slots[part[0]], event, labels, sight, now)
    return [x for x in out if x != ""]


def _template(text: str) -> list[Any]:
    """``["attack ", ["target"]]`` from ``attack {target}``."""
    out: list[Any] = []
    for k, part in enumerate(text.replace("}", "{").split("{")):
        out.append([part] if k % 2 else part)
    return out


def _value(sort: Sequence[Any], k: int, event: Event, labels: Labels, sight: Sight | None, now: Reads) -> list[Part]:
    """The k-th of the values that a rule was given."""
    value = event.values[k]
    seat = -1 if sight is None or sight.viewer is None else sight.viewer
    shown = sort[0] == "kind" and now(sort[1], value)
    if sight is not None and k in event.unread.get(seat, ()) and not shown:
        return [labels.word("a card")]
    if sort[0] == "kind" and value >= 0:
        return [labels.thing(sort[1], value)]
    if sort[0] == "set" and len(sort) > 1:
        out: list[Part] = []
        for n, x in enumerate(value):
            out += [labels.last if n == len(value) - 1 else labels.comma] if n else []
            out.append(labels.thing(sort[1], x))
        return out or [labels.word("none")]
    if sort[0] not in ("kind", "spot") and sight is not None:
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


def hides(code: tuple[Any, ...], sight: Sight | None) -> bool:
    """Whether an entry tells of a card that the viewer can not read."""
    from rulekit.runtime.journal import card_seen

    return code[2] == "card" and not card_seen(sight, code[5], code[6], bool(code[7]))


def reason(code: tuple[Any, ...], labels: Labels, sight: Sight | None) -> str:
    """Why something was not carried out, as far as the viewer may know it."""
    line, why, *unread = code[3:]
    seat = -1 if sight is None or sight.viewer is None else sight.viewer
    hidden = unread[0][seat] if unread and sight is not None else ()
    return labels.template(why[0], why[1], hidden=hidden) if why else str(labels.image.lines[line][2])


def hands(mark: str, things: Sequence[Thing], value: int, labels: Labels) -> list[Part]:
    """``owner of Kai, Shinano is now Red``"""
    names: list[Part] = []
    for k, thing in enumerate(things):
        names += [labels.comma if k else "", thing]
    of = labels.owned(mark).partition("{owner}")
    before, _, after = form("mark", labels).partition("{what}")
    said = [before, of[0], *names, of[2], after.format(new=labels.value(["kind", "player"], value))]
    return [x for x in said if x != ""]


def _mark(what: Sequence[Any], labels: Labels, sight: Sight | None) -> list[Part]:
    index, old, new = what
    _, name, base, _, _ = labels.column(index)
    mark = labels.image.marks[name]
    if old == new or (sight is not None and not sight.mark(mark, index - base)):
        return []
    said = labels.instance(name, mark["owners"], index - base)
    if mark["type"][0] == "number":
        return [form("number", labels).format(what=said, new=new, plus=f"{new - old:+}")]
    value = labels.value(mark["type"], new)
    return [form("mark", labels).format(what=said, new=value)]
