"""Plays the games of plans in several processes, here or on a cluster. Records come back in the order of the plans."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread

from rulekit.lab.plan import RunPlan
from rulekit.lab.records import Record, RunFile
from rulekit.lab.self_play import Player
from rulekit.lab.spawned import in_processes

AT_ONCE = 4
"""Games that a process is given at a time"""

Jobs = int | str
"""So many processes here, or the address of the scheduler of a cluster (:mod:`rulekit.lab.cluster`)"""
Work = Sequence[tuple[RunPlan, RunFile]]
_players: dict[str, Player] = {}
_plans: Sequence[RunPlan] = ()


def cores() -> int:
    """How many processes this machine plays in by default."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def run(
    plan: RunPlan,
    jobs: Jobs,
    kept: RunFile,
    told: Callable[[int, int], None],
    enough: Callable[[], bool] = lambda: False,
) -> bool:
    """Plays the remaining games into ``kept``; ``told(done, of)`` follows each. False if Ctrl-C ended it before the end, or
    ``enough()``, which is asked after each game."""
    return run_all([(plan, kept)], jobs, told, enough)


def run_all(
    work: Work, jobs: Jobs, told: Callable[[int, int], None], enough: Callable[[], bool] = lambda: False
) -> bool:
    """The same for several plans, one after the other, in the same processes. ``told`` counts all their games."""
    left = [(k, number) for k, (plan, kept) in enumerate(work) for number in range(len(kept.done), plan.games)]
    of = sum(plan.games for plan, _ in work)
    told(of - len(left), of)
    try:
        for done, ((k, _), record) in enumerate(_records([plan for plan, _ in work], left, jobs), of - len(left) + 1):
            work[k][1].add(record)
            told(done, of)
            if enough():
                return done >= of
    except KeyboardInterrupt:
        return False
    return True


def _records(
    plans: Sequence[RunPlan], tasks: Sequence[tuple[int, int]], jobs: Jobs
) -> Iterator[tuple[tuple[int, int], Record]]:
    """The records of (number of a plan, number of a game), in their order."""
    if isinstance(jobs, str):
        from rulekit.lab.cluster import records

        yield from records(plans, tasks, jobs, cores())
        return
    if jobs <= 1 or len(tasks) < 2:
        players: dict[int, Player] = {}
        for k, number in tasks:
            if k not in players:
                players = {k: Player(plans[k])}
            yield (k, number), players[k].play(number)
        return
    parts = [tasks[k : k + AT_ONCE] for k in range(0, len(tasks), AT_ONCE)]
    found = in_processes(min(jobs, len(tasks)), _begin, (plans,), _play, parts)
    for part, played in zip(parts, found, strict=True):
        yield from zip(part, played, strict=True)


def _begin(plans: Sequence[RunPlan]) -> None:
    """In a new process: Ctrl-C is for the one that asked, and a game is loaded when it is first played."""
    global _plans
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    _plans = plans


def _end_with_parent() -> None:
    """Waits for the process that asked, and ends this one at once when it is gone, however it ended: a SIGKILL cannot be handled
    there. The sentinel is a pipe on Unix and a handle on Windows, ready even if the parent was gone before."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _play(tasks: Sequence[tuple[int, int]]) -> list[Record]:
    return [_record(k, number) for k, number in tasks]


def _record(k: int, number: int) -> Record:
    plan = _plans[k]
    if plan.key not in _players:
        _players.clear()  # plans are played one after the other
        _players[plan.key] = Player(plan)
    return _players[plan.key].play(number)
