"""Phrases that fall out before they are tried could not have read the line: every reading is the same without the look."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rulekit.dsl.matcher import Matcher
from rulekit.dsl.readings import Bound
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins

SHOGUN = Path(__file__).parents[2] / "games" / "shogun"


def readings(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What each line of the game was read as, all readings of it."""
    out: list[list[str]] = []
    complete = Matcher.complete

    def noting(matcher: Matcher, categories: Sequence[str], *rest: Any) -> list[Bound]:
        found = complete(matcher, categories, *rest)
        out.append(sorted(bound.key for bound in found))
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Matcher, "complete", noting)
        patch.setattr("rulekit.dsl.matcher.MOST_WORK", 10**9)
        program = read_program(SHOGUN, find_plugins().devices)
    assert not program.found
    return out


def test_no_reading_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    with_it = readings(monkeypatch)
    with monkeypatch.context() as patch:
        patch.setattr("rulekit.dsl.phrase_index._could", lambda *_: True)
        without = readings(monkeypatch)
    assert len(with_it) > 500
    assert with_it == without
