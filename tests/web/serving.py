"""A server in a process of its own, which can be killed and started again on the same database."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

from attrs import define, field

from tests import patience
from tests.playing import ROOT

PORTS = range(10_000, 32_000)
"""Below those that systems give to whoever calls out: else a caller could sit on the port of a server that is being started
again, or even be connected with itself"""
TAKEN = "address already in use"
ROWS = 40
"""So many rows of a log are shown"""
STARTED: list[Server] = []
"""Those that run, and those that were killed in the test that runs; see tests/web/conftest.py"""
_held: list[socket.socket] = []


def free_port() -> int:
    """A port that no other test of this machine is given while this process lives.

    It stays free for a server on TCP. What marks it as taken is a socket of UDP, which has its ports for itself.
    """
    chance = random.SystemRandom()
    for _ in range(1000):
        port = chance.choice(PORTS)
        mark = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            mark.bind(("127.0.0.1", port))
            with socket.socket() as tried:
                tried.bind(("127.0.0.1", port))
        except OSError:
            mark.close()
            continue
        _held.append(mark)
        return port
    raise AssertionError("no port is free")


@define(eq=False)
class Server:
    """``rulekit serve`` on a port of this machine."""

    folder: Path
    games: tuple[str, ...] = ("games/shogun", "games/tic_tac_toe")
    port: int = field(factory=free_port)
    database: str = ""
    """a URL; without one a file in the folder"""
    options: tuple[str, ...] = ()
    """of the command, beside these"""
    _process: subprocess.Popen[bytes] | None = None
    _answered: bool = False
    """whether it has ever answered: then its port is its own"""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Comes back when it answers. A port that some other program has taken meanwhile is changed for another one."""
        if self not in STARTED:
            STARTED.append(self)
        while not self._comes():
            assert not self._answered and TAKEN in self.log(), f"the server does not come up\n{self.log()}"
            self.port = free_port()

    def _comes(self) -> bool:
        """Starts the process; whether it answers, and has not ended."""
        order = [sys.executable, "-m", "rulekit", "serve", *self.games, "--port", str(self.port)]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*order, *self.options, "--db", self.database or str(self.folder / "tables.db")],
                cwd=ROOT,
                stdout=log,
                stderr=log,
                env=env,
            )
        patience.until(lambda: self._answers() or not self.running, "the server", quick=60)
        self._answered = self._answered or self.running
        return self.running

    def _answers(self) -> bool:
        try:
            urllib.request.urlopen(f"{self.address}/static/style.css", timeout=patience.seconds(5)).read()
        except OSError:
            return False
        return True

    @property
    def process(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    @property
    def _log(self) -> Path:
        return self.folder / f"server-{self.port}.log"

    def log(self) -> str:
        """The end of what it has written, and whether it still runs."""
        rows = self.rows()
        ended = self._process.poll() if self._process is not None else None
        state = "running" if self.running else f"ended with {ended}" if ended is not None else "not started"
        return "\n".join([f"{self._log} ({state}):", *(f"  {row}" for row in rows[-ROWS:] or ["(nothing)"])])

    def rows(self) -> list[str]:
        """All that it has written."""
        return self._log.read_text(encoding="utf-8", errors="replace").splitlines() if self._log.is_file() else []

    def end(self, how: signal.Signals, seconds: float = 60) -> int:
        """Asks it to end; gives the code with which it has ended, within so many seconds of a quick machine."""
        assert self._process is not None
        self._process.send_signal(how)
        return self._process.wait(patience.seconds(seconds))

    def kill(self) -> None:
        """At once, as if the power went."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
