"""Skeletons work as they are written: they check, lint and format clean, their tests pass, and they can be played."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from rulekit.diagnostics import UserError
from rulekit.scaffold.skeletons import naming
from tests.cli.conftest import Run
from tests.playing import SHOGUN

pytestmark = pytest.mark.slow


# ---------------------------------------------------------------- a game
def test_a_new_game_is_whole(run: Run) -> None:
    result = run("new", "game", "games/sheep-fold")
    assert result.exit_code == 0, result.stderr
    assert "wrote games/sheep-fold/game.rules" in result.output
    assert 'game Sheep Fold "Sheep fold":' in Path("games/sheep-fold/game.rules").read_text("utf-8")
    assert run("check", "games/sheep-fold").output == "no problems\n"
    assert run("lint", "games/sheep-fold").output == "no findings\n"
    assert run("fmt", "--check", "games/sheep-fold").exit_code == 0
    tests = run("test", "games/sheep-fold").output
    assert tests.endswith(" passed, 0 failed\n") and not tests.startswith("0 passed")


def test_what_was_written_is_told_in_chinese(run: Run) -> None:
    told = run("new", "game", "fold", "--lang", "zh").output
    assert told.startswith("已写入 fold/game.rules\n") and told.endswith(
        "\n\n接下来：rulekit check fold   rulekit test fold   rulekit play fold\n"
    )
    assert run("fmt", "fold", "--lang", "zh").output == "没有文件改变\n"
    rules = Path("fold/play.rules")
    rules.write_text(rules.read_text("utf-8") + "\n\n\n", "utf-8")
    assert run("fmt", "fold", "--lang", "zh").output == "fold/play.rules：已重新排版\n1 个文件\n"


def test_a_new_game_can_be_played(run: Run) -> None:
    run("new", "game", "fold")
    result = json.loads(run("play", "fold", "--auto", "--seed", 3, "--json").output)
    assert result["decisions"] > 10


def test_the_tests_of_a_new_game_come_to_every_line(run: Run) -> None:
    run("new", "game", "fold")
    assert "100.0 %" in next(x for x in run("coverage", "fold").output.splitlines() if x.startswith("lines:"))


def test_nothing_is_overwritten(run: Run) -> None:
    Path("fold").mkdir()
    Path("fold/play.rules").write_text("mine", "utf-8")
    result = run("new", "game", "fold")
    assert result.exit_code == 1 and "fold is there already" in result.stderr
    assert [p.name for p in Path("fold").iterdir()] == ["play.rules"]


def test_a_card_game_is_whole(run: Run) -> None:
    assert "wrote fold/game.rules" in run("new", "game", "fold", "--cards").output
    clean(run, "fold")
    assert "100.0 %" in next(x for x in run("coverage", "fold").output.splitlines() if x.startswith("lines:"))
    result = json.loads(run("play", "fold", "--auto", "--players", 4, "--seed", 3, "--json").output)
    assert result["decisions"] == 16


def test_a_device_and_a_variant_for_a_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variant is found clean, and its test passes with the device."""
    monkeypatch.setenv("RULEKIT_PLUGINS", "")  # --plugin writes there: set back afterwards
    result = run("new", "plugin", "old-almanac", "--for", "shogun")
    assert "rulekit play shogun --variant old-almanac" in result.output
    module, variant = "old-almanac/rulekit_old_almanac/__init__.py", "old-almanac/rulekit_old_almanac/old_almanac.rules"
    assert run("--plugin", module, "check", "shogun", "--variant", variant).output == "no problems\n"
    assert run("--plugin", module, "test", "shogun", "--variant", variant).output == "1 passed, 0 failed\n"


# ---------------------------------------------------------------- names
@pytest.mark.parametrize("text", ["late-frost", "late_frost", "Late Frost", "late frost"])
def test_a_name_however_it_is_written(text: str) -> None:
    found = naming(text)
    assert (found.name, found.title, found.stem) == ("Late Frost", "Late frost", "late_frost")


@pytest.mark.parametrize("text", ["", "7-wonders", "a--", "x$y", "!"])
def test_what_cannot_be_a_name(text: str) -> None:
    with pytest.raises(UserError, match="cannot be a name"):
        naming(text)


# ---------------------------------------------------------------- variants and cards
def clean(run: Run, game: str, *more: str) -> None:
    assert run("check", game, *more).output == "no problems\n"
    assert run("lint", game, *more).output == "no findings\n"
    assert run("fmt", "--check", game).exit_code == 0
    tests = run("test", game, *more).output
    assert tests.endswith(" passed, 0 failed\n") and not tests.startswith("0 passed")


