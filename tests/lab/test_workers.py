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


SCRIPT = """
import rulekit

{guard}print(len(rulekit.simulate({game!r}, games=20, jobs=2).records), "games")
"""


def script(tmp_path: Path, guard: str) -> subprocess.CompletedProcess[str]:
    file = tmp_path / "script.py"
    file.write_text(SCRIPT.format(guard=guard, game=str(ROOT / "games" / "tic_tac_toe")), "utf-8")
    order, within = [sys.executable, str(file)], patience.seconds(60)
    return subprocess.run(order, capture_output=True, text=True, cwd=tmp_path, timeout=within, check=False)


@pytest.mark.usefixtures("own_cache")
def test_a_script_that_would_ask_for_games_in_each_process_is_told_so_once(tmp_path: Path) -> None:
    """Without an end, processes were started that failed, each with a traceback."""
    done = script(tmp_path, "")
    assert done.returncode == 1 and not done.stdout, done.stdout
    assert done.stderr.count("Traceback") == 1 and done.stderr.count("importing this script") == 1, done.stderr
    assert (
        done.stderr.rstrip()
        .splitlines()[-1]
        .strip()
        .startswith('put what the script does below  if __name__ == "__main__":')
    )


@pytest.mark.usefixtures("own_cache")
def test_a_script_with_its_guard_plays_in_several_processes(tmp_path: Path) -> None:
    done = script(tmp_path, 'if __name__ == "__main__": ')
    assert (done.returncode, done.stdout, done.stderr) == (0, "20 games\n", "")


@pytest.mark.usefixtures("own_cache")
def test_a_process_that_is_killed_ends_the_run(tmp_path: Path) -> None:
    """Its games were waited for for ever."""
    order = [sys.executable, "-m", "rulekit", "arena", str(ROOT / "games" / "tic_tac_toe"), "--games", "100"]
    command = [*order, "--bots", "mcts:600s,random", "--jobs", "2"]
    parent = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    try:
        patience.until(lambda: sum(map(waits_for_no_ctrl_c, workers_of(parent.pid))) >= 2, "two workers")
        os.kill(workers_of(parent.pid)[0], signal.SIGKILL)
        _, told = parent.communicate(timeout=patience.seconds(30))
    finally:
        parent.kill()
        parent.wait()
    assert parent.returncode == 1 and "has ended by itself, with the code -9" in told, told
