"""Long work in a thread of the server, in slices: while anybody else wants the processor, it rests between them.

Threads share one interpreter in turns. Who computes for seconds would have every other turn, and each choice at a table would
take twice as long.
"""

from __future__ import annotations

import time

from attrs import define, field

WAITED = 0.25
"""Such a part of the time that a slice was computed it had to wait for others: then they are let go first"""
REST = 5.0
"""So many times as long as it computed it rests then"""
LONGEST = 0.1
"""Seconds that one rest takes at most"""


@define
class Slices:
    """Used by one thread."""

    _begun: float = field(init=False, factory=lambda: time.perf_counter())
    _computed: float = field(init=False, factory=lambda: time.thread_time())

    def end(self) -> None:
        """One slice is done."""
        computed = time.thread_time() - self._computed
        waited = time.perf_counter() - self._begun - computed
        if waited > WAITED * computed:
            time.sleep(min(LONGEST, REST * computed))
        self._begun, self._computed = time.perf_counter(), time.thread_time()
