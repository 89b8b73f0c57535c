"""What all tests share: one cache of compiled games, time enough for checks, tiers of `./run test`, tests that belong together.

With several processes (``-n auto --dist loadgroup``) the tests of a module stay in one of them, so that what a module makes
once is made once. Where that would keep one process busy for too long, the tests say which of them belong together
(``pytest.mark.xdist_group``), or that they share nothing (``pytest.mark.apart``).
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent
GAMES = ("tests/games", "tests/playthroughs", "tests/perft", "tests/determinism", "plugins")
"""Folders with tests that play whole games"""
UNITS = ("tests/dsl", "tests/compiler", "tests/cli", "tests/runtime", "tests/plugins", "tests/test_")
"""Where quick tests are: each looks at one thing, most of them in milliseconds"""
NOT_QUICK = ("games", "native", "slow", "fresh")


def pytest_configure(config: pytest.Config) -> None:
    """Compiled games and libraries are kept from run to run, beside what pytest keeps; not in the home of whoever runs the
    tests. All processes of a run, and what they start, find them there."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        return  # it has the variable from the process that started it
    kept = getattr(config, "cache", None)
    folder = kept.mkdir("rulekit") if kept is not None else Path(tempfile.mkdtemp(prefix="rulekit-tests-"))
    folder.chmod(0o700)
    os.environ["RULEKIT_CACHE"] = str(folder)
    # The budget of a check has tests of its own, in processes of their own; others may meet a busy machine.
    os.environ.setdefault("RULEKIT_CHECK_SECONDS", "60")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tiers and groups. What takes long comes first, so that at the end no process has much left while the others wait."""
    for item in items:
        place = item.path.relative_to(ROOT).as_posix()
        if place.startswith(GAMES):
            item.add_marker("games")
        if item.path.name.startswith("test_native"):
            item.add_marker("native")
        if place.startswith(UNITS) and not any(item.get_closest_marker(name) for name in NOT_QUICK):
            item.add_marker("quick")
        if not any(item.get_closest_marker(name) for name in ("apart", "xdist_group")):
            item.add_marker(pytest.mark.xdist_group(place))
    items.sort(key=lambda item: item.get_closest_marker("quick") is not None)
