"""What is kept between two runs: as much as there is room for, and what is used longer than what is not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulekit import cache


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache that holds 4,000 bytes and is looked through whenever 1,000 were written."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "MOST", 4000)
    monkeypatch.setattr(cache, "ROOM", 1000)
    monkeypatch.setattr(cache, "_unwatched", 0)
    found = cache.folder()
    assert found is not None
    return found


def write(folder: Path, name: str, at: int) -> None:
    """500 bytes and a digest, as if they had been written at a time."""
    cache.write(name, "x" * 500)
    os.utime(folder / f"{name}.json", (at, at))


def test_many_small_entries_are_all_kept(folder: Path) -> None:
    for k in range(50):
        cache.write(f"small {k}", k)
    assert [cache.read(f"small {k}") for k in range(50)] == list(range(50))


def test_what_has_not_been_used_for_longest_goes_first(folder: Path) -> None:
    for k in range(6):
        write(folder, f"entry {k}", at=1000 + k)
    assert cache.read("entry 0") is not None  # used now: newer than all others
    for k in range(6, 9):
        write(folder, f"entry {k}", at=2000 + k)
    left = [k for k in range(9) if cache.read(f"entry {k}") is not None]
    assert 0 in left and 8 in left
    assert left[1:] == list(range(9 - len(left) + 1, 9)), "the others went in their order"
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 4000


def test_libraries_count_as_well(folder: Path) -> None:
    (folder / "old.so").write_bytes(bytes(5000))
    os.utime(folder / "old.so", (1, 1))
    write(folder, "first", at=10)
    write(folder, "second", at=11)
    assert not (folder / "old.so").exists()
    assert cache.read("first") is not None and cache.read("second") is not None
