"""Reading keeps the garbage collector away, and costs nothing where a server has put millions of objects out of its sight."""

from __future__ import annotations

import gc

import pytest

from rulekit import loader
from rulekit.loader import not_collecting


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is asked of the collector, while somebody has frozen a million objects."""
    asked: list[str] = []

    def count() -> int:
        asked.append("how many")
        return 1_000_000

    monkeypatch.setattr(loader, "_frozen", False)
    monkeypatch.setattr(gc, "get_freeze_count", count)
    for name in ("freeze", "unfreeze"):
        monkeypatch.setattr(gc, name, lambda name=name: asked.append(name))
    return asked


def test_what_others_have_frozen_stays_frozen_and_is_counted_once(frozen: list[str]) -> None:
    for _ in range(3):
        with not_collecting():
            assert not gc.isenabled()
        assert gc.isenabled()
    assert frozen == ["how many"]


def test_what_was_read_counts_as_old(frozen: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "get_freeze_count", lambda: 0)
    for _ in range(2):
        with not_collecting():
            pass
    assert frozen == ["freeze", "unfreeze"] * 2
