"""Evaluates a position for a player by the number that the game names for it (``bots judge by``)."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.runtime.match import Match
from rulekit.runtime.standings import Standing
from rulekit.runtime.work import Failure

DECIDED = 1_000_000
"""A game that is won counts more than any position."""


def worth(match: Match, seat: int) -> int:
    """What the game's own number says for a player (``seat``: from 0); 0 where it cannot be worked out."""
    name = match.compiled.image.worth
    if not name:
        return 0
    try:
        return int(match.compiled.machine.explain[name](match, match.s, match.z, seat))
    except Failure:  # a line insists on something that is not there now
        return 0


def advantage(match: Match, seat: int) -> int:
    """The own worth less the most that any rival has; after the end by the ranks. ``seat``: from 0."""
    if match.over:
        share = shares(match)
        return round(DECIDED * share[seat]) + _lead(match, seat)
    others = [worth(match, k) for k in match.compiled.image.rivals[seat]]
    return worth(match, seat) - max(others, default=0)


def _lead(match: Match, seat: int) -> int:
    """By how much a player is ahead of the best rival in what decides first, in limits."""
    score = {row[0]: row[1] for row in match.ending or ()}
    others = [score[k] for k in match.compiled.image.rivals[seat] if k in score]
    if seat not in score or not others:
        return 0
    return max(-1_000, min(1_000, score[seat] - max(others)))


def shares(match: Match) -> list[float]:
    """For each seat its share of the win: 1, or the same part for all who share the first rank, or 0. They add up to 1, or
    to 0 where nobody is ranked."""
    return shares_of(match.standings, len(match.players))


def shares_of(standings: Sequence[Standing], players: int) -> list[float]:
    """The same from the final ranking."""
    first = [standing.seat - 1 for standing in standings if standing.rank == 1]
    return [1 / len(first) if seat in first else 0.0 for seat in range(players)]
