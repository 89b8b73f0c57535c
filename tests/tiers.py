"""Which tests belong together, and how much a test does.

Every test is in the tier of its folder; `quick` picks from some of them what takes no time.

*Long* means one thing: ``./run test long`` sets ``RULEKIT_LONG``, and nothing else decides how much a test does.

Every test runs at each commit, on the same games by chance each time, so that no outcome hangs on the day. The long tier plays
those and many more, with seeds that come from the date, and carries out what is marked ``long``. A failure names the date
(``RULEKIT_SEED``), so that the same games can be played again on another day.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime

FOLDERS: Mapping[str, tuple[str, ...]] = {
    "engine": (
        *("tests/dsl", "tests/compiler", "tests/runtime", "tests/plugins", "tests/inspection", "tests/diagnostics"),
        "tests/test_",
    ),
    "tables": ("tests/cli", "tests/tui", "tests/web", "tests/tabletop", "tests/board", "tests/rulebook", "tests/told"),
    "lab": ("tests/lab", "tests/envs"),
    "trust": ("tests/hostile", "tests/secrecy", "tests/house_rules", "tests/planted", "tests/archive", "tests/proofs"),
    "games": ("tests/games", "tests/playthroughs", "tests/perft", "tests/determinism", "plugins"),
}
"""tier -> the places of its tests, as they begin: what the engine does, what people see of it, what is measured, what is
promised (nobody is harmed, nothing is given away, results are right), games as a whole"""
QUICK_IN = (
    *("tests/dsl", "tests/compiler", "tests/runtime", "tests/plugins", "tests/inspection"),
    *("tests/cli", "tests/tabletop", "tests/test_"),
)
"""Where quick tests are: each looks at one thing. Elsewhere games are compiled and played, boards laid out, servers begun, and
the corpus of mistakes is answered as a whole"""
NOT_QUICK = ("games", "native", "slow", "fresh", "browser", "long")
QUICK = 3.0
"""Seconds that the tests of a group may take together to be quick"""


def tier_of(place: str) -> str:
    """The tier of a test file, by its path in the checkout. Raises LookupError for one that is nowhere."""
    for tier, folders in FOLDERS.items():
        if place.startswith(folders):
            return tier
    raise LookupError(f"{place} is in no tier: add its folder to FOLDERS in tests/tiers.py")


VARIABLE = "RULEKIT_LONG"
LONG = bool(os.environ.get(VARIABLE))
FIRST = os.environ.setdefault("RULEKIT_SEED", f"{datetime.now(UTC):%Y%m%d}")
"""The date that the seeds of the long tier come from; the processes that this one starts take it over."""
GAMES, MORE = 200, 2_000
"""How many games of SHOGUN are played at each commit, and how many more in the long tier; others are shares of them."""


def seeds(few: int, more: int) -> list[int]:
    """Those of ``few`` games that are always the same; in the long tier also of ``more`` that are others each day."""
    first = int(FIRST) * 10_000 if LONG else 0
    return [*range(few), *(range(first, first + more) if LONG else ())]


def again(test: str) -> str:
    """The command that carries out a test with the same seeds."""
    return f'RULEKIT_SEED={FIRST} ./run test long "{test}"'
