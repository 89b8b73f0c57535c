"""The command, run on hostile files, with what it used."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from rulekit import budget
from tests import patience
from tests.playing import ROOT

SECONDS = 5.0
"""Processor time that a check may take on a quick machine, with all that Python does before and after"""
MEMORY = 512 << 20


@frozen
class Run:
    status: int
    out: str
    err: str
    seconds: float
    """processor time"""
    memory: int
    """bytes, at most"""


USAGE = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[2:])
_, status, used = os.wait4(process.pid, 0)
with open(sys.argv[1], "w") as file:
    print(os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss, file=file)
"""
"""A small process between this one and the command: on Linux the peak memory of a process begins with that of the one
that started it (getrusage(2)), and a pytest that has compiled every game is larger than what is measured here."""


def run(folder: Path, *words: str, env: Mapping[str, str] | None = None, wait: float = 60.0) -> Run:
    """``rulekit WORDS``, with a cache of its own and the budget of this machine. Raises TimeoutExpired for what hangs."""
    out, err, usage = folder / "stdout.txt", folder / "stderr.txt", folder.parent / f"{folder.name}.usage"
    measured = [sys.executable, "-S", "-c", USAGE, str(usage), sys.executable, "-m", "rulekit", *words]
    allowed = {budget.VARIABLE: str(patience.work(budget.SECONDS))}
    around = {**os.environ, **allowed, "RULEKIT_CACHE": "off", "PYTHONPATH": str(ROOT), **(env or {})}
    with out.open("wb") as told, err.open("wb") as said:
        process = subprocess.Popen(
            measured, cwd=folder, stdin=subprocess.DEVNULL, stdout=told, stderr=said, env=around, start_new_session=True
        )
        try:
            process.wait(patience.seconds(wait))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
    out_text, err_text = (path.read_text(encoding="utf-8", errors="surrogateescape") for path in (out, err))
    status, seconds, memory = usage.read_text(encoding="utf-8").split()
    scale = 1 if sys.platform == "darwin" else 1024
    return Run(int(status), out_text, err_text, float(seconds), int(memory) * scale)


def answered(run: Run) -> None:
    """A check that ended as it should: in time, with a message and no more of it than somebody reads."""
    assert run.status in (0, 1), (run.status, run.err[-500:])
    assert not run.err and "Traceback" not in run.out, run.err[-500:]
    assert len(run.out) < 200_000
    assert run.memory < MEMORY
    assert run.seconds < patience.work(SECONDS)
