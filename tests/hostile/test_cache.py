"""What lies in the cache and is not what was written there is as good as not there; a C compiler that hangs is given up."""

from __future__ import annotations

import json
import math
import os
import shutil
import sys
import threading
from pathlib import Path

import pytest

import rulekit
from rulekit import cache, native
from tests import patience
from tests.playing import TOY

ENTRIES = {
    "nothing": "",
    "no JSON": "{",
    "null": "null",
    "a list": "[]",
    "a number": "7",
    "a text": '"x"',
    "an empty mapping": "{}",
    "another mapping": '{"name": 1, "options": 2}',
    "deep": "[" * 200_000,
    "NaN": "NaN",
}


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache after a game was checked and played."""
    folder = tmp_path_factory.mktemp("filled") / "cache"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULEKIT_CACHE", str(folder))
        rulekit.load(TOY).start(2, 1, journal=False).play_random(1)
        assert not rulekit.check(TOY)[0]
    return folder


@pytest.fixture
def place(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, to be spoilt."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    return Path(shutil.copytree(filled, tmp_path / "cache"))


def starts() -> None:
    game = rulekit.load(TOY)
    assert game.start(2, 1, journal=False).play_random(1)
    assert game.start(2, 1).asks and not rulekit.check(TOY)[0]


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_of_another_shape(name: str, place: Path) -> None:
    entries = list(place.glob("*.json"))
    assert len(entries) >= 4
    for path in entries:
        path.write_text(ENTRIES[name], encoding="utf-8")
    starts()


def test_an_entry_that_was_changed(place: Path) -> None:
    for path in place.glob("*.json"):
        digest, text = path.read_text(encoding="utf-8").split("\n", 1)
        data = json.loads(text)
        changed = {**data, "fewest": 9, "s": [], "seats": 3} if isinstance(data, dict) else [*data, 1]
        path.write_text(f"{digest}\n{json.dumps(changed)}", encoding="utf-8")
    starts()


def test_entries_under_other_names(place: Path) -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(place.glob("*.json"))]
    for path, text in zip(sorted(place.glob("*.json")), texts[1:] + texts[:1], strict=True):
        path.write_text(text, encoding="utf-8")
    starts()


@pytest.mark.skipif(sys.platform == "win32", reason="pipes as there are on POSIX")
def test_pipes_and_folders(place: Path) -> None:
    for number, path in enumerate(sorted(place.glob("*.json"))):
        path.unlink()
        os.mkfifo(path) if number % 2 else path.mkdir()
    starts()


def test_what_is_whole_is_read(place: Path) -> None:
    cache.write("x" * 32, {"a": [1, "山"]})
    assert cache.read("x" * 32) == {"a": [1, "山"]}


@pytest.mark.skipif(sys.platform == "win32", reason="a script as a compiler")
def test_a_compiler_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script, trace = tmp_path / "cc", tmp_path / "child"
    script.write_text(
        f"#!/bin/sh\nsleep 3600 &\necho $! > {trace}\nyes x | head -c 1000000 >&2\nwait\n", encoding="utf-8"
    )
    script.chmod(0o755)
    monkeypatch.setenv("CC", str(script))
    most = math.ceil(patience.seconds(1))
    monkeypatch.setattr(native, "PATIENCE", most)
    told: list[str] = []

    def build() -> None:
        try:
            native.built("int x;", tmp_path)
        except rulekit.UserError as error:
            told.append(str(error))

    building = threading.Thread(target=build, daemon=True)  # if it is not given up, the test is
    building.start()
    building.join(most + patience.seconds(30))
    assert f"was not done after {most} seconds" in "".join(told)
    status = Path(f"/proc/{int(trace.read_text())}/status")
    patience.until(
        lambda: not status.exists() or "(zombie)" in status.read_text(), "the end of what the compiler started"
    )
