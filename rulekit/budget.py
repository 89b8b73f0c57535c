"""A budget of processor time and memory for what strangers wrote: whoever goes beyond it is stopped in the middle.

A thread looks at the clock and at the memory, and has Python raise :class:`BudgetExceeded` where the work is going on. That
works in every thread and on every system; what one call of a function in C takes is not cut short.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

SECONDS = 4.5
"""Processor time for one game on a quick machine; with starting and telling it makes five seconds"""
PER_CHARACTER, LONGEST = 1e-5, 20.0
"""Seconds more for each character of the game, and the most that there are then: a game of 14,000 lines is read in 4 seconds"""
SLOWEST = 10.0
"""No machine is taken to be slower than a quick one by more than this factor"""
STEPS, STEPS_TAKE = 100_000, 0.01
"""Steps of a loop, and the processor time in seconds that they take on a quick machine"""
MEMORY = 400 << 20
"""Bytes more than at the beginning: with the program itself they make less than 512 MB"""
PAUSE = 0.02
"""Seconds between two looks"""
AGAIN = 0.2
"""Seconds until it is raised again: a finalizer or a callback of the garbage collector lets no exception out"""
ARRIVAL = 20
"""Milliseconds at most until an exception raised from another thread is there"""
VARIABLE = "RULEKIT_CHECK_SECONDS"
"""Environment variable: another number of seconds; what is given there is not made longer"""


class BudgetExceeded(BaseException):
    """The budget is spent. No Exception: nobody who handles mistakes should take it for one."""


def seconds() -> float | None:
    """How many seconds of processor time the environment gives; None where it gives no number."""
    with suppress(ValueError):
        said = float(os.environ.get(VARIABLE, ""))
        if said > 0:
            return said
    return None


def slowness() -> float:
    """How many times as long this machine takes as a quick one, from 1 to SLOWEST; measuring it takes some hundredths of a
    second of processor time."""
    before = time.thread_time()
    value = 0
    for step in range(STEPS):
        value = (value * 31 + step) % 1_000_003
    return min(max((time.thread_time() - before) / STEPS_TAKE, 1.0), SLOWEST)


@contextmanager
def budget(
    limit: float | None = None, memory: int = MEMORY, characters: Callable[[], int] = lambda: 0
) -> Iterator[None]:
    """What runs inside may take so many seconds of processor time and so many bytes. Raises BudgetExceeded, with what is spent.

    Where no limit is given, here or in the environment, it is as long as this machine needs for what a quick one does in
    SECONDS, and longer for a large game, by the ``characters`` that have been read: a game should be refused neither for its
    size nor on a slow machine. Both are found out when SECONDS are spent.
    Memory that the process has freed and not given back is used again without counting.
    """
    watch = _Watch(seconds() if limit is None else limit, memory, characters)
    try:
        watch.start()
        try:
            yield
        finally:
            watch.stop()
    except BudgetExceeded:
        watch.end()  # here again: it may have been raised inside `stop`
        raise BudgetExceeded(watch.spent) from None
    except MemoryError:
        raise BudgetExceeded("the memory of this machine") from None


class _Watch:
    def __init__(self, limit: float | None, memory: int, characters: Callable[[], int]) -> None:
        self.limit, self.memory, self.spent = limit or SECONDS, memory, ""
        self.characters = characters
        self.may_grow = limit is None
        self.thread = threading.get_ident()
        self.clock = _clock(self.thread)
        self.over = threading.Event()
        self.lock = threading.Lock()
        self.helper = threading.Thread(target=self._look, name="rulekit-budget", daemon=True)

    def start(self) -> None:
        self.begun, self.most = self.clock(), _memory() + self.memory
        self.helper.start()

    def stop(self) -> None:
        """From here on nothing is raised any more: what is still on its way is waited for and raised here.

        It is not called back: CPython 3.11 loops for ever when a call back meets a trace function (a debugger, coverage).
        """
        self.end()
        if self.spent:
            for _ in range(ARRIVAL):
                time.sleep(0.001)
            if not isinstance(sys.exc_info()[1], BudgetExceeded):
                raise BudgetExceeded

    def end(self) -> None:
        """Has nothing raised any more; what has been raised may still be on its way."""
        with self.lock:
            self.over.set()

    def _look(self) -> None:
        pause = PAUSE
        while not self.over.wait(pause):
            self.spent = self.spent or self._beyond()
            if not self.spent:
                continue
            pause = AGAIN
            with self.lock:
                if not self.over.is_set():
                    _raise_in(self.thread, BudgetExceeded)

    def _beyond(self) -> str:
        """What is spent, or nothing."""
        if self.may_grow and self.clock() > self.begun + self.limit:
            by_size = min(self.limit + PER_CHARACTER * self.characters(), LONGEST)
            self.limit, self.may_grow = round(by_size * slowness(), 1), False
        if self.clock() > self.begun + self.limit:
            return f"{self.limit:g} seconds of processor time"
        return f"{self.memory >> 20} MB of memory" if _memory() > self.most else ""


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Has an exception raised in another thread."""
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def _clock(thread: int) -> Callable[[], float]:
    """The processor time of a thread; where that cannot be told, of the process."""
    if hasattr(time, "pthread_getcpuclockid"):
        with suppress(OSError):
            clock = time.pthread_getcpuclockid(thread)
            return lambda: time.clock_gettime(clock)
    return time.process_time


def _memory() -> int:
    """How many bytes the process holds; where that cannot be told, the most that it ever held, or 0."""
    with suppress(OSError, ValueError, IndexError), open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    with suppress(ImportError):
        import resource

        held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return held if sys.platform == "darwin" else held << 10
    return 0
