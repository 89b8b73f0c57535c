"""Taking a choice back: never across chance, a reveal or another player's choice. The engine knows; no game need say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.runtime.refused import Refused

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision
    from rulekit.runtime.match import Match


REASONS = {
    "no journal": {
        "en": "this match is played without a journal",
        "zh-Hans": "本局没有记录",
        "zh-Hant": "本局沒有記錄",
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


def keep_trail(match: Match, player: int, before: Match) -> None:
    """After a choice: the match before it is kept, unless something happened that nobody can unsee."""
    if match.trail and match.trail[-1][0] != player:
        match.trail = []
    if _sealed(match, before):
        match.trail = []
    else:
        match.trail.append((player, before))


def _sealed(match: Match, before: Match) -> bool:
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


def _thrown(match: Match) -> bool:
    return any(match.compiled.image.asks[question]["op"] == "device" for _, question, _, _ in match.asks)


def _revealed(match: Match, entry: tuple[object, ...]) -> bool:
    """Whether somebody can read a card now that he could not read before."""
    _, _, _, _, _, old, new, up = entry
    compiled = match.compiled
    for viewer in (*compiled.image.seats, None):
        sight = compiled.sight(viewer)
        if sight.card(int(str(new)), bool(up)) and not sight.card(int(str(old)), False):
            return True
    return False


def can_undo(match: Match, player: str, lang: str = "en") -> str | None:
    """Why nothing can be taken back, as a sentence in a language; None when something can."""
    key = _obstacle(match, player)
    return None if key is None else REASONS[key].get(lang, REASONS[key]["en"])


def _obstacle(match: Match, player: str) -> str | None:
    seat = match.compiled.image.seats.index(player)
    if match.log is None:
        return "no journal"
    if not match.trail:
        return "sealed"
    return "another" if match.trail[-1][0] != seat else None


def leads_to(match: Match, player: str) -> Decision | None:
    """The question that is open again when the player's last choice is taken back; None when it can not be."""
    if _obstacle(match, player) is not None:
        return None
    seat = match.compiled.image.seats.index(player) + 1
    return next((decision for decision in match.trail[-1][1].decisions if decision.seat == seat), None)


def undo(match: Match, player: str) -> Match:
    reason = can_undo(match, player)
    if reason is not None:
        raise Refused(reason)
    trail = match.trail
    _, before = trail[-1]
    match.become(before)
    match.trail = trail[:-1]
    return match
