"""What the server writes to its log: what an operator looks for, and no secret."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from rulekit.plugins.senders import Turn
from rulekit.web.app import create_app
from rulekit.web.notices import Postman
from tests.web.asking import TestClient
from tests.web.conftest import FOLDERS
from tests.web.test_games import begin, choose


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Callable[[], str]:
    caplog.set_level(logging.DEBUG, "rulekit")
    return lambda: "\n".join(f"{record.levelname} {record.getMessage()}" for record in caplog.records)


def test_games_and_refused_requests_are_logged_and_no_secret(log: Callable[[], str], tmp_path: Path) -> None:
    app = create_app(FOLDERS, f"sqlite:///{tmp_path / 'tables.db'}")
    with TestClient(app, headers={"Sec-Fetch-Site": "same-origin"}) as client:
        game, seats, watch = begin(client, game="tic_tac_toe", bots={"2": "random"})
        secrets = [who["Authorization"].split()[1] for who in (*seats, watch)]
        client.get(f"/join/{secrets[0]}")
        client.post("/api/v1/games", json={}, headers={"Sec-Fetch-Site": "cross-site"})
        client.post(f"/join/{secrets[0]}", headers={"Sec-Fetch-Site": "cross-site"})
        choose(client, game, 1, seats[0], "Z9")
    said = log()
    assert f"INFO game {game} of tic_tac_toe begins with 2 seats, 1 of bots" in said
    assert "INFO refused POST /api/v1/games from testclient: 403" in said
    assert "INFO refused POST /join/... from testclient: 403" in said
    assert f"DEBUG POST /api/v1/games/{game}/seats/1/choices from testclient: 422" in said
    assert said.endswith("INFO stopped") and not [secret for secret in secrets if secret in said]


def test_a_sender_that_fails_in_its_own_way_is_logged_and_stops_no_other(log: Callable[[], str]) -> None:
    class Broken:
        def check(self, address: str) -> str:
            return address

        def send(self, address: str, turns: Sequence[Turn]) -> None:
            raise LookupError("no such channel")

    class Kept(Broken):
        def send(self, address: str, turns: Sequence[Turn]) -> None:
            sent.append(address)

    sent: list[str] = []
    outbox: Any = Outbox([Notice("broken", 0, "a"), Notice("broken", 3, "b"), Notice("kept", 0, "here")])
    turn = Turn("Quarry", "Ann", "https://tables.example.org/games/1/1")
    postman = Postman(outbox, lambda _: turn, {"broken": Broken(), "kept": Kept()})
    assert postman.deliver() == 1 and sent == ["here"]
    assert outbox.again == [60] and outbox.delivered == [("kept", "here")]
    assert "WARNING a notice by broken was not sent (no such channel): again in 60 s" in log()
    assert "given up" in log()


class Notice:
    def __init__(self, sort: str, tries: int, address: str) -> None:
        self.sort, self.tries, self.address = sort, tries, address


class Outbox:
    def __init__(self, notices: list[Notice]) -> None:
        self.notices, self.again, self.delivered = notices, list[int](), list[tuple[str, str]]()

    def take_notices(self) -> list[Notice]:
        return self.notices

    def post_again(self, notice: Notice, wait: int) -> None:
        self.again.append(wait)

    def note_delivery(self, sort: str, address: str) -> None:
        self.delivered.append((sort, address))
