"""Who is asked is told by mail or web hook: once, after a while, and nowhere else."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from rulekit.diagnostics import UserError
from rulekit.plugins.senders import Turn
from rulekit.web.app import create_app
from rulekit.web.notices import Hook, Mail, Postman
from tests import patience
from tests.web.asking import TestClient
from tests.web.conftest import FOLDERS
from tests.web.test_games import begin, choose, look

TURN = Turn("A table", "Ada", "/games/x/1")


class SmallSmtp(threading.Thread):
    """Takes one letter, as RFC 5321 says."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.letter = ""

    def run(self) -> None:
        line, _ = self.socket.accept()
        with line, line.makefile("rwb") as file:

            def say(text: str) -> None:
                file.write(text.encode() + b"\r\n")
                file.flush()

            say("220 here")
            for row in file:
                word = row[:4].upper()
                if word == b"DATA":
                    say("354 go on")
                    rows = iter(file.readline, b".\r\n")
                    self.letter = b"".join(rows).decode()
                say("221 bye" if word == b"QUIT" else "250 good")
                if word == b"QUIT":
                    return


def test_a_letter() -> None:
    server = SmallSmtp()
    server.start()
    mail = Mail(f"smtp://127.0.0.1:{server.port}", "table@example.org")
    mail.send(mail.check(" ada@example.org "), [TURN])
    server.join(patience.seconds(10))
    assert "To: ada@example.org" in server.letter and "/games/x/1" in server.letter


@pytest.mark.parametrize("address", ["ada", "@example.org", "a b@example.org", "a@b.c\nBcc: x@y.z", "a@b,c@d.e"])
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(UserError):
        Mail("smtp://localhost", "table@example.org").check(address)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://[", "not an address"), ("http://[::1", "not an address"), ("http://\u2100.example/", "not an address"),
        ("http://example.org:x/", "not an address"), ("http://..", "no host"), ("http://a..b/", "no host"),
        (f"https://{'a' * 300}/", "no host"), (f"https://{'a' * 70}.example/", "no host"), ("ftp://example.org/", "begins with"),
    ],
)  # fmt: skip
def test_what_is_no_address_of_a_web_hook(client: TestClient, address: str, why: str) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    url, body = f"/api/v1/games/{game}/seats/1/notices", {"sort": "hook", "address": address}
    client.app.state.registry.senders["hook"] = Hook()  # type: ignore[attr-defined]
    answer = client.post(url, json=body, headers=seats[0])
    assert answer.status_code == 422 and why in answer.json()["error"], answer.text


def test_a_sender_of_a_plugin_that_fails_at_an_address_is_named(client: TestClient, tmp_path: Path) -> None:
    class Odd:
        def check(self, address: str) -> str:
            raise LookupError(f"no such file: {tmp_path / 'pigeons.txt'}")

    client.app.state.registry.senders["pigeon"] = Odd()  # type: ignore[attr-defined]
    game, seats, _ = begin(client, game="tic_tac_toe")
    body = {"sort": "pigeon", "address": "ada"}
    answer = client.post(f"/api/v1/games/{game}/seats/1/notices", json=body, headers=seats[0])
    said = "pigeon does not take this address: LookupError: no such file: pigeons.txt"
    assert (answer.status_code, answer.json()["error"]) == (422, said)


def test_who_looks_up_an_address_holds_up_nobody(client: TestClient) -> None:
    """A name may be looked up for half a minute, and there are forty threads for requests."""
    begun, ended, tired = threading.Event(), threading.Event(), threading.Event()

    class Slow:
        def check(self, address: str) -> str:
            begun.set()
            if not ended.wait(patience.seconds(60)):
                tired.set()
            return address

    client.app.state.registry.senders["slow"] = Slow()  # type: ignore[attr-defined]
    game, seats, _ = begin(client, game="tic_tac_toe")
    url, body = f"/api/v1/games/{game}/seats/1/notices", {"sort": "slow", "address": "ada"}
    lookers = [
        threading.Thread(target=client.post, args=(url,), kwargs={"json": body, "headers": seats[0]}) for _ in range(45)
    ]
    for looker in lookers:
        looker.start()
    begun.wait()
    assert choose(client, game, 1, seats[0], "B2").status_code == 200
    assert client.get("/api/v1/games").status_code == 200 and not tired.is_set()
    ended.set()
    for looker in lookers:
        looker.join()
    assert client.get(url, headers=seats[0]).json()["notices"] == [{**body, "pause": 0}]


@pytest.fixture
def hooked() -> Iterator[tuple[str, list[Any]]]:
    told: list[Any] = []

    class Told(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Told)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/in", told
    server.shutdown()


