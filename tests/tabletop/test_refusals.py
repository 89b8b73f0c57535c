"""Why something is refused where no author has given a reason: what holds of the things on the table, in the reader's words."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.rulebook import filled
from rulekit.tabletop.refusals import reason
from rulekit.tabletop.texts import choose_language
from tests.told.reading import SUCCESSORS

FORD = """game Ford "Ford":
  played by 2 players, called Ash, Birch
  begins with cross

kind town is Alder, Beech
kind boat is Heron, Teal:
  at first in pool
places seen by all:
  pool: boats
marks seen by all:
  guest of each town: a boat or none

whether {b: boat} can put in at {harbour: town}:
  yes if b is Teal
  no otherwise

whether {b: boat} is due for {who: player}:
  yes if who is seat 2
  no otherwise

to cross:
  for seat 1:
    choose boat among boats in pool where it is due for me, or none: "which boat is due?"
    set guest of Beech to Teal
    choose ferry among boats in pool where it is Heron: "which boat?"
    choose goal among towns where ferry can put in at it, or none: "to where?"
    let open-towns be towns where guest of it is none
    choose berth among towns where it is among open-towns: "where does it lie?"
  end the game, won by seat 1
"""
WORDS = """zh-Hans:
  town: 镇
  boat: 船
  Heron: 苍鹭号
  ferry: 渡船
  open-towns: 空镇
  "{b} can put in at {harbour}": "{b}可以停靠{harbour}"
  "{b} is due for {who}": "{b}归{who}调遣"
"""
SAID = {
    "en": ["it is due", "it is Heron", "Heron can put in at it", "it is among the open towns"],
    "zh-Hans": ["归你调遣", "为苍鹭号", "苍鹭号可以停靠该镇", "属于空镇"],
}


@pytest.mark.parametrize("lang", SAID)
def test_a_reason_names_what_it_speaks_of(lang: str, tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(FORD, encoding="utf-8")
    (tmp_path / "words.yaml").write_text(WORDS, encoding="utf-8")
    rules = rulekit.load(tmp_path)
    match, texts = rules.start(seed=1), choose_language(lang, rules.names).of(tmp_path, ())
    found = []
    for answer in ("none", "Heron", "none", None):
        decision = match.decisions[0]
        found += sorted({reason(refusal, lang, texts, texts.quoting) for refusal in decision.refused})
        if answer is not None:
            match.choose(decision, answer)
    head = "须满足：" if lang == "zh-Hans" else "this needs: "
    assert [said for said in found if said.startswith(head)] == [head + said for said in SAID[lang]]


def test_a_quoted_line_says_the_name_where_its_value_is_not_known() -> None:
    assert filled("⟦c|丙⟧可以从⟦goal|目的地⟧回避", {"c": "上杉景胜"}) == "上杉景胜可以从目的地回避"


@pytest.mark.parametrize(
    ("condition", "said"),
    [("it is out of place for me", "是你须除去的军势"), ("it is among old", "属于原先跟随的军势")],
)
def test_what_a_game_says_itself_reads_well_in_chinese(condition: str, said: str) -> None:
    quoting = choose_language("zh-Hans").of(SUCCESSORS, ()).quoting
    assert quoting.words(condition, {"me": "你"}) == said
