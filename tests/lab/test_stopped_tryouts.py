"""Tryouts: games that stop are told with the reason, and can be seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulekit.cli import main
from tests.lab.trying import run, tried

STOPS = {
    "too low": (
        "  after walk: lower my points by 1\n",
        "points of North would be -1: it is 0 or more",
        "North的points将变为-1：不得小于0",
    ),
    "too few": (
        "  after rest: move 1 coin from bank to my purse\n",
        "bank holds 0 coins, and 1 should leave it",
        "bank只有0 coins，却要移走1",
    ),
    "too high": (
        "  after rest: raise my tired by 8\n",
        "tired of South would be 10: it goes from 0 to 9",
        "South的tired将变为10：应在0至9之间",
    ),
    "nothing to choose": (
        '  after rest:\n    choose n from 1 to my points - 6: "how many?"\n',
        "there is nothing to choose",
        "没有可选的选项",
    ),
    "nobody wins": (
        "  before rest: end the game, won by players where points of it is 99\n",
        "nobody is meant by it",
        "所指的人不存在",
    ),
    "not met": ('  after rest:\n    needs my tired is 1: "{me} is tired"\n', "South is tired", "South is tired"),
    "taken": (
        '  after rest: move Storm to sky, face up\n  add wind Storm "A storm":\n    one card\n',
        "A breeze lies in sky already",
        "sky中已有A breeze",
    ),
}


@pytest.mark.parametrize("sort", STOPS)
def test_why_a_game_stops(game: Path, sort: str) -> None:
    body, said, chinese = STOPS[sort]
    found = tried(game, body, 20)
    assert found.stops
    assert any(said in found.because(stop) for stop in found.stops), [found.because(stop) for stop in found.stops]
    assert any(chinese in found.because(stop, "zh-Hans") for stop in found.stops), [
        found.because(stop, "zh-Hans") for stop in found.stops
    ][:2]


def test_a_stopped_game_can_be_seen(game: Path) -> None:
    done = run(game, "  after walk: lower my points by 1\n", "--games", "10", "--saves", str(game.parent / "kept"))
    assert done.exit_code == 1, done.output
    path = game.parent / "kept" / "steps-mine-1.json"
    assert f"rulekit replay {path}" in done.output and "mine.rules:2: this line cannot be carried out" in done.output
    (last,) = [row for row in done.output.splitlines() if "chose 0 (how far?)" in row]
    told = CliRunner().invoke(main, ["replay", str(path), "--plain"])
    before = int(last.split("decision ")[1].split(":")[0]) - 1
    assert told.exit_code == 0 and told.output.endswith(f"\n{before} decision{'s' if before != 1 else ''}\n")
    assert CliRunner().invoke(main, ["replay", str(path), "--verify"]).exit_code == 0
    gone = CliRunner().invoke(main, ["play", "--resume", str(path), "--auto", "--plain"])
    assert "mine.rules:2" in gone.output or gone.exit_code == 0


def test_a_game_that_stops_before_the_first_question(game: Path) -> None:
    done = run(game, "  before play a round: lower tired of North by 1\n", "--games", "4")
    assert done.exit_code == 1 and "before anybody is asked" in done.output
    assert "tired of North would be -1" in done.output and "rulekit replay" not in done.output
