"""Games are found by their folders and by their names, from Python as from the shell."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import rulekit
from rulekit.installed import find_game, find_variants
from rulekit.plugins.manager import Plugins
from tests.playing import SHOGUN


def test_an_installed_game_is_loaded_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert rulekit.load("shogun").hash == rulekit.load(SHOGUN).hash
    assert rulekit.check("tic_tac_toe")[0] == []


def test_a_variant_is_found_by_its_name() -> None:
    path = next((SHOGUN / "variants").glob("*.rules"))
    assert rulekit.load(SHOGUN, [path.stem]).hash == rulekit.load(SHOGUN, [path]).hash != rulekit.load(SHOGUN).hash


def test_a_variant_in_this_folder_needs_no_ending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    own = next((SHOGUN / "variants").glob("*.rules"))
    text = 'variant Calm of Shogun "Calm"\n'
    for name in ("calm", own.stem):
        Path(f"{name}.rules").write_text(text, encoding="utf-8")
    assert find_variants(SHOGUN, ["calm", str(tmp_path / "calm")]) == [Path("calm.rules"), tmp_path / "calm.rules"]
    assert find_variants(SHOGUN, [own.stem]) == [own], "the variants of the game come first"


@pytest.fixture
def windy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Plugins]:
    """A variant that a plugin brings, and an empty folder where the user is."""
    brought = tmp_path / "plugin" / "windy.rules"
    brought.parent.mkdir()
    brought.write_text('variant Windy of Shogun "Windy"\n', encoding="utf-8")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return brought, Plugins(variants={"windy": brought})


def test_what_is_no_variant_hides_no_installed_one(
    windy: tuple[Path, Plugins], caplog: pytest.LogCaptureFixture
) -> None:
    """Neither an empty folder, nor the folder of a game, nor a file without the ending of rules."""
    brought, found = windy
    own = SHOGUN / "variants" / "spies.rules"
    for name, file in (("windy", brought), ("spies", own)):
        Path(name).mkdir()
        assert find_variants(SHOGUN, [name], found) == [file]
        (Path(name) / "game.rules").write_text('game Windy "Windy":\n', encoding="utf-8")
        assert find_variants(SHOGUN, [name], found) == [file]
        shutil.rmtree(name)
        Path(name).write_text("notes", encoding="utf-8")
        assert find_variants(SHOGUN, [name], found) == [file]
    assert not caplog.records


@pytest.mark.parametrize("rules", ["windy.rules", "windy/wind.rules"])
def test_of_two_variants_of_one_name_it_is_said_which_was_taken(
    rules: str, windy: tuple[Path, Plugins], caplog: pytest.LogCaptureFixture
) -> None:
    brought, found = windy
    Path(rules).parent.mkdir(exist_ok=True)
    Path(rules).write_text('variant Windy of Shogun "Windy, too"\n', encoding="utf-8")
    here = Path(Path(rules).parts[0])
    assert find_variants(SHOGUN, ["windy"], found) == [brought]
    assert caplog.messages == [f"the variant windy is {brought}; say ./{here.name} for the one in this folder"]
    caplog.clear()
    assert find_variants(SHOGUN, [f"./{here}", "./windy"], found) == [here, here]
    assert not caplog.records


GAME = 'game Fair "Fair":\n'
FILES = {
    "fair/fair.rules": GAME,
    "fair/events/rain.rules": 'event Rain "Rain":\n',
    "fair/variants/dry.rules": 'variant Dry of Fair "Dry"\n',
    "two/fair.rules": GAME,
    "two/other.rules": GAME,
    "fair.rules": GAME,
    "fair.json": "{}",
    "notes.txt": "",
}


@pytest.mark.parametrize(
    ("file", "hint"),
    [
        ("fair.rules", "a game is a whole folder: name ."),
        ("fair/fair.rules", "a game is a whole folder: name fair"),
        ("fair/events/rain.rules", "a game is a whole folder: name fair"),
        ("fair/variants/dry.rules", "name the folder of the game, and the file with --variant"),
        ("two/fair.rules", "a folder holds one game: put fair.rules into a folder of its own, and name that"),
        ("fair.json", "is it a save? go on with  rulekit play --resume fair.json"),
        ("notes.txt", "a game is a folder with files that end in .rules"),
    ],
)
def test_a_file_in_place_of_a_game_tells_what_to_name(
    file: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So do `play`, `simulate`, `options` and all that ask for a game; `check` and `test` take a file for its game."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    with pytest.raises(rulekit.UserError, match=f"{re.escape(file)} is not a folder") as raised:
        find_game(file)
    assert raised.value.hint == hint


def test_a_name_that_is_none_tells_what_is_near() -> None:
    with pytest.raises(rulekit.UserError) as raised:
        rulekit.load("shogum")
    assert "there is no folder and no installed game shogum" in str(raised.value)
    assert "did you mean shogun" in str(raised.value.hint)
    with pytest.raises(rulekit.UserError, match="there is no variant nothing"):
        rulekit.load("shogun", ["nothing"])
