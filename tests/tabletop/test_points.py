"""Where points came from, side by side; and what stands above the table, once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO

import pytest
from attrs import evolve
from rich.cells import cell_len
from rich.console import Console

from rulekit.board.sides import Owner
from rulekit.cli.screen import Screen
from rulekit.runtime.header import Header
from rulekit.runtime.labels import Thing
from rulekit.runtime.narrative.gains import Gain
from rulekit.runtime.narrative.sentence import Sentence
from rulekit.runtime.shown_lines import HeaderLine
from rulekit.tabletop.above import above
from rulekit.tabletop.points import point_sheets, scoring_sheet
from rulekit.tabletop.rulebook import RulebookReader
from rulekit.tabletop.story import told
from rulekit.tabletop.story_page import story_page
from rulekit.tabletop.story_tables import in_tables
from rulekit.tabletop.texts import Texts
from rulekit.tui.panes import story
from tests.told.reading import GAMES, read


def gain(player: str, n: int, why: str, mark: str = "points") -> Gain:
    return Gain(player, mark, n, n, (why,), "game.rules:1", 0)


def test_each_reason_has_a_row_and_each_player_a_sum() -> None:
    gains = [gain("Ash", 3, "towns"), gain("Elm", 2, "towns"), gain("Ash", 4, "towns"), gain("Elm", -1, "debts")]
    [sheet] = point_sheets(gains, {"Ash": "Esche", "Elm": "Ulme", "Oak": "Eiche"}, Texts("en"))
    assert [column.name for column in sheet.columns] == ["", "Esche", "Ulme", "Eiche"]
    assert list(sheet.rows()) == [("towns", "7", "2", ""), ("debts", "", "-1", ""), ("in all", "7", "1", "0")]


def test_two_sorts_of_points_are_two_tables() -> None:
    gains = [gain("Ash", 3, "towns"), gain("Ash", 1, "vows", "honour")]
    assert len(list(point_sheets(gains, {"Ash": "Ash"}, Texts("en")))) == 2
    assert not list(point_sheets([], {"Ash": "Ash"}, Texts("en")))


def test_the_sums_of_a_whole_game_are_its_scores() -> None:
    match = read("shogun")[0]
    [sheet] = point_sheets(match.scores(None), {p: p for p in match.players}, Texts("en"))
    sums = {column.name: column.cells[-1] for column in sheet.columns[1:]}
    assert sums == {s.name: str(s.score) for s in match.standings}


def scorings(told: Sequence[Sentence]) -> Iterator[list[Sentence]]:
    names = {line.player: line.player for line in told if line.player}
    for found, sheet in in_tables(told, names, Texts("en")):
        if sheet is None:
            yield from scorings(found[0].children)
        elif found[0].sort == "score":
            yield [*found]


def test_a_scoring_is_one_table_with_what_each_has_then() -> None:
    """Sentence once in a year: reasons in the order of the rules, and below them the sums and what everybody has now."""
    match, _, stretches = read("shogun")
    names = {player: player for player in match.players}
    runs = [run for s in stretches for run in scorings(s.told)]
    assert len(runs) == 2 and all(told.sort == "score" for run in runs for told in run)
    first, second = (scoring_sheet(run, names, Texts("en")) for run in runs)
    assert [column.name for column in second.columns] == ["", *match.players]
    assert [row[0] for row in second.rows()][:2] == ["provinces", "buildings"]
    scores = {s.name: s.score for s in match.standings}
    for column in second.columns[1:]:
        before = next(int(other.cells[-1]) for other in first.columns if other.name == column.name)
        *_, together, now = map(int, (cell or 0 for cell in column.cells))
        assert now == before + together == scores[column.name]


def test_what_one_player_got_stays_a_sentence() -> None:
    score = next(run[0] for s in read("shogun")[2] for run in scorings(s.told))
    event = next(x for s in read("shogun")[2] for x in s.told if x.sort == "event")
    assert tables([event, score, event, event]) == [
        ([event], False),
        ([score], False),
        ([event], False),
        ([event], False),
    ]
    other = evolve(score, rows=tuple(evolve(gain, mark="honour") for gain in score.rows))
    assert tables([score, score, other]) == [([score, score], True), ([other], False)], (
        "two sorts of points are two tables"
    )


def tables(told: Sequence[Sentence]) -> list[tuple[list[Sentence], bool]]:
    names = {player: player for player in read("shogun")[0].players}
    return [([*found], sheet is not None) for found, sheet in in_tables(told, names, Texts("en"))]


def test_rows_with_the_same_headings_are_one_table() -> None:
    """Also where there is only one of them; other headings are another table."""
    some = read("shogun")[0].story("")[0]
    texts = ["Ash | towns: Elm, Oak | coins: 3", "Birch | towns:  | coins: 10", "Elm | guards: 2"]
    rows = [evolve(some, sort="row", parts=(text,)) for text in texts]
    found = [(len(lines), sheet) for lines, sheet in in_tables([*rows, some], {}, Texts("en"))]
    assert [n for n, _ in found] == [2, 1, 1] and found[2][1] is None
    sheets = [sheet for _, sheet in found if sheet is not None]
    assert [[column.name for column in sheet.columns] for sheet in sheets] == [["", "towns", "coins"], ["", "guards"]]
    assert list(sheets[0].rows()) == [("Ash", "Elm, Oak", "3"), ("Birch", "", "10")]


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_a_scoring_at_the_prompts_is_a_table_of_80_columns(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    texts = Texts(lang)
    Screen(plain=True).draw(story_page(texts, read("shogun", lang)[0], "Red"), texts)
    out = capsys.readouterr().out.splitlines()
    k = next(k for k, line in enumerate(out) if line == texts("points_from"))
    assert out[k + 1].split() == (["Red", "Yellow", "Blue", "Purple"] if lang == "en" else ["红", "黄", "蓝", "紫"])
    assert max(map(cell_len, out[k : k + 12])) <= 80
    assert any(line.startswith(texts("points_now")) for line in out[k:])


def test_a_scoring_on_the_full_screen_is_the_same_table() -> None:
    match, texts = read("shogun")[0], Texts("en")
    lines = told(match, "Red", 0, texts, "en", None)
    tables = [line.table for line in lines if line.scoring and line.table is not None]
    assert len(tables) == 2, "one of each year"
    sides = {name: Owner(name, name, "#803020", name[0], "") for name in match.players}
    console = Console(width=42, record=True, file=StringIO())
    console.print(story((), [line for line in lines if line.table is tables[1]], texts, 42, sides))
    shown = console.export_text().splitlines()
    assert shown[0].rstrip() == texts("points_from") and shown[1].split() == ["R", "Y", "B", "P"], "short headings"
    assert shown[-1].split()[-4:] == [column.cells[-1] for column in tables[1].columns[1:]]


QUIET = Texts("en"), RulebookReader()
"""In English, with a rulebook that says nothing."""


def header(*lines: str, course: tuple[str, ...]) -> Header:
    some = read("shogun")[0].story("")[0]
    said = tuple(evolve(some, parts=(text,)) for text in course)
    return Header(tuple(HeaderLine((line,), "game.rules:1") for line in lines), said, ())


def test_what_is_going_on_is_not_said_twice_above_the_table() -> None:
    assert above(header("Round 1", "Fair", course=("Round 1 begins", "Feast")), *QUIET) == ["Round 1", "Fair"]
    assert above(header("Round 1", course=("Market: Ash buys", "Feast")), *QUIET) == ["Round 1", "Market: Ash buys"]
    assert above(header("Round 1", course=("Feast",)), *QUIET) == ["Round 1"]


def test_a_card_in_force_stands_there_with_what_its_author_says_of_it() -> None:
    match = read("shogun")[0]
    card, reading = Thing("event", "Tax Ceiling", "Taxes are capped"), RulebookReader("en", GAMES["shogun"][0])
    said = Header((HeaderLine(("Event: ", card), "game.rules:1"),), (), ())
    assert above(said, Texts("en"), reading) == [
        "Event: Taxes are capped (taxes bring at most 5 chests, or 4 with the variant The long war)"
    ]
    zh = RulebookReader("zh-Hans", GAMES["shogun"][0])
    assert above(said, Texts("zh-Hans"), zh) == [
        "Event: Taxes are capped（每次征税最多得5个宝箱；使用变体“长期战争”时为4个）"
    ]
    row = Header((HeaderLine((card, ", ", card), "game.rules:1"),), (), ())
    assert above(row, Texts("en"), reading) == ["Taxes are capped, Taxes are capped"] and match.over
