"""What is read at the full screen: nothing is cut, nothing is said twice, and places tell where one can go from them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Static

import rulekit
from rulekit.runtime.labels import Thing
from rulekit.runtime.narrative.sentence import Sentence
from rulekit.tabletop.board import Sheet
from rulekit.tabletop.columns import TextColumn
from rulekit.tabletop.story import without_player
from rulekit.tabletop.texts import Texts
from rulekit.tabletop.ways import ways
from rulekit.terminal.wrapping import wrapped
from rulekit.tui import panes
from rulekit.tui.app import TableApp
from rulekit.tui.command_line import CommandLine
from rulekit.tui.question_view import ChoiceRow, QuestionView
from rulekit.tui.screens import Panel
from tests.playing import SHOGUN
from tests.tui.sitting_down import panel, play, question, seen, settle, table, type_line


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("short", ["short"]),
        ("", [""]),
        ("- a rule that is too long for it", ["- a rule that is too", "  long for it"]),
        ("- 必须满足：银行的宝箱数不小于此处。", ["- 必须满足：银行的宝", "  箱数不小于此处。"]),
        ("一二三四五六七八九十，一", ["一二三四五六七八九", "十，一"]),
        ("incomprehensibilities of", ["incomprehensibilitie", "s of"]),
    ],
)
def test_a_line_is_broken_between_words(line: str, lines: list[str]) -> None:
    assert wrapped(line, 20) == lines
    assert all(cell_len(x) <= 20 for x in lines)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
@pytest.mark.parametrize(("lang", "card"), [("en", "Collect taxes"), ("zh-Hans", "征税")])
def test_panels_are_as_wide_as_they_are_seen(size: tuple[int, int], lang: str, card: str) -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        for typed in (f"show {card}", "board"):
            await type_line(app, pilot, typed)
            await settle(app, pilot)
            text = app.screen.query_one("#text", Static)
            assert max(map(cell_len, panel(app).splitlines())) <= text.container_size.width, typed
            await pilot.press("escape")

    play(table(SHOGUN, lang=lang), what, size)


@pytest.mark.parametrize("rows", [12, 24, 40])
@pytest.mark.parametrize("lines", [2, 200])
def test_a_short_text_leaves_the_table_in_sight(rows: int, lines: int) -> None:
    """Its panel has the rows of the text, a frame and how to close it; a long one has nearly the whole screen."""

    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        app.push_screen(Panel("Log", "\n".join(map(str, range(lines))), "Esc closes"))
        await pilot.pause()
        box, close = app.screen.children[0], app.screen.query_one("#close", Static)
        assert box.region.contains_region(close.region) and close.region.height == 1
        assert box.outer_size.height == min(lines + 3, max(4, rows * 92 // 100))

    play(table(SHOGUN), what, (120, rows))


def test_what_is_typed_at_a_panel_is_an_answer() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        await type_line(app, pilot, "why 4 more")
        await settle(app, pilot)
        assert isinstance(app.screen, Panel)
        await pilot.press("2")
        await settle(app, pilot)
        assert not isinstance(app.screen, Panel) and app.query_one(CommandLine).value == "2"
        await pilot.press("enter")
        await settle(app, pilot)
        assert app.driver.match.decided == 1

    play(table(SHOGUN), what)


def test_a_place_tells_where_one_can_go_from_it_in_any_language() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        for typed in ("show Aki", "show 安艺"):
            await type_line(app, pilot, typed)
            await settle(app, pilot)
            said = panel(app)
            assert "海路" in said and "伊予" in said and "备后（中立）、石见（中立）" in said
            await pilot.press("escape")

    play(table(SHOGUN, lang="zh-Hans"), what)


def test_a_game_without_a_board_has_no_ways() -> None:
    match = rulekit.load(SHOGUN).start(seed=1)
    view = match.view(match.players[0])
    assert ways(SHOGUN.parent / "no game", view, Texts("en")) == {}
    land = "Bingo (neutral), Iwami (neutral)"
    assert ways(SHOGUN, view, Texts("en"))["Aki"] == [("Sea route", "Iyo (neutral)"), ("Land border", land)]


def test_a_neighbour_tells_whose_it_is() -> None:
    match = rulekit.load(SHOGUN).start(seed=1)
    match.choose(match.decisions[0], match.decisions[0].options[0].id)
    view = match.view("Red")
    mine = next(
        r.name for t in view.tables for r in t.rows if any(m.key == "owner" and m.value == "Red" for m in r.marks)
    )
    told = [row for rows in ways(SHOGUN, view, Texts("en")).values() for _, row in rows if mine in row]
    assert told and all(f"{mine} (Red)" in row for row in told)


def test_the_list_of_places_is_for_reading() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        await pilot.press("f5")
        rows = seen(app, "#places").splitlines()
        aki = next(row for row in rows if "Aki" in row and "Land border: " in row)
        assert "Land border: Bingo, Iwami" in aki and "o1" not in aki

    play(table(SHOGUN), what)


def test_the_header_names_the_action_and_the_tower_in_whole_words() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        while " of 10: Battle / move" not in seen(app, "#head"):
            await type_line(app, pilot, "rest random" if app.asked is not None and app.asked.form is not None else "1")
            if app.asked is not None and app.asked.form is not None:
                await type_line(app, pilot, "done")
            await settle(app, pilot)
        head = seen(app, "#head").splitlines()
        assert all(cell_len(row) <= 118 for row in head)
        rows = next(k for k, row in enumerate(head) if row.startswith("action row  1 "))
        assert [row.partition("  ")[0] for row in head[rows:] if row[0] != " "] == [
            "action row",
            "event row",
            "special row",
        ]
        assert all(re.match(r" +\d+ \w", row) for row in head[rows:] if row[0] == " "), "a card is not torn"
        head = head[:rows]
        assert 2 <= len(head) <= 4
        assert " of 10: Battle / move" in head[-2] and "battle tower: " in head[-1]
        assert "Turn order: " in "".join(head[:-1])
        assert "Event: Castles defend themselves (a castle counts as one army more in the defence)" in head[1]
        assert question(app).split("\n")[0].count("Red") == 1

    play(table(SHOGUN, seed=4), what)


def test_the_keys_of_a_form_are_seen_whole_on_a_small_screen() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        while app.asked is None or app.asked.form is None:
            await type_line(app, pilot, "1")
            await settle(app, pilot)
        view = app.query_one("QuestionView")
        shown = [view.render_line(y).text for y in range(view.size.height)]
        assert any("返回" in row for row in shown), shown
        await type_line(app, pilot, "其余随机")
        await type_line(app, pilot, "清空 3")
        assert "–" in "\n".join(choice.label for choice in app.asked.choices)

    play(table(SHOGUN, seed=3, lang="zh-Hans"), what, (80, 24))


def test_whose_question_it_is_is_said_once() -> None:
    red = Thing("player", "Red", "红")
    assert without_player(Sentence("event", (red, "方：", "战斗（大和）"), 0), "红") == "战斗（大和）"
    assert without_player(Sentence("event", (red, ": ", "Battle (", "Yamato", ")"), 0), "红") == "Battle (Yamato)"
    assert without_player(Sentence("event", (red, "方进攻：大和"), 0), "红") == "红方进攻：大和"
    assert without_player(Sentence("event", ("Battle in ", "Kai"), 0), "红") == "Battle in Kai"


def test_no_line_of_a_pane_begins_with_a_comma() -> None:
    """A row of a table that is too wide goes on between the items of a Chinese list, behind their comma."""
    from rich.console import Console

    listed = "、".join(f"招募{k}支军队：丹波" for k in range(9))
    shown = panes.sheets([Sheet([TextColumn("", ["计划"]), TextColumn("", [listed])])], Texts("zh-Hans"), 33, {})
    console = Console(width=33)
    rows = ["".join(s.text for s in row).rstrip() for row in console.render_lines(shown)]
    assert len(rows) > 4 and rows[0].startswith("计划  招募0")
    assert not [row for row in rows if row.startswith("、")] and "".join(rows) == f"计划  {listed}"


async def plan(app: TableApp, pilot: Pilot[Any]) -> None:
    """Chooses on to the form of the plan."""
    while app.asked is None or app.asked.form is None:
        await type_line(app, pilot, "1")
        await settle(app, pilot)


@pytest.mark.parametrize(
    "lang, said", [("en", ("action row", "event row", "special row")), ("zh-Hans", ("行动牌列", "事件牌列"))]
)
def test_a_small_screen_shows_what_one_plans_by(lang: str, said: tuple[str, ...]) -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        await plan(app, pilot)
        head = seen(app, "#head").splitlines()
        assert all(any(row.startswith(name) for row in head) for name in said)
        assert all(cell_len(row) <= 78 for row in head) and app.query_one("#map").size.height >= 6
        for _ in range(3):
            await pilot.press("tab")
        assert app.query_one("#yours").display and "action row" not in seen(app, "#head")
        mine = app.query_one("#held", Static)
        rows = [mine.render_line(y).text.split() for y in range(mine.size.height)]
        assert len(rows) >= 9 and all(len(row) >= 5 for row in rows[-8:])  # name, tax, rice, room, armies

    play(table(SHOGUN, seed=3, lang=lang), what, (80, 24))


def test_ones_own_places_are_at_hand_on_a_large_screen() -> None:
    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        await plan(app, pilot)
        assert app.query_one("#story").display and app.query_one("#yours").display
        for _ in range(2):
            await pilot.press("tab")
        assert app.query_one("#yours").display and not app.query_one("#story").display
        mine = app.query_one("#held", Static)
        heads = [mine.render_line(y).text.split() for y in range(3)]
        assert heads == [["Building"], ["spaces"], ["Tax", "Rice", "free", "Army"]]
        await pilot.press("tab")
        assert app.query_one("#story").display

    play(table(SHOGUN, seed=3), what)


def test_the_plan_has_columns_of_its_own_and_strikes_what_is_done() -> None:
    """It stands where the story is else, and not among one's cards, which left the story three lines."""

    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        await plan(app, pilot)
        await type_line(app, pilot, "rest random")
        await type_line(app, pilot, "done")
        assert "Build a castle" not in rows_of(app, "#own")
        for _ in range(3):
            await pilot.press("tab")
        assert all(f"{name}: " in rows_of(app, "#held") for name in ("Build a castle", "Battle / move B"))

    play(table(SHOGUN, seed=3), what, (80, 24))


