"""Who plays when no person does: the built-in bots, and the one place where bots are looked up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from rulekit.diagnostics import UserError
from rulekit.plugins.contracts import place, shown, text_of

Bot = Callable[[Any, Any, Random], int]
"""``(match, decision, rng) -> index of the chosen option``, as the hook ``rulekit_bots`` promises it."""


def at_random(match: Any, decision: Any, rng: Random) -> int:
    """Any of the options, each as likely as the others."""
    return rng.randrange(len(decision.options))


BUILT_IN: Mapping[str, Bot] = {"random": at_random}


def find_bots(plugins: Mapping[str, Bot] | None = None) -> dict[str, Bot]:
    """All bots by name; those of the installed plugins are looked up unless they are given."""
    if plugins is None:
        from rulekit.plugins.manager import find_plugins

        plugins = find_plugins().bots
    return {**plugins, **BUILT_IN}


def generator(seed: int, seat: int, decided: int) -> Random:
    """The chance of one bot for one choice.

    It hangs on nothing but the match's seed and how far the match has come, so that a game that was saved, resumed or
    taken back goes on as it would have gone. (A text as the seed is spread by SHA-512, the same in every process.)
    """
    return Random(f"{seed}/{seat}/{decided}")


def ask(name: str, bot: Bot, match: Any, decision: Any) -> int:
    """The bot's choice. A bot that fails, picks what is not offered, or plays itself is named in a UserError."""
    rng = generator(match.seed, decision.seat, match.decided)
    count = len(decision.values)
    k = next(k for k, asked in enumerate(match.asks) if asked[3] is decision.stack and asked[2] is decision.values)
    theirs = match.copy()  # whatever is done to it, or to the options in it, this match stays as it is
    theirs.asks = [(player, question, options[:], stack) for player, question, options, stack in theirs.asks]
    plugin = getattr(bot, "plugin", None)
    who = f"the bot {name}" + (f" of the plugin {plugin}" if plugin else "")
    try:
        choice = bot(theirs, theirs.decisions[k], rng)
        changed = theirs != match
    except (Exception, SystemExit) as error:
        raise UserError(f"{who} failed{place(error)}: {text_of(error)}") from error
    if changed:
        raise UserError(f"{who} changed the match instead of choosing")
    if isinstance(choice, bool) or not isinstance(choice, int) or not 0 <= choice < count:
        raise UserError(f"{who} chose {shown(choice)} where there are options 0 to {count - 1}")
    return choice
