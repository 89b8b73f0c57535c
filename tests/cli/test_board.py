"""What a player is shown of a view."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulekit
from rulekit.cli.board import Board, Sheet
from rulekit.cli.cells import full, short
from rulekit.cli.texts import Texts

TEXTS = Texts("en")


def mark(name: str, value: str, raw: int) -> dict[str, Any]:
    return {"name": name, "key": name, "value": value, "raw": raw}


def cards(*names: str | None, hidden: int = 0, row: bool = False) -> dict[str, Any]:
    shown: list[Any] = [None if n is None else {"name": n, "key": n} for n in names]
    number = sum(n != "" for n in names)
    return {"name": "cards", "key": "cards", "cards": shown, "number": number, "hidden": hidden, "row": row}


@pytest.mark.parametrize(
    "place,long,brief",
    [
        (cards(), "", ""),
        (cards("A", "B"), "A, B", "A, B"),
        (cards("A", "B", "C", "D"), "A, B, ... +2", "4"),
        (cards("A", None, None, hidden=2), "A, 2 face down", "3"),
        (cards("A", None, "", row=True), "1. A  2. ?  3. –", "1. A  2. ?  3. –"),
        (mark("keeper", "Red", 0), "Red", "Red"),
        (mark("keeper", "none", -1), "", ""),
        (mark("rounds", "0", 0), "0", "0"),
        ({"name": "x", "key": "x", "pieces": [{"text": "3 apples"}]}, "3 apples", "3 apples"),
    ],
)  # fmt: skip
def test_cells(place: dict[str, Any], long: str, brief: str) -> None:
    assert full(TEXTS, place, 2) == long
    assert short(TEXTS, place) == brief


def plots(*rows: dict[str, Any]) -> Board:
    player = {"name": "Rot", "key": "Red", "marks": [], "places": []}
    tables = [{"of": "player", "name": "player", "rows": [player]}, {"of": "plot", "name": "plot", "rows": list(rows)}]
    view = {"you": "Red", "players": ["Rot"], "marks": [], "places": [], "devices": [], "tables": tables}
    return Board(view, TEXTS)


def plot(name: str, owner: str = "", **more: Any) -> dict[str, Any]:
    marks = [mark("owner", owner or "none", 0 if owner else -1)]
    return {"name": name, "key": name, "marks": marks, "places": [], **more}


def test_around_a_decision_are_what_can_be_chosen_and_what_is_mine() -> None:
    board = plots(plot("A"), plot("B", "Rot"), plot("C", "Blau"), plot("D", "Blau"))
    [(sheet, shown)] = board.around({"C"}, 24)
    assert [row[0] for row in sheet.rows] == ["B", "C"]
    assert shown == {"B", "C"}
    assert sheet.left == 1  # D; nothing is to be said about A


def test_a_long_list_is_cut() -> None:
    [(sheet, shown)] = plots(*(plot(f"P{k}", "Rot") for k in range(50))).around(set(), 10)
    assert (len(sheet.rows), sheet.left, len(shown)) == (10, 40, 10)


def test_what_is_printed_on_a_member_has_columns_but_does_not_make_it_worth_showing() -> None:
    facts = [mark("tax", "5", 5)]
    [*_, sheet] = plots(plot("A", "Rot", facts=facts), plot("B", facts=facts)).everything()
    assert (sheet.columns, sheet.rows) == (["plot", "tax", "owner"], [["A", "5", "Rot"]])


def test_an_onlooker_has_no_cards_of_his_own() -> None:
    match = rulekit.load(Path(__file__).parent / "orchard").start(2)
    sheets: list[Sheet] = list(Board(match.view(None), TEXTS).everything())
    assert "token" not in str(sheets)
