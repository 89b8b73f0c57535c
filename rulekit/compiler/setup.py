"""A choice of players and options: what is fixed before the first card is laid, and so is constant in the compiled code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulekit.image import Setup

if TYPE_CHECKING:
    from rulekit.dsl.program import Program


def default_setup(
    program: Program, players: int | Sequence[str] | None = None, options: Mapping[str, int] | None = None
) -> Setup:
    if players is None:
        players = program.fewest
    seats = (
        tuple(program.seatings.get(players, program.seats)[:players]) if isinstance(players, int) else tuple(players)
    )
    values = {o.name: o.default for o in program.options.values()}
    values.update(options or {})
    return Setup(seats, values)


__all__ = ["Setup", "default_setup"]
