"""The bot ``greedy``: one step ahead, by what the game says a position is worth."""

from __future__ import annotations

from random import Random

from rulekit.bots.evaluation import advantage
from rulekit.bots.seat import Seat
from rulekit.plugins.devices import DeviceError
from rulekit.runtime.match import Match
from rulekit.runtime.work import Failure

WORLDS = 4
"""Worlds in which every option is tried"""
FURTHER = 6
"""At most so many further decisions of the same player are made before a position is judged"""


def greedy(seat: Seat) -> int:
    """Tries each option in the same few worlds, finishes its run of decisions at random, and takes what is best on average.

    Where options are equally good the first of them in a random order of its own is taken.
    """
    values = [option.value for option in seat.options]
    if len(values) == 1:
        return 0
    sums = judge(seat, values, WORLDS)
    best = max(sums)
    return seat.rng.choice([k for k, total in enumerate(sums) if total == best])


def judge(seat: Seat, values: list[int], worlds: int) -> list[int]:
    """For each option the sum of the player's advantage after it, over so many worlds; the same worlds for all options."""
    sums = [0] * len(values)
    for _ in range(worlds):
        drawn = seat.rng.getrandbits(64)
        world = seat.determinised(drawn)
        for k, value in enumerate(values):
            tried = world.copy()
            sums[k] += _after(tried, seat.index, value, seat.number - 1, Random(drawn))
    return sums


def _after(match: Match, index: int, value: int, me: int, rng: Random) -> int:
    """The advantage after a choice and what the player himself still decides before it is somebody else's turn."""
    try:
        match.answer(index, value)
        for _ in range(FURTHER):
            if len(match.asks) != 1 or match.asks[0][0] != me:
                break
            match.answer(0, rng.choice(match.asks[0][2]))
    except (Failure, DeviceError):  # in this world the rules have a mistake: nothing is known of the option
        return 0
    return advantage(match, me)
