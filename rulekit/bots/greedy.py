"""The bot ``greedy``: searches one step ahead, by the evaluation of the game."""

from __future__ import annotations

from contextlib import suppress

from rulekit.bots.evaluation import advantage
from rulekit.bots.native import native_library
from rulekit.bots.native_judge import NativeJudge
from rulekit.bots.search import Dice
from rulekit.bots.seat import Seat
from rulekit.plugins.devices import DeviceError
from rulekit.runtime.match import Match
from rulekit.runtime.native_library import LeftToPython
from rulekit.runtime.work import Failure

WORLDS = 4
"""Worlds in which every option is tried"""
AHEAD = 6
"""At most so many more decisions of the same player are made before a position is evaluated"""


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
    """For each option the sum of the player's advantage after it, over so many worlds; the same worlds for all options.

    The options are tried in a native library where there can be one."""
    sums, library = [0] * len(values), native_library(seat.match.compiled)
    for _ in range(worlds):
        drawn = seat.rng.getrandbits(64)
        world, native = seat.determinised(drawn), None
        if library is not None:
            with suppress(LeftToPython):
                native = NativeJudge(library, seat, world)
        for k, value in enumerate(values):
            found = native.advantage(value, drawn, AHEAD) if native is not None else None
            sums[k] += after(world.copy(), seat.index, value, Dice(drawn)) if found is None else found
    return sums


def after(match: Match, index: int, value: int, dice: Dice) -> int:
    """The advantage of who is asked, after their choice and all that they decide before it is somebody else's turn."""
    me = match.asks[index][0]
    try:
        match.answer(index, value)
        for _ in range(AHEAD):
            if len(match.asks) != 1 or match.asks[0][0] != me:
                break
            options = match.asks[0][2]
            match.answer(0, options[dice.below(len(options))])
    except (Failure, DeviceError):  # in this world the rules have a mistake: nothing is known of the option
        return 0
    return advantage(match, me)
