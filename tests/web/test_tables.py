"""The players' table and the strip above the board are those that the game declares beside its board."""

from __future__ import annotations

from typing import Any

from tests.web.asking import TestClient
from tests.web.test_games import begin, look


def sheet(state: dict[str, Any]) -> tuple[list[str], list[list[str]]]:
    (found,) = state["tables"]["players"]
    return found["columns"], found["rows"]


def test_the_columns_are_those_of_the_look(client: TestClient) -> None:
    game, seats, watch = begin(client, game="shogun", players=4, seed=7, options={"setup": "Predetermined"})
    state = look(client, game, 1, seats[0])
    columns, rows = sheet(state)
    assert columns == ["", "Provinces", "Chests", "rice", "points"]
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
    assert look(client, game, 1, seats[0])["game"]["strip"] == ["action-row", "event-row", "event-space", "special-row"]
    game, seats, _ = begin(client, game="tic_tac_toe")
    assert look(client, game, 1, seats[0])["game"]["strip"] == []
