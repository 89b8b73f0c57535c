"""Long work in a thread of the server, cut into slices: it pauses between them while other threads want the processor.

The threads of an interpreter take turns. Work of several seconds would take every other turn, and each choice at a table would
take twice as long.
"""

from __future__ import annotations

import time

from attrs import define, field

WAITED = 0.25
"""Pauses after a slice that waited for other threads for at least this fraction of its computing time"""
REST = 5.0
"""The length of a pause, as a multiple of the slice's computing time"""
LONGEST = 0.1
"""The longest pause, in seconds"""


@define
class Slices:
    """Used by one thread."""

    _begun: float = field(init=False, factory=lambda: time.perf_counter())
    _computed: float = field(init=False, factory=lambda: time.thread_time())

    def end(self) -> None:
        """Marks the end of a slice, and pauses if others waited."""
        computed = time.thread_time() - self._computed
        waited = time.perf_counter() - self._begun - computed
        if waited > WAITED * computed:
            time.sleep(min(LONGEST, REST * computed))
        self._begun, self._computed = time.perf_counter(), time.thread_time()
