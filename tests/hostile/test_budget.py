"""A budget of time and memory: what goes beyond it is stopped, what does not is left alone."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

import rulekit
from rulekit.budget import SLOWEST, VARIABLE, BudgetExceeded, _memory, budget, seconds, slowness
from tests import patience
from tests.playing import TOY, python


def test_work_without_end_is_stopped() -> None:
    began = time.process_time()
    with pytest.raises(BudgetExceeded, match="seconds of processor time"), budget(0.1):
        while True:
            pass
    assert time.process_time() - began < patience.work(1)


def test_so_is_work_in_another_thread() -> None:
    ended: list[str] = []

    def work() -> None:
        try:
            with budget(0.1):
                while True:
                    pass
        except BudgetExceeded as spent:
            ended.append(str(spent))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(patience.seconds(30))
    assert ended == ["0.1 seconds of processor time"]


@pytest.mark.skipif(not _memory(), reason="how much memory is held cannot be told here")
def test_memory_without_end_is_stopped() -> None:
    """In a process of its own: one that has freed much uses that again, and holds no more than before."""
    script = f"""
import time
from rulekit.budget import BudgetExceeded, budget
held = []
try:
    with budget({patience.work(30)}, 50 << 20):
        while len(held) < 500:
            held.append(b"x" * 1_000_000)
            time.sleep(0.001)  # who looks on has the processor as often, however busy it is
except BudgetExceeded as spent:
    print(spent, len(held) < 500)
"""
    assert python(script).split() == ["50", "MB", "of", "memory", "True"]


class _Busy:
    """Is being finalized for longer than the budget; Python lets no exception out of a finalizer."""

    def __del__(self) -> None:
        until = time.process_time() + 0.3
        while time.process_time() < until:
            pass


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("goes_on", [True, False])
def test_what_a_finalizer_holds_back_is_raised_again(goes_on: bool) -> None:
    with pytest.raises(BudgetExceeded, match="seconds of processor time"), budget(0.1):
        _Busy()
        while goes_on:
            pass


def test_nobody_who_handles_mistakes_goes_on() -> None:
    with pytest.raises(BudgetExceeded), budget(0.1):
        while True:
            with suppress(Exception):
                time.process_time()


def test_nothing_is_raised_behind_it() -> None:
    for _ in range(20):
        with budget(5):
            pass
        with pytest.raises(BudgetExceeded), budget(0.001):
            while True:
                pass
    patience.until(lambda: all(t.name != "rulekit-budget" for t in threading.enumerate()), "the end of who looks on")


def test_a_debugger_may_look_on() -> None:
    """What has a trace function is stopped as well, and its functions run on afterwards."""

    def traced(frame: object, event: str, arg: object) -> object:
        return traced

    before = sys.gettrace()
    sys.settrace(traced)  # type: ignore[arg-type]
    try:
        for _ in range(20):
            with pytest.raises(BudgetExceeded), budget(0.001):
                while True:
                    slowness()
            assert slowness() >= 1
    finally:
        sys.settrace(before)


def test_other_exceptions_come_through() -> None:
    with pytest.raises(ValueError, match="mine"), budget(5):
        raise ValueError("mine")
    with pytest.raises(BudgetExceeded, match="memory of this machine"), budget(5):
        raise MemoryError


@pytest.mark.parametrize(("said", "is_"), [("20", 20.0), ("", None), ("x", None), ("-1", None), ("nan", None)])
def test_more_can_be_given(said: str, is_: float | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, said)
    assert seconds() == is_


def _work(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def test_a_slow_machine_has_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a quick one does in time should not be refused on a slow one; what was given is not made longer."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr("rulekit.budget.SECONDS", 0.1)
    monkeypatch.setattr("rulekit.budget.slowness", lambda: 4.0)
    with budget():
        _work(0.25)
    with pytest.raises(BudgetExceeded, match=r"0\.4 seconds of processor time"), budget():
        _work(5)
    monkeypatch.setenv(VARIABLE, "0.1")
    with pytest.raises(BudgetExceeded, match=r"0\.1 seconds of processor time"), budget():
        _work(5)


def test_a_large_game_has_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its size is asked for when the time of a small one is spent, and gives time up to a limit."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr("rulekit.budget.SECONDS", 0.1)
    monkeypatch.setattr("rulekit.budget.LONGEST", 0.6)
    monkeypatch.setattr("rulekit.budget.slowness", lambda: 1.0)
    with budget(characters=lambda: 30_000):
        _work(0.25)
    with pytest.raises(BudgetExceeded, match=r"0\.4 seconds of processor time"), budget(characters=lambda: 30_000):
        _work(5)
    with pytest.raises(BudgetExceeded, match=r"0\.6 seconds of processor time"), budget(characters=lambda: 10**9):
        _work(5)
    with pytest.raises(BudgetExceeded, match=r"0\.2 seconds of processor time"), budget(0.2, characters=lambda: 10**9):
        _work(5)


def test_how_slow_a_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.budget.STEPS_TAKE", 1.0)
    assert slowness() == 1.0
    monkeypatch.setattr("rulekit.budget.STEPS_TAKE", 1e-6)
    assert slowness() == SLOWEST


def test_a_check_and_a_load_say_where_they_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(TOY, tmp_path / "toy")
    (tmp_path / "toy" / "more.rules").write_text("".join(f"number worth-{k}: {k}\n" for k in range(20_000)))
    monkeypatch.setenv("RULEKIT_CACHE", "off")
    monkeypatch.setenv(VARIABLE, "0.2")
    found, sources = rulekit.check(tmp_path / "toy")
    (stopped,) = [d for d in found if "takes more than 0.2 seconds" in d.message]
    assert stopped.code == "RK103" and stopped.span.file in sources and stopped.hint
    with pytest.raises(rulekit.RulesError, match=r"takes more than 0\.2 seconds"):
        rulekit.load(tmp_path / "toy")


def test_games_that_are_let_go_of_do_not_pile_up() -> None:
    """A process that checks file after file, as a server's worker does, keeps some of those that it has read."""
    script = """
import weakref
from rulekit.loader import read_program
from tests.playing import TOY, python
read = [weakref.ref(read_program(TOY, {})) for _ in range(60)]
print(sum(program() is not None for program in read))
"""
    assert int(python(script)) < 30
