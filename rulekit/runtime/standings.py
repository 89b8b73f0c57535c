"""The result of a match: the players in order of rank."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from rulekit.image import Ranking


@frozen
class Standing:
    """``rank`` 1 is best; players who are equal share a rank. ``score``: what decided first; ``scores``: all numbers that
    decided, in their order. The highest first score ranks first, or the lowest where the rules say so."""

    seat: int
    name: str
    score: int
    scores: tuple[int, ...]
    rank: int


def compared(rankings: Sequence[Ranking], line: int | None, width: int) -> Sequence[str]:
    """What the numbers of standings are called in the rules, in their order: "" for one that has no name.

    ``line``: that which ended the game, None where nobody knows; ``width``: how many numbers there are.
    """
    fitting = [r.keys for r in rankings if line in (None, r.line) and len(r.keys) == width]
    return fitting[0] if fitting and all(keys == fitting[0] for keys in fitting) else [""] * width


def standings_of(ending: Iterable[tuple[int, ...]] | None, seats: Sequence[str]) -> list[Standing]:
    """All players from the first to the last. ``ending``: as :attr:`rulekit.runtime.match.Match.ending`; None where nobody is
    ranked."""
    out: list[Standing] = []
    for k, (seat, first, *ties, sign) in enumerate(
        sorted(ending or (), key=lambda row: ([-n for n in row[1:]], row[0]))
    ):
        scores = (sign * first, *ties)
        rank = out[-1].rank if out and out[-1].scores == scores else k + 1
        out.append(Standing(seat + 1, seats[seat], scores[0], scores, rank))
    return out
