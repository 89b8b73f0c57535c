"""Cards that a player looks at or is shown: their names for those who see them, their places for everybody."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.runtime.labels import Labels, Part
from rulekit.runtime.narrative.changes import filled
from rulekit.runtime.narrative.messages import form
from rulekit.runtime.narrative.rows import Shown
from rulekit.runtime.narrative.visible import shown_card_named
from rulekit.runtime.visibility import Sight

SUBJECT = {"en": " ", "ja": "が"}
"""Separates a player from what they do."""


def together(one: Shown, other: Shown) -> bool:
    """Whether two rows make one sentence: cards of one place that the same line shows to the same player."""
    return one == other._replace(card=one.card)


def sentence(rows: Sequence[Shown], labels: Labels, sight: Sight | None) -> list[Part]:
    """``Red looks at Beacon (draw pile)``; to the others ``Red looks at a card (draw pile)``."""
    me, said = rows[0].me, phrase(rows, labels, sight)
    if me < 0:
        return said
    gap = SUBJECT.get(labels.base, "")
    return [labels.thing("player", me), *([gap] if gap else []), *said]


def phrase(rows: Sequence[Shown], labels: Labels, sight: Sight | None) -> list[Part]:
    """The same without the player who does it. ``rows``: those that belong :func:`together`."""
    me, at, to = rows[0].me, rows[0].at, rows[0].to
    who: list[Part] = [labels.thing("player", to)] if to >= 0 else []
    cards = [*_cards(rows, labels, sight), *_place(at, labels)]
    return filled(form(_way(me, to), labels), who=who, cards=cards)


def _way(me: int, to: int) -> str:
    if me < 0:
        return "shown to all" if to < 0 else "shown"
    return "shows all" if to < 0 else "looks" if to == me else "shows"


def _cards(rows: Sequence[Shown], labels: Labels, sight: Sight | None) -> list[Part]:
    if not shown_card_named(rows[0], sight):
        return [labels.word("a card"), *([labels.times(len(rows))] if len(rows) > 1 else [])]
    return labels.listed([labels.thing(row.root, row.card) for row in rows])


def _place(at: int, labels: Labels) -> list[Part]:
    """Behind the cards, in brackets; nothing for cards that lie nowhere."""
    return [labels.within.partition("{}")[2].replace("{}", labels.place(at))] if at >= 0 else []
