"""What the server writes to its log: what an operator looks for, and no secret."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from rulekit.diagnostics import RulesError
from rulekit.plugins.senders import Turn
from rulekit.web import notices
from rulekit.web.app import create_app
from rulekit.web.notices import Postman
from tests import patience
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


def test_a_game_that_cannot_be_read_stops_no_notice(log: Callable[[], str]) -> None:
    """Its rules may hold mistakes in the version of today: nobody at any table was told anything any more."""
    outbox: Any = Outbox([Notice("kept", 0, "faulty"), Notice("kept", 0, "here")])
    sent: list[str] = []

    class Kept:
        def check(self, address: str) -> str:
            return address

        def send(self, address: str, turns: Sequence[Turn]) -> None:
            sent.append(address)

    def turn(notice: Any) -> Turn:
        if notice.address == "faulty":
            raise RulesError([])
        return Turn("Quarry", "Ann", "https://tables.example.org/games/1/1")

    assert Postman(outbox, turn, {"kept": Kept()}).deliver() == 1 and sent == ["here"]
    assert "ERROR game 1 cannot be read: nobody is told that it is their turn" in log()


@pytest.mark.parametrize("fails", ["take_notices", "note_delivery"])
def test_a_database_that_is_away_ends_no_notices(
    log: Callable[[], str], monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    monkeypatch.setattr(notices, "LOOK", 0.001)
    outbox: Any = Outbox([Notice("kept", 0, "here")])
    sent: list[str] = []

    class Kept:
        def check(self, address: str) -> str:
            return address

        def send(self, address: str, turns: Sequence[Turn]) -> None:
            sent.append(address)

    went, done = list[str](), threading.Event()
    real = getattr(outbox, fails)

    def away(*what: Any) -> Any:
        went.append(fails)
        if len(went) < 3:
            raise OperationalError("", None, OSError("no line"))
        done.set()
        return real(*what)

    monkeypatch.setattr(outbox, fails, away)
    postman = Postman(outbox, lambda _: Turn("Quarry", "Ann", "/games/1/1"), {"kept": Kept()})
    postman.start()
    assert done.wait(patience.seconds(20))
    postman.stop()
    assert "ERROR notices were not sent" in log()


class Notice:
    game = "1"

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
