"""Decides what can be undone: nothing across chance, a reveal or another player's choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.languages import form
from rulekit.runtime.narrative.rows import CardMoved, Chosen, Shown, TurnedUp

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState


REASONS = {
    "no journal": {
        "en": "this match is played without a journal",
        "zh-Hans": "本局没有记录",
        "zh-Hant": "本局沒有記錄",
        "ja": "この対局には記録がありません",
    },
    "nothing": {
        "en": "you have not chosen anything yet",
        "zh-Hans": "你还没有作过选择",
        "zh-Hant": "你還沒有作過選擇",
        "ja": "まだ何も選んでいません",
    },
    "sealed": {
        "en": "since then something came by chance, was revealed, or somebody else has chosen",
        "zh-Hans": "此后有随机结果、有牌被翻开，或其他玩家已作出选择",
        "zh-Hant": "此後有隨機結果、有牌被翻開，或其他玩家已作出選擇",
        "ja": "その後に運の結果や公開、ほかの人の選択がありました",
    },
    "another": {
        "en": "somebody else has chosen since then",
        "zh-Hans": "此后其他玩家已作出选择",
        "zh-Hant": "此後其他玩家已作出選擇",
        "ja": "その後にほかの人が選びました",
    },
}
"""Why undo is refused, in the languages of the commands."""


@frozen
class Moment:
    """What of a state tells whether one can go back to it. ``streams``: the states of chance; ``told``: how long the journal
    was; ``thrown``: whether something was being thrown on the table."""

    streams: tuple[int, ...]
    told: int
    thrown: bool

    @classmethod
    def of(cls, match: MatchState) -> Moment:
        streams = tuple(match.s[k] for k in match.compiled.image.streams.values())
        return cls(streams, len(match.log or ()), is_thrown(match))


def is_sealed(match: MatchState, before: Moment) -> bool:
    """Whether since then something happened that nobody can unsee."""
    now = Moment.of(match)
    if now.streams != before.streams:
        return True
    if now.thrown and not before.thrown:
        return True  # on the table something is thrown now; what is typed in about it may still be corrected
    for entry in (match.log or [])[before.told :]:
        if isinstance(entry, TurnedUp | Shown):
            return True
        if isinstance(entry, CardMoved) and _revealed(match, entry):
            return True
        if isinstance(entry, Chosen) and _played(match, entry):
            return True
    return False


def _played(match: MatchState, entry: Chosen) -> bool:
    """Whether a card was played in a window and still lies where not everybody sees it: all know which it is all the same."""
    about, card = match.compiled.image.asks[entry.question], entry.value
    if about.op != "window" or card < 0:
        return False
    seats = match.compiled.image.seats
    return not all(match.compiled.sight(viewer).reads(match.s, about.sort.of, card) for viewer in (*seats, None))


def is_thrown(match: MatchState) -> bool:
    """Whether something is being thrown on the table now."""
    return any(match.compiled.image.asks[question].op == "device" for _, question, _, _ in match.asks)


def _revealed(match: MatchState, entry: CardMoved) -> bool:
    """Whether somebody can read a card now that he could not read before."""
    compiled = match.compiled
    for viewer in (*compiled.image.seats, None):
        sight = compiled.sight(viewer)
        if sight.card(entry.target, bool(entry.up)) and not sight.card(entry.source, False):
            return True
    return False


def obstacle(match: MatchState, player: str, trail: Sequence[tuple[int, object]], lang: str = "en") -> str | None:
    """Why a player can take nothing back, as a sentence in a language; None when he can.

    ``trail``: (player, match before the choice) for the choices that may still be taken back.
    """
    seat = match.players.index(player)
    if match.log is None:
        key = "no journal"
    elif match.past is not None and all(choice[0] != seat for choice in match.past):
        key = "nothing"
    elif not trail:
        key = "sealed"
    elif trail[-1][0] != seat:
        key = "another"
    else:
        return None
    return form(REASONS[key], lang)
