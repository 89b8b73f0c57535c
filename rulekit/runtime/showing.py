"""What is said of cards that a player looks at or is shown: their names to whom they are shown, their places to everybody.

Entries of the journal: ``(line, me, "shown", kind, card, where it lies, seat)``, one for each card and for each who is shown it;
the seat is -1 where everybody is. The card itself stays where it lies, hidden as before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulekit.languages import form
from rulekit.runtime.labels import Labels, Part
from rulekit.runtime.visibility import Sight

TEXTS: dict[str, dict[str, str]] = {
    "looks": {"en": "looks at {cards}", "zh": "查看{cards}", "ja": "{cards}を見る"},
    "shows": {
        "en": "shows {who} {cards}",
        "zh": "给{who}看{cards}",
        "zh-Hant": "給{who}看{cards}",
        "ja": "{who}に{cards}を見せる",
    },
    "shows all": {
        "en": "shows everybody {cards}",
        "zh": "给所有人看{cards}",
        "zh-Hant": "給所有人看{cards}",
        "ja": "全員に{cards}を見せる",
    },
    "shown": {"en": "{who} is shown {cards}", "zh": "{who}看到{cards}", "ja": "{who}に{cards}が示される"},
    "shown to all": {
        "en": "everybody is shown {cards}",
        "zh": "所有人都看到{cards}",
        "ja": "全員に{cards}が示される",
    },
}
SUBJECT = {"en": " ", "ja": "が"}
"""What stands between the player and what he does."""
Code = tuple[Any, ...]


def named(code: Code, sight: Sight | None) -> bool:
    """Whether a viewer is told what the card is: it is shown to him, or he sees it where it lies."""
    at, who = code[5:7]
    return sight is None or who < 0 or sight.viewer == who or at < 0 or sight.card(at, False)


def together(one: Code, other: Code) -> bool:
    """Whether two entries are told in one sentence: cards of one place that the same line shows to the same player."""
    return (*one[:4], *one[5:]) == (*other[:4], *other[5:])


def sentence(codes: Sequence[Code], labels: Labels, sight: Sight | None) -> list[Part]:
    """``Red looks at Beacon (draw pile)``; to the others ``Red looks at a card (draw pile)``."""
    me = codes[0][1]
    said = phrase(codes, labels, sight)
    return (
        said
        if me < 0
        else [labels.thing("player", me), *([gap] if (gap := SUBJECT.get(labels.base, "")) else []), *said]
    )


def phrase(codes: Sequence[Code], labels: Labels, sight: Sight | None) -> list[Part]:
    """The same without the player who does it. ``codes``: entries that belong :func:`together`."""
    _, me, _, _, _, at, who = codes[0]
    text = form(TEXTS[_way(me, who)], labels.lang)
    parts: dict[str, list[Part]] = {
        "{who}": [labels.thing("player", who)] if who >= 0 else [],
        "{cards}": [*_cards(codes, labels, sight), *_place(at, labels)],
    }
    return list(_filled(text, parts))


def _way(me: int, who: int) -> str:
    if me < 0:
        return "shown to all" if who < 0 else "shown"
    return "shows all" if who < 0 else "looks" if who == me else "shows"


def _cards(codes: Sequence[Code], labels: Labels, sight: Sight | None) -> Iterator[Part]:
    if not named(codes[0], sight):
        yield labels.word("a card")
        if len(codes) > 1:
            yield f" ×{len(codes)}" if labels.base == "en" else f"×{len(codes)}"
        return
    for k, code in enumerate(codes):
        if k:
            yield labels.last if k == len(codes) - 1 else labels.comma
        yield labels.thing(code[3], code[4])


def _place(at: int, labels: Labels) -> list[Part]:
    """Behind the cards, in brackets; nothing for cards that lie nowhere."""
    return [labels.within.partition("{}")[2].replace("{}", labels.place(at))] if at >= 0 else []


def _filled(text: str, parts: dict[str, list[Part]]) -> Iterator[Part]:
    for piece in text.replace("{", "\0{").replace("}", "}\0").split("\0"):
        if piece in parts:
            yield from parts[piece]
        elif piece:
            yield piece
