"""What a player is shown of a view."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import rulekit
from rulekit.runtime.view_types import (
    Card,
    CardPlace,
    Fact,
    Mark,
    PiecePlace,
    Pieces,
    Place,
    PlaceGroup,
    Row,
    Spot,
    Table,
    View,
)
from rulekit.tabletop.board import LocalizedView, Sheet
from rulekit.tabletop.cells import Cell, full, is_empty, short
from rulekit.tabletop.texts import Texts, choose_language
from tests.playing import ROOT, SHOGUN
from tests.told.reading import DANGEROUS

TEXTS = Texts("en")


def fact(name: str, value: str, raw: int, sort: str = "number") -> Fact:
    return Fact(name, name, value, raw, value, sort)


def mark(name: str, value: str, raw: int, told: bool = True) -> Mark:
    return Mark(name, name, value, raw, value, "number", told)


def cards(*names: str | None, hidden: int = 0, row: bool = False, name: str = "cards") -> CardPlace:
    shown = [None if n is None else Card(n, n) for n in names]
    return CardPlace(name, name, row, shown, "card", "card", sum(n != "" for n in names), hidden, False)


APPLES = PiecePlace("apples", "apples", [Pieces("3 apples", "apple", -1, 3)], False)


@pytest.mark.parametrize(
    "place,long,brief",
    [
        (cards(), "", ""),
        (cards("A", "B"), "A, B", "A, B"),
        (cards("A", "B", "C", "D"), "A, B, ... +2", "4"),
        (cards("A", None, None, hidden=2), "A, 2 face down", "3"),
        (cards("A", None, "", row=True), "1. A  2. ?  3. –", "1. A  2. ?  3. –"),
        (cards("", "", row=True), "1. –  2. –", ""),
        (mark("keeper", "Red", 0), "Red", "Red"),
        (mark("keeper", "none", -1), "", ""),
        (mark("rounds", "0", 0), "0", "0"),
        (APPLES, "3 apples", "3 apples"),
        (PlaceGroup("x", "x", [Spot("Kai", cards("A")), Spot("Aki", cards())], 1), "Kai: A", "1"),
        (PlaceGroup("x", "x", [Spot("Kai", APPLES)], 0), "Kai: 3 apples", "Kai: 3 apples"),
    ],
)  # fmt: skip
def test_cells(place: Cell, long: str, brief: str) -> None:
    assert full(TEXTS, place, 2) == long
    assert short(TEXTS, place) == brief


def test_pieces_in_places_for_each_of_a_second_kind_are_something_to_see() -> None:
    assert is_empty(PlaceGroup("x", "x", [Spot("Kai", cards())], 0))
    assert not is_empty(PlaceGroup("x", "x", [Spot("Kai", APPLES)], 0))


def plots(*rows: Row, more: Sequence[Table] = ()) -> LocalizedView:
    players = Table("player", "player", False, [Row("Rot", "Red", [], [], [])])
    tables = [players, Table("plot", "plot", False, rows), *more]
    return LocalizedView(View("plots", "Red", ["Rot"], ["Red"], False, ["Red"], [], [], tables, []), TEXTS)


def plot(name: str, owner: str = "", key: str = "", facts: Sequence[Fact] = (), places: Sequence[Place] = ()) -> Row:
    return Row(name, key or name, facts, [mark("owner", owner or "none", 0 if owner else -1)], places)


def names(sheet: Sheet) -> list[str]:
    return [column.name for column in sheet.columns]


def rows(sheet: Sheet) -> list[list[str]]:
    return [list(row) for row in sheet.rows()]


def test_around_a_decision_are_what_can_be_chosen_and_what_is_mine() -> None:
    board = plots(plot("A"), plot("B", "Rot"), plot("C", "Blau"), plot("D", "Blau"))
    [(sheet, shown)] = board.around({"C"}, 24)
    assert [row[0] for row in rows(sheet)] == ["B", "C"]
    assert shown == {"B", "C"}
    assert sheet.left == 1  # D; nothing is to be said about A


def test_a_long_list_is_cut() -> None:
    [(sheet, shown)] = plots(*(plot(f"P{k}", "Rot") for k in range(50))).around(set(), 10)
    assert (len(rows(sheet)), sheet.left, len(shown)) == (10, 40, 10)


def test_what_is_printed_on_a_member_has_columns_but_does_not_make_it_worth_showing() -> None:
    facts = [fact("tax", "5", 5)]
    [*_, sheet] = plots(plot("A", "Rot", facts=facts), plot("B", facts=facts)).everything()
    assert (names(sheet), rows(sheet)) == (["plot", "tax", "owner"], [["A", "5", "Rot"]])


def test_an_onlooker_has_no_cards_of_his_own() -> None:
    match = rulekit.load(ROOT / "tests" / "cli" / "orchard").start(2)
    sheets: list[Sheet] = list(LocalizedView(match.view(None), TEXTS).everything())
    assert "token" not in str(sheets)


def truth(name: str, holds: bool) -> Fact:
    return fact(name, "yes" if holds else "no", int(holds), "truth")


def test_what_does_not_hold_is_left_blank() -> None:
    board = plots(
        plot("A", "Rot", facts=[truth("walled", True), truth("flooded", False)]),
        plot("B", "Blau", facts=[truth("walled", False), truth("flooded", False)]),
    )
    [*_, sheet] = board.everything()
    assert names(sheet) == ["plot", "walled", "owner"]
    assert rows(sheet) == [["A", "yes", "Rot"], ["B", "", "Blau"]]


def test_bookkeeping_is_not_shown() -> None:
    board = plots(Row("A", "A", [], [mark("seen so far", "7", 7, told=False)], []))
    assert "plot" not in [names(sheet)[0] for sheet in board.everything()]


def test_ones_own_counters_are_seen_where_they_lie() -> None:
    """A question about a plot shows no table of counters; a question about a counter does."""
    counters = Table("counter", "counter", True, [plot("Guard", "Rot")])
    board = plots(plot("A", "Rot", places=[cards("Guard", name="plot")]), more=[counters])
    assert [names(sheet)[0] for sheet, _ in board.around({"A"}, 24)] == ["plot"]
    sheets = [sheet for sheet, _ in board.around({"Guard"}, 24)]
    assert [names(sheet) for sheet in sheets] == [["plot", "owner", ""], ["counter", "where", "owner"]]
    assert rows(sheets[1]) == [["Guard", "A", "Rot"]]


def test_the_members_of_a_narrower_kind_stand_in_the_table_of_the_wider_one() -> None:
    leaders = Table("leader", "leader", True, [Row("Guard", "Guard", [], [mark("rank", "2", 2)], [])])
    units = Table("unit", "unit", True, [plot("Guard", "Rot"), plot("Spear", "Rot")])
    board = plots(plot("A", "Rot"), more=[leaders, units])
    [*_, sheet] = board.everything()
    assert (names(sheet), rows(sheet)) == (["unit", "owner", "rank"], [["Guard", "Rot", "2"], ["Spear", "Rot", ""]])
    [only] = board.about("leader")
    assert rows(only) == [["Guard", "Rot", "2"]]


def test_what_cannot_be_told_apart_has_one_row() -> None:
    spears = [plot("Spear", "Rot", key=f"Spear {k}") for k in range(3)]
    [sheet] = plots(plot("Guard", "Rot"), *spears, plot("Spear", "Blau")).about("plot")
    assert rows(sheet) == [["Guard", "Rot"], ["Spear ×3", "Rot"], ["Spear", "Blau"]]


def test_ones_own_get_the_room_that_is_left() -> None:
    own = [plot(f"P{k}", "Rot") for k in range(9)]
    [(sheet, _)] = plots(*(plot(f"C{k}", "Blau") for k in range(6)), *own).around({f"C{k}" for k in range(6)}, 8)
    assert [row[0] for row in rows(sheet)] == [*(f"C{k}" for k in range(6)), "P0", "P1"]


def test_all_of_one_thing() -> None:
    [sheet] = plots(plot("A", "Rot", facts=[fact("tax", "5", 5)])).about("a")
    assert (sheet.title, rows(sheet)) == ("A", [["tax", "5"], ["owner", "Rot"]])
    assert plots(plot("A")).about("B") == []


def test_what_is_printed_on_members_of_a_kind_of_kinds_can_be_read() -> None:
    """A leader is a unit, and his table says how brave he is; a soldier has no table."""
    match = rulekit.load(DANGEROUS).start(seed=3, options={"scenario": "Short"})
    rows = {row.key: row for table in match.view(None).tables for row in table.rows if table.of == "unit"}
    brave = {fact.key: fact.raw for fact in rows["Shingen"].facts}
    assert brave["bravery"] == 3 and brave["diplomacy"] == 1
    assert not next(row for key, row in rows.items() if key.startswith("soldier ")).facts


def test_what_the_game_shows_with_a_thing() -> None:
    """SHOGUN counts the building spaces that are free, as a player would; a temple takes one."""
    match = rulekit.load(ROOT / "games" / "shogun").start(4, 3, {"setup": "Predetermined"})
    text = "Building spaces free: {}"
    before = [line.text for line in match.shown_with("Shinano")]
    counts = match.compiled.labels("en").counts["province"]
    block = next(b for b in counts if match.compiled.image.tokens[b.token].piece == "temple")
    shinano = [m.name for m in match.compiled.image.kinds["province"].members].index("Shinano")
    match.s[block.base + shinano] += 1
    after = [line.text for line in match.shown_with("Shinano", "Red")]
    assert (before, after) == ([text.format(3)], [text.format(2)])
    assert [line.text for line in match.shown_with("Shinano", None, "zh-Hans")] == ["空余建筑位：2"]
    sheet = LocalizedView(match.view("Red"), TEXTS, shown_with=lambda key: after).about("Shinano")[0]
    assert ("Building spaces free", "2") in sheet.rows()


@pytest.mark.parametrize(
    ("lang", "name", "rows"),
    [
        ("en", "Harima", [("owner", "none"), ("Contents", "empty")]),
        ("zh-Hans", "播磨", [("领主", "无"), ("内容", "空")]),
        ("en", "chest card 3", [("where", "Red: hand"), ("As a bid", "3 chests")]),
        ("zh-Hans", "宝箱牌1", [("位置", "红：手牌"), ("作为出价", "1个宝箱")]),
    ],
)
def test_what_is_nobodys_and_what_a_card_is_worth_is_shown(lang: str, name: str, rows: list[tuple[str, str]]) -> None:
    """Of the four cards of a name the one that the player may read, and no line with a gap for the others."""
    texts = choose_language(lang, ("en", "zh-Hans"))
    match = rulekit.load(ROOT / "games" / "shogun").start(4, 3)
    board = LocalizedView(
        match.view("Red", lang=lang), texts, {}, lambda key: [x.text for x in match.shown_with(key, "Red", lang)]
    )
    (sheet,) = board.about(name)
    assert [row for row in sheet.rows() if row[0] in dict(rows)] == rows
    assert name == "Harima" or name == "播磨" or list(sheet.rows()) == rows


def test_what_is_printed_nowhere_is_not_shown() -> None:
    """Only what can change is said to be none: a waypoint has no crest and never will."""
    match = rulekit.load(DANGEROUS).start(seed=2)
    (sheet,) = LocalizedView(match.view(match.players[0]), TEXTS).about("Imajo")
    rows = {name: value for name, value in sheet.rows()}  # noqa: C416
    assert rows["controller"] == "none" and "crest" not in rows


def test_a_kind_that_is_asked_for_is_whole() -> None:
    """Also what is nobody's, and where nothing lies."""
    match, luck = rulekit.load(SHOGUN).start(seed=1), Random(1)
    for _ in range(6):
        decision = match.decisions[0]
        match.choose(decision, luck.choice(decision.options).id)
    (sheet,) = LocalizedView(match.view("Red"), TEXTS).about("province")
    owner = next(column for column in sheet.columns if column.name == "owner")
    assert len(owner.cells) == 45 and {"none", "Red"} <= {*owner.cells}


