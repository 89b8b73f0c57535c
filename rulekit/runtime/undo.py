"""Decides what can be taken back: one's own choices, one by one or as a whole form, as long as nobody has acted on them.

Chance that was drawn and a card that was shown cannot be unseen, and what another player chose in their turn rests on what was
chosen before. What *all do at once* is another matter: what the others choose there in the meantime is secret and rests on
nothing; it is made again when a choice before it is taken back. So nobody can tell from a refusal who has chosen already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from attrs import frozen

from rulekit.i18n.catalogue import MessageCatalogue
from rulekit.runtime.failures import Refused, RuleFailure
from rulekit.runtime.narrative.rows import CardMoved, Chosen, Shown, TurnedUp
from rulekit.runtime.trail import TrailEntry, own

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState

M = TypeVar("M", bound="MatchState")

REASONS = MessageCatalogue(
    "undo",
    {
        "no journal": "this match is played without a journal",
        "nothing": "you have not chosen anything yet",
        "sealed": (
            "since then something came by chance, was revealed, somebody else has chosen, "
            "or a choice of all at once began or ended"
        ),
    },
)
"""Why undo is refused. All reasons that seal share one text, so that it gives away none of them."""


@frozen
class UndoPoint:
    """What of a state tells whether one can go back to it. ``streams``: the states of chance; ``told``: how long the journal
    was; ``thrown``: whether something was being thrown on the table."""

    streams: tuple[int, ...]
    told: int
    thrown: bool

    @classmethod
    def of(cls, match: MatchState) -> UndoPoint:
        streams = tuple(match.s[k] for k in match.compiled.image.streams.values())
        return cls(streams, len(match.log or ()), is_thrown(match))


def is_sealed(match: MatchState, before: UndoPoint) -> bool:
    """Whether something has happened since then that nobody can unsee."""
    now = UndoPoint.of(match)
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
    """Whether equipment on the table is in use now."""
    return any(match.compiled.image.asks[question].op == "device" for _, question, _, _ in match.asks)


def _revealed(match: MatchState, entry: CardMoved) -> bool:
    """Whether somebody can read a card now that they could not read then."""
    compiled = match.compiled
    for viewer in (*compiled.image.seats, None):
        sight = compiled.sight(viewer)
        if sight.card(entry.target, bool(entry.up)) and not sight.card(entry.source, False):
            return True
    return False


def obstacle(match: MatchState, player: str, lang: str = "en") -> str | None:
    """Why a player can take nothing back, as a sentence in a language; None when they can."""
    seat = match.players.index(player)
    if match.log is None:
        key = "no journal"
    elif match.past is not None and all(choice[0] != seat for choice in match.past):
        key = "nothing"
    elif not own(match.trail, seat):
        key = "sealed"
    else:
        return None
    return REASONS.form(key, lang)


def lengthened(now: M, before: M, player: int, value: int, joined: bool, done: bool) -> list[TrailEntry[M]]:
    """The trail of a match after one more choice. ``done``: whether it was the player's last of what all do at once."""
    sealed = is_sealed(now, UndoPoint.of(before))
    if before.forks and now.forks and not (done and before.forks == 1):
        # Others choose at the same time: their choices stay, and this one too, for it may have to be made again.
        return [*now.trail, TrailEntry(player, value, joined, sealed, before)]
    # What all do at once is a secret until the last of them is done; then the rules go on with it. Who leads others into it
    # cannot go back either: whether they could would tell whether they have chosen yet.
    if sealed or before.forks or (now.forks and any(ask[0] != player for ask in now.asks)):
        return []
    return [*(made for made in now.trail if made.player == player), TrailEntry(player, value, joined, False, before)]


def take_back(match: M, player: int, count: int) -> None:
    """Takes the last ``count`` choices of a player back; what others have chosen since then, at the same time, is made again.
    Raises Refused where so many cannot be taken back, and changes nothing then."""
    trail, seals = match.trail, REASONS.form("sealed", "en")
    found = own(trail, player)
    if not 0 < count <= len(found):
        raise Refused(seals)
    first, now = found[-count], match.copy()
    match.become(trail[first].before.copy())
    match.trail = trail[:first]
    try:
        for made in trail[first:]:
            if made.player == player:
                continue
            k = match.pending(made.player)
            if k is None or made.value not in match.asks[k][2]:
                raise Refused(seals)  # the rules let what is chosen at once rest on each other
            match.decide(k, made.value, made.joined)
    except BaseException as failed:
        match.become(now)
        if isinstance(failed, RuleFailure):
            raise Refused(seals) from failed
        raise
