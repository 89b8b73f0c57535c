"""Ctrl-C while the program starts: it ends quietly with 130 whichever module is just being imported."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from tests.playing import ROOT

PROGRAM = """
import os, sys

left = int(sys.argv.pop(1))
sys.argv[0] = "rulekit"

def heard(event, _):
    global left
    if event == "import" and "rulekit.__main__" in sys.modules:
        left -= 1
        if left == 0:
            os.kill(os.getpid(), 2)

sys.addaudithook(heard)
from rulekit.__main__ import main
main()
"""
"""The program as pip starts it; it has Ctrl-C pressed at one of its imports. Until the first of them Python itself hears it, and
says so."""
TIC_TAC_TOE = str(ROOT / "games" / "tic_tac_toe")
ORDERS = [["plugins"], ["test", TIC_TAC_TOE]]
FIRST, NEXT = 40, 37
"""The first imports are tried one by one, of those that follow one in so many"""


def start(at: int, order: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, str(at), *order],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_program_comes_to_hear_it_at_once() -> None:
    """Before its own first line nothing is imported but the package, which imports nothing that takes time."""
    program = "import sys; known = {*sys.modules}; from rulekit import __main__; print(*{*sys.modules} - known)"
    done = subprocess.run([sys.executable, "-S", "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "rulekit.version" in done.stdout and not {"typing", "re", "click"} & set(done.stdout.split()), done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order[0])
def test_ctrl_c_at_any_import(order: list[str]) -> None:
    at, interrupted = 1, 0
    while (done := start(at, order)).returncode == 130:
        assert not done.stderr.strip(), f"at import {at}: {done.stderr}"
        interrupted += 1
        at += 1 if at < FIRST else NEXT
    assert (done.returncode, done.stderr) == (0, ""), f"at import {at}"
    assert interrupted > FIRST, "the program ended by itself only after the last import"


def test_who_ignores_ctrl_c_is_left_alone() -> None:
    """A shell starts what runs in the background so."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "30", "plugins"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and "Version" in done.stdout
