"""Save files: whole or not at all, never over something else, and every broken one is refused with one line."""

from __future__ import annotations

import errno
import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulekit.diagnostics import UserError
from rulekit.tabletop import save_files
from tests.cli.conftest import Run

SAVE = {"format": save_files.FORMAT, "n": 1}


@pytest.fixture
def saved(run: Run, orchard: Path, tmp_path: Path) -> Path:
    run("play", orchard, "--seed", 1, "--seat", "1=human", "--save", "s.json", typed="1\n1\n")
    return tmp_path / "s.json"


BROKEN = {
    "empty": (lambda text: "", "is not a saved game"),
    "text": (lambda text: "Dear diary", "is not a saved game"),
    "cut off": (lambda text: text[: len(text) // 2], "this saved game is cut off or damaged"),
    "another format": (lambda text: '{"format": "sgf"}', "is not a saved game"),
    "a list": (lambda text: "[1]", "is not a saved game"),
    "nested deep": (lambda text: "[" * 200_000, "is not a saved game"),
    "a huge number": (lambda text: text.replace('"seed":1', '"seed":' + "9" * 5000), ""),
    "nothing in it": (lambda text: '{"format": "rulekit-save"}', ""),
    "from the future": (lambda text: text.replace('"version":4', '"version":99'), "99"),
    "other rules": (lambda text: text.replace('"rules":"', '"rules":"0'), None),
    "other rules, another position": (
        lambda text: text.replace('"rules":"', '"rules":"0').replace('"position":{', '"position":{"x":1,'),
        "other rules",
    ),
    "other seats": (lambda text: text.replace('"Anna"', '"Zoe"'), ""),
    "other choices": (lambda text: text.replace('"choices":[[', '"choices":[[7,'), ""),
    "choices of another sort": (lambda text: text.replace('"choices":[[', '"choices":[["x",'), ""),
    "table of another sort": (lambda text: text.replace('"table":{', '"table":[],"x":{'), None),
}


@pytest.mark.parametrize("spoil,said", BROKEN.values(), ids=BROKEN)
def test_a_broken_save_is_one_clear_line(run: Run, orchard: Path, saved: Path, spoil, said: str | None) -> None:
    text = spoil(saved.read_text("utf-8"))
    saved.write_text(text, "utf-8")
    result = run("play", orchard, "--resume", saved, "--auto")
    assert result.exit_code == (0 if said is None else 1)
    assert "internal error" not in result.stderr
    if said is not None:
        assert said in result.stderr and len(result.stderr.splitlines()) <= 2
    assert saved.read_text("utf-8") == text


def test_bytes_that_are_no_text(run: Run, orchard: Path, saved: Path) -> None:
    saved.write_bytes(b"\xff\xfe\x00")
    assert "is not UTF-8 text" in run("play", orchard, "--resume", saved).stderr


def test_every_cut_of_a_save_is_noticed(saved: Path, tmp_path: Path) -> None:
    whole = saved.read_bytes()
    cut = tmp_path / "cut.json"
    for length in range(0, len(whole) - 2, 37):
        cut.write_bytes(whole[:length])
        with pytest.raises(UserError):
            save_files.read(cut)


# ---------------------------------------------------------------- other rules
def change(orchard: Path, old: str, new: str) -> None:
    rules = orchard / "game.rules"
    text = rules.read_text("utf-8")
    assert old in text
    rules.write_text(text.replace(old, new), "utf-8")


def test_a_save_of_other_rules_is_refused(run: Run, orchard: Path, saved: Path) -> None:
    change(orchard, "choose n from 1 to 3", "choose n from 1 to 2")
    result = run("play", orchard, "--resume", saved)
    assert result.exit_code == 1 and "made with other rules" in result.stderr
    assert re.search(
        "choice [0-9]+: .* was asked “n in play a round”.*(and now with 2|cannot be chosen now)", result.stderr
    )
    assert "--migrate" in result.stderr


def test_a_save_of_other_rules_goes_on_with_migrate(run: Run, orchard: Path, saved: Path) -> None:
    change(orchard, "choose n from 1 to 3", "choose n from 1 to 2")
    result = run("play", orchard, "--resume", saved, "--migrate", "--auto")
    assert result.exit_code == 0
    assert "The rules have changed" in result.stderr and "The first difference: choice " in result.stderr


def test_other_rules_that_change_nothing_so_far(run: Run, orchard: Path, saved: Path) -> None:
    change(orchard, "game Orchard", "# one remark more\ngame Orchard")
    result = run("play", orchard, "--resume", saved, "--auto")
    assert result.exit_code == 0
    assert "The rules have changed" in result.stderr and "Nothing that has happened so far changes" in result.stderr
    assert run("replay", saved, "--game", orchard).exit_code == 0


def test_migrating_is_for_saves(run: Run, orchard: Path) -> None:
    assert run("play", orchard, "--migrate").exit_code == 2


# ---------------------------------------------------------------- disks that fail
CALLS = ("tempfile.mkstemp", "os.fsync", "os.chmod", "os.link+shutil.copy2", "os.replace:1", "os.replace:2")
"""What writing asks of the system, in this order; with a number the N-th time that it is asked"""
FAULTS = {"full": errno.ENOSPC, "broken": errno.EIO, "over quota": errno.EDQUOT, "read-only": errno.EROFS}


def failing(monkeypatch: pytest.MonkeyPatch, call: str, number: int) -> None:
    """From now on a call of the system fails."""
    names, _, nth = call.partition(":")
    for name in names.split("+"):
        module, _, function = name.partition(".")
        left, real = [int(nth or 1)], getattr(sys.modules[module], function)

        def fails(*args: Any, left: list[int] = left, real: Any = real, **more: Any) -> Any:
            left[0] -= 1
            if left[0] <= 0:
                raise OSError(number, os.strerror(number))
            return real(*args, **more)

        monkeypatch.setattr(sys.modules[module], function, fails)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("call", CALLS)
def test_what_a_failed_writing_leaves_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, fault: str
) -> None:
    """The save that was there, whole; at most also its copy; and nothing else."""
    path = tmp_path / "s.json"
    save_files.write(path, SAVE)
    before = path.read_bytes()
    with monkeypatch.context() as broken:
        failing(broken, call, FAULTS[fault])
        with pytest.raises(UserError, match=f"{re.escape(os.strerror(FAULTS[fault]))}(.|\n)*is still there"):
            save_files.write(path, {**SAVE, "n": 2}, backup=True)
    assert path.read_bytes() == before
    assert set(os.listdir(tmp_path)) <= {"s.json", "s.json~"}
    save_files.write(path, {**SAVE, "n": 2}, backup=True)
    assert json.loads(path.read_bytes())["n"] == 2 and path.with_name("s.json~").read_bytes() == before


def test_a_folder_that_cannot_be_settled_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name may not be on the disk yet (network drives cannot say); the file itself is."""
    failing(monkeypatch, "os.fsync:2", errno.EINVAL)
    save_files.write(tmp_path / "s.json", SAVE)
    assert json.loads((tmp_path / "s.json").read_bytes()) == SAVE


LIMITED = """
import resource, signal, sys
from pathlib import Path
from rulekit.tabletop import save_files
from rulekit.diagnostics import UserError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
try:
    save_files.write(Path(sys.argv[1]), {"format": save_files.FORMAT, "long": "x" * 100_000})
except UserError as error:
    print(error.message)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limits for files there")
def test_a_write_that_stops_half_way(tmp_path: Path) -> None:
    """The system itself takes 5,000 bytes of 100,000 and no more."""
    path = tmp_path / "s.json"
    save_files.write(path, SAVE)
    before = path.read_bytes()
    done = subprocess.run([sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, check=True)
    assert "could not be written" in done.stdout
    assert path.read_bytes() == before and os.listdir(tmp_path) == ["s.json"]


# ---------------------------------------------------------------- where it lies
def test_a_save_of_another_game_is_kept_beside_the_new_one(run: Run, orchard: Path, saved: Path) -> None:
    before = saved.read_bytes()
    run("play", orchard, "--seed", 4, "--auto", "--save", saved)
    assert saved.with_name("s.json~").read_bytes() == before
    assert json.loads(saved.read_text("utf-8"))["seed"] == 4


def test_going_on_in_the_same_file_needs_no_second_one(run: Run, orchard: Path, saved: Path) -> None:
    run("play", orchard, "--resume", saved, "--save", saved, "--auto")
    assert not saved.with_name("s.json~").exists()


def test_a_resumed_file_is_not_written_unless_asked_for(run: Run, orchard: Path, saved: Path) -> None:
    before = saved.read_bytes()
    left = run("play", orchard, "--resume", saved, "--seat", "1=human", typed="1\n")
    assert saved.read_bytes() == before
    assert "rulekit/saves/orchard-1-" in left.output


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "s.json"
    link.symlink_to(tmp_path / "real" / "s.json")
    save_files.write(link, SAVE)
    assert link.is_symlink() and (tmp_path / "real" / "s.json").exists()


def test_others_may_read_what_the_umask_lets_them(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        save_files.write(tmp_path / "s.json", SAVE)
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "s.json").stat().st_mode) == 0o640


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="needs a device file")
def test_devices_are_left_alone() -> None:
    with pytest.raises(UserError, match="is left as it is"):
        save_files.check_target(Path("/dev/null"))


def test_every_choice_of_a_person_is_on_the_disk(run: Run, orchard: Path, monkeypatch, home: Path) -> None:
    from rulekit.tabletop.question import QuestionMenu

    monkeypatch.setattr(QuestionMenu, "explain", lambda self, answer: 1 / 0)
    result = run("play", orchard, "--seat", "1=human", "--seed", 3, typed="1\n1\nwhy\n")
    assert result.exit_code == 1
    assert "internal error: ZeroDivisionError" in result.stderr
    [kept] = (home / "saves").iterdir()
    assert str(kept) in result.stdout
    assert json.loads(kept.read_text("utf-8"))["choices"]
