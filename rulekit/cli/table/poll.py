"""Polls for news while a player is asked, and interrupts the prompt when there is any."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

TICK = 0.4
"""Seconds between two looks."""


class News(Exception):
    """Raised when the watched files have changed, so that the question is asked again."""


class Poller:
    """``news``: whether there is something new. It is asked between two keys, and must be quick."""

    def __init__(self, news: Callable[[], bool]) -> None:
        self.news = news
        self._on = False

    @contextmanager
    def while_asked(self) -> Iterator[None]:
        """Raises News as soon as there is some. Where the system has no timers (Windows), never."""
        if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
            yield
            return
        old = signal.signal(signal.SIGALRM, self._tick)
        try:
            self._on = True
            signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
            yield
            self._on = False  # from here on a tick that is late says nothing
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, old)

    def _tick(self, number: int, frame: FrameType | None) -> None:
        if self._on and self.news():
            self._on = False
            raise News
