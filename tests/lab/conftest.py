"""A cache in which no games lie that were played before."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache of the tests that play and keep games: what one of them has compiled, the next need not compile."""
    folder = tmp_path_factory.mktemp("lab")
    folder.chmod(0o700)
    return folder


@pytest.fixture
def own_cache(compiled: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache without what other tests have kept: each plays its own games."""
    for kept in (*compiled.glob("lab-*"), *compiled.glob("swept-*")):
        kept.unlink()
    monkeypatch.setenv("RULEKIT_CACHE", str(compiled))
    return compiled
