"""The trail of a match: the choices that can still be taken back, and those that are then made again, oldest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

M = TypeVar("M")


class TrailEntry(NamedTuple, Generic[M]):
    """A choice since which nothing has happened that would seal it for good. ``before``: the match before it; ``joined``: made
    together with the player's last one before it, as a form or several of a kind; ``final``: it showed the player something, and
    is only kept to be made again when somebody else takes back what they chose before it, at the same time."""

    player: int
    value: int
    joined: bool
    final: bool
    before: M


def own(trail: Sequence[TrailEntry[M]], player: int) -> list[int]:
    """Indices into the trail of the choices that a player can undo, oldest first."""
    found: list[int] = []
    for k, made in enumerate(trail):
        if made.player == player:
            found = [] if made.final else [*found, k]
    return found


def together(trail: Sequence[TrailEntry[M]], player: int) -> int:
    """Number of choices in the last group that a player can undo; 0 where there is none."""
    found = own(trail, player)
    return next((n for n, k in enumerate(reversed(found), 1) if not trail[k].joined), len(found))
