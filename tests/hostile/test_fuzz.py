"""The short form of the fuzzing, texts that Hypothesis thinks of, and whether a fault would be noticed.

``RULEKIT_FUZZ_INPUTS`` says how many inputs the mutator makes (300 in an ordinary run, 50,000 in the long one).
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import patience
from tests.hostile import fuzz
from tests.hostile.fuzz import TARGETS, Result, _files, _words, give, inputs, run_apart

INPUTS = int(os.environ.get("RULEKIT_FUZZ_INPUTS", "300"))
SEED = int(os.environ.get("RULEKIT_FUZZ_SEED", "0"))
WORDS = st.sampled_from(sorted({word for text in _files("*.rules")[:40] for word in _words(text)}))
LINES = st.lists(st.tuples(st.sampled_from((0, 2, 4)), st.lists(WORDS, max_size=8)), max_size=6).map(
    lambda rows: "\n".join(" " * indent + " ".join(words) for indent, words in rows)
)
ANYTHING = settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def test_changed_files_are_answered() -> None:
    result = run_apart(INPUTS, SEED)
    assert result.inputs == INPUTS and set(result.by) == set(TARGETS)
    assert result.refused > INPUTS // 4, "most of what is changed at random is wrong"
    assert not result.faults, "\n".join(result.faults[:10])


@pytest.mark.parametrize("name", ["rules", "tables", "saves"])
@given(text=st.text(max_size=300) | LINES)
@ANYTHING
def test_any_text_is_answered(name: str, tmp_path: Path, text: str) -> None:
    TARGETS[name][0](text, tmp_path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)


@given(path=st.sampled_from(["seats", "options", "questions", "choices", "position", "seed", "decided"]), value=JSON)
@ANYTHING
def test_any_data_in_a_save_is_answered(tmp_path: Path, path: str, value: Any) -> None:
    import json

    saved = json.loads(fuzz._saved())
    saved[path] = value
    fuzz.saved(json.dumps(saved), tmp_path)


# ---------------------------------------------------------------- a fault is noticed
def noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, reads: Any) -> list[str]:
    monkeypatch.setitem(TARGETS, "rules", (reads, lambda: ("x",), 1))
    result = Result()
    give("rules", "x", tmp_path, result, "here")
    return result.faults


def test_an_exception_is_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(text: str, place: Path) -> bool:
        raise RecursionError("deep")

    assert "RecursionError: deep" in noticed(monkeypatch, tmp_path, fails)[0]


def test_slowness_is_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def slow(text: str, place: Path) -> bool:
        end = time.process_time() + patience.work(0.02)
        while time.process_time() < end:
            pass
        return False

    monkeypatch.setattr(fuzz, "SECONDS", 0.01)
    assert " s" in noticed(monkeypatch, tmp_path, slow)[0]


def test_memory_is_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """More than what is allowed, and more than the process has ever had."""
    held = fuzz._memory()
    if not held:
        pytest.skip("this system does not say how much memory a process has had")

    def large(text: str, place: Path) -> bool:
        return not bytearray(b"x") * (held + (64 << 20))

    monkeypatch.setattr(fuzz, "MEMORY", 32 << 20)
    assert " MB" in noticed(monkeypatch, tmp_path, large)[0]


def test_the_same_seed_is_the_same_input() -> None:
    assert list(inputs(Random(5), 30)) == list(inputs(Random(5), 30))
