"""A cache in which no games lie that were played before, and a small game to try variants of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lab.trying import GAME


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


@pytest.fixture
def game(tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "steps"
    folder.mkdir()
    (folder / "game.rules").write_text(GAME, encoding="utf-8")
    return folder
