"""Reports call seats, things, questions, rules and variants as their readers know them."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulekit.cli import main
from rulekit.lab.names import ReportNames
from rulekit.lab.plan import RunPlan, make_plan
from rulekit.lab.report import report
from rulekit.lab.simulation import Simulation, simulate
from tests.playing import SHOGUN

GAME = """game Plums "Plums":
  named "Plums" in en, "李子" in zh-Hans
  played by 2 players, called Ash, Birch
  begins with play it

kind tree is Alder, Willow

marks seen by all:
  points of each player: from 0 up

to play it:
  each player in players:
    climb
  end the game, ranking players by points of it

to climb:
  choose tree among trees: "which tree?"
  choose one: "ripe or not?"
    to "pick plums": raise my points by 1
    to "wait": raise my points by 2
  if tree is Willow: lower my points by 1
"""
WORDS = """zh-Hans:
  Ash: 灰
  Birch: 白
  Alder: 桤木
  Willow: 柳树
  "which tree?": 爬哪棵树？
  "ripe or not?": 摘还是等？
  pick plums: 摘李子
  wait: 等一等
  climb: 爬树
"""
SLOW = """variant Slow of Plums "Slow plums":
  named "慢李子" in zh-Hans
  after climb: raise my points by 3
  refuse tree in climb if tree is Willow: "rotten"
"""
STOPS = """variant Stops of Plums "Stops":
  named "停下" in zh-Hans
  after climb: lower my points by 9
"""

pytestmark = pytest.mark.usefixtures("own_cache")


@pytest.fixture
def plums(tmp_path: Path) -> Path:
    game = tmp_path / "plums"
    game.mkdir()
    (game / "game.rules").write_text(GAME, encoding="utf-8")
    (game / "words.yaml").write_text(WORDS, encoding="utf-8")
    for name, text in (("slow", SLOW), ("stops", STOPS)):
        (tmp_path / f"{name}.rules").write_text(text, encoding="utf-8")
    return game


@pytest.fixture
def played(plums: Path) -> Simulation:
    return simulate(plums, 40, variants=[plums.parent / "slow.rules"], jobs=1)


def shown(page: str) -> str:
    """What stands on a page."""
    return unescape(re.sub(r"<[^>]+>", " ", page))


def test_a_report_in_chinese_has_no_english_names(played: Simulation) -> None:
    said = shown(report(played, "zh-Hans"))
    assert "李子：random对局40盘" in said and "变体：慢李子" in said and "1 灰方" in said and "白方：平均" in said
    assert "爬哪棵树？  桤木" in said and "摘还是等？  摘李子" in said and "爬哪棵树：柳树" in said
    assert not re.search(r"Plums|Ash|Birch|Alder|Willow|plums|wait|climb|tree", said), said


def test_a_report_in_english_says_what_was_chosen_at_a_question_without_a_name(played: Simulation) -> None:
    said = shown(report(played, "en"))
    assert "tree in climb  Alder" in said and "ripe or not?  pick plums" in said and "tree in climb: Willow" in said
    assert "variants: Slow plums" in said


def test_questions_without_a_name_are_told_apart(played: Simulation) -> None:
    assert {u.choice.rpartition("/")[2] for u in played.uses} == {"tree in climb", "game.rules:18"}


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        ("slow", ("李子（慢李子）：2人", "灰方的得分：")),
        ("stops", ("李子（停下）：2人", "这一行无法执行：after climb", "灰方选择了")),
    ],
)
def test_a_tryout_calls_players_and_variants_by_their_names(plums: Path, variant: str, said: tuple[str, ...]) -> None:
    words = ["try", str(plums), "--variant", str(plums.parent / f"{variant}.rules"), "--games", "10", "--jobs", "1"]
    told = CliRunner().invoke(main, [*words, "--lang", "zh", "--saves", str(plums.parent / "kept")]).output
    assert all(x in told for x in said) and not re.search("Ash|Birch|Plums|Slow|Stops", told.replace(str(plums), "")), (
        told
    )


@pytest.fixture(scope="module")
def shogun() -> RunPlan:
    return make_plan(SHOGUN, games=4)


def test_rules_are_called_as_in_the_rulebook_without_their_slots(shogun: RunPlan) -> None:
    names, english = ReportNames(shogun, "zh-Hans"), ReportNames(shogun, "en")
    assert [names.rule(x) for x in ("march", "Build", "no such rule")] == ["从…进军", "建造建筑", ""]
    assert [english.rule(x) for x in ("march", "Build")] == ["", "Build a …"]
    assert names.seat("Red") == "红方" and names.seat("") == ""
