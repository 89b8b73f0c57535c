"""Headers of security: all of them on what a browser shows as a page or keeps to itself, those that count on scripts."""

from __future__ import annotations

from typing import Any

import anyio
import pytest

from rulekit.web import security
from rulekit.web.addresses import sender_of
from rulekit.web.app import create_app
from rulekit.web.security import HEADERS, OF_SCRIPTS, RateLimit, SecurityMiddleware
from tests.web.asking import TestClient
from tests.web.conftest import FOLDERS
from tests.web.test_games import begin


@pytest.mark.parametrize(
    "path", ["/", "/games/x/1", "/join/x", "/static/table.html", "/static/icon.svg", "/api/v1/games", "/none"]
)
def test_pages_and_answers_have_all_headers(client: TestClient, path: str) -> None:
    found = client.get(path).headers
    assert all(found[name] == value for name, value in HEADERS.items())


@pytest.mark.parametrize("path", ["/static/table.js", "/static/style.css", "/static/words/zh-Hans.json"])
def test_scripts_have_those_that_are_about_them(client: TestClient, path: str) -> None:
    found = client.get(path).headers
    assert {name for name in HEADERS if name in found} == {*OF_SCRIPTS}
    assert all(found[name] == HEADERS[name] for name in OF_SCRIPTS)


def test_a_drawing_has_all_headers(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    found = client.get(f"/api/v1/games/{game}/seats/1/board.svg", headers=seats[0]).headers
    assert all(found[name] == value for name, value in HEADERS.items())


@pytest.mark.parametrize(
    ("code", "status", "headers", "content"),
    [
        ("other_site", 403, {"Sec-Fetch-Site": "cross-site"}, "{}"),
        ("too_large", 413, {"Content-Length": str(2 << 20)}, ""),
        ("too_large", 413, {"Content-Length": "9" * 5000}, ""),
        ("too_large", 413, {}, iter([b"x" * (1 << 20), b"x"])),
        ("host", 421, {"Host": "evil.example"}, "{}"),
        ("too_many_headers", 431, {f"X-{k}": "" for k in range(70)}, "{}"),
    ],
    ids=["site", "size", "longer", "pieces", "host", "headers"],
)
def test_what_is_refused_at_the_door_has_a_code(
    code: str, status: int, headers: dict[str, str], content: Any, client: TestClient
) -> None:
    answer = client.post("/api/v1/games", content=content, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code) and answer.json()["error"]


@pytest.mark.parametrize(
    ("public", "host", "origin", "status"),
    [
        (None, "localhost:8760", "http://localhost:8760", 422),
        (None, "localhost:8760", "http://localhost:8761", 403),
        ("https://tables.example.org/", "127.0.0.1:8760", "https://tables.example.org", 422),
        ("https://tables.example.org/", "127.0.0.1:8760", "http://127.0.0.1:8760", 403),
        ("https://tables.example.org:444/", "tables.example.org", "https://tables.example.org", 403),
    ],
)
def test_which_pages_are_our_own(database: str, public: str | None, host: str, origin: str, status: int) -> None:
    """For a browser that says nothing but where a page is from: behind a proxy our own pages are those of ``--public``."""
    with TestClient(create_app(FOLDERS, database, public)) as client:
        answer = client.post("/api/v1/games", json={}, headers={"Host": host, "Origin": origin, "Cookie": "a=b"})
    assert answer.status_code == status


def test_who_asks_too_often_is_told_so(database: str) -> None:
    with TestClient(create_app(FOLDERS, database, rate=1)) as client:
        answers = [client.get("/api/v1/whoami") for _ in range(1000)]
    codes = {answer.status_code: (answer.json()["code"], answer.headers.get("Retry-After")) for answer in answers}
    assert codes == {401: ("http", None), 429: ("too_often", "1")}


def test_an_address_has_so_many_at_once_and_then_so_many_a_second() -> None:
    limit = RateLimit(rate=2, burst=4)
    assert [limit.delay("a", 10.0) for _ in range(6)] == [0] * 4 + [0.5] * 2
    assert limit.delay("b", 10.0) == 0, "another address has its own"
    assert limit.delay("a", 10.25) == 0.25, "half a request"
    assert [limit.delay("a", 10.5) for _ in range(2)] == [0, 0.5]
    assert [limit.delay("a", 12.0) for _ in range(4)] == [0] * 3 + [0.5]
    assert [limit.delay("a", 1000.0) for _ in range(5)] == [0] * 4 + [0.5], "no more than at the beginning"


def test_an_address_has_so_many_requests_open_at_once() -> None:
    """Lines for news, and slow requests in a queue, would use up all files that the process may open."""

    async def attack() -> None:
        ended, sent = anyio.Event(), dict[str, list[int]]()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await ended.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})

        guard = SecurityMiddleware(app, most_open=3)

        async def ask(address: str) -> None:
            async def answered(message: Any) -> None:
                if message["type"] == "http.response.start":
                    sent.setdefault(address, []).append(message["status"])

            headers = [(b"host", b"localhost")]
            scope = {"type": "http", "method": "GET", "path": "/", "headers": headers, "client": (address, 1)}
            await guard({**scope, "query_string": b""}, None, answered)  # type: ignore[arg-type]

        async with anyio.create_task_group() as group:
            for address in ("203.0.113.7",) * 5 + ("203.0.113.8",) * 2:
                group.start_soon(ask, address)
            await anyio.wait_all_tasks_blocked()
            assert sent == {"203.0.113.7": [429, 429]}
            ended.set()
        await ask("203.0.113.7")
        assert sent == {"203.0.113.7": [429] * 2 + [200] * 4, "203.0.113.8": [200] * 2} and not guard._open

    anyio.run(attack)


