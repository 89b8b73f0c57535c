"""What options cost and bring, at the prompts: in the lines of a form, in its title, and behind single options."""

from __future__ import annotations

import pytest

import rulekit
from rulekit.runtime.forms import form_of
from rulekit.tabletop.form_entry import FormEntry
from rulekit.tabletop.page import Choices, Page, Paragraph
from rulekit.tabletop.question import QuestionMenu
from rulekit.tabletop.texts import Texts
from tests.playing import SHOGUN, STALL, game


def entry(match: rulekit.Match, lang: str = "en") -> FormEntry:
    form = form_of(match, match.decisions[0])
    assert form is not None
    return FormEntry(form, Texts(lang))


def choices(page: Page) -> list[str]:
    return [label for block in page.blocks if isinstance(block, Choices) for _, label in block.items]


def test_a_form_says_what_it_costs_and_what_is_missing() -> None:
    found = entry(game(STALL).start(2, 1, None, True))
    assert found.headed().endswith(" (costs 0 of 4 coins)")
    found.read("1 1")
    found.read("3 1")
    assert found.headed().endswith(" (costs 3 of 4 coins)"), "a card that stands elsewhere moves"
    found.read("1 2")
    assert found.headed().endswith(" (costs 5 of 4 coins, 1 short)")
    assert found.rows()[0].endswith("Salt (4 coins to spend, costs 2, weighs 2)")
    assert found.rows()[1].endswith("– (4 coins to spend)")
    assert found.title() + " (costs 5 of 4 coins, 1 short)" in [
        block.text for block in found.page().blocks if isinstance(block, Paragraph)
    ]


def test_an_open_line_says_what_its_options_cost() -> None:
    found = entry(game(STALL).start(2, 1, None, True))
    found.read("2")
    said = choices(found.page())
    assert said[0].endswith("Silk (costs 3)") and said[3].endswith("Iron (costs 1, weighs 5)") and said[4] == "none"
    found.read("4")
    assert found.rows()[1].endswith("Iron (4 coins to spend, costs 1, weighs 5)"), "what is typed is the option alone"


def test_a_single_question_says_it_too() -> None:
    match = game(STALL).start(2, 1, None, True)
    while match.decisions[0].sort != ["number"]:
        match.choose(match.decisions[0], "none")
    menu = QuestionMenu(Texts("en"), match.decisions[0], "North")
    assert choices(menu.page())[:2] == ["0", "1 (costs 1 of 4 coins)"]
    assert choices(menu.page())[6] == "6 (costs 6 of 4 coins, 2 short)"
    assert "  you have 4" in [block.text for block in menu.page().blocks if isinstance(block, Paragraph)]
    assert menu.choose("6") == 6


PLAN = {
    "en": ("Your plan: which card? (costs 0 of 15 chests)", "Build a castle: Omi (no. 3, costs 3, 0/3 built)"),
    "zh-Hans": ("你的计划：放哪张牌？（需 0 宝箱，现有 15）", "建造城堡：近江（第3项，需 3，已建0/3）"),
}


@pytest.mark.parametrize("lang", PLAN)
def test_a_plan_of_shogun(lang: str) -> None:
    match = game(SHOGUN).start(4, 7, {"setup": "Predetermined"}, True)
    found = entry(match, lang)
    assert found.headed() == PLAN[lang][0]
    found.read("1 Omi" if lang == "en" else "1 近江")
    assert found.rows()[0] == PLAN[lang][1]
