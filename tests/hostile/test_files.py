"""Files that are no files: pipes, devices, links that lead out, names that are no text, folders without end."""

from __future__ import annotations

import json
import os
import shutil
import sys
from codecs import BOM_UTF8
from pathlib import Path

import pytest

import rulekit
from rulekit import files
from rulekit.tabletop import save_files
from tests.hostile.running import Run, run
from tests.playing import TOY

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes, devices and links as there are on POSIX")


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    shutil.copytree(TOY, tmp_path / "toy")
    return tmp_path / "toy"


def check(toy: Path, *more: str) -> Run:
    done = run(toy.parent, "check", "toy", *more, wait=10)
    assert "Traceback" not in done.err and "internal error" not in done.err and done.status == 1, done
    assert len(done.out + done.err) < 5_000
    return done


@pytest.mark.parametrize("name", ["towns.yaml", "more.yaml", "more.rules", "words.yaml", "clauses.yaml", "board.yaml"])
@pytest.mark.parametrize(
    "sort", ["a pipe", "a device", "a link to a device", "a link out", "a link to itself", "no text"]
)
def test_what_is_no_plain_file_is_refused(toy: Path, name: str, sort: str) -> None:
    path = toy / name
    path.unlink(missing_ok=True)
    match sort:
        case "a pipe":
            os.mkfifo(path)
        case "a device" | "a link to a device":
            path.symlink_to("/dev/zero" if sort == "a device" else "/dev/stdin")
        case "a link out":
            secret = toy.parent / "secret.txt"
            secret.write_text("hidden: treasure\n", encoding="utf-8")
            path.symlink_to(secret)
        case "a link to itself":
            path.symlink_to(path)
        case "no text":
            path.write_bytes(b"\n\xff\xfe")
    done = check(toy)
    assert "treasure" not in done.out + done.err
    assert name in done.out + done.err


def test_a_link_inside_is_a_file_like_any_other(toy: Path) -> None:
    (toy / "parts").mkdir()
    (toy / "towns.yaml").rename(toy / "parts" / "list.yaml")
    (toy / "towns.yaml").symlink_to("parts/list.yaml")
    assert not rulekit.check(toy)[0]


def test_a_game_behind_a_link_is_a_game(toy: Path) -> None:
    (toy.parent / "linked").symlink_to(toy)
    assert not rulekit.check(toy.parent / "linked")[0]


def test_hidden_files_do_not_belong_to_a_game(toy: Path) -> None:
    (toy / ".git").mkdir()
    (toy / ".git" / "x.rules").write_text("nonsense", encoding="utf-8")
    (toy / ".#lock.rules").symlink_to("nobody@nowhere")
    assert not rulekit.check(toy)[0]


def test_a_huge_file_is_not_read(toy: Path) -> None:
    with (toy / "huge.rules").open("wb") as file:
        file.truncate(1 << 36)
    assert "is larger than" in check(toy).out


def test_where_a_file_is_no_text(toy: Path) -> None:
    (toy / "x.rules").write_bytes("# 山\n# ok\n".encode() + b"\n a\xff")
    (found,), _ = rulekit.check(toy)
    assert found.span.line == 4 and found.span.column == 3


