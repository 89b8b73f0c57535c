"""Limits grow with how slow the machine is, and what is waited for is named where it does not come."""

from __future__ import annotations

import sys

import pytest

from tests import patience
from tests.playing import ROOT, python


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which waiting takes four times as long, and work twice as much."""
    monkeypatch.setenv(patience.VARIABLE, "4 2")


def test_limits_grow_with_the_machine(slow: None) -> None:
    assert (patience.seconds(10), patience.work(10)) == (40, 20)


def test_other_processes_have_it_from_this_one(slow: None) -> None:
    assert python("from tests import patience; print(patience.pace())") == "4.00 2.00\n"


def test_it_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(patience.VARIABLE, "")
    made = iter([patience.Pace(3, 1.5)])
    monkeypatch.setattr(patience, "measured", lambda: next(made))
    assert {str(patience.pace()) for _ in range(3)} == {"3.00 1.50"}


def test_what_is_measured_is_how_long_a_program_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty times as much to do is, as far as it counts, a machine that is twenty times as slow."""
    monkeypatch.setattr(patience, "WAITING", 1e-9)
    monkeypatch.setattr(patience, "WORK", 1e9)
    assert patience.measured() == patience.Pace(patience.MOST, 1.0)


def test_what_comes_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = iter([0, "", None, "here"])
    monkeypatch.setattr(patience, "PAUSE", 0)
    assert patience.until(lambda: next(seen), "a word") == "here"


def test_what_does_not_come_is_named(slow: None) -> None:
    with pytest.raises(AssertionError, match="the moon: not within 0 seconds"):
        patience.until(lambda: False, "the moon", quick=0.01)


def test_a_run_says_its_pace(slow: None) -> None:
    order = f"""
import subprocess, sys
words = [{sys.executable!r}, "-m", "pytest", "-v", "--collect-only", "tests/test_patience.py"]
print(subprocess.run(words, cwd={str(ROOT)!r}, capture_output=True, text=True).stdout)
"""
    assert "pace (waiting, work): 4.00 2.00" in python(order)