@pytest.mark.parametrize(
    "lang,name,rows",
    [
        (
            "en",
            "Oda Nobunaga",
            ["where Kanagasaki", "beside it", "house Oda", "bravery 1", "rank Daimyo", "diplomacy yes"],
        ),
        ("zh-Hans", "织田信长", ["位置 金崎", "同处", "所属氏族 织田", "勇武 1", "身份 大名", "外交能力 是"]),
    ],
)
def test_a_unit_tells_where_it_is_and_what_holds_of_it(lang: str, name: str, rows: list[str]) -> None:
    match = rulekit.load(DANGEROUS).start(seed=3)
    (sheet,) = LocalizedView(match.view(match.players[0], lang=lang), Texts(lang)).about(name)
    said = [" ".join(row) for row in sheet.rows()]
    assert sheet.title == name and [row.startswith(start) for row, start in zip(said, rows, strict=True)] == [True] * 6


def test_units_that_are_called_alike_tell_how_many_lie_where() -> None:
    match = rulekit.load(DANGEROUS).start(seed=3)
    (sheet,) = LocalizedView(match.view(match.players[0]), TEXTS).about("soldier of Oda")
    assert sheet.title == "soldier of Oda ×32" and ("Kyo", "2") in sheet.rows()
    assert sum(int(row[1]) for row in sheet.rows()) == 32


@pytest.mark.parametrize(("name", "shown"), [("province", "国"), ("hand", "手牌"), ("planning-card", "计划牌")])
def test_names_of_the_rules_are_known_in_every_language(name: str, shown: str) -> None:
    match = rulekit.load(ROOT / "games" / "shogun").start(4, 3, {"setup": "Predetermined"})
    board = LocalizedView(match.view("Red", lang="zh-Hans"), Texts("zh-Hans"))
    by_key, by_name = board.about(name), board.about(shown)
    assert by_key and [list(sheet.rows()) for sheet in by_key] == [list(sheet.rows()) for sheet in by_name]
