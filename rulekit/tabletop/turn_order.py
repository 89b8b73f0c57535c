"""In which order the players are shown: that of their turns, if the game tells it above the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulekit.runtime.labels import Thing

if TYPE_CHECKING:
    from rulekit.runtime.header import Header


def turn_order(header: Header, players: Sequence[str]) -> list[Thing]:
    """The players as the first line above the table that names them all does; nobody where no line does."""
    for line in header.lines:
        named = [part for part in line.parts if isinstance(part, Thing) and part.id in players]
        if len({thing.id for thing in named}) == len(players):
            return list(dict.fromkeys(named))
    return []
