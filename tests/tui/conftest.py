"""The full screen is tested without a terminal: textual's pilot types and clicks, and the tests read what the widgets show."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test writes anything in the home of whoever runs it, and colours are those of a good terminal."""
    for name in ("NO_COLOR", "COLUMNS", "LINES", "TEXTUAL_COLOR_SYSTEM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


@pytest.fixture(autouse=True)
def chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a person lets chance fill in is the same in each run: `rest random` draws from the chance of the system."""
    monkeypatch.setattr("rulekit.tabletop.form_entry.SystemRandom", lambda: Random(5))
