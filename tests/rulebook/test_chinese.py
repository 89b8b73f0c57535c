"""The rulebook in Simplified Chinese: every phrase of the language has a template, and a game with all its words is Chinese."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path
from shutil import copytree

import pytest

from rulekit.dsl.phrases import FILES, FOLDER, Phrase, read_phrases
from rulekit.dsl.program import Program
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from rulekit.rulebook import rulebook
from rulekit.rulebook.languages import speech
from rulekit.rulebook.messages import TEXTS
from rulekit.rulebook.wording import templates
from tests.playing import ROOT, SHOGUN, TOY

DANGEROUS = ROOT / "plugins/most_dangerous_time/rulekit_most_dangerous_time/game"
TICTACTOE, CHESS, DIPLOMACY, BACKGAMMON, HEARTS, HNEFATAFL = (
    ROOT / "games" / name for name in ("tic_tac_toe", "chess", "diplomacy", "backgammon", "hearts", "hnefatafl")
)
NOBUNAGA = ROOT / "plugins/nobunaga_successors/rulekit_nobunaga_successors/game"

SAID = ("S", "H", "C", "V", "A", "B", "R")
"""The categories of phrases that stand in the body of a rule. The others declare: tables and headings show what they say."""


def phrases() -> list[Phrase]:
    found = [p for name in FILES for p in read_phrases((FOLDER / f"{name}.phrases").read_text("utf-8"), name)]
    return [p for p in found if p.category in SAID]


@cache
def book(variant: str = "") -> str:
    variants = [SHOGUN / "variants" / f"{variant}.rules"] if variant else []
    return rulebook(SHOGUN, variants, "zh")


@cache
def plugin(folder: Path = DANGEROUS) -> str:
    return rulebook(folder, (), "zh")


def chapter(text: str, key: str) -> str:
    """What a chapter says; citations of clauses are left out."""
    found = re.search(rf'<section id="{key}">(.*?)</section>', text, re.DOTALL)
    assert found is not None, key
    bare = re.sub(r'<span class="(?:cite|spelt)".*?</span>|<svg.*?</svg>', "", found[1], flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", " ", bare))


@pytest.mark.parametrize("phrase", phrases(), ids=lambda p: f"{p.category} {p.bare}")
def test_every_phrase_has_a_template(phrase: Phrase) -> None:
    said = templates("zh-Hans").get(f"{phrase.category} {phrase.bare}")
    assert said, f"write it in rulekit/dsl/phrases/zh-Hans.phrases:  {phrase.category} {phrase.bare} | ..."
    assert {*re.findall(r"\{(\w+)\}", said)} == {*phrase.slots}, "every slot is said, and no other"


def test_no_template_is_left_over() -> None:
    assert {*templates("zh-Hans")} == {f"{p.category} {p.bare}" for p in phrases()}


@pytest.mark.parametrize(
    "folder",
    (SHOGUN, TICTACTOE, CHESS, DIPLOMACY, BACKGAMMON, HEARTS, HNEFATAFL, DANGEROUS, NOBUNAGA),
    ids=lambda folder: f"{folder.parent.name}-{folder.name}",
)
def test_a_game_with_all_its_words_is_chinese_throughout(folder: Path) -> None:
    """What a player reads, apart from the names of clauses and of provinces."""
    text = book() if folder == SHOGUN else plugin(folder)
    chapters = re.findall(r'<section id="([\w-]+)">', text)
    assert {"table", "things", "course", "terms"} <= {*chapters}
    for key in chapters:
        said = re.sub(r"[A-Z]+-(?:RUL|AMB|A|B)-\d+", "", chapter(text, key))
        english = set(re.findall(r"[A-Za-z]{2,}|[{}]", said))  # a brace is a slot that nothing filled
        assert not english, f"{key}: {sorted(english)}"


def test_a_name_that_says_its_kind_is_introduced_alone() -> None:
    """`counter u` is 军势甲 in Chinese, which says what it is."""
    said = re.sub("<[^>]+>", "", plugin(NOBUNAGA))
    assert "军势甲" in said and "军势军势甲" not in said


def test_a_card_over_rows_is_called_by_their_kind() -> None:
    assert re.search(r"<h3[^>]*>建造<span class=\"slot\">建筑</span>", book())


def test_rulings_are_told_in_chinese() -> None:
    assert chapter(book(), "rulings").count("SHG-RUL-") == 40 and "clauses.yaml" not in chapter(book(), "rulings")
    assert "SHG-RUL-20 建筑与标记留在被攻占的国内。" in re.sub(r"\s+", " ", chapter(book(), "rulings"))
    ruled = re.findall(r"^  MDT-AMB-\d+:", (DANGEROUS / "clauses.yaml").read_text("utf-8"), re.MULTILINE)
    assert chapter(plugin(), "rulings").count("MDT-AMB-") == len(ruled) and "clauses.yaml" not in chapter(
        plugin(), "rulings"
    )
    told = chapter(plugin(NOBUNAGA), "rulings")
    ruled = re.findall(r"^  NS-([AB])-\d+:", (NOBUNAGA / "clauses.yaml").read_text("utf-8"), re.MULTILINE)
    assert told.count("NS-A-") == ruled.count("A") == 68 and told.count("NS-B-") == ruled.count("B")
    assert "clauses.yaml" not in told
    assert 'href="#c-SHG-RUL-20"' in book() and 'href="#c-NS-A-62"' in plugin(NOBUNAGA)


def test_rulings_without_words_are_counted_and_it_is_said_where_they_are(tmp_path: Path) -> None:
    game = Path(copytree(TOY, tmp_path / "toy"))
    (game / "clauses.yaml").write_text("rulings:\n  TOY-RUL-01: 'Rain: none.'\n  TOY-RUL-02: 'Snow: none.'\n", "utf-8")
    said = re.sub(r"\s+", "", chapter(rulebook(game, (), "zh"), "rulings"))
    assert said == "附录：裁定本游戏的2条裁定只有英文，见游戏文件夹中的clauses.yaml。"
    (game / "words.yaml").write_text("zh-Hans:\n  TOY-RUL-02: 不下雪。\n", "utf-8")
    said = re.sub(r"\s+", "", chapter(rulebook(game, (), "zh"), "rulings"))
    assert said == "附录：裁定裁定TOY-RUL-02不下雪。另有1条只有英文，见游戏文件夹中的clauses.yaml。"


def test_a_phrase_with_not_in_its_words_denies_once() -> None:
    """`if here is not a space: stop`, and permissions that refuse if something is not so, or unless it is."""
    course = re.sub(r"\s+", "", chapter(plugin(), "course"))
    assert "若此处不是据点：到此为止" in course and "若该单位不在城内：若该单位属于行动联盟" in course
    may = re.sub(r"\s+", "", chapter(plugin(), "may"))
    assert (
        "若此处没有城墙，则不允许：“此处没有城墙”" in may
        and "除非此处由织田势力占有，否则不允许：“此处不属于己方”" in may
    )
    assert "除非该将领的外交能力为是，否则不允许" in may
    assert "并非不" not in course + may and "并非没" not in course + may


def test_a_rule_reads_as_it_is_played() -> None:
    text = re.sub(r"\s+", "", chapter(book(), "family-action"))
    assert (
        "征税从该国征得税金，当地不满增加。必须满足：银行的宝箱数不小于此处的税收，或（付出剩余宝箱，且银行的宝箱数不小于1）"
        in text
    )
    assert "将宝箱（至多此处的税收）从银行移到自己的金库" in text
    terms = re.sub(r"\s+", "", chapter(book(), "terms"))
    assert "此处的税收此处的税" in terms and "税金封顶：“此处的税收”：至多为5" in terms


@pytest.mark.parametrize(
    ("said", "never"),
    [
        ("将7支军队从自己的储备移到投入口", "7个军队"),
        ("将军队（数目为s的起始军队）从自己的储备移到", "的军队数个军队"),
        ("重复进行（次数：所有军队组的组数之和）", "各自其的"),
        ("对所有国牌（限国不用于本局者）逐一进行（每次称为牌）：将牌移到未使用的牌", "并非其国"),
        ("从特殊牌列（限允许选取者）中选择位置", "从其"),
        ("所有玩家按分数排名，相同时按金库的宝箱数", "按其分数"),
        ("若银行的宝箱数大于此数，加1", "大于其"),
        ("重复进行（次数：年数）", "重复年数次"),
    ],
)
def test_rules_are_said_as_a_person_writes_them(said: str, never: str) -> None:
    """The worst lines of earlier rulebooks: no literal 其, a measure word behind a number, no double negative."""
    text = re.sub(r"\s+", "", unescape(re.sub(r'<span class="(?:cite|spelt)".*?</span>|<[^>]+>', "", book())))
    assert said in text
    assert never not in text


def test_none_that_is_not_so_means_that_all_are_so() -> None:
    text = re.sub(r"\s+", "", unescape(re.sub(r'<span class="(?:cite|spelt)".*?</span>|<[^>]+>', "", plugin())))
    assert "若所有据点都由织田势力占有" in text
    assert "不存在其不由" not in text


@pytest.mark.parametrize("folder", [SHOGUN, DANGEROUS, NOBUNAGA])
def test_no_member_is_said_by_a_literal_pronoun(folder: Path) -> None:
    """What the language itself adds holds no 其; the words of the games may."""
    assert not [row for row in templates("zh-Hans").values() if "其" in row and "选择其一" not in row]
    program = Program()
    read_program(folder, find_plugins().devices, (), False, program)
    wording = speech(program, "zh-Hans")
    for point in program.points.values():
        for clause in point.clauses:
            for node in (clause.value, clause.condition):
                if node is not None and any(n.op == "local" and n.data["name"] == "it" for n in node.walk()):
                    assert not re.search("其(?![余他中邻])", wording.node(node)), wording.node(node)


def test_a_slot_with_a_hyphen_in_its_name_is_filled() -> None:
    course = re.sub(r"\s+", "", chapter(plugin(NOBUNAGA), "course"))
    assert "织田信澄在堺对抗明智玩家" in course and "织田信澄在堺对抗所属玩家" in course


def test_a_variant_is_said_in_chinese_too() -> None:
    said = re.sub(r"\s+", "", chapter(book("long_war"), "terms"))
    assert "长期战争：“此处的税收”：若“税金封顶”位于当前事件，至多为4" in said
    assert "至多为4" not in re.sub(r"\s+", "", chapter(book(), "terms"))


def test_what_has_no_words_is_shown_as_it_stands() -> None:
    """The small game has hardly a word of Chinese: its own phrases stay, those of the language do not."""
    text = rulebook(TOY, (), "zh")
    assert (
        "若" in text and TEXTS.form("course", "zh-Hans") in text and "play the game" in text.lower()
    ) or "play game" in text
