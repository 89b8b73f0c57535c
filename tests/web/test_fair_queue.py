"""Work that takes long: a stranger who sends much of it holds up neither those who play, nor others who want the same."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import anyio
import pytest
from starlette.applications import Starlette
from starlette.requests import Request

from rulekit.web import analysis
from rulekit.web.catalogue import Catalogue
from rulekit.web.fair_queue import FairQueue
from rulekit.web.registry import GameRegistry
from rulekit.web.session import GameSession
from rulekit.web.uploads import Uploads
from tests import patience
from tests.web.asking import TestClient
from tests.web.conftest import FOLDERS
from tests.web.test_games import begin, choose

THREADS = 40
"""So many threads work on requests"""
PATIENCE = 20.0


class Blocked:
    """Work that goes on until it is let go."""

    def __init__(self) -> None:
        self.begun, self._ended, self.tired = threading.Semaphore(0), threading.Event(), threading.Event()

    def __call__(self, *_: Any, **__: Any) -> Any:
        self.begun.release()
        if not self._ended.wait(patience.seconds(PATIENCE)):
            self.tired.set()
        raise RuntimeError("it was let go")

    def let_go(self) -> None:
        self._ended.set()


@contextmanager
def blocked() -> Iterator[Blocked]:
    work = Blocked()
    try:
        yield work
    finally:
        work.let_go()


def of(address: str) -> Request:
    return Request({"type": "http", "client": (address, 1)})


def test_of_one_address_so_much_is_done_at_once_and_others_have_their_turn() -> None:
    running = list[str]()

    async def send(queue: FairQueue, address: str, work: Blocked) -> None:
        running.append(address)
        with pytest.raises(RuntimeError):
            await queue.run(of(address), work)
        running.remove(address)

    async def attack(work: Blocked) -> None:
        queue = FairQueue(3, 2)
        async with anyio.create_task_group() as group:
            for _ in range(20):
                group.start_soon(send, queue, "a", work)
            for _ in range(2):
                await anyio.to_thread.run_sync(work.begun.acquire)
            assert await queue.run(of("b"), lambda a, b: a + b, 2, b=3) == 5
            assert not work.begun.acquire(blocking=False) and running == ["a"] * 20, (
                "two of the stranger's, and no third"
            )
            work.let_go()
        assert not running and not queue._own and not queue._waiting, "nothing is kept of who has gone"

    with blocked() as work:
        anyio.run(attack, work)
        assert not work.tired.is_set()


@pytest.mark.parametrize(
    ("where", "what", "method", "path", "body"),
    [
        (GameRegistry, "create", "POST", "games", {"game": "tic_tac_toe"}),
        (Uploads, "check", "POST", "games", {"game": "tic_tac_toe", "text": "# a rule"}),
        (Uploads, "check", "POST", "check", {"game": "tic_tac_toe", "text": "# a rule"}),
        (Catalogue, "paths", "GET", "offer?game=shogun&variants=spies,merchants", None),
    ],
    ids=["create", "create-with-rules", "check", "offer"],
)
def test_who_sets_tables_holds_up_nobody_who_plays(
    where: Any, what: str, method: str, path: str, body: Any, app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules of which nobody has heard yet are read and compiled for seconds: as many requests as there are threads, and more."""
    client = TestClient(app, headers={"Sec-Fetch-Site": "same-origin"}, raise_server_exceptions=False)
    with client, blocked() as work:
        game, seats, _ = begin(client, game="tic_tac_toe")
        client.get("/api/v1/games")
        monkeypatch.setattr(where, what, work)
        strangers = [
            threading.Thread(target=client.request, args=(method, f"/api/v1/{path}"), kwargs={"json": body})
            for _ in range(THREADS + 5)
        ]
        for stranger in strangers:
            stranger.start()
        work.begun.acquire()
        for square, seat in (("B2", 1), ("A1", 2), ("C3", 1)):
            assert choose(client, game, seat, seats[seat - 1], square).status_code == 200
        assert client.get("/api/v1/whoami").status_code == 401 and not work.tired.is_set()
        work.let_go()
        for stranger in strangers:
            stranger.join()


def test_who_tries_something_out_holds_up_no_board_and_no_replay(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that is asked what it would do thinks for 13 s in a large game; all maps of the server waited for it."""
    client = TestClient(app, headers={"Sec-Fetch-Site": "same-origin"}, raise_server_exceptions=False)
    with client, blocked() as work:
        tried, seats, _ = begin(client, game="shogun", players=3)
        other, others, _ = begin(client, game="shogun", players=3)
        monkeypatch.setattr(analysis, "thought_of", work)
        path = f"/api/v1/games/{tried}/seats/1/analysis"
        stranger = threading.Thread(
            target=client.post, args=(path,), kwargs={"json": {"bot": True}, "headers": seats[0]}
        )
        stranger.start()
        work.begun.acquire()
        for what in ("board.svg", "board.svg?step=0", "replay/0"):
            assert client.get(f"/api/v1/games/{other}/seats/1/{what}", headers=others[0]).status_code == 200
        assert not work.tired.is_set()
        work.let_go()
        stranger.join()


def test_who_looks_back_holds_up_no_board(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    client = TestClient(app, headers={"Sec-Fetch-Site": "same-origin"}, raise_server_exceptions=False)
    with client, blocked() as work:
        game, seats, _ = begin(client, game="shogun", players=3)
        monkeypatch.setattr(GameSession, "replay", work)
        path = f"/api/v1/games/{game}/seats/1"
        stranger = threading.Thread(target=client.get, args=(f"{path}/replay/0",), kwargs={"headers": seats[0]})
        stranger.start()
        work.begun.acquire()
        assert client.get(f"{path}/board.svg", headers=seats[0]).status_code == 200 and not work.tired.is_set()
        work.let_go()
        stranger.join()


def test_who_reads_rules_holds_up_nobody_whose_game_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty-two requests for combinations of variants kept the lobby away for three minutes."""
    catalogue = Catalogue(FOLDERS)
    known = catalogue.load("tic_tac_toe")
    with blocked() as work:
        monkeypatch.setattr(Catalogue, "_read", work)
        strangers = [threading.Thread(target=_read, args=(catalogue,)) for _ in range(2)]
        for stranger in strangers:
            stranger.start()
        work.begun.acquire()
        found = list[Any]()
        reader = threading.Thread(target=lambda: found.append(catalogue.load("tic_tac_toe")))
        reader.start()
        reader.join(patience.seconds(PATIENCE) / 2)
        assert found == [known] and not work.tired.is_set()
        assert not work.begun.acquire(blocking=False), "rules are read by one at a time"
        work.let_go()
        for stranger in strangers:
            stranger.join()


def _read(catalogue: Catalogue) -> None:
    with pytest.raises(RuntimeError):
        catalogue.kept("another hash", {"game/game.rules": "# none"})
