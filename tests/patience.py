"""How long the tests wait for what should come: as long as this machine needs, which is measured once in a run.

A limit in a test is there for what never comes. How long the rest takes depends on the machine and on what else it does, so a
limit is said for a quick machine that does nothing else, and becomes as much longer as this one is slower at the start of the
run (:func:`seconds`). What can be looked at is waited for by :func:`until`, and what is a matter of work and not of waiting is
held against processor time (:func:`work`).
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import TypeVar

from attrs import frozen

T = TypeVar("T")

VARIABLE = "RULEKIT_TEST_PACE"
"""Environment variable: what was measured, for the other processes of the run. Whoever sets it beforehand has nothing
measured: ``RULEKIT_TEST_PACE="4 2"`` is a machine on which waiting takes four times as long, and work twice as much."""
PROGRAM = """
import time
x = 0
for k in range(2_000_000):
    x = (x * 31 + k) % 1_000_003
print(time.process_time())
"""
WAITING, WORK = 0.22, 0.2
"""Seconds, and seconds of processor time, that the program takes when each core of a quick machine runs it once"""
MOST = 20.0
"""No limit grows beyond so many times itself: what has not come by then is taken to be lost"""
PAUSE = 0.05
"""Seconds between two looks"""


@frozen
class Pace:
    """How many times as long this machine takes as a quick one: by the clock, and in processor time."""

    waiting: float
    work: float

    def __str__(self) -> str:
        return f"{self.waiting:.2f} {self.work:.2f}"


def pace() -> Pace:
    """That of this run, measured where nobody has done it yet."""
    if not os.environ.get(VARIABLE):
        os.environ[VARIABLE] = str(measured())
    waiting, work = os.environ[VARIABLE].split()
    return Pace(float(waiting), float(work))


def measured() -> Pace:
    """As it is now, with all cores at work, as they are when the tests run in several processes."""
    order = [sys.executable, "-E", "-S", "-c", PROGRAM]
    begun = time.monotonic()
    several = [subprocess.Popen(order, stdout=subprocess.PIPE, text=True) for _ in range(os.cpu_count() or 1)]
    took = max(float(each.communicate()[0]) for each in several)
    return Pace(_within((time.monotonic() - begun) / WAITING), _within(took / WORK))


def _within(times: float) -> float:
    return min(max(times, 1.0), MOST)


def seconds(quick: float) -> float:
    """So many seconds of a quick machine, for this one."""
    return quick * pace().waiting


def work(quick: float) -> float:
    """So many seconds of processor time of a quick machine, for this one."""
    return quick * pace().work


def until(look: Callable[[], T], what: str, quick: float = 30.0) -> T:
    """The first thing seen that is not false or nothing. Raises AssertionError where none comes, naming ``what`` was awaited."""
    most = seconds(quick)
    end = time.monotonic() + most
    while not (seen := look()):
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not within {most:.0f} seconds")
        time.sleep(PAUSE)
    return seen
