"""The players' table and the strip above the board are those that the game declares beside its board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import evolve

import rulekit
from rulekit.board import read_board
from rulekit.board.look import HELD
from rulekit.runtime.view_types import Row
from rulekit.web.tables import tables
from tests.playing import SHOGUN
from tests.web.asking import TestClient
from tests.web.test_games import begin, look


def sheet(state: dict[str, Any]) -> tuple[list[str], list[list[str]]]:
    (found,) = state["tables"]["players"]
    return found["columns"], found["rows"]


def test_the_columns_are_those_of_the_look(client: TestClient) -> None:
    game, seats, watch = begin(client, game="shogun", players=4, seed=7, options={"setup": "Predetermined"})
    state = look(client, game, 1, seats[0])
    columns, rows = sheet(state)
    assert columns == ["", "Provinces", "Chests", "Rice", "Points"]
    assert state["tables"]["players"][0]["icons"] == ["", "land", "coffer", "grain", "medal"]
    (provinces,) = (table for table in state["view"]["tables"] if table["of"] == "province")
    owners = [mark["id"] for row in provinces["rows"] for mark in row["marks"] if mark["key"] == "owner"]
    (players,) = (table for table in state["view"]["tables"] if table["of"] == "player")
    for row, player in zip(rows, players["rows"], strict=True):
        (purse,) = (place for place in player["places"] if place["key"] == "purse")
        chests = sum(pieces["count"] for pieces in purse["pieces"])
        assert row == [player["name"], str(owners.count(player["key"])), str(chests), "0", "0"]
    assert sheet(look(client, game, 0, watch)) == (columns, rows), "spectators have the table, too"


def test_headings_have_the_language_of_the_reader(client: TestClient) -> None:
    game, seats, _ = begin(client, game="shogun", players=3, seed=7)
    state = client.get(f"/api/v1/games/{game}/seats/1?lang=zh-Hans", headers=seats[0]).json()
    assert sheet(state)[0] == ["", "国", "宝箱", "稻米", "分数"]


def test_the_strip_is_that_of_the_look(client: TestClient) -> None:
    game, seats, _ = begin(client, game="shogun", players=3, seed=7)
    assert look(client, game, 1, seats[0])["game"]["strip"] == ["action-row", "event-row", "special-row"]
    game, seats, _ = begin(client, game="tic_tac_toe")
    assert look(client, game, 1, seats[0])["game"]["strip"] == []


def test_players_without_marks_have_what_they_hold() -> None:
    """A game may count the places of its players and nothing else."""
    game = rulekit.load(SHOGUN)
    match = game.start(3, seed=7, options={"setup": "Predetermined"})
    seen = match.compiled.views(None, "en").of(match).shown
    seen = evolve(seen, tables=[table for table in seen.tables if table.of == "province"])
    board = read_board(Path(SHOGUN))
    (found,) = tables(seen, "en", evolve(board, look=evolve(board.look, columns={HELD: {}}))).players
    assert found.columns == ["", HELD] and found.icons == ["", "land"]
    (bare,) = tables(seen, "en", evolve(board, look=evolve(board.look, columns={HELD: {}}, icons={}))).players
    assert bare.icons == ["", ""]
    assert [int(number) for _, number in found.rows] == [
        sum(owner(row) == s for row in seen.tables[0].rows) for s in seen.seats
    ]


def owner(row: Row) -> str:
    return next(mark.id for mark in row.marks if mark.key == "owner")
