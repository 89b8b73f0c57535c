"""Tryouts: games that stop, and lines of the game that cannot be carried out because of a variant, are told with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulekit.cli import main
from rulekit.lab.try_report import lines
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


# ---------------------------------------------------------------- lines of the game
@pytest.fixture
def tolls(game: Path) -> Path:
    """The game with a toll for resting, and a card for every walk that takes one of eight coins: enough for all walks."""
    path = game / "game.rules"
    text = path.read_text(encoding="utf-8").replace("coins: 4", "coins: 8")
    text = text.replace("to rest: raise my tired by 1\n", "to rest:\n  raise my tired by 1\n  pay (toll) points\n")
    text = text.replace("    walk n\n", "    walk n\n    carry out Fetch\n")
    path.write_text(text + TOLLS, encoding="utf-8")
    return game


TOLLS = """
number toll: 0
to pay {n: number} points:
  needs my points is at least n: "it costs {n} points"
  lower my points by n

places seen by nobody:
  chore-pile: a pile of chores
family chore:
  layer house
  compulsory, whole or not at all
  at first in chore-pile
"a coin from the bank"
chore Fetch "Fetch": move 1 coin from bank to my purse
"""


def test_a_line_of_the_game_names_the_line_of_the_variant_that_carries_it_out(tolls: Path) -> None:
    found = tried(tolls, "  after walk:\n    pay 1 point\n", 6)
    (stop,) = found.stops
    assert stop.message.startswith(f"{tolls}/game.rules:") and "needs my points is at least n" in stop.message
    assert [(c.how, c.span.line, c.text) for c in stop.behind] == [("carried out by", 3, "pay 1 point")]
    told = [*lines(found, "en")]
    assert f"      it is carried out by {tolls.parent}/mine.rules:3  pay 1 point" in told
    assert "      a condition can ask first whether it can be: if ... would be ... after pay 1 point" in told


def test_the_condition_that_is_hinted_at_asks_whether_a_deed_can_be_carried_out(tolls: Path) -> None:
    found = tried(tolls, "  after walk:\n    if my points would be at least 0 after pay 1 point: pay 1 point\n", 6)
    assert not found.stops


def test_a_line_of_the_game_names_the_line_that_changes_what_it_reads(tolls: Path) -> None:
    """Through the number that the game pays with it, and that the variant adjusts; a line that changes something else is none."""
    found = tried(tolls, "  after rest: raise my tired by 0\n  adjust toll: plus 9\n", 6)
    (stop,) = found.stops
    assert [(c.how, c.span.line) for c in stop.behind] == [("changed by", 3)]
    told = [*lines(found, "zh-Hans")]
    assert f"      改变这一行所读内容的是{tolls.parent}/mine.rules:3  adjust toll: plus 9" in told


def test_a_whole_card_that_a_variant_makes_fail_is_told_with_its_line(tolls: Path) -> None:
    """The rules of the game take it back: no game stops, and nothing is wrong with the line of the game itself."""
    found = tried(tolls, "  after walk:\n    lower my tired by 1, to no less than 0\n", 8)
    assert not found.stops and not found.failed
    body = "  after rest:\n    move up to 4 coins from bank to purse of North\n"
    found = tried(tolls, f"{body}    move up to 1 coin from my purse to purse of South\n", 8)
    (row,) = found.failed
    assert row.text.endswith("move 1 coin from bank to my purse") and row.times > row.base == 0
    assert [(c.how, c.span.line) for c in row.behind] == [("changed by", 3)]
    told = "\n".join(lines(found, "en"))
    assert "Lines of the game that cannot be carried out more often" in told
    assert f"{row.times} times this line could not be carried out, and nothing of what it belongs to was" in told
    assert f"what this line reads is changed by {tolls.parent}/mine.rules:3  move up to 4 coins" in told
