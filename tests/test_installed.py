"""Games are found by their folders and by their names, from Python as from the shell."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.installed import find_variants
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


def test_a_name_that_is_none_tells_what_is_near() -> None:
    with pytest.raises(rulekit.UserError) as raised:
        rulekit.load("shogum")
    assert "there is no folder and no installed game shogum" in str(raised.value)
    assert "did you mean shogun" in str(raised.value.hint)
    with pytest.raises(rulekit.UserError, match="there is no variant nothing"):
        rulekit.load("shogun", ["nothing"])
