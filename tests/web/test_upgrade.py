"""A database of an earlier version: what it lacks is added, and its games go on."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rulekit.diagnostics import UserError
from rulekit.web.app import create_app
from rulekit.web.store import Store
from tests.web.conftest import FOLDERS
from tests.web.test_games import begin, choose, look

LATER = {"seats": ("absent",), "orders": ("until", "stopped")}
"""Columns that came after 0.2.0"""
NEW = ("plans", "votes", "subscriptions", "outbox")


def test_a_game_of_0_2_0_goes_on(database: str, tmp_path: Path) -> None:
    with TestClient(create_app(FOLDERS, database), headers={"Sec-Fetch-Site": "same-origin"}) as client:
        game, seats, _ = begin(client, game="tic_tac_toe")
        choose(client, game, 1, seats[0], "A1")
        before = look(client, game, 2, seats[1])
    with sqlite3.connect(tmp_path / "tables.db") as old:
        for table, columns in LATER.items():
            for column in columns:
                old.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        for table in NEW:
            old.execute(f"DROP TABLE {table}")
    for _ in range(2):  # the second time nothing is missing
        with TestClient(create_app(FOLDERS, database), headers={"Sec-Fetch-Site": "same-origin"}) as client:
            assert look(client, game, 2, seats[1]) == before
    with TestClient(create_app(FOLDERS, database), headers={"Sec-Fetch-Site": "same-origin"}) as client:
        assert choose(client, game, 2, seats[1], "B2").status_code == 200


@pytest.mark.parametrize("url", ["mysql://localhost/tables", "postgres", "://"])
def test_what_is_no_database(url: str) -> None:
    with pytest.raises(UserError, match="a file, or postgresql://"):
        Store(url)