def test_a_web_hook(hooked: tuple[str, list[Any]]) -> None:
    address, told = hooked
    Hook(anywhere=True).send(address, [TURN, Turn("Another table", "Ada", "/games/y/2")])
    (told_once,) = told
    assert told_once["text"] == told_once["content"] == "A table: Ada /games/x/1\nAnother table: Ada /games/y/2"
    assert told_once["turns"][0] == {"title": "A table", "player": "Ada", "link": "/games/x/1"}


def test_the_network_of_the_server_is_closed_to_hooks(hooked: tuple[str, list[Any]]) -> None:
    address, told = hooked
    for wrong in (address, "http://localhost/", "http://[::1]/", "ftp://example.org/", "http:///x"):
        with pytest.raises(UserError):
            Hook().check(wrong)
    with pytest.raises(UserError):
        Hook().send(address, [TURN])
    assert not told


class Kept:
    """A sender that keeps what it should send, after it has failed so many times."""

    def __init__(self, fails: int = 0) -> None:
        self.sent: list[tuple[str, list[Turn]]] = []
        self.fails = fails

    def check(self, address: str) -> str:
        return address

    def send(self, address: str, turns: Sequence[Turn]) -> None:
        if self.fails:
            self.fails -= 1
            raise OSError("no line")
        self.sent.append((address, list(turns)))


def postman(registry: Any) -> Postman:
    return Postman(registry.side, registry.turn, registry.senders)


def test_who_is_asked_is_told_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept(fails=1)
    monkeypatch.setattr("rulekit.web.notices.RETRIES", (0,))
    app = create_app(FOLDERS, database, "https://tables.example", senders={"kept": kept})
    with TestClient(app, base_url="https://tables.example", headers={"Sec-Fetch-Site": "same-origin"}) as client:
        app.state.registry.grace = 0
        game, seats, watch = begin(client, game="tic_tac_toe")
        url = f"/api/v1/games/{game}/seats/2/notices"
        told = {"sort": "kept", "address": "ada", "pause": 0}
        assert client.post(url, json=told, headers=seats[1]).json()["notices"] == [told]
        assert client.post(url, json={"sort": "pigeon", "address": "a"}, headers=seats[1]).status_code == 422
        assert client.get(url.replace("/2/", "/1/"), headers=seats[0]).json()["notices"] == []
        choose(client, game, 1, seats[0], "A1")
        assert postman(app.state.registry).deliver() == 0, "the line was down"
        assert postman(app.state.registry).deliver() == 1 and postman(app.state.registry).deliver() == 0
        address, (turn,) = kept.sent[0]
        assert address == "ada" and turn.link == f"https://tables.example/games/{game}/2"
        assert not any(who["Authorization"][7:] in turn.link for who in (*seats, watch))
        choose(client, game, 2, seats[1], "B2")
        choose(client, game, 1, seats[0], "A2")
        choose(client, game, 2, seats[1], "C1")
        assert look(client, game, 1, seats[0])["decisions"]
        assert postman(app.state.registry).deliver() == 0, "who has chosen meanwhile is told nothing"


def test_one_notice_for_all_tables_of_an_address(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, clock = Kept(fails=1), [1_000]
    monkeypatch.setattr("rulekit.web.side_store.now", lambda: clock[0])
    monkeypatch.setattr("rulekit.web.registry.now", lambda: clock[0])
    app = create_app(FOLDERS, database, "https://tables.example", senders={"kept": kept})
    with TestClient(app, base_url="https://tables.example", headers={"Sec-Fetch-Site": "same-origin"}) as client:
        tables = [begin(client, game="tic_tac_toe") for _ in range(3)]
        told = {"sort": "kept", "address": "ada", "pause": 3600}
        for game, seats, _ in tables:
            url = f"/api/v1/games/{game}/seats/2/notices"
            assert client.post(url, json=told, headers=seats[1]).json()["notices"] == [told]
        sender = postman(app.state.registry)

        def begun(number: int) -> str:
            game, seats, _ = tables[number]
            choose(client, game, 1, seats[0], "A1")
            return f"https://tables.example/games/{game}/2"

        links = [begun(0)]
        clock[0] += 50
        links.append(begun(1))
        assert sender.deliver() == 0, "nobody has had the time to look"
        clock[0] += 10
        assert sender.deliver() == 0 and not kept.sent, "the line was down"
        clock[0] += 60
        assert sender.deliver() == 2, "what is due takes with it what waits for the same address"
        ((address, turns),) = kept.sent
        assert address == "ada" and [turn.link for turn in turns] == links
        begun(2)
        clock[0] += 3599
        assert sender.deliver() == 0, "once an hour"
        clock[0] += 1
        assert sender.deliver() == 1 and len(kept.sent) == 2
