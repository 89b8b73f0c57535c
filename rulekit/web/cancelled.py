"""Work that is stopped when the client that asked for it disconnects."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from attrs import define, field


class RequestGone(Exception):
    """The client has disconnected."""


@define(eq=False)
class Cancellation:
    """Cancels the work of one request. Can be called from any thread, also before the work has begun."""

    _gone: bool = field(init=False, default=False)
    _stop: Callable[[], None] | None = field(init=False, default=None)
    _lock: threading.Lock = field(init=False, factory=threading.Lock)

    def cancel(self) -> None:
        """Stops the work that is being done."""
        with self._lock:
            self._gone = True
            stop = self._stop
        if stop is not None:
            stop()

    def refuse_if_gone(self) -> None:
        """Raises RequestGone if the request was cancelled."""
        if self._gone:
            raise RequestGone

    @contextmanager
    def stopped_by(self, stop: Callable[[], None]) -> Iterator[None]:
        """Work that ``stop`` ends. Raises RequestGone where nobody waits for it, before it or after."""
        with self._lock:
            self.refuse_if_gone()
            self._stop = stop
        try:
            yield
        finally:
            with self._lock:
                self._stop = None
            self.refuse_if_gone()
