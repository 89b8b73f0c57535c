"""The registry of bots: the built-in ones and those of plugins, by name."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from rulekit.bots.at_random import at_random
from rulekit.bots.budget import LEVELS, Budget
from rulekit.bots.evaluation import shares
from rulekit.bots.greedy import greedy
from rulekit.bots.invoke import Bot, ask, generator, seat_of
from rulekit.bots.mcts import Hint, Mcts, hint
from rulekit.bots.seat import Seat
from rulekit.diagnostics import UserError

__all__ = [
    "BUILT_IN",
    "Bot",
    "Budget",
    "Hint",
    "Mcts",
    "Seat",
    "ask",
    "at_random",
    "find_bots",
    "generator",
    "greedy",
    "hint",
    "named",
    "seat_of",
    "shares",
]


BUILT_IN: Mapping[str, Bot] = {
    "random": at_random,
    "greedy": greedy,
    "mcts": Mcts(),
    **{f"mcts:{level}": Mcts(Budget.read(level)) for level in LEVELS},
}


def find_bots(plugins: Mapping[str, Bot] | None = None) -> dict[str, Bot]:
    """All bots by name; those of the installed plugins are looked up unless they are given."""
    if plugins is None:
        from rulekit.plugins.manager import find_plugins

        plugins = find_plugins().bots
    return {**plugins, **BUILT_IN}


def named(name: str, known: Mapping[str, Bot]) -> Bot:
    """The bot of a name; behind ``mcts:`` stands its budget, as in ``mcts:hard`` or ``mcts:2s``. Raises UserError for one that
    there is not."""
    if name in known:
        return known[name]
    bot, _, budget = name.partition(":")
    if bot == "mcts" and budget:
        return Mcts(Budget.read(budget))
    near = get_close_matches(name, known, 1, 0.5)
    raise UserError(f"there is no bot {name}", f"did you mean {near[0]}?" if near else f"there are: {', '.join(known)}")