def rows_of(app: TableApp, widget: str) -> str:
    found = app.query_one(widget, Static)
    return "\n".join(found.render_line(y).text.rstrip() for y in range(found.size.height))


def test_a_list_is_struck_through_where_it_is_done() -> None:
    found = {"plan": {"Dig": "Rot", "Sow": "Blau", "Reap": "–"}}
    wide, narrow = panes.lists(found, {"Dig"}, ": ", 40), panes.lists(found, (), ": ", 12)
    assert wide.plain.splitlines() == ["plan", "Dig: Rot   Reap: –", "Sow: Blau"]
    assert [wide.plain[span.start : span.end] for span in wide.spans if "strike" in str(span.style)] == ["Dig: Rot"]
    assert len(narrow.plain.splitlines()) == 4


NOTED = [ChoiceRow(k, f"Action {k}: – (no. {k})", short=f"Action {k}: –") for k in range(1, 11)]


@pytest.mark.parametrize(
    ("long", "shown"),
    [
        ("Action 11: Awa-Shikoku", "11 Action 11: Awa-Shikoku"),
        ("Action 11: a castle that has a long name, and another one", "11 Action 11: a castle that has a…"),
    ],
)
def test_one_long_line_of_a_form_costs_the_others_no_note(long: str, shown: str) -> None:
    """It loses its own, and where it has no room even so, its end."""

    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        view = app.query_one(QuestionView)
        view.ask([("Your plan", "")], [*NOTED, ChoiceRow(11, f"{long} (costs 2 of 15, and no. 11)", short=long)])
        rows = [view.render_line(y).text.rstrip() for y in range(view.lines)]
        assert len(rows) <= 9 and all(f"(no. {k})" in "\n".join(rows) for k in range(1, 11))
        assert any(row.endswith(shown) for row in rows), rows

    play(table(SHOGUN, seed=3), what, (80, 24))
