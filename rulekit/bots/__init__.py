"""Who plays when no person does: the built-in bots, and the one place where bots are looked up."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.bots.asking import Bot, ask, generator, seat_of
from rulekit.bots.seat import Seat

__all__ = ["BUILT_IN", "Bot", "Seat", "ask", "at_random", "find_bots", "generator", "seat_of"]


def at_random(seat: Seat) -> int:
    """Any of the options, each as likely as the others."""
    return seat.rng.randrange(len(seat.decision.values))


BUILT_IN: Mapping[str, Bot] = {"random": at_random}


def find_bots(plugins: Mapping[str, Bot] | None = None) -> dict[str, Bot]:
    """All bots by name; those of the installed plugins are looked up unless they are given."""
    if plugins is None:
        from rulekit.plugins.manager import find_plugins

        plugins = find_plugins().bots
    return {**plugins, **BUILT_IN}
