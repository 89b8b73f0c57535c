"""Save files: whole or not at all, never over something else, and every broken one is refused with one line."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from rulekit.cli import saves
from rulekit.diagnostics import UserError
from tests.cli.conftest import Run

SAVE = {"format": saves.FORMAT, "n": 1}


@pytest.fixture
def saved(run: Run, orchard: Path, tmp_path: Path) -> Path:
    run("play", orchard, "--seed", 3, "--seat", "1=human", "--save", "s.json", typed="1\n1\n")
    return tmp_path / "s.json"


BROKEN = {
    "empty": (lambda text: "", "is not a saved game"),
    "text": (lambda text: "Dear diary", "is not a saved game"),
    "cut off": (lambda text: text[: len(text) // 2], "this saved game is cut off or damaged"),
    "another format": (lambda text: '{"format": "sgf"}', "is not a saved game"),
    "a list": (lambda text: "[1]", "is not a saved game"),
    "nested deep": (lambda text: "[" * 200_000, "is not a saved game"),
    "a huge number": (lambda text: text.replace('"seed":3', '"seed":' + "9" * 5000), ""),
    "nothing in it": (lambda text: '{"format": "rulekit-save"}', ""),
    "from the future": (lambda text: text.replace('"version":2', '"version":99'), "99"),
    "other rules": (lambda text: text.replace('"rules":"', '"rules":"0'), "other rules"),
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
            saves.read(cut)


def test_a_save_of_other_rules_is_refused(run: Run, orchard: Path, saved: Path) -> None:
    rules = orchard / "game.rules"
    rules.write_text(rules.read_text("utf-8").replace("from 1 to 3", "from 1 to 2"), "utf-8")
    result = run("play", orchard, "--resume", saved)
    assert result.exit_code == 1 and "other rules" in result.stderr


def test_what_a_failed_writing_leaves_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "s.json"
    saves.write(path, SAVE)
    before = path.read_bytes()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UserError, match="No space left"):
        saves.write(path, {**SAVE, "n": 2}, backup=True)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["s.json"]


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
    assert "rulekit/saves/orchard-3-" in left.output


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "s.json"
    link.symlink_to(tmp_path / "real" / "s.json")
    saves.write(link, SAVE)
    assert link.is_symlink() and (tmp_path / "real" / "s.json").exists()


def test_others_may_read_what_the_umask_lets_them(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        saves.write(tmp_path / "s.json", SAVE)
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "s.json").stat().st_mode) == 0o640


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="needs a device file")
def test_devices_are_left_alone() -> None:
    with pytest.raises(UserError, match="is left as it is"):
        saves.check_target(Path("/dev/null"))


def test_every_choice_of_a_person_is_on_the_disk(run: Run, orchard: Path, monkeypatch, home: Path) -> None:
    from rulekit.cli.table.question import Question

    monkeypatch.setattr(Question, "explain", lambda self, answer: 1 / 0)
    result = run("play", orchard, "--seat", "1=human", "--seed", 3, typed="1\n1\nwhy\n")
    assert result.exit_code == 1
    assert "internal error: ZeroDivisionError" in result.stderr
    [kept] = (home / "saves").iterdir()
    assert str(kept) in result.stdout
    assert json.loads(kept.read_text("utf-8"))["choices"]
