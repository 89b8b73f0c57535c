"""What people read of a card: its author's sentence, and the exact rule when they ask for more."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulekit
from rulekit.tabletop.page import Paragraph
from rulekit.tabletop.rulebook import RulebookReader
from rulekit.tabletop.table_view import TableView
from rulekit.tabletop.texts import Texts
from tests.playing import ROOT, SHOGUN

PLUGINS = ROOT / "plugins"
GAMES = [
    SHOGUN,
    PLUGINS / "most_dangerous_time/rulekit_most_dangerous_time/game",
    PLUGINS / "nobunaga_successors/rulekit_nobunaga_successors/game",
]


def shown(name: str, lang: str = "en") -> str:
    match = rulekit.load(SHOGUN).start(seed=3)
    blocks = TableView(Texts(lang).of(SHOGUN, ())).about(match, match.players[0], name).blocks
    return "\n".join(block.text for block in blocks if isinstance(block, Paragraph))


def test_a_card_is_told_in_a_sentence_and_exactly_for_who_asks_more() -> None:
    assert "The province yields its tax, and unrest grows there." in shown("Collect taxes")
    levies = shown("Fewer armies are raised")
    assert "becomes" not in levies and "(show Fewer armies are raised more: the exact rule)" in levies
    assert "Unrest before means" in shown("Collect taxes more")
    assert "Settle unrest" in shown("Collect taxes more") and "Settle unrest" not in shown("Collect taxes")
    assert "从该国征得税金" in shown("征税", "zh-Hans") and "不满" in shown("征税 更多", "zh-Hans")


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
@pytest.mark.parametrize("game", GAMES, ids=lambda p: p.parent.name)
def test_no_card_of_our_games_speaks_in_rules(game: Path, lang: str) -> None:
    cards = [passage for passage in RulebookReader(lang, game).passages if passage.card]
    assert len(cards) > 15
    for card in cards:
        assert card.note and card.summary.startswith(card.note), card.title
        assert lang == "en" or not re.search(r"[A-Za-z]{3}", card.summary), card.title
