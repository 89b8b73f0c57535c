"""Processes that play the games of a plan. Records come back in the order of the plan, however many processes there are."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from typing import Any

from rulekit.lab.plan import Plan
from rulekit.lab.playing import Player
from rulekit.lab.records import Kept, Record

AT_ONCE = 4
"""Games that a process is given at a time"""

_player: Player | None = None


def cores() -> int:
    """How many processes this machine plays in by default."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def run(plan: Plan, jobs: int, kept: Kept, told: Callable[[int, int], None]) -> bool:
    """Plays what is not done yet into ``kept``. ``told(done, of)`` after each game. False if Ctrl-C ended it before the end."""
    left = range(len(kept.done), plan.games)
    told(len(kept.done), plan.games)
    try:
        for record in _records(plan, left, jobs):
            kept.add(record)
            told(len(kept.done), plan.games)
    except KeyboardInterrupt:
        return False
    return True


def _records(plan: Plan, numbers: range, jobs: int) -> Iterator[Record]:
    if jobs <= 1 or len(numbers) < 2:
        player = Player(plan)
        yield from map(player.play, numbers)
        return
    with get_context("spawn").Pool(min(jobs, len(numbers)), _begin, (plan,)) as pool:
        try:
            yield from pool.imap(_play, numbers, AT_ONCE)
        finally:
            pool.terminate()


def _begin(plan: Plan) -> None:
    """In a new process: Ctrl-C is for the one that asked, and the game is loaded once."""
    global _player
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    _player = Player(plan)


def _play(number: int) -> dict[str, Any]:
    assert _player is not None
    return _player.play(number)
