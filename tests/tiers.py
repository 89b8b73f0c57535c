"""What "long" means: ``./run test long`` sets ``RULEKIT_LONG``, and nothing else decides how much a test does.

Every test runs at each commit, on the same games by chance each time, so that no outcome hangs on the day. The long tier plays
those and many more, with seeds that come from the date, and carries out what is marked ``long``. A failure names the date
(``RULEKIT_SEED``), so that the same games can be played again on another day.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime

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
