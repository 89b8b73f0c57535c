"""Compiles games in a process separate from the server."""

from __future__ import annotations

import threading

from attrs import define, field

from rulekit.build_job import BuildJob
from rulekit.web.build_worker import encoded
from rulekit.web.line_worker import LineWorker

SECONDS = 120.0
"""After so long a worker is stopped"""


@define
class BuildWorker:
    """One process, which builds one part at a time. Safe to use from several threads."""

    process: LineWorker = field(factory=lambda: LineWorker("rulekit.web.build_worker", SECONDS))
    _lock: threading.Lock = field(init=False, factory=threading.Lock)

    def build(self, job: BuildJob) -> None:
        """Waits until a part is in the cache, or building it has failed."""
        with self._lock:
            self.process.ask(encoded(job))

    def stop(self) -> None:
        """Ends the process."""
        self.process.stop()
