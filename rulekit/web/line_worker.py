"""Worker processes that answer jobs, one on each line: the end of the server and the end of the worker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TextIO

from attrs import define, field

NICE = 10


@define
class LineWorker:
    """A process that answers lines: ``python -m MODULE``. It is started when it is needed, and again after it died. One thread
    asks at a time."""

    module: str
    seconds: float
    """After so long it is killed"""
    ended: bool = field(init=False, default=False)
    _process: subprocess.Popen[str] | None = field(init=False, default=None)

    @property
    def running(self) -> bool:
        """Whether it still knows what it was told."""
        return self._process is not None and self._process.poll() is None

    def ask(self, line: str) -> str:
        """Its answer; empty where it died, was stopped, or took too long."""
        if self.ended:
            return ""
        process = self._started()
        assert process.stdin is not None and process.stdout is not None
        late = threading.Timer(self.seconds, process.kill)
        late.start()
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except (OSError, ValueError):  # it died
            answer = ""
        finally:
            late.cancel()
        if not answer and not self.ended:
            process.kill()
            process.wait()
        return answer.rstrip("\n")

    def interrupt(self) -> None:
        """Ends the job in progress, with the process; the next job starts another one."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            order = [sys.executable, "-m", self.module]
            self._process = subprocess.Popen(
                order, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
            if self.ended:  # meanwhile
                self.stop()
        return self._process

    def stop(self) -> None:
        """Ends the process for good, in the middle of a job if need be."""
        self.ended = True
        if self._process is not None:
            self._process.kill()
            self._process.wait()


def answer_lines(answer: Callable[[str], str], nice: int = 0, idle: float | None = None) -> None:
    """What the process of a worker does: answers each line of its input until no more can come, or none has come for ``idle``
    seconds. ``nice``: how much less urgent it is than the server."""
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers
    with suppress(AttributeError, OSError):
        os.nice(nice)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a plugin prints is no answer
    jobs: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin, jobs), daemon=True).start()
    with suppress(Empty):
        while True:
            out.write(answer(jobs.get(timeout=idle)) + "\n")
            out.flush()


def _receive(lines: TextIO, jobs: SimpleQueue[str]) -> None:
    """Reads jobs while the last one is worked at: when no more can come, the server is gone, and with it the process."""
    for line in lines:
        jobs.put(line)
    os._exit(0)
