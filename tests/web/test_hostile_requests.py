"""No request of a stranger is answered with 500: whatever is in its path, its query, its headers, its cookies or its body."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import quote

import pytest
from attrs import frozen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.exceptions import HTTPException
from starlette.requests import Request

import rulekit
from rulekit.web import requests
from rulekit.web.answers import CODES, Error
from rulekit.web.app import create_app
from rulekit.web.notices import Hook
from rulekit.web.openapi import description
from rulekit.web.requests import RequestBody
from rulekit.web.routes import ROUTES
from rulekit.web.view_state import decoded
from tests.playing import ROOT
from tests.web.asking import TestClient
from tests.web.test_games import Seat, begin

TICTACTOE = ROOT / "games" / "tic_tac_toe"
HALF = "half of a pair \ud800 in a text that goes on"
TEXTS = (
    "",
    "²",
    "٣",
    "1" * 5000,
    str(2**63),
    "-1",
    "01",
    "\0",
    "\x1b[31m",
    "\u202e",
    HALF,
    "\udfff",
    "x" * 3000,
    "a/b",
)
NUMBERS = (0, -1, 2**31, 2**63, -(2**63) - 1, 2**64, 10**400, 1e308, True)
TOOLS = ("http://[", "null", "//", "Bearer", "Bearer ²", "a=b; =; ;", ",;,;", "²", "1" * 5000)
COOKIES = ("seat__=²", "seat_x_²=1", 'a="\\777"', "seat_x_1")
ENDLESS = "events"
"""Is never asked with a token that is right: its answer has no end"""
RIGHT: dict[str, tuple[object, ...]] = {
    "sort": ("hook",),
    "address": ("http://[", "http://a..b/", f"https://{'a' * 70}.example/", "http://localhost:²/"),
    "option": ("A1", "B2", "C3"),
    "question": ("which square do you mark?",),
    "answer": ("A1", "B2", "C3"),
    "move": ("one", "two", "three"),
    "bot": ("", "random"),
    "of": (1, 2),
    "line": (0, [{"seat": 1, "option": "A1"}, {"seat": 2, "option": "B2"}]),
    "step": (0, 1),
    "key": ("a secret of one visitor",),
}
"""What a field may hold, so that a request is not refused at its first look"""
ENDS = {"new_link": False, "text": "", "nonces": False}
"""Fields with which one example would change what the next one finds, or start a process of its own"""


@frozen
class Table:
    """A game of two, of which the tests know a seat."""

    client: TestClient
    game: str
    seat: Seat


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    database = f"sqlite:///{tmp_path_factory.mktemp('hostile') / 'tables.db'}"
    app = create_app({"tic_tac_toe": TICTACTOE}, database, rate=10**6, senders={"hook": Hook()})
    with TestClient(app) as client:
        game, seats, _ = begin(client, game="tic_tac_toe")
        yield Table(client, game, seats[0])


def test_who_goes_before_the_body_is_there_is_no_fault_of_the_server() -> None:
    async def receive() -> dict[str, object]:
        return {"type": "http.disconnect"}

    with pytest.raises(HTTPException) as refused:
        requests.body(Request({"type": "http", "method": "POST", "headers": []}, receive), RequestBody).send(None)
    assert refused.value.status_code == 400


@cache
def operations() -> dict[str, tuple[str, str, Any]]:
    """The name of each -> its method, its path and its description."""
    said = json.loads(json.dumps(description(ROUTES)))
    return {
        operation["operationId"]: (method, path, {**operation, "components": said["components"]["schemas"]})
        for path, methods in said["paths"].items()
        for method, operation in methods.items()
    }


hostile = st.one_of(st.sampled_from(TEXTS), st.text(st.characters(), max_size=20))
json_values: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.sampled_from(NUMBERS), hostile),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(hostile, inner, max_size=3)),
    max_leaves=6,
)


def value_of(schema: Any, schemas: Any) -> st.SearchStrategy[Any]:
    """Values that are of a schema by their form, with hostile texts and numbers in them."""
    if "$ref" in schema:
        return value_of(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    if "anyOf" in schema:
        return st.one_of([value_of(each, schemas) for each in schema["anyOf"]])
    match schema.get("type"):
        case "string":
            return st.one_of(st.sampled_from(schema["enum"]), hostile) if "enum" in schema else hostile
        case "integer":
            return st.one_of(st.integers(-2, 3), st.sampled_from(NUMBERS))
        case "array":
            return st.lists(value_of(schema["items"], schemas), max_size=3)
        case "object" if "properties" in schema:
            named = {n: field(s, schemas, RIGHT.get(n, ())) for n, s in schema["properties"].items()}
            return st.fixed_dictionaries({}, optional=named)
        case "object":
            inner = schema.get("additionalProperties")
            return st.dictionaries(
                hostile, value_of(inner, schemas) if isinstance(inner, dict) else json_values, max_size=2
            )
        case "boolean":
            return st.booleans()
        case _:
            return json_values


def field(schema: Any, schemas: Any, right: tuple[object, ...]) -> st.SearchStrategy[Any]:
    known = [st.sampled_from(right)] * 3 if right else []
    return st.one_of(*known, value_of(schema, schemas), value_of(schema, schemas), json_values)


def version(table: Table) -> str:
    """What the seat is asked now has this name."""
    state = table.client.get(f"/api/v1/games/{table.game}/seats/1", headers=table.seat).json()
    return str(state["version"])


def escaped(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"), safe="")


def header(text: str) -> bytes:
    """What can come in a header: bytes without a new line."""
    return text.encode("latin-1", "replace").translate(None, b"\r\n\0")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(operations()))
@settings(max_examples=50, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_route_fails(name: str, table: Table, data: st.DataObject) -> None:
    method, path, operation = operations()[name]
    right = {"game": table.game, "seat": "1", "step": "0", "key": "A1", "device": "battle-tower"}
    query: list[str] = []
    for parameter in operation["parameters"]:
        key = parameter["name"]
        if parameter["in"] == "path":
            part = data.draw(st.one_of(st.just(right[key]), st.just(right[key]), hostile), key)
            path = path.replace(f"{{{key}}}", escaped(part) or right[key])
        elif data.draw(st.booleans(), f"with {key}"):
            query.append(f"{key}={escaped(data.draw(hostile, key))}")
    headers = {b"sec-fetch-site": b"same-origin"}
    if name != ENDLESS and data.draw(st.integers(0, 3), "token"):
        headers |= {k.lower().encode(): v.encode() for k, v in table.seat.items()}
    cookies = data.draw(
        st.lists(st.sampled_from((f"seat_{table.game}_01=x", "seat__=²", "seat_x_²=1", 'a="\\777"')), max_size=3)
    )
    headers |= {b"cookie": header("; ".join(cookies))} if cookies else {}
    for key in (
        "accept-language",
        "origin",
        "last-event-id",
        "content-length",
        "content-type",
        "host",
        "authorization",
    ):
        if not data.draw(st.integers(0, 9), f"with {key}"):
            headers[key.encode()] = header(data.draw(st.one_of(st.sampled_from(TOOLS), hostile), key))
    if not data.draw(st.integers(0, 3), "without the site"):
        del headers[b"sec-fetch-site"]
    content = b""
    if "requestBody" in operation:
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        body = data.draw(st.one_of(*[value_of(schema, operation["components"])] * 4, json_values), "body")
        if isinstance(body, dict):
            body |= {key: harmless for key, harmless in ENDS.items() if key in body}
            body |= {"game": "tic_tac_toe"} if name == "create" else {}
            if "version" in body and data.draw(st.booleans(), "right version"):
                body["version"] = version(table)
        content = json.dumps(body).encode()
    address = f"{path}?{'&'.join(query)}"
    answer = table.client.request(method, address, content=content, headers=list(headers.items()))
    assert answer.status_code < 500, (answer.status_code, answer.text)
    if answer.status_code >= 400:
        refused = decoded(answer.content, Error)
        assert refused.error and refused.code in CODES


ANSWERED = (
    ("messages?after=²", 422),
    (f"messages?after={'1' * 5000}", 422),
    (f"messages?after={2**63}", 422),
    ("messages?after=-1", 422),
    ("messages?after=", 200),
    ("messages?after=7", 200),
    ("board.svg?step=²", 422),
    (f"board.svg?step={'1' * 5000}", 422),
    ("board.svg?step=0", 200),
    ("story?level=whole", 422),
    ("story?level=full", 200),
    (f"replay/{'1' * 5000}", 404),
    ("replay/²", 404),
    ("replay/999999999", 200),
)


@pytest.mark.parametrize(("asked", "status"), ANSWERED, ids=lambda x: str(x)[:24])
def test_numbers_in_addresses(asked: str, status: int, table: Table) -> None:
    answer = table.client.get(f"/api/v1/games/{table.game}/seats/1/{asked}", headers=table.seat)
    assert answer.status_code == status, answer.text
    assert status == 200 or answer.json()["code"] == "http"


def test_a_query_is_read_before_the_token_where_an_answer_has_no_end(table: Table) -> None:
    address = f"/api/v1/games/{table.game}/seats/1/events"
    assert [table.client.get(f"{address}?states={value}").status_code for value in ("²", "2", "1")] == [422, 422, 401]


@pytest.mark.parametrize("seat", ["²", "1" * 5000, "-1"], ids=["superscript", "long", "negative"])
def test_seats_in_addresses(seat: str, table: Table) -> None:
    for address in (f"/api/v1/games/{table.game}/seats/{seat}", f"/games/{table.game}/{seat}"):
        assert table.client.get(address, headers=table.seat).status_code == 404


BODIES = (
    {"title": HALF},
    {"people": [HALF]},
    {"options": {HALF: "x"}},
    {"variants": [HALF]},
    {"text": HALF},
    {"save": {HALF: 1}},
    {"bots": {"²": "random"}},
    {"bots": {"1" * 5000: "random"}},
    {"bots": {"0": "random"}},
    {"seed": -1},
    {"seed": 2**256},
    {"seed": 10**4000},
    {"players": 2**31},
    {"clock": {"days": 2**63}},
)


@pytest.mark.parametrize("setup", BODIES, ids=lambda x: next(iter(x)))
def test_a_game_is_not_set_up_with_it(setup: dict[str, Any], table: Table) -> None:
    content = json.dumps({"game": "tic_tac_toe", **setup}).encode()
    answer = table.client.post("/api/v1/games", content=content, headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 422 and answer.json()["code"] == "http", answer.text


def test_a_seed_of_a_server_can_be_named(table: Table) -> None:
    begin(table.client, game="tic_tac_toe", seed=2**256 - 1)


def test_texts_of_a_seat(table: Table) -> None:
    seat, headers = f"/api/v1/games/{table.game}/seats/1", {**table.seat, "Content-Type": "application/json"}
    for method, what, body in (
        ("PATCH", "", {"name": HALF}),
        ("POST", "/messages", {"text": HALF}),
        ("POST", "/choices", {"version": "x", "move": HALF, "option": HALF}),
        ("POST", "/orders", {"question": HALF, "answer": HALF}),
        ("POST", "/plan", {"choices": [{"asks": HALF, "option": HALF}]}),
        ("POST", "/notices", {"sort": HALF, "address": HALF}),
        ("POST", "/luck", {"nonce": HALF}),
    ):
        answer = table.client.request(method, f"{seat}{what}", content=json.dumps(body).encode(), headers=headers)
        assert answer.status_code == 422 and answer.json()["code"] == "http", (what, answer.text)


def test_no_leaf_of_a_save_makes_it_fail(table: Table) -> None:
    match = rulekit.load(TICTACTOE).start(2, 1)
    match.choose(match.decisions[0], match.decisions[0].options[0])
    saved = json.loads(json.dumps(match.save()))
    places = list(leaves(saved))
    assert len(places) > 10
    values: tuple[object, ...] = (HALF, "\0", "²", 2**64, 10**400, -1, None, [], {})
    for place in places:
        for value in values:
            content = json.dumps({"game": "tic_tac_toe", "save": replaced(saved, place, value)}).encode()
            answer = table.client.post("/api/v1/games", content=content)
            assert answer.status_code in (201, 422), (place, value, answer.text)


def leaves(data: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield from leaves(value, (*place, key))
    if not isinstance(data, (dict, list)):
        yield place


def replaced(data: Any, place: tuple[Any, ...], value: object) -> Any:
    if not place:
        return value
    copy = data.copy()
    copy[place[0]] = replaced(data[place[0]], place[1:], value)
    return copy


def test_a_strange_cookie_does_not_hide_the_games_of_a_browser(table: Table) -> None:
    token = table.seat["Authorization"].removeprefix("Bearer ")
    strange = f"seat_{table.game}_01=x; seat_{table.game}_²=x; seat_{table.game}_{'1' * 5000}=x; seat__1=x"
    cookies = f"{strange}; seat_{table.game}_1={token}".encode("latin-1")
    answer = table.client.get("/api/v1/mine", headers=[(b"cookie", cookies)])
    assert [(x["id"], x["seat"]) for x in answer.json()["games"]] == [(table.game, 1)]


@pytest.mark.parametrize("origin", ["http://[", "null", "http://localhost.evil.example", "localhost"])
def test_a_strange_origin_is_another_site(origin: str, table: Table) -> None:
    answer = table.client.post("/api/v1/games", json={"game": "tic_tac_toe"}, headers={"Origin": origin})
    assert answer.status_code == 403


@pytest.mark.parametrize("folder", ["/", "/games/", "/games/x/", "/join/", "/static/", "/static/words/", "/api/v1/"])
def test_no_page_fails(folder: str, table: Table) -> None:
    for name in (*TEXTS, "..", "../../x", "\\", "%", "a" * 300):
        for method in ("GET", "HEAD", "OPTIONS", "PUT"):
            answer = table.client.request(method, f"{folder}{escaped(name)}")
            assert answer.status_code < 500, (method, name)


@pytest.mark.parametrize("name", ["range", "if-range", "if-modified-since", "if-none-match"])
@pytest.mark.parametrize("address", ["/", "/static/style.css"])
def test_no_header_of_a_file_makes_it_fail(name: str, address: str, table: Table) -> None:
    for value in (*TOOLS, "bytes=²-", f"bytes={'1' * 5000}-", f"bytes=0-{'1' * 5000}", "bytes=-", "bytes=1-0,,"):
        answer = table.client.get(address, headers=[(name.encode(), header(value))])
        assert answer.status_code < 500, value
