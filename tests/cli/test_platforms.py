"""What Windows and macOS do otherwise, as far as it can be tried here; docs/reliability.md lists what could not be."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import rulekit
from rulekit import files, native
from rulekit.cli import output
from rulekit.cli.table.interrupts import Interrupts
from rulekit.cli.table.poll import Poller
from rulekit.tabletop import save_files
from tests.cli.conftest import Run


def test_a_file_on_windows_is_utf8(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="cp1252"))
    output.make_safe()
    output.say_json({"place": "江戸"})
    sys.stdout.flush()
    assert json.loads(raw.getvalue().decode("utf-8")) == {"place": "江戸"}


def test_a_terminal_without_chinese_is_no_failure(orchard: Path) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "cp437", "PYTHONUTF8": "0"}
    order = [sys.executable, "-m", "rulekit", "play", str(orchard), "--auto", "--lang", "zh"]
    done = subprocess.run(order, env=env, capture_output=True, check=False)
    assert done.returncode == 0 and not done.stderr and b"?" in done.stdout


def test_lines_may_end_as_on_windows(orchard: Path) -> None:
    """Git writes them so there, if nobody says otherwise."""
    before = rulekit.load(orchard).hash
    for path in orchard.rglob("*.rules"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert not [d for d in rulekit.check(orchard)[0] if d.severity == "error"]
    assert rulekit.load(orchard).hash == before, "and it is the same game, so saves go from one system to the other"


def test_a_save_with_other_line_ends_is_read(run: Run, orchard: Path, tmp_path: Path) -> None:
    run("play", orchard, "--auto", "--seed", 3, "--save", tmp_path / "s.json")
    text = (tmp_path / "s.json").read_bytes()
    (tmp_path / "t.json").write_bytes(text.replace(b"\n", b"\r\n"))
    assert save_files.read(tmp_path / "t.json") == save_files.read(tmp_path / "s.json")


def test_without_the_signals_of_unix(run: Run, orchard: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No timers, no signals to threads: a game is played all the same, and a change of rules is seen at the next answer."""
    for name in ("setitimer", "pthread_kill", "pthread_sigmask"):
        monkeypatch.delattr(signal, name, raising=False)
    with Poller(lambda: True).while_asked(), Interrupts() as interrupts:
        interrupts.check()
    assert run("play", orchard, "--seat", "1=human", "--seed", 3, typed="1\n1\nquit\n").exit_code == 0


def test_a_folder_that_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows opens no folders, so their names cannot be settled there; the save is whole all the same."""
    real = os.open

    def refusing(path: str | Path, *more: int, **how: int) -> int:
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied")
        return real(path, *more, **how)

    monkeypatch.setattr(os, "open", refusing)
    save_files.write(tmp_path / "s.json", {"format": save_files.FORMAT})
    assert save_files.read(tmp_path / "s.json") == {"format": save_files.FORMAT}


def test_a_library_in_use_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not native._has_zig() and not any(map(shutil.which, ("cc", "gcc", "clang"))):
        pytest.skip("no C compiler")
    source = "int rulekit_probe(void) { return 1; }\n"
    library = native.built(source, tmp_path)

    def in_use(*_: object) -> None:
        raise PermissionError(13, "The process cannot access the file")

    monkeypatch.setattr(os, "replace", in_use)
    assert native.built(source, tmp_path) == library
    (tmp_path / library.name).unlink()
    with pytest.raises(rulekit.UserError, match="cannot be kept"):
        native.built(source, tmp_path)


def test_the_cache_without_owners(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no numbers of users: the folder in the home is the user's own by its access list."""
    from rulekit import cache

    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.delattr(os, "getuid", raising=False)
    assert cache.folder() == tmp_path / "cache"


def test_bytes_are_bytes() -> None:
    """A file that is opened by its number is read in binary where the system has two ways."""
    assert not hasattr(os, "O_BINARY") or files.NO_WAIT & os.O_BINARY


def test_no_two_files_differ_in_capitals_only() -> None:
    """Windows and macOS take them for one."""
    from tests.playing import ROOT

    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    names = [name for name in listed.split("\0") if name]
    assert len({name.casefold() for name in names}) == len(names)
    forbidden = set('<>:"\\|?*')
    assert not [name for name in names if forbidden & set(name) or any(p.endswith((".", " ")) for p in name.split("/"))]
