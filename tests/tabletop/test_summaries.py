"""What people read of cards, units and questions: a sentence of the author, and the exact rule when they ask for more."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.tabletop.commands import read
from rulekit.tabletop.page import Page, Paragraph
from rulekit.tabletop.question import QuestionMenu
from rulekit.tabletop.rulebook import RulebookReader
from rulekit.tabletop.table_view import TableView
from rulekit.tabletop.texts import Texts
from tests.playing import ROOT, SHOGUN, TOY

PLUGINS = ROOT / "plugins"
GAMES = [
    SHOGUN,
    PLUGINS / "most_dangerous_time/rulekit_most_dangerous_time/game",
    PLUGINS / "nobunaga_successors/rulekit_nobunaga_successors/game",
]


def lines(page: Page) -> list[str]:
    return [block.text for block in page.blocks if isinstance(block, Paragraph)]


ARMIES = "Armies hold your provinces and fight for others; one at least stays behind when they march."


def shown(name: str, lang: str = "en") -> str:
    match = rulekit.load(SHOGUN).start(seed=3)
    return "\n".join(lines(TableView(Texts(lang).of(SHOGUN, ())).about(match, match.players[0], name)))


def test_a_card_is_told_in_a_sentence_and_exactly_for_who_asks_more() -> None:
    assert "The province yields its tax, and unrest grows there." in shown("Collect taxes")
    levies = shown("Fewer armies are raised")
    assert "becomes" not in levies and "(show Fewer armies are raised more: the exact rule)" in levies
    assert "Unrest before means" in shown("Collect taxes more")
    assert "Settle unrest" in shown("Collect taxes more") and "Settle unrest" not in shown("Collect taxes")
    assert "从该国征得税金" in shown("征税", "zh-Hans") and "不满" in shown("征税 更多", "zh-Hans")


def test_units_are_told_by_their_kind() -> None:
    told = [shown(name) for name in ("army", "Armies", "armies")]
    assert len({*told}) == 1 and told[0].splitlines()[1:] == ["Armies", ARMIES]
    assert shown("province-card").splitlines()[1:3] == shown("province cards").splitlines()[1:3]
    assert "军队驻守你的国" in shown("军队", "zh-Hans")


def asked(game: Path, lang: str, answers: int) -> Iterator[tuple[list[str], list[str]]]:
    """The lines that `?` gives at each other question of a game of chance, and those of `? more`."""
    match, luck, texts, seen = rulekit.load(game).start(seed=3), Random(2), Texts(lang).of(game, ()), set[str]()
    for _ in range(answers):
        if match.over:
            return
        decision = luck.choice(match.decisions)
        if decision.rule not in seen:
            menu = QuestionMenu(texts, decision, decision.player, decision.player)
            view = TableView(texts)
            yield lines(view.rules(menu)), lines(view.rules(menu, whole=True))
        seen.add(decision.rule)
        match.choose(decision, luck.choice(decision.options).id)


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
@pytest.mark.parametrize("game", GAMES, ids=lambda p: p.parent.name)
def test_a_question_is_told_in_a_sentence_and_exactly_for_who_asks_more(game: Path, lang: str) -> None:
    told = [*asked(game, lang, 400)]
    assert len(told) > 5
    for (_, sentence, exact), whole in told:
        assert sentence[-1] in ".。"
        assert exact == ("(show ? more: the exact rule)" if lang == "en" else "（查看 ? 更多：准确的规则）")
        assert "\n- " in "\n".join(whole) and "\n- " not in sentence
        assert lang == "en" or not re.search(r"[A-Za-z]{3}", sentence), sentence
    if game == SHOGUN and lang == "en":
        assert told[0][0][1].startswith("A player takes one of the two open cards")


def test_the_hint_for_the_exact_rule_can_be_typed_as_it_stands() -> None:
    assert read("? more") == read("show ? more") == ("help", "more")
    assert read("？ 更多") == read("查看 ？ 更多") == ("help", "更多")
    assert read("?") == read("show ?") == ("help", "")
    assert read("help wanted") == ("name", "help wanted")


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
@pytest.mark.parametrize("game", GAMES, ids=lambda p: p.parent.name)
def test_no_question_and_no_unit_of_our_games_speaks_in_rules(game: Path, lang: str) -> None:
    told = [passage for passage in RulebookReader(lang, game).passages if passage.sort in ("question", "unit")]
    assert len(told) > 10
    for passage in told:
        assert passage.note[-1] in ".。" and (lang == "en" or not re.search(r"[A-Za-z]{3}", passage.note)), passage.note


def test_a_question_without_a_sentence_names_its_rule(tmp_path: Path) -> None:
    shutil.copytree(TOY, tmp_path / "toy")
    rules = [next(asked(tmp_path / "toy", lang, 1)) for lang in ("en", "zh-Hans")]
    assert all(len(told) == 3 and told[1] == whole[1] for told, whole in rules), rules


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
@pytest.mark.parametrize("game", GAMES, ids=lambda p: p.parent.name)
def test_no_card_of_our_games_speaks_in_rules(game: Path, lang: str) -> None:
    cards = [passage for passage in RulebookReader(lang, game).passages if passage.card]
    assert len(cards) > 15
    for card in cards:
        assert card.note and card.summary.startswith(card.note), card.title
        assert lang == "en" or not re.search(r"[A-Za-z]{3}", card.summary), card.title
