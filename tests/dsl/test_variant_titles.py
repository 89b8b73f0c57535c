"""What a variant is called is read from its heading alone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulekit import api
from rulekit.diagnostics import UserError
from rulekit.dsl.variant_titles import variant_heading
from rulekit.files import own_variants
from rulekit.installed import find_variants
from tests.playing import ROOT

SHOGUN = ROOT / "games" / "shogun"


def test_titles_in_all_languages() -> None:
    text = 'variant Long War of Shogun "The long war":\n  named "长期战争" in zh-Hans, "長い戦" in ja\n  years is 3\n'
    assert variant_heading(text, "a.rules").titles == {"en": "The long war", "zh-Hans": "长期战争", "ja": "長い戦"}


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ('variant Long War of Shogun "The long war"\n', {"en": "The long war"}),
        ("variant Long War of Shogun:\n  years is 3\n", {}),
        ('test "a test":\n  years is 3\n', {}),
        ('variant Long War of Shogun "The long\n', {}),
        ("", {}),
    ],
)
def test_less_than_that(text: str, titles: dict[str, str]) -> None:
    assert variant_heading(text, "a.rules").titles == titles


def test_what_it_changes_is_the_note_above() -> None:
    heading = 'variant Long War of Shogun "The long war"\n'
    assert variant_heading(f'# A remark\n"three years"\n{heading}', "a.rules").note == "three years"
    assert variant_heading(f'"three years"\n\n{heading}', "a.rules").note == ""


def test_what_it_changes_is_the_first_note_below_where_none_is_above() -> None:
    text = 'variant Long War of Shogun "The long war":\n  years is 3\n  "three years"\n  after score the year:\n    "a choice"\n'
    assert variant_heading(text, "a.rules").note == "three years"
    assert variant_heading(f'"it lasts"\n{text}', "a.rules").note == "it lasts"


def test_every_variant_of_a_game_has_one() -> None:
    own = own_variants(SHOGUN)
    assert "tests" not in own and len(own) > 5
    assert all({"en", "zh-Hans", "zh-Hant"} <= api.variant_heading(path).titles.keys() for path in own.values())


def test_the_tests_of_variants_are_no_variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``variants/tests`` holds rule files, too."""
    assert (SHOGUN / "variants" / "tests").is_dir() and "tests" not in own_variants(SHOGUN)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match="there is no variant tests"):
        find_variants(SHOGUN, ["tests"])


def test_a_variant_that_cannot_be_read_stops_no_game_without_it(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(ROOT / "games" / "tic_tac_toe", folder)
    (folder / "variants").mkdir(exist_ok=True)
    (folder / "variants" / "broken.rules").write_bytes(b'variant Broken of Tictactoe "\xff"\n')
    assert api.load(folder).start(None, 1).decisions
