"""Games on a cluster: the records of one process, whatever becomes of workers; and what cannot be played there."""

from __future__ import annotations

import os
import shutil
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulekit.cli import main
from rulekit.diagnostics import UserError
from rulekit.lab import cluster
from rulekit.lab.plan import RunPlan, make_plan
from rulekit.lab.records import Record, RunFile
from rulekit.lab.workers import run, run_all
from tests import patience
from tests.playing import COUNCIL, ROOT, TOY

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.xdist_group("cluster")
SQUARES = ROOT / "games" / "tic_tac_toe"


@pytest.fixture(scope="module")
def made() -> Iterator[Any]:
    """A scheduler with two workers; a worker that is lost is started again."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as found:
        yield found


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow machine takes longer to answer."""
    monkeypatch.setattr(cluster, "PATIENCE", patience.seconds(cluster.PATIENCE))


def kept(plan: RunPlan, jobs: int | str) -> list[Record]:
    found = RunFile(plan, False)
    assert run(plan, jobs, found, lambda done, of: None)
    return found.done


def test_records_are_those_of_one_process(made: Any) -> None:
    plans = [make_plan(COUNCIL, ("random", "greedy"), 30), make_plan(SQUARES, ("random",), 50)]
    here = [RunFile(plan, False) for plan in plans]
    there = [RunFile(plan, False) for plan in plans]
    counted: list[int] = []
    assert run_all(list(zip(plans, here, strict=True)), 1, lambda done, of: None)
    assert run_all(list(zip(plans, there, strict=True)), made.scheduler_address, lambda done, of: counted.append(done))
    assert [x.done for x in here] == [x.done for x in there]
    assert counted == list(range(len(counted)))


def test_a_killed_worker_loses_nothing(made: Any) -> None:
    plan = make_plan(COUNCIL, ("greedy",), 300)
    victims = {worker.pid for worker in made.workers.values()}
    killed: list[int] = []

    def kill(done: int, of: int) -> None:
        if done > 10 and not killed:
            killed.append(victims.pop())
            os.kill(killed[0], signal.SIGKILL)

    found = RunFile(plan, False)
    assert run(plan, made.scheduler_address, found, kill)
    assert killed and found.done == kept(plan, 1)


def test_a_worker_that_comes_late_plays_too(made: Any) -> None:
    plan = make_plan(COUNCIL, ("greedy",), 200)
    made.scale(1)
    patience.until(lambda: len(made.scheduler_info["workers"]) == 1, "one worker less")
    found, called = RunFile(plan, False), threading.Event()

    def call(done: int, of: int) -> None:
        if done > 10 and not called.is_set():
            called.set()
            made.scale(2)

    assert run(plan, made.scheduler_address, found, call)
    assert called.is_set() and found.done == kept(plan, 1)
    patience.until(lambda: len(made.scheduler_info["workers"]) == 2, "the worker that was called")


def test_a_worker_with_other_rules_is_refused(made: Any, tmp_path: Path) -> None:
    folder = tmp_path / "toy"
    shutil.copytree(TOY, folder)
    plan = make_plan(folder, ("random",), 20)
    (folder / "more.rules").write_text("number luck: 7\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"the worker tcp://.* has other rules") as refused:
        kept(plan, made.scheduler_address)
    assert "bring the worker" in str(refused.value.hint)


@pytest.mark.parametrize(
    ("address", "wanted"), [("tcp://127.0.0.1:1", "no scheduler answers"), ("nonsense://", "no scheduler answers")]
)
def test_nobody_there(address: str, wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    with pytest.raises(UserError, match=wanted):
        kept(make_plan(SQUARES, ("random",), 4), address)


def test_a_scheduler_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 2)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50) as empty,
        pytest.raises(UserError, match="has no workers"),
    ):
        kept(make_plan(SQUARES, ("random",), 4), empty.scheduler_address)


def test_tasks_are_small_enough_for_all() -> None:
    tasks = [(0, k) for k in range(100)] + [(1, k) for k in range(7)]
    parts = list(cluster._divided(tasks, 4))
    assert [task for part in parts for task in part] == tasks
    assert all(len({k for k, _ in part}) == 1 and len(part) <= cluster.TASK for part in parts)
    assert len(parts) >= 16


def test_the_command(made: Any) -> None:
    words = ["arena", str(SQUARES), "--bots", "greedy,random", "--games", "20", "--json"]
    there = CliRunner().invoke(main, [*words, "--cluster", made.scheduler_address])
    assert there.exit_code == 0, there.output
    assert there.stdout == CliRunner().invoke(main, [*words, "--jobs", "1"]).stdout
    both = CliRunner().invoke(main, [*words, "--cluster", "local", "--jobs", "2"])
    assert both.exit_code == 2 or "do not go together" in both.output
