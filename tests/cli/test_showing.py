"""What stands before a player at one question after the other."""

from __future__ import annotations

import pytest

from rulekit.cli.screen import Screen
from rulekit.rule_tests.runner import position
from rulekit.tabletop.board import Sheet
from rulekit.tabletop.columns import TextColumn
from rulekit.tabletop.page import Page, TableGroup
from rulekit.tabletop.question import QuestionMenu
from rulekit.tabletop.table_view import TableView
from rulekit.tabletop.texts import Texts
from tests.games.test_skirmish import SKIRMISH

BAND = "several are chosen one of a sort after the other"


def test_a_counter_like_one_that_was_shown_is_no_news(capsys: pytest.CaptureFixture[str]) -> None:
    """Foxes are chosen one after the other: the second stands where the first stood, and its row would be the same."""
    match, screen, texts = position(SKIRMISH, BAND), Screen(plain=True), Texts("en")
    view = TableView(texts)
    offered: list[list[str]] = []
    seen: list[list[str]] = []
    for _ in range(3):
        decision = match.decisions[0]
        question = QuestionMenu(texts, decision, decision.player)
        screen.draw(view.state(match, question, anew=not seen, height=100), texts)
        offered.append([option.id for option in decision.options])
        seen.append([row for row in capsys.readouterr().out.splitlines() if row.startswith("soldier of Fox")])
        match.choose(decision, 0)
    assert "soldier 2 of Fox" not in offered[0] and "soldier 2 of Fox" in offered[2]
    assert [len(rows) for rows in seen] == [1, 0, 0]


def test_a_heading_is_not_as_narrow_as_its_table(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen(plain=True)
    sheet = Sheet([TextColumn("", [""]), TextColumn("", ["empty"])], "special pile of all")
    screen.draw(Page([TableGroup([sheet])]), Texts("en"))
    assert "special pile of all" in capsys.readouterr().out
