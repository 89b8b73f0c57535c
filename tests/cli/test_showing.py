"""What stands before a player at one question after the other."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

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


def drawn(page: Page, capsys: pytest.CaptureFixture[str]) -> list[str]:
    Screen().draw(page, Texts("en"))
    return capsys.readouterr().out.splitlines()


def test_in_a_file_tables_stand_below_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    """Who reads line by line, as a screen reader or a program does, finds one table in a line."""
    sheets = [Sheet([TextColumn(name, ["Ash"]), TextColumn("points", ["3"])]) for name in ("player", "town")]
    shown = drawn(Page([TableGroup(sheets)]), capsys)
    assert [line.split() for line in shown if line] == [
        ["player", "points"],
        ["Ash", "3"],
        ["town", "points"],
        ["Ash", "3"],
    ]


@pytest.mark.parametrize(
    ("said", "width"), [(None, 120), ("60", 60), ("160", 160), ("wide", 120), ("0", 120), ("5", 40)]
)
def test_a_file_is_as_wide_as_the_environment_says(
    said: str | None, width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if said is not None:
        monkeypatch.setenv("COLUMNS", said)
    page = Page()
    page.line("  " + " ".join(["one word after the other"] * 20))
    page.choices([(1, " ".join(["a long option"] * 20)), (12, "short")])
    page.tables([Sheet([TextColumn("name", ["market"]), TextColumn("here", ["apple, " * 40], items=", ")])])
    shown = drawn(page, capsys)
    assert width - 20 < max(map(cell_len, shown)) <= width
    story = shown[: next(k for k, line in enumerate(shown) if line.startswith("   1"))]
    assert len(story) > 1 and all(line.startswith("  ") for line in story)
    options = shown[len(story) : shown.index("  12  short")]
    assert options[0].startswith("   1  a long") and all(line.startswith("      ") for line in options[1:])


def test_a_path_stays_whole_in_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    path = "/".join(["folder"] * 30)
    page = Page()
    page.line(f"kept in {path}")
    assert drawn(page, capsys) == ["kept in", path]
