"""How a form is headed, and what is left for its lines."""

from __future__ import annotations

import random

import pytest

import rulekit
from rulekit.runtime.forms import form_of
from rulekit.tabletop.form_lines import heading, rests
from tests.playing import SHOGUN
from tests.told.reading import DANGEROUS

PLAN = {"en": "Your plan: which card?", "zh-Hans": "你的计划：放哪张牌？"}
BEGIN = {"en": "where does … begin?", "zh-Hans": "……从哪里开始？"}


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_what_all_questions_share_is_the_heading(lang: str) -> None:
    match = rulekit.load(SHOGUN).start(seed=1, options={"setup": "Predetermined"})
    form = form_of(match, match.decisions[0])
    assert form is not None
    lines = form.lines(lang)
    assert heading(form, lines, lang) == PLAN[lang]
    assert rests(lines)[10] == {"en": "your bid", "zh-Hans": "出价"}[lang]
    assert rests(lines)[0] == {"en": "Build a castle", "zh-Hans": "建造城堡"}[lang], (
        "a name that stands alone has no quotation marks"
    )


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_a_question_is_torn_only_round_what_it_is_about(lang: str) -> None:
    """Names that begin alike stay whole, and what is left of the question is a sentence."""
    match = rulekit.load(DANGEROUS).start(seed=2)
    while (form := form_of(match, match.decisions[0])) is None or form.player != "Oda Player":
        match.choose(match.decisions[0], 0)
    lines = form.lines(lang)
    assert heading(form, lines, lang) == BEGIN[lang]
    assert rests(lines)[0] == {"en": "Hashiba Hideyoshi", "zh-Hans": "羽柴秀吉"}[lang]


def test_a_year_is_few_questions_with_forms() -> None:
    """A person at a table of four, whoever the others are: the planning of a season is one question."""
    match, chance = rulekit.load(SHOGUN).start(seed=3, options={"setup": "Predetermined"}), random.Random(3)
    asked: dict[str, int] = {}
    while not match.over:
        decision = next((d for d in match.decisions if d.player != "Red"), match.decisions[0])
        if decision.player == "Red":
            year = match.header("Red").lines[0].text.partition(" of ")[2]
            asked[year] = asked.get(year, 0) + 1
            form = form_of(match, decision)
            if form is not None:
                form.rest_random(chance)
                form.send(match)
                continue
        match.choose(decision, chance.choice(list(decision.options)))
    assert len(asked) == 2 and max(asked.values()) <= 40
