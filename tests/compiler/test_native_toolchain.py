"""Making the native library and keeping it: the C compiler of the machine, the cache, and what is said where there is none."""

from __future__ import annotations

import os
import shlex
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

import rulekit
from rulekit import cache, native
from rulekit.cli import main
from rulekit.diagnostics import UserError
from rulekit.install_command import install_command
from rulekit.native import FLAGS, ZIG, compiler, go_native
from rulekit.runtime.random_answers import first_bits
from tests.compiler.native_rules import NEEDS_COMPILER
from tests.playing import ROOT

pytestmark = NEEDS_COMPILER

GAMES = ROOT / "tests" / "games"


def test_without_a_compiler_python_plays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(native, "_has_zig", lambda: False)
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    rules = rulekit.load(GAMES / "toy")
    with pytest.raises(UserError, match="no C compiler") as told:
        go_native(rules.compiled())
    assert install_command("native") in str(told.value)
    assert "gcc or clang" in str(told.value)
    assert rules.start(seed=1, journal=False).play_random(1)


def test_the_extra_is_taken_where_there_is_no_other_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(native, "_has_zig", lambda: True)
    monkeypatch.delenv("CC", raising=False)
    assert compiler() != ZIG
    monkeypatch.setenv("PATH", str(tmp_path))
    assert compiler() == ZIG
    monkeypatch.setenv("CC", "zig")
    assert compiler() == ZIG
    monkeypatch.setattr(native, "_has_zig", lambda: False)
    with pytest.raises(UserError, match=r"not there: zig\s+.*pip install .*\[native\]"):
        compiler()


@pytest.mark.skipif(find_spec("ziglang") is None, reason="the extra `native` is not installed")
def test_the_extra_makes_libraries(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", "zig")
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path))
    rules = rulekit.load(GAMES / "duel")
    slow, fast = rules.start(seed=1, journal=False), rules.start(seed=1, journal=False)
    slow.play_random(1)
    library = go_native(rules.compiled())
    assert library.play(fast, first_bits(1), 10_000) == slow.decided
    assert fast.value() == slow.value()


def test_a_compiler_that_gives_up_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = script(tmp_path / "cc", "echo 'In file included' >&2; echo 'game.c:1: error: no room' >&2; exit 1")
    monkeypatch.setenv("CC", f"'{broken}' -m64")
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    with pytest.raises(UserError, match=r"cc -m64 gives up: .* error: no room"):
        go_native(rulekit.load(GAMES / "toy").compiled())


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_what_cc_says_is_read_as_make_reads_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A compiler behind another program, and with something that it is always told; or a path alone, whatever is in it."""
    calls, real, folder = tmp_path / "calls", shlex.join(compiler()), tmp_path / "my tools"
    folder.mkdir()
    text = f'echo "$*" >>{shlex.quote(str(calls))}\ncase $1 in -*) exec {real} "$@";; *) exec "$@";; esac'
    wrapper = script(folder / "wrapper", text)
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    for said in (str(wrapper), f"wrapper {real} -DOWN=1", f"wrapper {real} '-DOWN=1 + 1'"):
        monkeypatch.setenv("CC", said)
        rules = rulekit.load(GAMES / "duel")
        go_native(rules.compiled())  # each has a library of its own
        assert rules.start(seed=1, journal=False).play_random(1)
    assert len([*(tmp_path / "cache").glob("*.so")]) == 3
    begins = [line.partition(f" {FLAGS[1]}")[0] for line in calls.read_text().splitlines()]
    assert begins == [f"{told}{FLAGS[0]}" for told in ("", f"{real} -DOWN=1 ", f"{real} -DOWN=1 + 1 ")]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("no-such-compiler", "CC names a C compiler that is not there: no-such-compiler; leave CC empty"),
        ("gcc 'half", "CC cannot be read: No closing quotation: gcc 'half; "),
        ("false", "the C compiler false gives up: it says nothing; "),
        ("true", "the C compiler true gives up: it says nothing; "),
    ],
)
def test_a_compiler_that_does_not_work_is_told_in_one_line(said: str, told: str, tmp_path: Path) -> None:
    env = {"CC": said, "RULEKIT_CACHE": str(tmp_path / "cache")}
    result = CliRunner().invoke(main, ["bench", str(GAMES / "duel"), "--games", "2"], env=env)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert [line.partition(":")[0] for line in lines[1:]] == ["python", "native", "rulekit"]
    assert lines[2].startswith(f"native: {told}")


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
