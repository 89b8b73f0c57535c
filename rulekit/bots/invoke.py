"""Asks a bot: it gets its seat and returns an option; one that misbehaves is named in the error."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rulekit.bots.seat import Seat
from rulekit.diagnostics import UserError
from rulekit.plugins.calls import Calling
from rulekit.plugins.contracts import place, shown, text_of
from rulekit.runtime.decisions import Decision, Option
from rulekit.runtime.match import Match
from rulekit.runtime.random_answers import random_index

Bot = Callable[[Seat], object]
"""``seat -> an option of seat.decision, or its index``, as the hook ``rulekit_bots`` promises it."""


def generator(seed: int, seat: int, decided: int) -> Random:
    """The chance of one bot for one choice.

    It depends only on the match's seed and the number of choices made, so that a game that was saved, resumed or
    taken back goes on as it would have gone. (A text as the seed is spread by SHA-512, the same in every process: nobody
    finds the match's seed in it.)
    """
    return Random(f"{seed}/{seat}/{decided}")


def seat_of(match: Match, decision: Decision) -> Seat:
    """The seat that a bot is given for a decision. ``decision``: one of ``match.decisions``."""
    k = match.index_of(decision)
    assert k is not None, "a bot is asked what is pending"
    drawn = Random(f"{match.seed}/{decision.seat}/{match.decided}/world").getrandbits(64)
    world = match.determinised(decision.player, drawn)
    return Seat(world, world.decisions[k], generator(match.seed, decision.seat, match.decided))


def ask(name: str, bot: Bot, match: Match, decision: Decision) -> int:
    """The index of the bot's choice. A bot that fails or picks what is not offered is named in a UserError.

    For a bot that is ``blind`` no world is drawn: it takes any option (:mod:`rulekit.runtime.random_answers`).
    """
    count = len(decision.values)
    if getattr(bot, "blind", False):
        return random_index(match.seed, match.decided, count)
    plugin = getattr(bot, "plugin", None)
    who = f"the bot {name}" + (f" of the plugin {plugin}" if plugin else "")
    seat = seat_of(match, decision)
    with Calling(lambda error: UserError(f"{who} failed{place(error)}: {text_of(error)}")):
        choice = bot(seat)
    if isinstance(choice, Option):
        choice = choice.index
    if isinstance(choice, bool) or not isinstance(choice, int) or not 0 <= choice < count:
        raise UserError(f"{who} chose {shown(choice)} where there are options 0 to {count - 1}")
    return choice