def test_a_new_variant_does_something(run: Run) -> None:
    run("new", "game", "fold")
    result = run("new", "variant", "long-summer", "--game", "fold")
    assert result.exit_code == 0 and "wrote fold/variants/long_summer.rules" in result.output
    clean(run, "fold", "--variant", "long_summer")
    assert json.loads(run("diff", "fold", "--variant", "long_summer", "--json").output)


@pytest.mark.parametrize("game", ["tic_tac_toe", "nobunaga_successors"])
def test_a_new_variant_of_any_game_changes_something(game: str, run: Run) -> None:
    """Also of a game without options, and of one that refuses its usual set-up with another option."""
    assert run("new", "variant", "mine", "--game", game).exit_code == 0
    assert run("check", game, "--variant", "mine.rules").output == "no problems\n"
    assert " instead of " in run("diff", game, "--variant", "mine.rules").output


def test_a_new_event_is_in_force_like_the_others(run: Run) -> None:
    run("new", "game", "fold")
    result = run("new", "event", "hail", "--game", "fold")
    assert result.exit_code == 0 and "wrote fold/weathers/hail.rules\nwrote fold/tests/hail.rules" in result.output
    clean(run, "fold")
    text = Path("fold/weathers/hail.rules").read_text("utf-8")
    assert text.startswith('"write here what it does, in one sentence') and "adjust " in text
    assert '\nweather Hail "Hail":\n' in text


def test_a_new_card_as_a_variant(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("new", "game", "fold")
    before = sorted(Path("fold").rglob("*"))
    monkeypatch.chdir("fold")
    assert run("new", "card", "hail", "--variant").exit_code == 0
    monkeypatch.chdir("..")
    assert [p.name for p in sorted(Path("fold").rglob("*")) if p not in before] == ["variants", "hail.rules"]
    clean(run, "fold", "--variant", "hail")


@pytest.mark.parametrize(
    "family, told", [("action", "raise my rice by 1"), ("special", "adjust "), ("event", "winter-loss 1")]
)
def test_cards_of_every_family_beside_an_installed_game(family: str, told: str, run: Run, tmp_path: Path) -> None:
    result = run("new", "card", "tea-house", "--game", "shogun", "--family", family)
    assert result.exit_code == 0, result.stderr
    text = (tmp_path / "tea_house.rules").read_text("utf-8")
    assert f'  add {family} Tea House "Tea house"' in text and told in text
    assert run("check", "shogun", "--variant", "tea_house.rules").output == "no problems\n"
    assert run("test", "shogun", "--variant", "tea_house.rules").output == "1 passed, 0 failed\n"


def test_a_game_with_cards_of_ones_own_keeps_its_tests(run: Run) -> None:
    """An event and a special card more in a copy of a game: only the test that counts the events has to be changed."""
    shutil.copytree(SHOGUN, "mine")
    counting = ("helpers", "setup", "event_cards", "info", "turnorder", "year", "end")
    for file in Path("mine/tests").iterdir():
        if file.stem not in counting:
            file.unlink()
    for family in ("event", "special"):
        assert run("new", "card", f"tea-{family}", "--game", "mine", "--family", family).exit_code == 0
    failed = [x for x in run("test", "mine").output.splitlines() if ": failed: " in x]
    assert [x.partition(": failed: ")[2] for x in failed] == ["of the twelve events four lie open, eight face down"]


def test_a_family_that_is_not_clear(run: Run) -> None:
    result = run("new", "card", "tea-house", "--game", "shogun")
    assert result.exit_code == 1 and "action, event, special" in result.stderr
    assert "no family evend" in run("new", "card", "tea", "--game", "shogun", "--family", "evend").stderr


def test_a_game_without_cards(run: Run, orchard: Path) -> None:
    assert "has no cards" in run("new", "card", "tea", "--game", orchard).stderr
    assert "has no events" in run("new", "event", "tea", "--game", orchard).stderr


@pytest.mark.parametrize("sort", ["variant", "event", "card"])
def test_where_no_game_is_one_is_named(sort: str, run: Run) -> None:
    """In an empty folder, and among variants, of which none is the game."""
    for _ in range(2):
        result = run("new", sort, "hail")
        assert result.exit_code == 1
        assert result.stderr == "there is no game in this folder\n  say which game it is for, as in  --game NAME\n"
        assert run("new", "variant", "mine", "--game", "tic_tac_toe").exit_code == 0 or Path("mine.rules").exists()


def test_new_names_and_files_are_new(run: Run) -> None:
    run("new", "game", "fold")
    assert "is called Drought in this game" in run("new", "event", "drought", "--game", "fold").stderr
    run("new", "variant", "longer", "--game", "fold")
    assert "is there already" in run("new", "variant", "longer", "--game", "fold").stderr
