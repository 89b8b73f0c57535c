"""Making the native library and keeping it: the C compiler of the machine, the cache, and what is said where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit import cache
from rulekit.diagnostics import UserError
from rulekit.native import compiler, go_native
from tests.playing import ROOT

pytestmark = pytest.mark.skipif(compiler() is None, reason="there is no C compiler on this machine")

GAMES = ROOT / "tests" / "games"


def test_without_a_compiler_python_plays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    rules = rulekit.load(GAMES / "toy")
    with pytest.raises(UserError, match="no C compiler") as told:
        go_native(rules.compiled())
    assert "gcc or clang" in str(told.value)
    assert rules.start(seed=1, journal=False).play_random(1)


def test_a_compiler_that_gives_up_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "cc"
    broken.write_text("#!/bin/sh\necho 'game.c:1: error: no room' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("CC", str(broken))
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    with pytest.raises(UserError, match=r"gives up: .* error: no room"):
        go_native(rulekit.load(GAMES / "toy").compiled())


def test_a_broken_library_is_made_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path))
    go_native(rulekit.load(GAMES / "duel").compiled())
    where = cache.folder()
    assert where is not None
    (library,) = where.glob("*.so")
    library.unlink()
    library.write_bytes(b"nothing")
    rules = rulekit.load(GAMES / "duel")
    go_native(rules.compiled())
    assert rules.start(seed=1, journal=False).play_random(1)


def test_a_cache_in_a_folder_of_any_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    rules = rulekit.load(GAMES / "duel")
    for place in (".", "规则 库"):
        (tmp_path / place).mkdir(exist_ok=True)
        tmp_path.chmod(0o700)
        monkeypatch.setenv("RULEKIT_CACHE", place)
        rules.compiled().machine.native = None
        go_native(rules.compiled())
        assert rules.start(seed=1, journal=False).play_random(1)
        assert [*(tmp_path / place).glob("*.so")]
