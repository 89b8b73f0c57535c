"""Worker processes end with the process that asked for them, however that one ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import patience
from tests.playing import ROOT

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="processes are looked up in /proc")


def workers_of(process: int) -> list[int]:
    """The workers among the children of a process; multiprocessing starts one of its own beside them."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(n) for n in found if b"spawn_main" in Path(f"/proc/{n}/cmdline").read_bytes()]


def runs(process: int) -> bool:
    """Whether a process is there, and not a zombie."""
    return bool(about(process)) and "Z" not in about(process)["State"]


def waits_for_no_ctrl_c(process: int) -> bool:
    """Whether a worker has been set up: it ignores SIGINT."""
    return bool(int(about(process).get("SigIgn", "0"), 16) >> (signal.SIGINT - 1) & 1)


def about(process: int) -> dict[str, str]:
    try:
        rows = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return {}
    return dict(row.split(":", 1) for row in rows)


@pytest.mark.parametrize("how", ["SIGTERM", "SIGHUP", "SIGKILL"])
@pytest.mark.usefixtures("own_cache")
def test_workers_end_with_their_parent(how: str) -> None:
    """In the middle of a decision that takes minutes: whoever only looks for the parent after a game would play it first."""
    order = [sys.executable, "-m", "rulekit", "arena", str(ROOT / "games" / "tic_tac_toe"), "--games", "100"]
    parent = subprocess.Popen([*order, "--bots", "mcts:600s,random", "--jobs", "2"], cwd=ROOT)
    workers: list[int] = []
    try:
        patience.until(lambda: sum(map(waits_for_no_ctrl_c, workers_of(parent.pid))) >= 2, "two workers")
        workers = workers_of(parent.pid)
        parent.send_signal(getattr(signal, how))
        parent.wait(patience.seconds(30))
        patience.until(lambda: not any(map(runs, workers)), "the end of the workers")
    finally:
        parent.kill()
        parent.wait()
        for left in filter(runs, workers):
            os.kill(left, signal.SIGKILL)
