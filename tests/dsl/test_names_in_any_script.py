"""Variants, cards, things and adjectives have names in any script, in quotes, wherever one writes them."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.rule_tests.runner import run_tests
from rulekit.rulebook import rulebook
from tests.playing import TOY, play

RULES = """
variant "荒村" of Hill Towns "荒村规则":
  remove order Collect
  before "焚毁":
    needs here is not "焦": "已经烧过"
  after "焚毁": raise my points by 1

order "焚毁" "烧掉一处" in {here: town}:
  here becomes "焦"
  raise my points by the number of towns that are "焦"

marks seen by all:
  each town may be "焦"

number worth of {here: town}:
  0 if here is "焦"
  1 otherwise

test "烧":
  given owner of Alder is Ash
  given Alder becomes "焦"
  then Alder is "焦"
  then Beech is not "焦"
  then worth of Alder is 0
  then worth of Beech is 1
  given Alder is no longer "焦"
  then Alder is not "焦"
  when Ash: carry out "焚毁" in Beech
  then Beech is "焦"
  then points of Ash is 2
  when Ash: carry out "焚毁" in Beech
  then points of Ash is 2
"""


@pytest.fixture
def variant(tmp_path: Path) -> Path:
    path = tmp_path / "burnt.rules"
    path.write_text(RULES, "utf-8")
    return path


def test_they_are_read(variant: Path) -> None:
    assert [f"{p.span.line}: {p.code} {p.message}; {p.hint}" for p in rulekit.check(TOY, [variant])[0]] == []


def test_they_are_said_in_tests(variant: Path) -> None:
    assert [r.message for r in run_tests(TOY, [variant]) if not r.ok] == []


def test_another_variant_changes_them(variant: Path, tmp_path: Path) -> None:
    other = tmp_path / "dear.rules"
    other.write_text(
        """
variant "贵" of Hill Towns "贵":
  instead of the line "here becomes 焦" of "焚毁": raise my points by 4

test "no fire":
  when Ash: carry out "焚毁" in Beech
  then Beech is not "焦"
  then points of Ash is 5
""",
        "utf-8",
    )
    assert [r.message for r in run_tests(TOY, [variant, other]) if not r.ok and r.title == "no fire"] == []


def test_they_are_played(variant: Path) -> None:
    for seed in range(4):
        match = rulekit.load(TOY, [variant]).start(2, seed)
        for _ in play(match, Random(seed)):
            pass
        assert match.over


@pytest.mark.parametrize("name", ["", " 荒", "荒 ", "{荒}", "荒" * 61])
def test_what_cannot_be_a_name(name: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.rules"
    path.write_text(f'variant "{name}" of Hill Towns "x"\n', "utf-8")
    assert rulekit.check(TOY, [path])[0]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", ["This town becomes 焦."]), ("zh-Hans", ["此处变为焦。", "在“焚毁”之前："])],
)
def test_the_rulebook_says_them_without_quotes(language: str, said: list[str], variant: Path) -> None:
    text = re.sub("<[^>]*>", "", rulebook(TOY, [variant], language))
    assert [sentence for sentence in said if sentence not in text] == []
