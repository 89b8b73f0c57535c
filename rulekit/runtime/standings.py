"""The result of a match: the players in their order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen


@frozen
class Standing:
    """``rank`` 1 is best; players who are equal share a rank. ``scores``: the numbers that decided, in their order."""

    seat: int
    name: str
    score: int
    scores: tuple[int, ...]
    rank: int


def standings_of(ending: Iterable[tuple[int, ...]] | None, seats: Sequence[str]) -> list[Standing]:
    """All players from the first to the last. ``ending``: (place at the table from 0, the numbers that decide) of each; None
    where nobody is ranked."""
    rows = sorted(ending or (), key=lambda row: ([-n for n in row[1:]], row[0]))
    out: list[Standing] = []
    for k, row in enumerate(rows):
        rank = out[-1].rank if out and out[-1].scores == row[1:] else k + 1
        out.append(Standing(row[0] + 1, seats[row[0]], row[1], tuple(row[1:]), rank))
    return out
