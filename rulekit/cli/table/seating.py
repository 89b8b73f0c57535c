"""Assigns people and bots to seats, as the options of a command ask for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from rulekit import bots
from rulekit.bots import Bot
from rulekit.diagnostics import UserError
from rulekit.nearest import nearest
from rulekit.tabletop.seating import HUMAN, Seating

STANDARD = "random"


def read_seats(settings: Mapping[str, str], auto: bool) -> dict[int, str]:
    """``{"2": "human"}`` -> ``{2: "human"}``, with the mistakes that can be found without a game."""
    found = {}
    for seat, who in settings.items():
        if not (seat.isascii() and seat.isdigit() and int(seat) > 0):
            raise click.UsageError(f"--seat {seat}={who}: a seat is a number from 1 on")
        if auto and who.casefold() == HUMAN:
            raise click.UsageError(f"--auto seats bots everywhere, and --seat {seat}={who} a person")
        found[int(seat)] = who
    return found


def seat_all(
    count: int, asked: Mapping[int, str], before: Sequence[str], people: bool, known: Mapping[str, Bot] | None = None
) -> Seating:
    """Seats everybody. ``before``: the occupants when the game was saved; ``people``: whether there is a terminal.

    A person sits in seat 1, unless ``asked`` gives people other seats or seat 1 to a bot.
    """
    known = bots.find_bots() if known is None else known
    names = {name.casefold(): name for name in (HUMAN, *known)}
    chosen = {seat: _known(seat, who, names) for seat, who in asked.items()}
    beyond = [seat for seat in chosen if seat > count]
    if beyond:
        raise UserError(f"there is no seat {beyond[0]} in a game of {count} players")
    usual = [STANDARD] * count
    if people:
        if len(before) == count and all(seat in names.values() for seat in before):
            usual = list(before)
        elif HUMAN not in chosen.values():
            usual[0] = HUMAN
    return Seating([chosen.get(n + 1, usual[n]) for n in range(count)], known)


def _known(seat: int, who: str, names: Mapping[str, str]) -> str:
    if who.casefold() not in names:
        if who.casefold().startswith("mcts:"):
            bots.named(who.casefold(), {})  # a budget of its own, or a word about it
            return who.casefold()
        hint = nearest(who, names.values(), "a seat takes")
        raise UserError(f"--seat {seat}={who}: there is no bot {who}", hint)
    return names[who.casefold()]
