"""`tools.mutants`: which tests are run for a change, and in which order."""

from __future__ import annotations

import pytest

from tools import mutants
from tools.mutants import Reached
from tools.mutations import Location

FILE = "rulekit/web/store.py"
REACHED = Reached({"slow": 12.0, "quick": 0.5, "other": 1.0}, {FILE: {"3": ["slow", "quick"], "9": ["other"]}})


def place(lines: frozenset[int], file: str = FILE) -> Location:
    return Location(file, 3, lines, None, [])


def test_the_quickest_that_come_to_the_line_come_first() -> None:
    assert REACHED.tests(place(frozenset({3, 4}))) == (["quick", "slow"], [])


def test_what_is_carried_out_on_import_is_tried_by_all_tests_of_its_file() -> None:
    assert REACHED.tests(place(frozenset())) == (["quick", "other", "slow"], [])


def test_those_for_which_there_is_no_time_come_when_the_quick_ones_have_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "SECONDS", 10.0)
    assert REACHED.tests(place(frozenset())) == (["quick", "other"], ["slow"])
    monkeypatch.setattr(mutants, "SECONDS", 0.1)
    assert REACHED.tests(place(frozenset())) == (["quick"], ["other", "slow"]), "one at least"


def test_where_none_comes_those_of_the_file_and_of_other_processes_are_tried() -> None:
    assert REACHED.tests(place(frozenset({20}))) == (["quick", "other", "slow"], [])
    assert REACHED.tests(place(frozenset({20}), "another.py")) == ([], [])
    (file, (tests, *_)), *_ = mutants.APART.items()
    reached = Reached({f"{tests}::test_it": 1.0, "tests/other.py::test_it": 1.0}, {})
    assert reached.tests(place(frozenset({20}), file)) == ([f"{tests}::test_it"], [])


def test_tests_may_take_several_times_what_they_took_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "AT_LEAST", 3.0)
    assert REACHED.time_limit(["quick"]) == 3.0 and REACHED.time_limit(["slow", "other"]) == 13.0 * mutants.SLOWER
