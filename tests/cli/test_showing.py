"""What stands before a player at one question after the other."""

from __future__ import annotations

import pytest

from rulekit.cli.screen import Screen
from rulekit.cli.table.question import Question
from rulekit.cli.table.showing import Showing
from rulekit.cli.texts import Texts
from rulekit.rule_tests.runner import position
from tests.games.test_skirmish import SKIRMISH

BAND = "several are chosen one of a sort after the other"


def test_a_counter_like_one_that_was_shown_is_no_news(capsys: pytest.CaptureFixture[str]) -> None:
    """Foxes are chosen one after the other: the second stands where the first stood, and its row would be the same."""
    match, screen, texts = position(SKIRMISH, BAND), Screen(plain=True), Texts("en")
    showing = Showing(screen, texts)
    offered: list[list[str]] = []
    seen: list[list[str]] = []
    for _ in range(3):
        decision = match.decisions[0]
        showing.state(match, Question(screen, texts, decision, decision.player), anew=not seen)
        offered.append([option.id for option in decision.options])
        seen.append([row for row in capsys.readouterr().out.splitlines() if row.startswith("soldier of Fox")])
        match.choose(decision, 0)
    assert "soldier 2 of Fox" not in offered[0] and "soldier 2 of Fox" in offered[2]
    assert [len(rows) for rows in seen] == [1, 0, 0]


def test_a_heading_is_not_as_narrow_as_its_table(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen(plain=True)
    screen.tables([screen.table("special pile of all", ["", ""], [["", "empty"]])])
    assert "special pile of all" in capsys.readouterr().out
