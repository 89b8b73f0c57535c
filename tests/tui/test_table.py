"""The table as one sits at it: what is seen, what keys and clicks do, on large and small screens."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Static

from rulekit.tabletop.story_page import player_names
from rulekit.tui.app import TableApp
from rulekit.tui.map_view import MapView
from rulekit.tui.question_view import QuestionView
from tests.board.test_board import TICTACTOE
from tests.cli.test_questions import herds_in
from tests.playing import ROOT, SHOGUN
from tests.tui.sitting_down import map_text, panel, play, question, seen, settle, table, type_line, until

ORCHARD = ROOT / "tests" / "cli" / "orchard"


def test_the_first_look_is_a_grid_with_a_question() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        assert "which square do you mark?" in question(app)
        rows = "\n".join(map_text(app))
        assert all(name in rows for name in ("A1", "B2", "C3"))

    play(table(TICTACTOE), what)


def test_a_number_chooses_and_the_others_answer() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        await type_line(app, pilot, "5")
        assert app.driver.match.decided == 2
        assert any("✕" in row for row in map_text(app)) and any("◯" in row for row in map_text(app))
        assert "B2" in seen(app, "#told")

    play(table(TICTACTOE), what)


def test_arrows_point_and_enter_chooses_but_enter_alone_does_not() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        await pilot.press("enter")
        assert app.driver.match.decided == 0
        await pilot.press("down", "down")
        assert app.query_one(QuestionView).cursor == 1
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.driver.match.view(None).tables[0].rows[1].marks[0].value == "Cross"

    play(table(TICTACTOE), what)


def test_a_click_on_the_map_chooses_the_place() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        view = app.query_one(MapView)
        row = next(y for y, text in enumerate(map_text(app)) if "C2" in text)
        column = map_text(app)[row].index("C2")
        await pilot.click(MapView, offset=(column, row))
        await settle(app, pilot)
        assert app.driver.match.decided == 2
        assert view.thing_at(column, row) == "C2"

    play(table(TICTACTOE), what)


def test_what_is_refused_tells_why_and_chooses_nothing() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        asked = app.asked
        assert asked is not None and not asked.choices[3].open
        assert f"4 – {asked.choices[3].label}" in question(app), "not by its colour alone"
        assert "3 – " not in question(app)
        await type_line(app, pilot, "4")
        assert app.driver.match.decided == 0
        assert "not allowed" in str(app.screen.query("Static").first(Static).visual) + seen(app, "#message")

    play(table(SHOGUN), what)


def test_undo_takes_back_and_says_what_is_asked_again() -> None:
    """In a game without a map, too."""

    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        await type_line(app, pilot, "undo")
        assert "Nothing is taken back" in seen(app, "#message")
        assert "which token do you bid?" in question(app)
        await type_line(app, pilot, "2")
        assert "and the other hand?" in question(app)
        await pilot.press("ctrl+z")
        await settle(app, pilot)
        assert "which token do you bid?" in question(app)
        assert "you are asked again: which token do you bid?" in seen(app, "#message")

    play(table(ORCHARD, players=2, seed=5), what)


def shows(app: TableApp, word: str) -> bool:
    return word in panel(app)


def test_panels_open_and_close() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        for key, word in (
            ("f2", "not allowed"),
            ("f3", "The board is set up"),
            ("f4", "bank"),
            ("question_mark", "chooses the option"),
        ):
            await pilot.press(key)
            await until(pilot, lambda: len(app.screen_stack) == 2 and app.screen.query("#text"), f"the panel of {key}")
            await until(pilot, partial(shows, app, word), f"{word} in the panel of {key}")
            await pilot.press("escape")
            await until(pilot, lambda: len(app.screen_stack) == 1, "the table below the panel")

    play(table(SHOGUN), what)


def test_the_exact_rule_of_a_question_is_shown_as_the_help_says() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        await pilot.press("question_mark")
        await until(pilot, partial(shows, app, "(show ? more: the exact rule)"), "the hint")
        await pilot.press("escape")
        await type_line(app, pilot, "show ? more")
        await until(pilot, partial(shows, app, "Draft a province"), "the exact rule")

    play(table(SHOGUN), what)


def test_a_small_screen_shows_one_pane_at_a_time() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        assert app.is_narrow and app.query_one("#main").display and not app.query_one("#side").display
        assert "Draft: which province do you take?" in question(app)
        await pilot.press("tab")
        assert app.query_one("#story").display and not app.query_one("#main").display
        await pilot.press("tab")
        assert "Red" in "".join(app.query_one("#players").render_line(y).text for y in range(6))
        await pilot.press("tab")
        assert app.query_one("#main").display
        await pilot.resize_terminal(120, 40)
        await until(pilot, lambda: not app.is_narrow and app.query_one("#side").display, "all panes side by side")

    play(table(SHOGUN), what, size=(80, 24))


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_below_the_map_of_a_small_screen_are_the_numbers_of_the_players(lang: str) -> None:
    """In the order of their letters, as long as the players themselves are not shown; and how one gets to them."""

    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        chests, keys = (
            ("Chests 15 15 15 15", "Tab story, players") if lang == "en" else ("宝箱 15 15 15 15", "Tab 经过、玩家")
        )
        assert app.query_one("#glance").display and chests in seen(app, "#glance")
        assert cell_len(seen(app, "#glance").splitlines()[0]) <= 78 and keys in seen(app, "#keys")
        await pilot.press("tab")
        assert not app.query_one("#glance").display
        await pilot.resize_terminal(120, 40)
        await until(pilot, lambda: not app.is_narrow and not app.query_one("#glance").display, "the players themselves")

    play(table(SHOGUN, options=PLANNING, lang=lang), what, size=(80, 24))


def test_without_numbers_nothing_stands_below_the_map() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        assert app.is_narrow and not seen(app, "#glance") and not app.query_one("#glance").display

    play(table(TICTACTOE), what, size=(80, 24))


def test_the_map_is_zoomed_and_panned() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        view = app.query_one(MapView)
        before = view.virtual_size.width
        await pilot.press("right_square_bracket", "right_square_bracket")
        assert view.virtual_size.width > 1.5 * before
        was = view.scroll_offset
        await pilot.press("shift+right", "shift+down")
        await until(pilot, lambda: view.scroll_offset != was, "another part of the map")
        await pilot.press("backslash")
        assert view.virtual_size.width == before

    play(table(SHOGUN), what)


def test_two_people_have_a_curtain_between_them() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        assert len(app.screen_stack) == 2  # before the first question, too
        assert "Red is asked now" in str(app.screen.query_one(Static).visual)
        await pilot.press("enter")
        await settle(app, pilot)
        await type_line(app, pilot, "1")
        await type_line(app, pilot, "1")
        assert len(app.screen_stack) == 2
        assert "Yellow is asked now" in str(app.screen.query_one(Static).visual)
        assert app.viewer == "Red"
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.viewer == "Yellow" and "chest card" in seen_own(app)

    play(table(SHOGUN, seats={1: "human", 2: "human"}), what)


def seen_own(app: TableApp) -> str:
    own = app.query_one("#own")
    return " ".join(own.render_line(y).text for y in range(own.size.height))


def test_the_end_shows_the_standings() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        while not app.driver.match.over:
            await type_line(app, pilot, "1")
        assert "Enter: go on" in question(app) and len(app.screen_stack) == 1, "one sees how it ended"
        await pilot.press("enter")
        assert len(app.screen_stack) == 2
        await until(pilot, lambda: "Rank" in panel(app), "the standings")
        await pilot.press("escape")
        names = [player_names(app.driver.match, app.texts)[seat] for seat in app.driver.match.winners]
        assert names and all(name in question(app) for name in names) and "The game is over." in question(app)
        await pilot.press("ctrl+q")

    app = table(TICTACTOE)
    play(app, what)
    assert app.return_value == "over"


def test_a_refusal_does_not_outlive_its_question() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        while not app.driver.match.over:
            await type_line(app, pilot, "99")
            assert "99" in seen(app, "#message")
            await type_line(app, pilot, "1")
        assert "99" not in seen(app, "#message")

    play(table(TICTACTOE), what)


def test_chinese_is_as_wide_as_it_is() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        from rich.cells import cell_len

        view = app.query_one(MapView)
        assert {cell_len(row) for row in map_text(app)} == {view.size.width}
        assert "甲斐" in "\n".join(map_text(app))

    play(table(SHOGUN, lang="zh"), what)


PLANNING = {"setup": "Predetermined"}


def test_who_plans_sees_what_their_places_yield_beside_the_map() -> None:
    """Above the story, which keeps some rows; Tab shows one of them alone."""

    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        story, yours = app.query_one("#story"), app.query_one("#yours")
        await until(pilot, lambda: yours.display and story.display and yours.size.height > 8, "both")
        assert story.size.height >= 3 and yours.region.bottom <= story.region.y
        assert app.query_one("#side").region.contains_region(story.region)
        held = seen(app, "#held")
        assert [row.split() for row in held.splitlines()[:3]] == [
            ["Building"],
            ["spaces"],
            ["Tax", "Rice", "free", "Army"],
        ]
        assert "Yamato" in held
        await pilot.press("tab")
        assert story.display and not yours.display
        await pilot.press("tab")
        assert yours.display and not story.display
        await type_line(app, pilot, "rest random")
        await type_line(app, pilot, "done")
        assert not app.planning and story.display and not yours.display

    play(table(SHOGUN, seed=3, options=PLANNING), what)


def test_planning_is_one_form_of_eleven_lines() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        assert "11 your bid: –" in question(app)
        await type_line(app, pilot, "3")
        assert "Build a theater" in question(app) and "Kii" in question(app)
        await type_line(app, pilot, "form")
        assert "11 your bid: –" in question(app), "its lines again"
        await type_line(app, pilot, "form")
        assert "11 your bid: –" in question(app) and not seen(app, "#message")
        await type_line(app, pilot, "3")
        await type_line(app, pilot, "Kii")
        assert "Build a theater: Kii" in question(app)
        await type_line(app, pilot, "9 Kii")
        assert "Build a theater: –" in question(app) and "Battle / move A: Kii" in question(app)
        assert "Open again because of it: 3 Build a theater" in seen(app, "#message")
        await type_line(app, pilot, "done")
        assert "Still open" in seen(app, "#message") and app.driver.match.decided == 33
        await type_line(app, pilot, "rest random")
        await type_line(app, pilot, "done")
        assert app.driver.match.decided >= 44 and "special card" in question(app)
        await type_line(app, pilot, "form")
        assert "This is a single question." in seen(app, "#message")

    play(table(SHOGUN, options=PLANNING), what)


def test_why_and_hint_speak_of_the_lines_of_a_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """What they number can be typed: a number is that of a line, or of an option while the options of a line are shown."""
    monkeypatch.setattr("rulekit.tabletop.hint.THINKING", 0.2)

    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        async def hint() -> str:
            await type_line(app, pilot, "hint")
            await app.workers.wait_for_complete()
            await until(pilot, lambda: "of 100" in seen(app, "#message"), "a hint")
            return seen(app, "#message")

        async def why(what: str) -> str:
            await type_line(app, pilot, f"why {what}")
            text = panel(app)
            await pilot.press("escape")
            return text

        said = await hint()
        assert re.match(r"\s*1  Build a castle: [\w -]+: \d+ of 100", said), said
        await type_line(app, pilot, said.strip().split(": ")[0][:1] + " Kii")
        assert "Build a castle: Kii" in question(app)
        assert re.match(r"\s*2  Build a temple: ", await hint())
        said = await why("5 Noto")
        assert "Collect taxes: which card?" in said and "Noto: this is allowed" in said
        assert "for Collect taxes" in said and "Build" not in said
        assert "Kii: this is allowed" in await why("1")
        await type_line(app, pilot, "9")
        said = await why("2")
        name = re.split(r" →| \(", app.asked.choices[1].label)[0] if app.asked is not None else ""
        assert "Battle / move A: which card?" in said and f"{name}: this is allowed" in said
        said = await hint()
        number, name = re.match(r"\s*(\d+)  ([\w -]+): \d+ of 100", said).groups()  # type: ignore[union-attr]
        await type_line(app, pilot, number)
        assert f"Battle / move A: {name}" in question(app)

    play(table(SHOGUN, options=PLANNING), what)


def test_lines_of_a_form_are_found_by_what_is_typed() -> None:
    """In any order, several at once, and also while another line is open; a wrong one is told and changes nothing."""

    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        await type_line(app, pilot, "F Lon-Eng")
        assert "3  F Lon - Eng" in seen(app, "#message") and "3 F Lon - Eng" in question(app)
        await type_line(app, pilot, "1")
        await type_line(app, pilot, "f edi - nwg")
        assert "2  F Edi - Nwg" in seen(app, "#message") and "A Lvp - Wal" in question(app)
        await type_line(app, pilot, "F Lon - Nth, A Lvp - Par; A Lvp - Wal")
        assert "“A Lvp - Par” can stand in no line. Did you mean" in seen(app, "#message")
        await type_line(app, pilot, "back")
        for line in ("1 A Lvp - Wal", "2 F Edi - Nwg", "3 F Lon - Nth"):
            assert line in question(app)
        await type_line(app, pilot, "F Lon - Par")
        assert "“F Lon - Par” can stand in no line. Did you mean" in seen(app, "#message")
        await type_line(app, pilot, "done")
        await settle(app, pilot)
        told = "\n".join(line.text for line in app.driver.match.story("England"))
        assert "England: A Lvp - Wal; F Edi - Nwg; F Lon - Nth" in told

    diplomacy = ROOT / "games" / "diplomacy"
    play(table(diplomacy, seats={1: "random", 2: "human"}), what)


@pytest.mark.parametrize("typed", ["12", "99", "0"])
def test_a_number_that_no_line_of_a_form_has_is_told(typed: str) -> None:
    """It was taken for an option of the question behind the form."""

    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        await type_line(app, pilot, typed)
        assert app.is_running and app.asked is not None and app.asked.form is not None
        assert f"There is no number {typed} here; 1 to 11 can be chosen." in seen(app, "#message")
        assert all(value is None for value in app.asked.form.form.values)

    play(table(SHOGUN, options=PLANNING), what)


def test_a_form_is_filled_by_arrows_and_enter_alone() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        for _ in range(11):
            await pilot.press("enter")  # the first open line is pointed at
            await pilot.press("enter")  # and then the first card that is not used yet
        await until(pilot, lambda: ": –" not in question(app), "a form without gaps")
        await pilot.press("ctrl+z")
        await until(pilot, lambda: question(app).count(": –") == 1, "the last of them taken back")
        await type_line(app, pilot, "rest random")
        await type_line(app, pilot, "undo")
        assert question(app).count(": –") == 1
        await type_line(app, pilot, "rest random")
        await type_line(app, pilot, "done")
        assert app.driver.match.decided >= 44

    play(table(SHOGUN, options=PLANNING), what)


def test_without_colours_borders_are_lines_and_everything_has_a_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        text = "\n".join(map_text(app))
        assert not set("▖▗▘▝▀▄▌▐") & set(text)
        assert "R5" in text and "Y5" in text

    play(table(SHOGUN, options=PLANNING), what)


def test_a_hint_comes_from_a_bot_without_stopping_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.tabletop.hint.THINKING", 0.2)

    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        await pilot.press("f6")
        await until(pilot, lambda: "tries" in seen(app, "#message"), "a hint")
        assert app.driver.match.decided == 0

    play(table(TICTACTOE), what)


def test_like_things_are_counted_and_what_is_for_good_is_asked_again(tmp_path: Path) -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        await type_line(app, pilot, "1")
        assert "sheep of Merino: how many (0 to 5)?" in question(app)
        await type_line(app, pilot, "0")
        assert "who grazes?" in question(app) and app.driver.match.decided == 0
        await type_line(app, pilot, "1")
        await type_line(app, pilot, "3")
        assert app.driver.match.decided == 3
        await type_line(app, pilot, "1 x2")
        assert app.driver.match.decided == 5
        await type_line(app, pilot, "undo")
        assert app.driver.match.decided == 3, "what was chosen together is taken back together"
        await type_line(app, pilot, "done")
        assert question(app).splitlines()[1].strip().startswith("0 none")
        await type_line(app, pilot, "1")
        assert "is for good" in question(app) and "0 no" in question(app)
        await type_line(app, pilot, "n")
        assert "who is slaughtered?" in question(app)
        await type_line(app, pilot, "1")
        await type_line(app, pilot, "1")
        assert app.driver.match.view("Ash").places and "sing?" in question(app)

    play(table(herds_in(tmp_path), seats={1: "human"}), what)
