"""A server in a process of its own, which can be killed and started again on the same database."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from attrs import define, field

from tests.playing import ROOT


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@define
class Server:
    """``rulekit serve`` on a port of this machine."""

    folder: Path
    games: tuple[str, ...] = ("games/shogun", "games/tic_tac_toe")
    port: int = field(factory=free_port)
    database: str = ""
    """a URL; without one a file in the folder"""
    _process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        order = [sys.executable, "-m", "rulekit", "serve", *self.games, "--port", str(self.port)]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*order, "--db", self.database or str(self.folder / "tables.db")],
                cwd=ROOT,
                stdout=log,
                stderr=log,
                env=env,
            )
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.address}/static/style.css", timeout=5).read()
                return
            except OSError:
                assert self._process.poll() is None, (self.folder / "server.log").read_text(encoding="utf-8")
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """At once, as if the power went."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
