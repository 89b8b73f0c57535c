"""The pace at which events are told at the full screen, and the table beside them."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from rulekit.board import read_board
from rulekit.tabletop.board import Sheet
from rulekit.tabletop.columns import TextColumn
from rulekit.tabletop.story import StoryLine, told
from rulekit.tabletop.texts import Texts
from rulekit.tui import panes
from rulekit.tui.app import TableApp
from rulekit.tui.pace import STOP, Pacing
from tests.board.test_board import MDT, TICTACTOE
from tests.playing import SHOGUN
from tests.tui.sitting_down import panel, play, question, seen, settle, table, until


def test_slowly_told_events_stop_for_a_key() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        app.driver._told.clear()  # as if all of it had happened since
        app._tell(app.viewer)
        assert app.telling is not None
        told = len(app._new)
        await pilot.press("enter")
        await until(pilot, lambda: len(app._new) > told, "the next event")
        await pilot.press("escape")
        await settle(app, pilot)
        assert app.telling is None and app.asked is not None

    app = table(SHOGUN, pace="step")
    match = app.driver.match
    for _ in range(120):
        match.choose(match.decisions[0], 0)
    play(app, what)


def test_each_choice_of_a_bot_is_told_before_the_next_bot_chooses() -> None:
    """So the table matches the story; Escape skips ahead to the next question."""

    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        choices, story = [], []
        while app.telling is not None:
            choices.append(app.driver.match.decided)
            story.append(seen(app, "#told"))
            await pilot.press("enter")
            await settle(app, pilot)
        assert choices == [0, 1, 2, 3] and len(set(story)) == 4
        assert app.asked is not None and app.driver.match.decided == 4

    async def hurried(app: TableApp, pilot: Pilot[Any]) -> None:
        assert app.telling is not None and app.driver.match.decided == 0
        await pilot.press("escape")
        await settle(app, pilot)
        assert app.telling is None and app.asked is not None and app.driver.match.decided == 4

    for then in (what, hurried):
        play(table(SHOGUN, players=3, seats={3: "human"}, pace="step"), then)


def test_a_small_screen_says_below_the_map_what_is_being_told() -> None:
    """The story has a pane of its own there."""

    async def small(app: TableApp, pilot: Pilot[Any]) -> None:
        assert "Draft: Red takes" in question(app) and "Enter: go on" in question(app)
        await pilot.press("tab")
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.telling is not None and "takes" in seen(app, "#told")
        assert "takes" not in question(app), "the story is on the screen"

    async def large(app: TableApp, pilot: Pilot[Any]) -> None:
        assert "takes" not in question(app) and "Enter: go on" in question(app)

    for then, size in ((small, (80, 24)), (large, (120, 40))):
        app = table(SHOGUN, players=3, seats={3: "human"}, pace="step")
        app.driver.match.choose(app.driver.match.decisions[0], 0)
        play(app, then, size)


def line(text: str, scoring: bool = False) -> StoryLine:
    return StoryLine(text, table=Sheet([TextColumn("", [text])]) if scoring else None, scoring=scoring)


def test_at_once_means_up_to_a_scoring() -> None:
    lines = [line("a"), line("b"), line("points", scoring=True), line("c"), line("d")]
    telling = Pacing(lines, "fast")
    assert telling.next() == STOP and telling.told == lines[:3] and telling.event == lines[2:3]
    assert telling.next() is None and telling.told == lines
    telling = Pacing(lines[:3], "fast")
    assert telling.next() == STOP and telling.next() is None, "also where a question comes right behind it"
    telling = Pacing(lines, "fast")
    telling.rest()
    assert telling.next() is None and telling.told == lines, "Esc skips it"


def test_the_end_of_a_game_waits_for_a_key_once() -> None:
    ended = Pacing([line("a"), line("won")], "fast", over=True)
    assert ended.next() == STOP and len(ended.told) == 2 and ended.next() is None
    scored = Pacing([line("points", scoring=True), line("won")], "fast", over=True)
    assert scored.next() == STOP and scored.next() is None and len(scored.told) == 2
    assert Pacing([line("a")], "fast").next() is None


def test_what_the_game_says_waits_for_a_key_unless_a_question_follows() -> None:
    lines = [line("a"), StoryLine("the turn ends", stops=True), line("c")]
    telling = Pacing(lines, "fast")
    assert telling.next() == STOP and telling.told == lines[:2]
    assert telling.next() is None and telling.told == lines
    assert Pacing(lines[:2], "fast").next() is None


def test_a_turn_of_the_war_does_not_end_unseen() -> None:
    """Its board says so."""
    from tests.told.reading import read

    match, reader, _ = read("most_dangerous_time")
    board = read_board(MDT)
    for lang, ends in (("en", "Turn 1 ends"), ("zh-Hans", "第1回合结束")):
        heard = told(match, reader, 0, Texts(lang), lang, None, board.look.stops)
        assert [x.text.startswith(ends) for x in heard if x.stops][:1] == [True]
        assert 1 < sum(x.stops for x in heard) <= 12


def year_two() -> TableApp:
    """Shogun in the second year, at the pace of who says none."""
    app = table(SHOGUN, options={"setup": "Predetermined"})
    match = app.driver.match
    while "year 2" not in match.header("Red", "en").lines[0].text:
        match.choose(match.decisions[0], 0)
    return app


@pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=str)
def test_a_year_does_not_end_unseen(size: tuple[int, int]) -> None:
    """Where the points came from, as a table, until a key is pressed; in a panel where the story is not on the screen."""

    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        app._before, app.asked = [], None
        app.driver._told.clear()  # as if all of it had happened since
        app._tell(app.viewer)
        await settle(app, pilot)
        assert app.telling is not None and app.asked is None
        if size[0] > 100:
            assert "Where the points came from" in seen(app, "#told") and "Enter: go on" in question(app)
            assert "Spring of year 2" not in seen(app, "#told")
            await pilot.press("enter")
        else:
            assert "Where the points came from" in panel(app) and "has now" in panel(app)
            await pilot.press("escape")
        await settle(app, pilot)
        assert app.telling is None and app.asked is not None and "Build a castle" in question(app)

    play(year_two(), what, size)


def test_a_resumed_game_is_not_told_again_as_news() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        assert app.telling is None and not app._new
        assert "B2" in seen(app, "#told") and question(app)

    app = table(TICTACTOE, pace="step")
    match = app.driver.match
    match.choose(match.decisions[0], "B2")
    match.choose(match.decisions[0], 0)
    play(app, what)


def test_the_story_of_a_small_screen_has_all_of_its_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before it is opened, while it is not measured yet: set-up tables stood in a column of twenty letters."""
    widths: list[int] = []
    drawn = panes.story

    def story(*said: Any) -> Any:
        widths.append(said[3])
        return drawn(*said)

    monkeypatch.setattr(panes, "story", story)

    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        assert app.pane == "map"
        await pilot.press("tab")
        await settle(app, pilot)

    play(table(SHOGUN, options={"setup": "Predetermined"}), what, (80, 24))
    assert widths and min(widths) > 60
