"""The engine and the enumerator count the same leaves, and the number that is written down."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from rulekit.perft import divide, perft
from rulekit.rule_tests.runner import positions
from rulekit.runtime.chance import begin_streams
from rulekit.runtime.match import Match
from tests.perft.enumerator import DependsOnChance, leaves
from tests.playing import SHOGUN, python

DESCRIPTIONS: list[dict[str, Any]] = YAML(typ="safe").load(
    Path(__file__).with_name("positions.yaml").read_text("utf-8")
)
CASES = [(d, depth) for d in DESCRIPTIONS for depth in range(1, len(d["leaves"]) + 1)]


@cache
def built() -> dict[str, Match]:
    titles = [d["title"] for d in DESCRIPTIONS]
    return dict(zip(titles, positions(SHOGUN, titles), strict=True))


def name(case: Any) -> str:
    return str(case["title"].removeprefix("perft: ") if isinstance(case, dict) else case)


@pytest.mark.parametrize("position, depth", CASES, ids=name)
def test_leaves(position: dict[str, Any], depth: int) -> None:
    by_hand, by_rules = leaves(position, depth), perft(built()[position["title"]], depth)
    assert by_hand == by_rules, f"by hand {by_hand}, by the rule files {divide(built()[position['title']], depth)}"
    assert by_rules == position["leaves"][depth - 1], "both counts agree, but not with positions.yaml"


@pytest.mark.parametrize("position", DESCRIPTIONS, ids=name)
def test_chance_does_not_change_the_count(position: dict[str, Any]) -> None:
    """Whatever is drawn or thrown from here on."""
    match = built()[position["title"]].copy()
    for seed in range(2, 7):
        begin_streams(match.s, match.compiled.image.streams, seed)
        assert perft(match, len(position["leaves"])) == position["leaves"][-1]


def test_every_position_stands_in_both_files() -> None:
    text = (SHOGUN / "tests" / "positions.rules").read_text("utf-8")
    assert re.findall(r'^test "(perft: .*)":$', text, re.MULTILINE) == [d["title"] for d in DESCRIPTIONS]
    assert len(DESCRIPTIONS) >= 10


def test_the_enumerator_notices_chance() -> None:
    """Who conquers a province can march on from there: no exact count exists."""
    position = {
        "title": "chance",
        "players": ["Red", "Yellow", "Blue"],
        "provinces": {"Red": {"Noto": 3}, "Yellow": {"Kaga": 2, "Hida": 2}},
        "position": {"Red": 1, "Yellow": 2},
        "plans": {"Red": {"Battle A": "Noto"}, "Yellow": {"Battle B": "Kaga"}},
        "action cards": ["Battle A", "Battle B"],
        "phases": ["actions"],
    }
    assert leaves(position, 2) == 4
    with pytest.raises(DependsOnChance):
        leaves(position, 3)


def test_the_enumerator_stands_alone() -> None:
    """It loads nothing of the engine and names no rule file."""
    code = "import sys, tests.perft.enumerator; print([m for m in sys.modules if m.partition('.')[0] == 'rulekit'])"
    assert python(code).strip() == "[]"
    parts = [Path(__file__).with_name(f"{n}.py") for n in ("course", "table", "battles", "phases", "enumerator")]
    assert not [part for part in parts if ".rules" in part.read_text("utf-8")]
