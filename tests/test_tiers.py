"""What is long: the games of each commit and others that come from a date, which is named where a test fails.

What all tests share: tiers, groups, bytecode."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import tiers
from tests.playing import ROOT


@pytest.fixture
def top() -> Any:
    """The conftest.py of the checkout, as a module of its own."""
    spec = importlib.util.spec_from_file_location("conftest_of_the_checkout", ROOT / "conftest.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers, "FIRST", "20261126")
    monkeypatch.setattr(tiers, "LONG", False)
    assert tiers.seeds(3, 2) == [0, 1, 2]
    monkeypatch.setattr(tiers, "LONG", True)
    assert tiers.seeds(3, 2) == [0, 1, 2, 202611260000, 202611260001]
    monkeypatch.setattr(tiers, "FIRST", "20261127")
    assert tiers.seeds(0, tiers.MORE)[0] > 202611260000 + tiers.MORE, "no day plays what another one played"


def test_every_test_is_in_a_tier() -> None:
    files = [*(ROOT / "tests").rglob("test_*.py"), *(ROOT / "plugins").rglob("test_*.py")]
    found = {tiers.tier_of(file.relative_to(ROOT).as_posix()) for file in files}
    assert found == tiers.FOLDERS.keys()
    with pytest.raises(LookupError, match=r"tests/new/test_x\.py is in no tier: .* tests/tiers\.py"):
        tiers.tier_of("tests/new/test_x.py")


def test_this_test_is_quick_and_of_the_engine(request: pytest.FixtureRequest) -> None:
    assert {"quick", "engine"} <= {mark.name for mark in request.node.iter_markers()}


@pytest.mark.parametrize("long", [False, True])
def test_a_failure_says_how_to_play_it_again(long: bool, top: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers, "FIRST", "20261126")
    monkeypatch.setattr(tiers, "LONG", long)
    for failed in (False, True):
        report = SimpleNamespace(failed=failed, sections=[])
        hook = top.pytest_runtest_makereport(SimpleNamespace(nodeid="tests/x.py::test_y[3]@tests/x.py"))
        next(hook)
        with pytest.raises(StopIteration) as end:
            hook.send(report)
        assert end.value.value is report
        command = 'RULEKIT_SEED=20261126 ./run test long "tests/x.py::test_y[3]"'
        assert [text for _, text in report.sections] == ([command] if long and failed else [])


def test_a_group_stays_in_one_process(request: pytest.FixtureRequest) -> None:
    """xdist knows the group of a test by the end of its name: without it everything is made once in each process, silently."""
    if getattr(request.config.option, "loadgroup", False):
        assert request.node.nodeid.endswith("@tests/test_tiers.py")


def test_browsers_are_asked_for_in_one_folder() -> None:
    """`./run test` looks for tests in browsers there alone: the fixture is known nowhere else."""
    pages = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "plugins").rglob("*.py"), ROOT / "conftest.py"]
    made = [page for page in pages if "\ndef browser(" in page.read_text(encoding="utf-8")]
    assert made == [ROOT / "tests" / "web" / "conftest.py"]


def test_what_takes_longest_is_there(top: Any) -> None:
    """A group that has another name now would start at the end."""
    groups = [group for group, _ in top._taken()]
    assert len(set(groups)) == len(groups)
    files = {group.partition("::")[0] for group in groups if "/" in group.partition("[")[0]}
    assert not [name for name in files if name.endswith(".py") and not (ROOT / name).exists()]


class Plugins:
    """What conftest.py asks of a configuration."""

    def __init__(self, folder: Path, *names: str) -> None:
        self.cache = SimpleNamespace(mkdir=folder.joinpath)
        self.pluginmanager = SimpleNamespace(hasplugin=names.__contains__)


def test_bytecode_is_kept_apart_where_it_is_forbidden(
    top: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For this process and those that it starts; a mutant is always compiled, and who has it beside the sources is let be."""
    apart = str(tmp_path / "bytecode")
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    top._keep_bytecode(Plugins(tmp_path, "tools.mutants"))
    assert sys.dont_write_bytecode and sys.pycache_prefix is None
    top._keep_bytecode(Plugins(tmp_path))
    assert not sys.dont_write_bytecode and sys.pycache_prefix == os.environ["PYTHONPYCACHEPREFIX"] == apart
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ
    monkeypatch.setattr(sys, "pycache_prefix", None)
    top._keep_bytecode(Plugins(tmp_path))
    assert sys.pycache_prefix is None
