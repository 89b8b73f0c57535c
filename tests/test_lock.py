"""`tools.lock`: what it asks uv, what it writes and what it only tells; and what it says where uv is missing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tools import lock

OLD = "attrs==1.0 \\\n    --hash=sha256:00\nnumpy==2.0 ; python_full_version < '3.12' \\\n    --hash=sha256:01\n"
NEW = f"{OLD.replace('attrs==1.0', 'attrs==1.1')}numpy==2.1 ; python_full_version >= '3.12' \\\n    --hash=sha256:02\n"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the uv of these tests is a shell script")


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a uv was asked that knows newer versions, and gives them when it is told to upgrade."""
    monkeypatch.setattr(lock, "LOCK", tmp_path / "locked.txt")
    lock.LOCK.write_text(OLD)
    (tmp_path / "new").write_text(NEW)
    tool = tmp_path / "uv"
    tool.write_text(
        f'#!/bin/sh\necho "$@" >"{tmp_path}/asked"\nfor last; do :; done\n'
        f'case "$*" in *--upgrade*) cat "{tmp_path}/new" >"$last";; esac\n'
    )
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    return tmp_path / "asked"


def test_without_a_word_versions_stay(asked: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lock.main([]) == 0
    words = asked.read_text()
    assert "--universal --python-version 3.11 --generate-hashes" in words and "--upgrade" not in words
    assert lock.LOCK.read_text() == OLD
    assert capsys.readouterr().out == "every version is as it was\n"


def test_a_look_writes_nothing(asked: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lock.main(["--look"]) == 0
    assert lock.LOCK.read_text() == OLD
    rows = [row.split() for row in capsys.readouterr().out.splitlines()]
    assert rows[:2] == [["attrs", "1.0", "->", "1.1"], ["numpy", "2.0", "->", "2.0,", "2.1"]]
    assert rows[2][:2] == ["2", "packages;"]


def test_upgrade_writes(asked: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lock.main(["--upgrade"]) == 0
    assert lock.LOCK.read_text() == NEW
    assert "attrs" in capsys.readouterr().out


def test_nothing_is_written_where_uv_fails(asked: Path) -> None:
    (asked.parent / "uv").write_text("#!/bin/sh\nexit 3\n")
    assert lock.main(["--upgrade"]) == 3
    assert lock.LOCK.read_text() == OLD


def test_where_uv_is_missing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(lock, "uv", lambda: None)
    assert lock.main([]) == 2
    assert "-m pip install uv" in capsys.readouterr().err
