"""Decides what can be taken back: one's own choices, one by one or as a whole form, as long as nobody has acted on them.

Chance that was drawn and a card that was shown can not be unseen, and what another player chose in his turn rests on what was
chosen before. What *all do at once* is another matter: what the others choose there in the meantime is secret and rests on
nothing; it is made again when a choice before it is taken back. So nobody can tell from a refusal who has chosen already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from attrs import frozen

from rulekit.languages import form

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState

M = TypeVar("M", bound="MatchState")

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
}
"""Why undo is refused, in the languages of the commands."""


class Made(NamedTuple, Generic[M]):
    """A choice that may still be taken back. ``before``: the match before it; ``group``: the same for all that were made
    together, as a form or several of a kind."""

    player: int
    value: int
    group: int
    before: M


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
        if entry[2] in ("turn", "shown"):
            return True
        if entry[2] == "card" and _revealed(match, entry):
            return True
        if entry[2] == "choice" and _played(match, entry):
            return True
    return False


def _played(match: MatchState, entry: tuple[object, ...]) -> bool:
    """Whether a card was played in a window and still lies where not everybody sees it: all know which it is all the same."""
    _, _, _, question, played, *_ = entry
    about, card = match.compiled.image.asks[int(str(question))], int(str(played))
    if about.op != "window" or card < 0:
        return False
    seats = match.compiled.image.seats
    return not all(match.compiled.sight(viewer).reads(match.s, about.sort.of, card) for viewer in (*seats, None))


def is_thrown(match: MatchState) -> bool:
    """Whether something is being thrown on the table now."""
    return any(match.compiled.image.asks[question].op == "device" for _, question, _, _ in match.asks)


def _revealed(match: MatchState, entry: tuple[object, ...]) -> bool:
    """Whether somebody can read a card now that he could not read before."""
    _, _, _, _, _, old, new, up = entry
    compiled = match.compiled
    for viewer in (*compiled.image.seats, None):
        sight = compiled.sight(viewer)
        if sight.card(int(str(new)), bool(up)) and not sight.card(int(str(old)), False):
            return True
    return False


def obstacle(match: MatchState, player: str, lang: str = "en") -> str | None:
    """Why a player can take nothing back, as a sentence in a language; None when he can."""
    seat = match.players.index(player)
    if match.log is None:
        key = "no journal"
    elif match.past is not None and all(choice[0] != seat for choice in match.past):
        key = "nothing"
    elif all(made.player != seat for made in match.trail):
        key = "sealed"
    else:
        return None
    return form(REASONS[key], lang)


def lengthened(trail: Sequence[Made[M]], made: Made[M]) -> list[Made[M]]:
    """The choices that may still be taken back after one more, which may itself. What others chose stays there only if they,
    too, chose in what all do at once."""
    return [*(x for x in trail if x.player == made.player or x.before.forks), made]


def last_of(trail: Sequence[Made[M]], player: int, alone: bool) -> int:
    """The index of the choice to which one goes back when a player takes his last one back: where it is one of several that
    were made together, the first of these, unless it is taken back ``alone``. Raises ValueError where he has none there."""
    own = [k for k, made in enumerate(trail) if made.player == player]
    if not own:
        raise ValueError(player)
    together = [k for k in own if trail[k].group == trail[own[-1]].group]
    return own[-1] if alone else together[0]
