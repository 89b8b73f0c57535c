"""The passages of a rulebook are found by the place of a rule, wherever the game was looked at before."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rulekit
from rulekit.tabletop.rulebook import RulebookReader

ORCHARD = Path(__file__).parents[1] / "cli" / "orchard"


@pytest.mark.parametrize("first", ["above", "beside"])
def test_a_rule_is_found_from_every_folder(first: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Places in rules begin with the folder as it is shown, which another working folder shows otherwise."""
    game = Path(shutil.copytree(ORCHARD, tmp_path / first / "orchard"))  # a game that no cache holds yet
    rules = next(game.glob("*.rules"))
    rules.write_text(f"{rules.read_text(encoding='utf-8')}# {first}\n", encoding="utf-8")
    beside = tmp_path / "beside it"
    beside.mkdir()
    folders = [game.parent, beside]
    for folder in folders if first == "above" else folders[::-1]:
        monkeypatch.chdir(folder)
        rule = rulekit.load(game).start(2, seed=1).decisions[0].rule
        assert RulebookReader("en", game).at(rule) is not None
        assert Path(rule.rpartition(":")[0]).is_absolute() == (folder == beside)
