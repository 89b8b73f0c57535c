"""What all tests share: one cache of compiled games, time enough for checks, tiers of `./run test`, tests that belong together.

With several processes (``-n auto --dist loadgroup``) the tests of a module stay in one of them, so that what a module makes
once is made once. Where that would keep one process busy for too long, the tests say which of them belong together
(``pytest.mark.xdist_group``), or that they share nothing (``pytest.mark.apart``). What takes longest comes first, by the seconds
in ``tests/seconds.txt``, so that at the end no process has much left while the others wait.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import tiers

ROOT = Path(__file__).resolve().parent
SECONDS = ROOT / "tests" / "seconds.txt"
"""How long a group takes, or a test that is apart, if it is more than ``WRITTEN``; written by
``./run test -n auto --dist loadgroup -m "not browser" --write-seconds``"""
WRITTEN = 2.0
COLLECTING = 50_000, 20, 10
"""When Python looks for garbage: seldom, since each time it goes through thousands of tests and what they hold"""
RULE_TEST = "tests/games/test_rules.py::test_rule["


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-seconds", action="store_true", help="write tests/seconds.txt anew, from a run with -n")


def pytest_configure(config: pytest.Config) -> None:
    """Compiled games and libraries are kept from run to run, beside what pytest keeps; not in the home of whoever runs the
    tests. All processes of a run, and what they start, find them there."""
    gc.set_threshold(*COLLECTING)
    _keep_bytecode(config)
    if "PYTEST_XDIST_WORKER" in os.environ:
        return  # it has the variable from the process that started it
    kept = getattr(config, "cache", None)
    folder = kept.mkdir("rulekit") if kept is not None else Path(tempfile.mkdtemp(prefix="rulekit-tests-"))
    folder.chmod(0o700)
    os.environ["RULEKIT_CACHE"] = str(folder)
    # The budget of a check has tests of its own, in processes of their own; others may meet a busy machine.
    os.environ.setdefault("RULEKIT_CHECK_SECONDS", "60")


def _keep_bytecode(config: pytest.Config) -> None:
    """Where the machine forbids bytecode beside the sources it is kept apart from them: without it each process of a run would
    compile every test, and each of the hundreds that tests start would compile rulekit. Not for mutants, whose sources have the
    names and often the times of the original."""
    kept = getattr(config, "cache", None)
    if not sys.dont_write_bytecode or kept is None or config.pluginmanager.hasplugin("tools.mutants"):
        return
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(kept.mkdir("bytecode"))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tiers and groups, and the order of the groups."""
    taken = dict(_taken())
    places = {path: path.relative_to(ROOT).as_posix() for path in {item.path for item in items}}
    for item in items:
        place = places[item.path]
        item.add_marker(tiers.tier_of(place))
        if item.path.name.startswith("test_native"):
            item.add_marker("native")
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        if item.get_closest_marker("long") and not tiers.LONG:
            item.add_marker(pytest.mark.skip(reason="belongs to ./run test long"))
        if not any(item.get_closest_marker(name) for name in ("apart", "xdist_group")):
            item.add_marker(pytest.mark.xdist_group(place))
        slow = taken.get(_group(item), 0.0) > tiers.QUICK
        if (
            place.startswith(tiers.QUICK_IN)
            and not slow
            and not any(item.get_closest_marker(name) for name in tiers.NOT_QUICK)
        ):
            item.add_marker("quick")
    items.sort(key=lambda item: -taken.get(_group(item), 0.0))


def _taken() -> Iterator[tuple[str, float]]:
    for row in SECONDS.read_text(encoding="utf-8").splitlines() if SECONDS.is_file() else ():
        seconds, _, group = row.partition(" ")
        yield group, float(seconds)


def _group(item: pytest.Item) -> str:
    """The name of what stays in one process: a group, or a test that is apart."""
    mark = item.get_closest_marker("xdist_group")
    return str(mark.args[0]) if mark is not None else item.nodeid


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """How many rule tests have passed, and where it is asked for, how long each group has taken."""
    passed = [report.nodeid for report in terminalreporter.stats.get("passed", ()) if RULE_TEST in report.nodeid]
    if passed:
        terminalreporter.write_line(
            f"{len(passed)} rule tests passed, {sum('[shogun-' in x for x in passed)} of SHOGUN"
        )
    if config.getoption("write_seconds"):
        groups: dict[str, float] = {}
        for report in (report for reports in terminalreporter.stats.values() for report in reports):
            if isinstance(report, pytest.TestReport):
                test, group = _parted(report.nodeid)
                group = group or test
                groups[group] = groups.get(group, 0.0) + report.duration
        rows = sorted(
            ((round(x), group) for group, x in groups.items() if x > WRITTEN), key=lambda row: (-row[0], row[1])
        )
        SECONDS.write_text("".join(f"{x} {group}\n" for x, group in rows), encoding="utf-8")


def _parted(name: str) -> tuple[str, str]:
    """The name of a test, and its group, which xdist writes behind it; a test that is apart has none."""
    if name.rfind("@") <= name.rfind("]"):
        return name, ""
    test, _, group = name.rpartition("@")
    return test, group


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failure of the long tier says how the same games are played again on another day."""
    report = yield
    if tiers.LONG and report.failed:
        report.sections.append(("again with the same seeds", tiers.again(_parted(item.nodeid)[0])))
    return report
