"""Decides what can be undone: nothing across chance, a reveal or another player's choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState


REASONS = {
    "no journal": {
        "en": "this match is played without a journal",
        "zh-Hans": "本局没有记录",
        "zh-Hant": "本局沒有記錄",
    },
    "nothing": {
        "en": "you have not chosen anything yet",
        "zh-Hans": "你还没有作过选择",
        "zh-Hant": "你還沒有作過選擇",
    },
    "sealed": {
        "en": "since then something came by chance, was revealed, or somebody else has chosen",
        "zh-Hans": "此后有随机结果、有牌被翻开，或其他玩家已作出选择",
        "zh-Hant": "此後有隨機結果、有牌被翻開，或其他玩家已作出選擇",
    },
    "another": {
        "en": "somebody else has chosen since then",
        "zh-Hans": "此后其他玩家已作出选择",
        "zh-Hant": "此後其他玩家已作出選擇",
    },
}
"""What stands in the way, in the languages of the commands."""


def is_sealed(match: MatchState, before: MatchState) -> bool:
    """Whether since then something happened that nobody can unsee."""
    image = match.compiled.image
    if any(match.s[k] != before.s[k] for k in image.streams.values()):
        return True
    if _thrown(match) and not _thrown(before):
        return True  # on the table something is thrown now; what is typed in about it may still be corrected
    told = len(before.log or ())
    for entry in (match.log or [])[told:]:
        if entry[2] == "turn":
            return True
        if entry[2] == "card" and _revealed(match, entry):
            return True
    return False


def _thrown(match: MatchState) -> bool:
    return any(match.compiled.image.asks[question]["op"] == "device" for _, question, _, _ in match.asks)


def _revealed(match: MatchState, entry: tuple[object, ...]) -> bool:
    """Whether somebody can read a card now that he could not read before."""
    _, _, _, _, _, old, new, up = entry
    compiled = match.compiled
    for viewer in (*compiled.image.seats, None):
        sight = compiled.sight(viewer)
        if sight.card(int(str(new)), bool(up)) and not sight.card(int(str(old)), False):
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
    return REASONS[key].get(lang, REASONS[key]["en"])