@pytest.mark.parametrize("place", ["/", "/usr"])
def test_a_folder_with_everything_in_it(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run(tmp_path, "check", place, wait=30)
    assert done.status == 1 and "more than 20000 files" in done.err and len(done.err.splitlines()) == 2


def test_how_much_may_lie_in_a_folder(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_ENTRIES", 5)
    with pytest.raises(rulekit.UserError, match="more than 5 files and folders"):
        rulekit.check(toy)


def test_names_that_are_no_text(toy: Path) -> None:
    odd = os.fsdecode(b"o\xffdd\x1b[31m.rules")
    try:
        (toy / odd).write_text("nonsense here\n", encoding="utf-8")
    except OSError:
        pytest.skip("this file system takes no such name")
    done = check(toy)
    assert "\x1b" not in done.out and "\ufffd" in done.out
    assert json.loads(run(toy.parent, "check", "--json", "toy").out)[0]["file"].endswith(odd)


def test_a_folder_whose_name_is_no_text(toy: Path) -> None:
    try:
        odd = toy.rename(toy.with_name(os.fsdecode(b"t\xffy")))
    except OSError:
        pytest.skip("this file system takes no such name")
    assert not rulekit.check(odd)[0]
    done = run(odd.parent, "play", odd.name, "--auto", "--seed", "1", "--save", "s.json")
    assert done.status == 0, done.err
    again = run(odd.parent, "replay", "s.json", "--verify")
    assert again.status == 0 and "verified" in again.out, again.err


def test_a_save_names_no_foreign_file_as_a_variant(toy: Path) -> None:
    assert run(toy.parent, "play", "toy", "--auto", "--seed", "1", "--save", "s.json").status == 0
    secret, link = toy.parent / "secret.txt", toy.parent / "link.rules"
    secret.write_text("treasure\n", encoding="utf-8")
    link.symlink_to(secret)
    saved = json.loads((toy.parent / "s.json").read_text(encoding="utf-8"))
    for variant in (secret, link, Path("/dev/zero"), Path("/etc/passwd")):
        saved["table"]["variants"] = [str(variant)]
        (toy.parent / "s.json").write_text(json.dumps(saved), encoding="utf-8")
        for words in (["replay", "s.json"], ["log", "s.json"], ["play", "toy", "--resume", "s.json", "--auto"]):
            done = run(toy.parent, *words, wait=10)
            assert done.status == 1 and "is no variant" in done.err, (words, done)
            assert "treasure" not in done.out + done.err and ":x:0:0:" not in done.out + done.err


@pytest.mark.parametrize(
    "words", [["play", "toy", "--resume", "p", "--auto"], ["replay", "p"], ["check", "p"], ["log", "p"]]
)
def test_a_pipe_is_no_save_and_no_game(toy: Path, words: list[str]) -> None:
    os.mkfifo(toy.parent / "p")
    done = run(toy.parent, *words, wait=10)
    assert done.status == 1 and len(done.err.splitlines()) <= 2, done


def with_mark(path: Path, text: str | None = None) -> None:
    """A file as Notepad writes it, with a byte order mark."""
    path.write_bytes(BOM_UTF8 + (path.read_bytes() if text is None else text.encode()))


def test_a_byte_order_mark_is_no_part_of_a_text(toy: Path) -> None:
    before = rulekit.load(toy).hash
    for path in [*toy.rglob("*.rules"), *toy.rglob("*.yaml")]:
        with_mark(path)
    assert not [d for d in rulekit.check(toy)[0] if d.severity == "error"]
    assert rulekit.load(toy).hash == before


@pytest.mark.parametrize(
    "name,text,place",
    [
        ("more.rules", "set owners, of players: plaiers\n", "1:25"),
        ("towns.yaml", "towns: {{\n", None),
        ("more.rules", "to rest:\n  \ufeffstop\n", "2:3"),
    ],
)
def test_places_behind_a_byte_order_mark_are_those_without(toy: Path, name: str, text: str, place: str | None) -> None:
    """Only the first one of a file is a mark: elsewhere it is a character that does not show itself."""
    (toy / name).write_text(text, encoding="utf-8")
    found = rulekit.check(toy)[0]
    with_mark(toy / name)
    assert rulekit.check(toy)[0] == found and found
    assert place is None or str(found[0].span) == f"{files.shown(toy / name)}:{place}", found[0]


def test_where_a_file_with_a_byte_order_mark_is_no_text(toy: Path) -> None:
    (toy / "more.rules").write_bytes(BOM_UTF8 + b"# no\n# \xff\n")
    (found, *_) = rulekit.check(toy)[0]
    assert (found.span.line, found.span.column) == (2, 3) and "byte 10 " in (found.hint or "")


def test_a_save_with_a_byte_order_mark_is_a_save(tmp_path: Path) -> None:
    path = tmp_path / "save.json"
    with_mark(path, json.dumps({"format": save_files.FORMAT}))
    assert save_files.read(path) == {"format": save_files.FORMAT}
    save_files.check_target(path)