def test_a_network_of_ipv6_has_as_many_requests_as_an_address(database: str) -> None:
    """One household has 2^64 addresses, and so has a stranger."""
    app = create_app(FOLDERS, database, rate=1)
    with TestClient(app) as client:

        def status(address: str) -> int:
            client._transport.client = (address, 1)  # type: ignore[attr-defined]
            return client.get("/api/v1/whoami").status_code

        assert 429 in {status(f"2001:db8:0:1::{k:x}") for k in range(1000)}
        assert {status(address) for address in ("2001:db8:0:2::1", "fe80::1%eth0", "203.0.113.7")} == {401}


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("203.0.113.7", "203.0.113.7"), ("::ffff:203.0.113.7", "203.0.113.7"), ("::ffff:203.0.113.8", "203.0.113.8"),
        ("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::"), ("testclient", "testclient"), ("", ""),
    ],
)  # fmt: skip
def test_whose_a_request_is(address: str, whose: str) -> None:
    assert sender_of({"client": (address, 1)}) == whose and sender_of({"client": None}) == ""


def test_the_addresses_that_asked_last_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "MOST_ADDRESSES", 2)
    limit = RateLimit(rate=1, burst=1)
    assert [limit.delay(address, 0.0) for address in "abacab"] == [0, 0, 1, 0, 1, 0]


def test_what_costs_much_is_counted_by_itself(database: str) -> None:
    """A new game or a check of house rules for every fifty requests, sixty at once; here all is a fiftieth."""
    with TestClient(create_app(FOLDERS, database, rate=1), headers={"Sec-Fetch-Site": "same-origin"}) as client:
        answers = [client.post(f"/api/v1/{path}", json={}) for path in ("games", "check")]
        answers += [client.get("/api/v1/games"), client.post("/api/v1/games/x/seats/1/fork", json={})]
    assert [answer.status_code for answer in answers] == [422, 429, 200, 429]
    assert answers[1].json()["code"] == "too_often" and 30 < int(answers[1].headers["Retry-After"]) <= 40


def test_a_length_that_is_no_number_is_no_length(client: TestClient) -> None:
    answer = client.get("/api/v1/games", headers=[(b"content-length", "²".encode("latin-1"))])
    assert answer.status_code == 200


def test_where_there_is_nothing_a_page_leads_to_the_lobby(client: TestClient) -> None:
    for path in ("/nothing", "/games/x", "/games/x/y/z", "/join"):
        answer = client.get(path)
        assert answer.status_code == 404 and answer.headers["content-type"].startswith("text/html")
        assert 'href="/"' in answer.text and "这里什么都没有" in answer.text
    assert client.get("/api/v1/nothing").json()["code"] == "http"


def test_scripts_of_a_page_are_not_counted(database: str) -> None:
    """Friends in one house have one address, and each page brings thirty files; one that was refused broke the page."""
    with TestClient(create_app(FOLDERS, database, rate=1)) as client:
        assert any(client.get("/api/v1/whoami").status_code == 429 for _ in range(1000))
        assert {client.get("/static/table.js").status_code for _ in range(50)} == {200}


def test_whether_a_script_is_still_the_same_is_asked_by_its_date(client: TestClient) -> None:
    script = client.get("/static/table.js")
    assert "etag" not in script.headers
    again = client.get("/static/table.js", headers={"if-modified-since": script.headers["last-modified"]})
    assert again.status_code == 304
